//! Types that are not for kernels, where only rustc knows: in every place of a declaration and of a struct.
use wavefold::prelude::*;

struct Foreign {
    n: f32,
}

reduction! { pub Input: fn(x: u32, y: Foreign) -> f32 { map: y.n, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Parameter { by: Foreign }: fn(x: f32) -> f32 { map: x + by.n, op: |a, b| a + b, identity: 0.0 } }
reduction! { pub Result: fn(x: f32) -> Foreign { map: Foreign { n: x }, op: |a, _b| a, identity: none } }

#[derive(Clone, Copy, DeviceType)]
#[repr(C)]
struct Holds {
    name: &'static str,
    size: usize,
}

fn main() {}
