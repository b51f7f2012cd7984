//! What each part sees.
use wavefold::prelude::*;

reduction! {
    pub Sum { mean: f32, scale: f32 }: fn(x: f32) -> f32 {
        index: i,
        filter: y > 0.0,
        map: (x - maen) * self.scale + self.other,
        op: |a, b| a + b * x,
        identity: x,
        init: i as f32,
        finish: |t| t / n + a,
    }
}
reduction! { pub Alone: fn(x: f32) -> f32 { op: |a, b| a + b, identity: zero } }
reduction! { pub Lets: fn(x: f32) -> f32 { map: { let y = { let z = x; z }; y + z }, op: |a, b| a + self, identity: 0.0 } }
histogram! { pub Range { low: f32 }: fn(x: f32) -> u32 { range: low..hihg + x, bins: bins } }

fn main() {}
