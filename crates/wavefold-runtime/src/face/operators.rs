//! Operators that not every number has: logic, shifts, the sign.

use super::{Arithmetic, Integer};

functions! {
    /// What can be negated: signed integers and floats.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no sign",
        label = "needs a signed integer or a float, but this is `{Self}`",
        note = "convert it first: `x as i32`, `x as f32`"
    )]
    trait Negatable: Arithmetic {
        /// `-x`; `-MIN` is `MIN`.
        neg(x);
        /// `x.abs()`; `MIN.abs()` is `MIN`.
        abs(x);
        /// `x.signum()`: -1, 0 or 1 for integers, ±1 or NaN for floats.
        signum(x);
    }
}

implement! {
    Negatable for [i8, i16, i32, i64] {
        neg(x) => x.wrapping_neg();
        abs(x) => x.wrapping_abs();
        signum(x);
    }
}

implement! {
    Negatable for [f32, f64] {
        neg(x) => -x;
        abs(x);
        signum(x);
    }
}

functions! {
    /// What consists of bits: `bool` and the integers.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` has no bit operations",
        label = "needs an integer or `bool`, but this is `{Self}`",
        note = "the bits of a float are `x.to_bits()`; a type parameter is an integer with the bound `Integer`"
    )]
    trait Bitwise: Copy {
        /// `a & b`
        bitand(a, b);
        /// `a | b`
        bitor(a, b);
        /// `a ^ b`
        bitxor(a, b);
        /// `!a`
        not(a);
    }
}

implement! {
    Bitwise for [bool, i8, u8, i16, u16, i32, u32, i64, u64] {
        bitand(a, b) => a & b;
        bitor(a, b) => a | b;
        bitxor(a, b) => a ^ b;
        not(a) => !a;
    }
}

/// `a << count`, the count modulo the width of `a`.
#[inline(always)]
pub fn shl<T: Integer, C: Integer>(a: T, count: C) -> T {
    a.shifted_left(count.low_bits())
}

/// `a >> count`, the count modulo the width of `a`; the sign is shifted in.
#[inline(always)]
pub fn shr<T: Integer, C: Integer>(a: T, count: C) -> T {
    a.shifted_right(count.low_bits())
}
