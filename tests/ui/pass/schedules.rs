//! A number that is fixed alone is no error: what is not fixed is chosen to go with it.
#![deny(warnings)]

use wavefold::prelude::{ReductionExt, WarpSize, reduction};

macro_rules! check {
    ($($ty:ty, $zero:expr, $pin:ident: $value:literal;)*) => {$({
        reduction! { Only: fn(x: $ty) -> $ty { op: |a, _b| a, identity: $zero, $pin: $value } }
        for warp_size in WarpSize::ALL {
            Only::source(warp_size).expect(concat!(stringify!($ty), ", ", stringify!($pin), ": ", stringify!($value)));
        }
    })*};
}

fn main() {
    check! {
        u8, 0, block_size: 64;
        f64, 0.0, block_size: 64;
        [f64; 2], [0.0; 2], block_size: 64;
        [u8; 3], [0; 3], block_size: 1024;
        f64, 0.0, vector_width: 1;
        f32, 0.0, vector_width: 4;
        u8, 0, items_per_thread: 16;
        f64, 0.0, items_per_thread: 4;
        [f64; 2], [0.0; 2], items_per_thread: 256;
    }
}
