//! The grammar that is understood, but not built yet.
use wavefold::prelude::*;

reduction! {
    pub Ladder: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::last_warp_unrolled }
}
histogram! { pub Tutorial: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 4, schedule: tutorial::global } }

fn main() {}
