//! Keys that do not exist, and what was meant.
use wavefold::prelude::*;

reduction! {
    pub Misspelt: fn(x: f32) -> f32 {
        mpa: x,
        op: |a, b| a + b,
        identiy: 0.0,
        blocksize: 256,
        combine: |a, b| a + b,
        wavefront_size: 64,
        bins: 16,
        colour: 3,
    }
}

histogram! {
    pub Levels: fn(x: u8) -> u32 { bni: x, bins: 256, identity: 0, nbins: 256 }
}

fn main() {}
