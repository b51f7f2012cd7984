//! Edges that are none, and numbers of bins that are not known where they are needed.
use wavefold::prelude::*;

histogram! { pub Beside: fn(x: f32) -> u32 { edges: [0.0, 1.0], bins: 1 } }
histogram! { pub Both: fn(x: f32) -> u32 { range: 0.0..1.0, edges: [0.0, 1.0] } }
histogram! { pub Alone: fn(x: f32) -> u32 { edges: [0.0] } }
histogram! { pub Unordered: fn(x: f32) -> u32 { edges: [0.0, 2.0, 1.0, 3.0, 3.0] } }
histogram! { pub Infinite: fn(x: f32) -> u32 { edges: ..=[f32::NEG_INFINITY, 0.0, f32::NAN] } }
histogram! { pub Whole: fn(x: f32) -> u32 { edges: [0, 1] } }
histogram! { pub Fraction: fn(x: u8) -> u32 { edges: [0, 1.5] } }
histogram! { pub HalfOpen: fn(x: u8) -> u32 { edges: ..[0, 1] } }
histogram! { pub Ends: fn(x: u8) -> u32 { edges: 0..4 } }
histogram! { pub Number: fn(x: u8) -> u32 { edges: 4 } }
histogram! { pub Lent { levels: Edges<u8> }: fn(x: u8) -> u32 { edges: &levels } }
histogram! { pub Plain { levels: u8 }: fn(x: u8) -> u32 { edges: levels } }
histogram! { pub Counted { levels: Edges<u8> }: fn(x: u8) -> u32 { bin: x, bins: levels } }
histogram! { pub Used { levels: Edges<u8> }: fn(x: u8) -> u32 { bin: x + levels, bins: 4 } }
histogram! { pub Pairs: fn(x: [u8; 2]) -> u32 { edges: [0, 4] } }
histogram! { pub Two: fn(x: u8, y: u8) -> u32 { edges: [0, 4] } }
histogram! { pub Wide { count: u64 }: fn(x: u8) -> u32 { bin: x, bins: count } }
histogram! { pub OfInput: fn(x: u32) -> u32 { bin: x, bins: x } }
histogram! { pub Short { levels: [u8; 1] }: fn(x: u8) -> u32 { edges: levels } }
reduction! { pub Sum { levels: Edges<f32> }: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }

fn main() {}
