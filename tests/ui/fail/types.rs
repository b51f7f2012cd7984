//! Types that no kernel has.
use wavefold::prelude::*;

reduction! { pub Sizes: fn(x: usize, y: isize) -> usize { map: x, op: |a, b| a + b, identity: 0 } }
reduction! { pub Slices: fn(x: &[f32], y: [f32]) -> &f32 { map: x, op: |a, b| a, identity: 0.0 } }
reduction! { pub Others { name: String, on: bool }: fn(x: u128, y: char) -> Vec<f32> { op: |a, b| a, identity: 0 } }
reduction! { pub Arrays: fn(x: [u8; N], y: [u8; 0]) -> u8 { map: x[0], op: |a, b| a, identity: 0 } }
histogram! { pub Counter: fn(x: u8) -> f32 { bin: x, bins: 256 } }
histogram! { pub Counters: fn(x: u8) -> [u32; 256] { bin: x, bins: 256 } }

fn main() {}
