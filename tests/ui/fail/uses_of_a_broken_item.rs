//! A declaration with an error still has its item: its uses are no further errors.
use wavefold::prelude::*;
use wavefold::{Histogram, Reduction};

reduction! {
    /// Broken.
    pub Deviation { mean: f32 }: fn(x: f32) -> f32 { map: x - maen, op: |a, b| a + b, identity: none }
}
histogram! { pub Levels: fn(x: u8) -> u32 { bin: x, bins: 0 } }
reduction! { pub Head: fn(x: f32, y) -> f32 { op: |a, b| a + b, identity: 0.0 } }

fn main() {
    let deviation = Deviation { mean: 1.0 };
    let _: f32 = deviation.map((1.0,), 0);
    let _: Option<f32> = Deviation::output(1.0, true);
    let _ = Levels.accept((1,), 0);
    println!("{deviation:?} {Levels:?} {Head:?}");
}
