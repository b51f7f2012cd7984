//! Half floats: every function is that of `f32`, whose result is rounded to the half float.
//!
//! So `mul_add` and `powi` of half floats are rounded twice, as casts from `f64` are: the kernel does the same.

mod convert;
mod table;

#[cfg(test)]
mod tests;

use half::{bf16, f16};

pub(in crate::face) use convert::HalfBits;

use super::Float;

functions! {
    /// `f16` and `bf16`.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a half float",
        label = "needs `f16` or `bf16`, but this is `{Self}`",
        note = "`x as f32` converts any number"
    )]
    trait Half: Float {
        /// `x.to_f32()`: the same number as `f32`.
        to_f32(x) -> f32;
    }
}

implement! {
    Half for [f16, bf16] {
        to_f32(x) -> f32 => x.widen();
    }
}
