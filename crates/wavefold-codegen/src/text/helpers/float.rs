//! Helpers on `f32` and `f64`.

use super::{Body, integer};
use crate::Scalar;
use crate::text::literals;
use crate::text::template::fill;
use crate::text::types::scalar_name;

/// Every helper of this module.
pub(crate) const NAMES: &[&str] = &[
    "max_number",
    "min_number",
    "maximum",
    "minimum",
    "clamp",
    "signum",
    "fract",
    "integer_power",
    "is_nan",
    "is_infinite",
    "is_finite",
    "is_sign_negative",
    "rem_euclid",
    "div_euclid",
];

pub(crate) fn text(name: &str, _scalar: Scalar) -> Body {
    let template = match name {
        "max_number" => MAX_NUMBER,
        "min_number" => MIN_NUMBER,
        "maximum" => MAXIMUM,
        "minimum" => MINIMUM,
        "clamp" => CLAMP,
        "signum" => SIGNUM,
        "fract" => FRACT,
        "integer_power" => INTEGER_POWER,
        "is_nan" => IS_NAN,
        "is_infinite" => IS_INFINITE,
        "is_finite" => IS_FINITE,
        "is_sign_negative" => IS_SIGN_NEGATIVE,
        "rem_euclid" => REM_EUCLID,
        "div_euclid" => DIV_EUCLID,
        _ => "",
    };
    Body { template, needs: &[] }
}

// One instruction, which orders zeros on every GPU, where C leaves that open.
const MAX_NUMBER: &str = "
// Rust's max: NaN loses, -0 < +0.
__device__ $T max_number($T a, $T b) { return fmax$f(a, b); }
";

const MIN_NUMBER: &str = "
// Rust's min: NaN loses, -0 < +0.
__device__ $T min_number($T a, $T b) { return fmin$f(a, b); }
";

const MAXIMUM: &str = "
// The larger one: NaN wins, -0 < +0.
__device__ $T maximum($T a, $T b)
{
    const $T larger = a > b ? a : a == a ? b : a;
    const $T equal = $from_bits($to_bits(a) & $to_bits(b));
    return a == b ? equal : larger;
}
";

const MINIMUM: &str = "
// The smaller one: NaN wins, -0 < +0.
__device__ $T minimum($T a, $T b)
{
    const $T smaller = a < b ? a : a == a ? b : a;
    const $T equal = $from_bits($to_bits(a) | $to_bits(b));
    return a == b ? equal : smaller;
}
";

const CLAMP: &str = "
// Rust's clamp: NaN stays NaN.
__device__ $T clamp($T x, $T low, $T high)
{
    return x < low ? low : x > high ? high : x;
}
";

const SIGNUM: &str = "
// Rust's signum: 1 with the sign of x, NaN for NaN.
__device__ $T signum($T x)
{
    return x != x ? x : copysign$f($one, x);
}
";

const FRACT: &str = "
__device__ $T fract($T x) { return x - trunc$f(x); }
";

// HIP brings a `powi` of its own.
const INTEGER_POWER: &str = "
// x to the power n by squaring, in a fixed order.
__device__ $T integer_power($T x, i32 n)
{
    $T power = $one;
    u32 rest = n < 0 ? 0u - (u32)n : (u32)n;
    while (rest > 0) {
        if (rest & 1) power *= x;
        rest >>= 1;
        if (rest > 0) x *= x;
    }
    return n < 0 ? $one / power : power;
}
";

const IS_NAN: &str = "
__device__ bool is_nan($T x) { return x != x; }
";

const IS_INFINITE: &str = "
__device__ bool is_infinite($T x) { return x == x && x - x != x - x; }
";

const IS_FINITE: &str = "
__device__ bool is_finite($T x) { return x - x == x - x; }
";

const IS_SIGN_NEGATIVE: &str = "
__device__ bool is_sign_negative($T x) { return ($U)$to_bits(x) >> $MASK; }
";

const REM_EUCLID: &str = "
// Rust's rem_euclid: never negative.
__device__ $T rem_euclid($T a, $T b)
{
    const $T rest = fmod$f(a, b);
    return rest < $zero ? rest + fabs$f(b) : rest;
}
";

const DIV_EUCLID: &str = "
// Rust's div_euclid: the quotient that leaves a rest which is not negative.
__device__ $T div_euclid($T a, $T b)
{
    const $T quotient = trunc$f(a / b);
    if (fmod$f(a, b) < $zero) return b > $zero ? quotient - $one : quotient + $one;
    return quotient;
}
";

/// The name of the conversion to `to`.
pub(crate) fn saturation_name(to: Scalar) -> &'static str {
    match to {
        Scalar::I8 => "saturate_i8",
        Scalar::U8 => "saturate_u8",
        Scalar::I16 => "saturate_i16",
        Scalar::U16 => "saturate_u16",
        Scalar::I32 => "saturate_i32",
        Scalar::U32 => "saturate_u32",
        Scalar::I64 => "saturate_i64",
        _ => "saturate_u64",
    }
}

/// Rust's `as` from the float `from` to the integer `to`.
pub(crate) fn saturation(from: Scalar, to: Scalar) -> String {
    let (min, max) = integer::limits(to);
    // The first value above the range is a power of two, which every float type holds.
    let above = 2_f64.powi(to.bits() as i32 - i32::from(to.is_signed_integer()));
    let lowest = if to.is_signed_integer() { -above } else { 0.0 };
    let digits = |value: f64| literals::float_digits(&format!("{value:?}"), from);
    fill(
        "
// Rust's `as $to`: saturating, NaN becomes 0.
__device__ $to $name($from x)
{
    if (x != x) return 0;
    if (x <= $lowest) return $min;
    if (x >= $above) return $max;
    return ($to)x;
}
",
        &[
            ("to", scalar_name(to)),
            ("name", saturation_name(to)),
            ("from", scalar_name(from)),
            ("lowest", &digits(lowest)),
            ("above", &digits(above)),
            ("min", &min),
            ("max", &max),
        ],
    )
}
