//! The bound of a declaration that is generic over numbers.

use std::fmt::Debug;

use half::{bf16, f16};

use super::{Arithmetic, CastFrom, CastTo, Comparable, ToValue};
use crate::Element;

macro_rules! number {
    ($($ty:ident $zero:expr, $one:expr, $exact:literal, $lowest:ident, $highest:ident;)*) => {
        /// Any number: an integer, or a float of 16 to 64 bits.
        ///
        /// The bound of a declaration that is generic over its type: arithmetic, comparisons, `min`, `max`, `minimum`,
        /// `maximum`, `clamp` and the questions about NaN and the sign, and `as` from and to every number. What only floats
        /// or integers can do is in [`Float`](super::Float) and [`Integer`](super::Integer), which contain this trait.
        #[diagnostic::on_unimplemented(
            message = "`{Self}` is not a number that a declaration can compute with",
            label = "no arithmetic on `{Self}`",
            note = "the numbers are i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 and f64"
        )]
        pub trait Number:
            Element + Debug + ToValue + Arithmetic + Comparable $(+ CastFrom<$ty> + CastTo<$ty>)*
        {
            /// 0; +0.0 of floats.
            const ZERO: Self;
            /// 1
            const ONE: Self;
            /// Whether sums and products have the same bits in any order: `true` of integers, which wrap. For `exact:`.
            const EXACT: bool;
            /// What no number is below: `MIN` of integers, -∞ of floats. Neutral for `max`, and for `maximum`.
            const LOWEST: Self;
            /// What no number is above: `MAX` of integers, +∞ of floats. Neutral for `min`, and for `minimum`.
            const HIGHEST: Self;
        }

        $(impl Number for $ty {
            const ZERO: Self = $zero;
            const ONE: Self = $one;
            const EXACT: bool = $exact;
            const LOWEST: Self = $ty::$lowest;
            const HIGHEST: Self = $ty::$highest;
        })*
    };
}

number! {
    i8 0, 1, true, MIN, MAX;
    u8 0, 1, true, MIN, MAX;
    i16 0, 1, true, MIN, MAX;
    u16 0, 1, true, MIN, MAX;
    i32 0, 1, true, MIN, MAX;
    u32 0, 1, true, MIN, MAX;
    i64 0, 1, true, MIN, MAX;
    u64 0, 1, true, MIN, MAX;
    f16 f16::ZERO, f16::ONE, false, NEG_INFINITY, INFINITY;
    bf16 bf16::ZERO, bf16::ONE, false, NEG_INFINITY, INFINITY;
    f32 0.0, 1.0, false, NEG_INFINITY, INFINITY;
    f64 0.0, 1.0, false, NEG_INFINITY, INFINITY;
}
