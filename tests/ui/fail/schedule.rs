//! Numbers of the schedule, as far as the declaration alone decides.
use wavefold::prelude::*;

reduction! {
    pub Sizes: fn(x: f64) -> f64 {
        op: |a, b| a + b,
        identity: 0.0,
        warp_size: 16,
        block_size: 100,
        items_per_thread: 0,
        vector_width: 4,
    }
}
reduction! {
    pub Lists: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        warp_size: [32, 48, 32, W64],
        block_size: 2048,
        items_per_thread: 512,
        vector_width: 3,
    }
}
reduction! {
    pub Narrow: fn(x: f32) -> f32 {
        op: |a, b| a + b,
        identity: 0.0,
        warp_size: [],
        block_size: WIDTH,
        items_per_thread: 2,
        vector_width: 4,
    }
}
histogram! { pub Pixels: fn(px: [u8; 3]) -> u32 { bin: px[0], bins: 256, vector_width: 8, block_size: 256u8 } }

fn main() {}
