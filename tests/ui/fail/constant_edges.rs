//! Constants that are no edges: found when the program is compiled.
use wavefold::prelude::*;

const ONE: [f32; 1] = [0.0];
const EQUAL: [i32; 3] = [0, 5, 5];

histogram! { pub Few: fn(x: f32) -> u32 { edges: ONE } }
histogram! { pub Unordered: fn(x: i32) -> u32 { edges: ..=EQUAL } }

fn main() {}
