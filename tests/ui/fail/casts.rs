//! Casts and literals.
use wavefold::prelude::*;

reduction! {
    pub Casts: fn(x: f32) -> f32 {
        map: {
            let a = x as usize;
            let b = x as bool;
            let c = x as Moments;
            let d = x as f16;
            let e = x as &f32;
            let f = x as std::ffi::c_int;
            let g = 1usize + 1i128 + 99999999999999999999;
            let h = 1.0f16 + 1.0f128 + 1f16;
            a
        },
        op: |a, b| a + b,
        identity: 0.0,
    }
}

fn main() {}
