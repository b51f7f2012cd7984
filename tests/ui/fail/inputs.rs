//! How many inputs there can be, and what else can be said only in one way.
use wavefold::prelude::*;

reduction! {
    pub Thirteen: fn(
        a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u8, m: u8
    ) -> u8 {
        map: a,
        op: |a, b| a,
        identity: 0,
        domain: a,
        fp: exact,
        commutative: maybe,
    }
}
reduction! {
    pub Domain: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, domain: x, fp: fast }
}
histogram! { pub Fast: fn(x: u8) -> u32 { bin: x, bins: 4, fp: quick, domain: true } }

fn main() {}
