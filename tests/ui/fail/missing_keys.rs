//! Keys that a declaration needs.
use wavefold::prelude::*;

reduction! { pub Nothing: fn(x: f32) -> f32 {} }
reduction! { pub NoMap: fn(x: f32, y: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub OtherType: fn(x: u8) -> u32 { op: |a, b| a + b, identity: 0 } }
reduction! { pub NoFinish: fn(x: f32) -> f32 { accumulator: [f32; 2], map: [x, x], op: |a, b| a, identity: [0.0, 0.0] } }
histogram! { pub NoBin: fn(x: u8) -> u32 { bins: 256 } }
histogram! { pub NoBins: fn(x: u8) -> u32 { bin: x } }
histogram! { pub Both: fn(x: u8) -> u32 { bin: x, range: 0..10, bins: 10 } }

fn main() {}
