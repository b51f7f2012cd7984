//! Constants of the numeric types.
use wavefold::prelude::*;

reduction! {
    pub Constants: fn(x: f32) -> f32 {
        map: x * f32::PI * f32::consts::PI * std::f32::consts::TUA * std::f32::MAX * f32::RADIX * u32::EPSILON,
        op: |a, b| a.max(b),
        identity: f32::MINIMUM,
        init: std::f32::consts::FRAC_PI_2,
    }
}

fn main() {}
