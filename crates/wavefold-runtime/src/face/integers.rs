//! Methods of integers.

use super::{Arithmetic, IntegerBits};

functions! {
    /// The integers: `i8`, `u8`, `i16`, `u16`, `i32`, `u32`, `i64` and `u64`.
    ///
    /// A bound of generic declarations; what every number can do, and the bit operations, come with it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an integer",
        label = "needs an integer, but this is `{Self}`",
        note = "the integers are i8, u8, i16, u16, i32, u32, i64 and u64; convert it first: `x as u32`"
    )]
    trait Integer: IntegerBits {
        /// `x.pow(power)`, wrapping.
        pow(x, power: u32);
        /// `a.wrapping_add(b)`
        wrapping_add(a, b);
        /// `a.wrapping_sub(b)`
        wrapping_sub(a, b);
        /// `a.wrapping_mul(b)`
        wrapping_mul(a, b);
        /// `x.wrapping_neg()`
        wrapping_neg(x);
        /// `a.saturating_add(b)`
        saturating_add(a, b);
        /// `a.saturating_sub(b)`
        saturating_sub(a, b);
        /// `x.count_ones()`
        count_ones(x) -> u32;
        /// `x.count_zeros()`
        count_zeros(x) -> u32;
        /// `x.leading_zeros()`
        leading_zeros(x) -> u32;
        /// `x.trailing_zeros()`
        trailing_zeros(x) -> u32;
        /// `x.rotate_left(count)`
        rotate_left(x, count: u32);
        /// `x.rotate_right(count)`
        rotate_right(x, count: u32);
    }
}

implement! {
    Integer for [i8, u8, i16, u16, i32, u32, i64, u64] {
        pow(x, power: u32) => x.wrapping_pow(power);
        wrapping_add(a, b);
        wrapping_sub(a, b);
        wrapping_mul(a, b);
        wrapping_neg(x);
        saturating_add(a, b);
        saturating_sub(a, b);
        count_ones(x) -> u32;
        count_zeros(x) -> u32;
        leading_zeros(x) -> u32;
        trailing_zeros(x) -> u32;
        rotate_left(x, count: u32);
        rotate_right(x, count: u32);
    }
}

functions! {
    /// The unsigned integers.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not an unsigned integer",
        label = "needs `u8`, `u16`, `u32` or `u64`, but this is `{Self}`",
        note = "convert it first: `x as u32`"
    )]
    trait Unsigned: Arithmetic {
        /// `x.is_power_of_two()`
        is_power_of_two(x) -> bool;
    }
}

implement! {
    Unsigned for [u8, u16, u32, u64] {
        is_power_of_two(x) -> bool;
    }
}
