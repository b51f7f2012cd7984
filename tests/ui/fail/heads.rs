//! The part before the braces.
use wavefold::prelude::*;

reduction! {}
reduction! { pub struct Struct: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub 3: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoFn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoColon fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Closure: |x: f32| -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoInputs: fn() -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoResult: fn(x: f32) { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoType: fn(x) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoName: fn(f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Default { k: f32 = 1.0, l: f32 }: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { pub NoKeys: fn(x: f32) -> f32 }
reduction! { pub Empty {}: fn(mut x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
histogram! { pub Twice { x: f32 }: fn(x: f32, x: f32) -> u32 { index: x, bin: 0, bins: 1 } }
reduction! {
    pub First: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
    pub Second: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}
histogram! { pub Semicolon: fn(x: u8) -> u32 { bin: x, bins: 256 }; }

fn main() {}
