//! A key is given once.
use wavefold::prelude::*;

reduction! {
    pub Twice: fn(x: f32) -> f32 {
        map: x,
        op: |a, b| a + b,
        identity: 0.0,
        map: x * 2.0,
        block_size: 128,
        block_size: 256,
    }
}

fn main() {}
