//! What every number can be computed with.

use super::order::Order;

functions! {
    /// The numbers of the subset.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a number that a declaration can compute with",
        label = "no arithmetic on `{Self}`",
        note = "the numbers are i8, u8, i16, u16, i32, u32, i64, u64, f16, bf16, f32 and f64",
        note = "a type parameter is one with the bound `Number`, `Float` or `Integer`, which are in the prelude"
    )]
    trait Arithmetic: Copy {
        /// `a + b`, wrapping.
        add(a, b);
        /// `a - b`, wrapping.
        sub(a, b);
        /// `a * b`, wrapping.
        mul(a, b);
        /// `a / b`; for integers `a / 0` is 0 and `MIN / -1` is `MIN`.
        div(a, b);
        /// `a % b`; for integers `a % 0` is `a` and `MIN % -1` is 0.
        rem(a, b);
        /// `a.min(b)`; a NaN loses against a number, and `-0.0 < +0.0`.
        min(a, b);
        /// `a.max(b)`; a NaN loses against a number, and `-0.0 < +0.0`.
        max(a, b);
        /// The smaller; a NaN wins, and `-0.0 < +0.0`.
        minimum(a, b);
        /// The larger; a NaN wins, and `-0.0 < +0.0`.
        maximum(a, b);
        /// `x.clamp(low, high)`, defined for reversed bounds too; NaN stays NaN.
        clamp(x, low, high);
        /// `a.rem_euclid(b)`; for integers `b == 0` gives `a`.
        rem_euclid(a, b);
        /// `a.div_euclid(b)`; for integers `b == 0` gives 0, and `MIN` by -1 is `MIN`.
        div_euclid(a, b);
        /// `x.is_nan()`; no integer is.
        is_nan(x) -> bool;
        /// `x.is_infinite()`; no integer is.
        is_infinite(x) -> bool;
        /// `x.is_finite()`; every integer is.
        is_finite(x) -> bool;
        /// `x.is_sign_negative()`; for integers `x < 0`.
        is_sign_negative(x) -> bool;
        /// `x.is_sign_positive()`; for integers `x >= 0`.
        is_sign_positive(x) -> bool;
    }
}

implement! {
    Arithmetic for [i8, u8, i16, u16, i32, u32, i64, u64] {
        add(a, b) => a.wrapping_add(b);
        sub(a, b) => a.wrapping_sub(b);
        mul(a, b) => a.wrapping_mul(b);
        div(a, b) => if b == 0 { 0 } else { a.wrapping_div(b) };
        rem(a, b) => if b == 0 { a } else { a.wrapping_rem(b) };
        min(a, b) => Ord::min(a, b);
        max(a, b) => Ord::max(a, b);
        minimum(a, b) => Ord::min(a, b);
        maximum(a, b) => Ord::max(a, b);
        clamp(x, low, high) => Ord::min(Ord::max(x, low), high);
        rem_euclid(a, b) => if b == 0 { a } else { a.wrapping_rem_euclid(b) };
        div_euclid(a, b) => if b == 0 { 0 } else { a.wrapping_div_euclid(b) };
        is_nan(_x) -> bool => false;
        is_infinite(_x) -> bool => false;
        is_finite(_x) -> bool => true;
        is_sign_negative(x) -> bool => i128::from(x) < 0;
        is_sign_positive(x) -> bool => i128::from(x) >= 0;
    }
}

implement! {
    Arithmetic for [f32, f64] {
        add(a, b) => a + b;
        sub(a, b) => a - b;
        mul(a, b) => a * b;
        div(a, b) => a / b;
        rem(a, b) => a % b;
        min(a, b) => Order::min(a, b);
        max(a, b) => Order::max(a, b);
        minimum(a, b) => Order::minimum(a, b);
        maximum(a, b) => Order::maximum(a, b);
        clamp(x, low, high) => if x < low { low } else if x > high { high } else { x };
        rem_euclid(a, b);
        div_euclid(a, b);
        is_nan(x) -> bool;
        is_infinite(x) -> bool;
        is_finite(x) -> bool;
        is_sign_negative(x) -> bool;
        is_sign_positive(x) -> bool;
    }
}
