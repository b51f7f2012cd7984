//! What rustc finds wrong about values.
use wavefold::prelude::*;

reduction! { pub Overflow: fn(x: u8) -> u8 { map: x + 300, op: |a, b| a + b, identity: 0 } }
reduction! { pub Elements: fn(x: u8) -> [u8; 2] { map: [x, 1], op: |a, b| { let c = a; [c[2], b[1]] }, identity: [0; 2] } }

fn main() {}
