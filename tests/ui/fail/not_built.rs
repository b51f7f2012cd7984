//! The grammar that is understood, but not built yet.
use wavefold::prelude::*;

reduction! {
    pub Keys: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        commutative: false,
        domain: -1.0..=1.0,
        fp: fast,
        schedule: tutorial::last_warp_unrolled,
    }
}
reduction! { pub Half: fn(x: f16, y: bf16) -> f32 { map: x as f32 * y as f32, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Truth: fn(x: bool) -> bool { op: |a, b| a | b, identity: false } }
reduction! { pub Pair: fn(x: f32) -> (f32, f32) { map: (x, x), op: |a, b| (a.0 + b.0, a.1), identity: (0.0, 0.0) } }
reduction! { pub Three: fn(x: f32, y: f32, z: f32) -> f32 { map: x * y * z, op: |a, b| a + b, identity: 0.0 } }
reduction! {
    pub Variance: fn(x: f32) -> f32 {
        accumulator: Moments,
        map: Moments { n: 1.0, mean: x },
        op: |a, b| merge(a, b),
        identity: none,
        finish: |m| m.mean / m.n,
    }
}
reduction! { pub Generic<T>: fn(x: T) -> T { op: |a, b| a + b, identity: 0 } }
reduction! { pub Vector { weights: [f32; 3] }: fn(x: [[f32; 2]; 2]) -> f32 { map: 0.0, op: |a, b| a + b, identity: 0.0 } }
histogram! { pub Tutorial: fn(x: f32) -> u32 { range: 0.0..1.0, bins: 4, schedule: tutorial::global } }

fn main() {}
