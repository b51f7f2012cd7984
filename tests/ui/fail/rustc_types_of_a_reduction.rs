//! What rustc says about types: it underlines what the user wrote.
use wavefold::prelude::*;

reduction! { pub OpType: fn(x: f32) -> f32 { op: |a, b| a > b, identity: 0.0 } }
reduction! { pub MapType: fn(x: f32) -> f32 { map: x.to_bits() + 1, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Suffix: fn(x: f32) -> f32 { map: x + 1u8, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Method: fn(x: u32) -> u32 { map: x.abs(), op: |a, b| a + b, identity: 0 } }
reduction! { pub FloatMethod: fn(x: u32) -> u32 { map: u32::sqrt(x), op: |a, b| a + b, identity: 0 } }
reduction! { pub Constant: fn(x: f32) -> f32 { map: x * LIMIT, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub FinishType: fn(x: f32) -> f64 { accumulator: f32, map: x, op: |a, b| a + b, identity: 0.0, finish: |t| t * 2.0 } }
reduction! { pub IdentityType: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0 } }
reduction! { pub FilterType: fn(x: f32) -> f32 { filter: x, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Bits: fn(x: f32) -> f32 { map: x & x, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Sign: fn(x: u8) -> u8 { map: -x, op: |a, b| a + b, identity: 0 } }
reduction! { pub Branches: fn(x: f32) -> f32 { map: if x > 0.0 { x } else { 0 }, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Condition: fn(x: u32) -> u32 { map: if x { x } else { 0 }, op: |a, b| a + b, identity: 0 } }
reduction! { pub Arms: fn(x: u8) -> u8 { map: match x { 0..=9 => 1, 11.. => 2 }, op: |a, b| a + b, identity: 0 } }
reduction! { pub Compared: fn(x: f32, y: f64) -> f32 { map: if x < y { x } else { x }, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Overflow: fn(x: u8) -> u8 { map: x + 300, op: |a, b| a + b, identity: 0 } }
reduction! { pub ConstantType: fn(x: u32) -> u32 { map: x + TEXT, op: |a, b| a + b, identity: 0 } }
const TEXT: &str = "text";
reduction! { pub InitType: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, init: 0 } }
reduction! { pub Flags: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, exact: TEXT, commutative: u8::ORDERED } }

fn main() {}
