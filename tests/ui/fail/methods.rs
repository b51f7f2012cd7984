//! Methods and functions that do not exist on both sides.
use wavefold::prelude::*;

reduction! {
    pub Calls: fn(x: f32) -> f32 {
        map: {
            let a = x.squrt();
            let b = x.wrapping_shl(3);
            let c = x.clone().into();
            let d = x.max();
            let e = x.max(1.0, 2.0);
            let f = x.from_bits();
            let g = x.abs::<f32>();
            let h = f32::maxx(x, x);
            let i = f32::max(x);
            let j = u32::try_from(x);
            let k = u32::from(x, x);
            let l = max(x, 1.0);
            let m = std::cmp::min(x, 1.0);
            let n = merge(x, x);
            let o = Some(x);
            let p = (x)(x);
            let q = x.frobnicate();
            a
        },
        op: |a, b| a.cmp(b),
        identity: f32::default(),
    }
}

fn main() {}
