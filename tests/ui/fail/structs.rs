//! Structs and tuples where there can be none, and mistakes with their fields.
use wavefold::prelude::*;

#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Moments {
    n: f32,
    mean: f32,
}

#[derive(Clone, Copy, Debug)]
struct Foreign {
    n: f32,
}

reduction! { Tuples: fn(x: (f32, u32), y: [(u8, u8); 2], z: ()) -> f32 { map: 0.0, op: |a, b| a + b, identity: 0.0 } }
reduction! {
    Bases: fn(x: f32) -> Moments {
        map: Moments { n: x, ..Moments { n: 0.0, mean: 0.0 } },
        op: |Moments { n, mean }, (b, ..)| Moments { 0: n },
        identity: Self { n: 0.0, mean: self.n },
        finish: |_| (),
    }
}
reduction! { Names: fn(x: f32) -> (f32, f32) { map: (x, x), op: |(a, b), (c, a)| (a, b), identity: (0.0, 0.0) } }
reduction! {
    Fields: fn(x: f32) -> Moments { map: Moments { n: x, maen: x }, op: |a, b| a.maen, identity: (0.0, 0.0) }
}
reduction! {
    Elements: fn(x: Foreign) -> f32 { map: x.n, op: |(a, b), c| a, identity: 0.0 }
}
reduction! { Lengths: fn(x: [f32; 2 + 1], y: [f32; MISSING]) -> f32 { map: x[0], op: |a, b| a, identity: 0.0 } }

fn main() {}
