//! The grammar that is understood, but not built yet.
use wavefold::prelude::*;

reduction! {
    pub Ladder: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::last_warp_unrolled }
}
histogram! { pub Ages: fn(x: f32) -> u32 { edges: ..=[0.0, 18.0, 65.0, 120.0] } }
histogram! { pub RunTime { count: u32 }: fn(x: f32) -> u32 { range: 0.0..1.0, bins: count, schedule: tutorial::global } }

fn main() {}
