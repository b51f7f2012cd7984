//! What a plan cannot be launched on.
use wavefold::prelude::*;

reduction! { Largest: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: 0.0 } }
reduction! { Dot: fn(x: f32, y: f32) -> f32 { map: x * y, op: |a, b| a + b, identity: 0.0 } }

fn launches(device: &Device, stream: &Stream, values: Vec<f32>) -> Result<(), wavefold::Error> {
    let buffer = device.upload(&values)?;
    Largest.plan(device, 1)?.launch(&values, stream)?;
    Dot.plan(device, 1)?.launch(&buffer, stream)?;
    device.upload(&[(1.0_f32, 2_u64)])?;
    Ok(())
}

fn main() {}
