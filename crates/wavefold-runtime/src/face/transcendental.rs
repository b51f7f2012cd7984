//! Functions whose last bits depend on the device family.

use super::FloatBits;

functions! {
    /// Floats, again: the functions that the mathematical library of the device computes.
    #[diagnostic::on_unimplemented(
        message = "`{Self}` is not a float",
        label = "needs `f16`, `bf16`, `f32` or `f64`, but this is `{Self}`",
        note = "convert it first: `x as f32`, `x as f64`"
    )]
    trait Transcendental: FloatBits {
        /// `x.exp()`
        exp(x);
        /// `x.exp2()`
        exp2(x);
        /// `x.ln()`
        ln(x);
        /// `x.log2()`
        log2(x);
        /// `x.log10()`
        log10(x);
        /// `x.sin()`
        sin(x);
        /// `x.cos()`
        cos(x);
        /// `x.tan()`
        tan(x);
        /// `x.asin()`
        asin(x);
        /// `x.acos()`
        acos(x);
        /// `x.atan()`
        atan(x);
        /// `y.atan2(x)`
        atan2(y, x);
        /// `x.sinh()`
        sinh(x);
        /// `x.cosh()`
        cosh(x);
        /// `x.tanh()`
        tanh(x);
        /// `x.cbrt()`
        cbrt(x);
        /// `x.hypot(y)`
        hypot(x, y);
        /// `x.powf(power)`
        powf(x, power);
    }
}

implement! {
    Transcendental for [f32, f64] {
        exp(x);
        exp2(x);
        ln(x);
        log2(x);
        log10(x);
        sin(x);
        cos(x);
        tan(x);
        asin(x);
        acos(x);
        atan(x);
        atan2(y, x);
        sinh(x);
        cosh(x);
        tanh(x);
        cbrt(x);
        hypot(x, y);
        powf(x, power);
    }
}
