//! Which types totals and means have.

use crate::face::CastFrom;
use crate::{Float, Number};
use crate::{bf16, f16};

/// Numbers that are summed, and the type in which: `f32` for `f16` and `bf16`, the number's own for `f32` and `f64`, 64 bits
/// for integers, which wrap.
pub trait Summable: Number {
    /// The type of a total.
    type Total: Number + CastFrom<Self>;
}

/// Numbers that have a mean, and its type: that of the total for floats, `f64` for integers.
pub trait Averaged: Summable {
    /// The type of a mean.
    type Mean: Float + CastFrom<Self> + CastFrom<Self::Total>;
}

macro_rules! widths {
    ($($ty:ty: $total:ty, $mean:ty;)*) => {$(
        impl Summable for $ty {
            type Total = $total;
        }

        impl Averaged for $ty {
            type Mean = $mean;
        }
    )*};
}

widths! {
    f16: f32, f32;
    bf16: f32, f32;
    f32: f32, f32;
    f64: f64, f64;
    i8: i64, f64;
    i16: i64, f64;
    i32: i64, f64;
    i64: i64, f64;
    u8: u64, f64;
    u16: u64, f64;
    u32: u64, f64;
    u64: u64, f64;
}
