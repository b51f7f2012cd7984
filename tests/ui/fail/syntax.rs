//! Syntax errors stop one key, not the others.
use wavefold::prelude::*;

reduction! {
    pub Sum: fn(x: f32) -> f32 {
        map: x +,
        op: |a, b| a + b
        identity = 0.0,
        block_size: 100,
        accumulator: 3,
        index: 3,
        x * 2.0,
        exact: maybe,
        filter: x > 0.0 1,
        warp_size: 16
    }
}

fn main() {}
