//! Methods of floats that are exact or correctly rounded, and so have the same bits everywhere.

use super::Transcendental;

functions! {
    /// The floats: `f16`, `bf16`, `f32` and `f64`.
    ///
    /// A bound of generic declarations; what every number can do, and what depends on the device's mathematical library,
    /// comes with it.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a float",
        label = "needs `f16`, `bf16`, `f32` or `f64`, but this is `{Self}`",
        note = "convert it first: `x as f32`, `x as f64`"
    )]
    trait Float: Transcendental {
        /// `x.sqrt()`
        sqrt(x);
        /// `x.floor()`
        floor(x);
        /// `x.ceil()`
        ceil(x);
        /// `x.trunc()`
        trunc(x);
        /// `x.round()`: ties away from zero.
        round(x);
        /// `x.round_ties_even()`
        round_ties_even(x);
        /// `x - x.trunc()`
        fract(x);
        /// `1 / x`
        recip(x);
        /// `x.copysign(sign)`
        copysign(x, sign);
        /// `x * b + c`, rounded once.
        mul_add(x, b, c);
        /// `x` to the power, by squaring in a fixed order; a negative power is the reciprocal of the positive.
        powi(x, power: i32);
    }
}

implement! {
    Float for [f32, f64] {
        sqrt(x);
        floor(x);
        ceil(x);
        trunc(x);
        round(x);
        round_ties_even(x);
        fract(x) => x - x.trunc();
        recip(x) => 1.0 / x;
        copysign(x, sign);
        mul_add(x, b, c);
        powi(x, power: i32) => {
            let mut result = 1.0;
            let mut base = x;
            let mut exponent = power.unsigned_abs();
            while exponent > 0 {
                if exponent & 1 == 1 {
                    result *= base;
                }
                exponent >>= 1;
                if exponent > 0 {
                    base *= base;
                }
            }
            if power < 0 { 1.0 / result } else { result }
        };
    }
}
