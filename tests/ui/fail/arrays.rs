//! Arrays and their elements.
use wavefold::prelude::*;

reduction! {
    pub Arrays: fn(px: [u8; 3]) -> [u8; 2] {
        index: i,
        filter: px[3] > 0 && px[i] > 0 && px[0 + 1] > 0 && px[0u8] > 0 && px[..] > 0,
        map: [],
        op: |a, b| [a[2]; 100],
        identity: [0; N],
        init: [0, 1][-1],
    }
}

reduction! {
    pub Large: fn(x: [f64; 6145]) -> [u8; 4294967295] { map: x, op: |a, b| a, identity: none }
}

fn main() {}
