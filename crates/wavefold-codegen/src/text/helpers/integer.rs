//! Helpers on integers: Rust's wrapping arithmetic without C++'s undefined behaviour.

use super::Body;
use crate::text::literals;
use crate::{NumericConst, Scalar};

/// Every helper of this module.
pub(crate) const NAMES: &[&str] = &[
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "wrapping_neg",
    "wrapping_abs",
    "divide",
    "remainder_of",
    "max_number",
    "min_number",
    "clamp",
    "signum",
    "pow_wrapping",
    "rem_euclid",
    "div_euclid",
    "saturating_add",
    "saturating_sub",
    "abs_diff",
    "unsigned_abs",
    "rotate_left",
    "rotate_right",
    "is_power_of_two",
    "trailing_zeros",
];

pub(crate) fn text(name: &str, scalar: Scalar) -> Body {
    let signed = scalar.is_signed_integer();
    let (template, needs): (&str, &[&str]) = match (name, signed) {
        ("wrapping_add", _) => (WRAPPING_ADD, &[]),
        ("wrapping_sub", _) => (WRAPPING_SUB, &[]),
        ("wrapping_mul", _) => (WRAPPING_MUL, &[]),
        ("wrapping_neg", _) => (WRAPPING_NEG, &[]),
        ("wrapping_abs", _) => (WRAPPING_ABS, &["wrapping_neg"]),
        ("divide", true) => (DIVIDE_SIGNED, &["wrapping_neg"]),
        ("divide", false) => (DIVIDE, &[]),
        ("remainder_of", true) => (REMAINDER_SIGNED, &[]),
        ("remainder_of", false) => (REMAINDER, &[]),
        ("max_number", _) => (MAX, &[]),
        ("min_number", _) => (MIN, &[]),
        ("clamp", _) => (CLAMP, &["max_number", "min_number"]),
        ("signum", _) => (SIGNUM, &[]),
        ("pow_wrapping", _) => (POW, &["wrapping_mul"]),
        ("rem_euclid", true) => (REM_EUCLID_SIGNED, &["remainder_of", "wrapping_add", "wrapping_sub"]),
        ("rem_euclid", false) => (REM_EUCLID, &["remainder_of"]),
        ("div_euclid", true) => (DIV_EUCLID_SIGNED, &["divide", "remainder_of", "wrapping_add", "wrapping_sub"]),
        ("div_euclid", false) => (DIV_EUCLID, &["divide"]),
        ("saturating_add", true) => (SATURATING_ADD_SIGNED, &["wrapping_add"]),
        ("saturating_add", false) => (SATURATING_ADD, &["wrapping_add"]),
        ("saturating_sub", true) => (SATURATING_SUB_SIGNED, &["wrapping_sub"]),
        ("saturating_sub", false) => (SATURATING_SUB, &[]),
        ("abs_diff", _) => (ABS_DIFF, &[]),
        ("unsigned_abs", _) => (UNSIGNED_ABS, &[]),
        ("rotate_left", _) => (ROTATE_LEFT, &[]),
        ("rotate_right", _) => (ROTATE_RIGHT, &[]),
        ("trailing_zeros", _) if scalar.size() == 8 => (TRAILING_ZEROS_64, &[]),
        ("trailing_zeros", _) => (TRAILING_ZEROS, &[]),
        ("is_power_of_two", _) => (IS_POWER_OF_TWO, &[]),
        _ => ("", &[]),
    };
    Body { template, needs }
}

/// The least and the greatest value as literals; empty for what is no integer.
pub(crate) fn limits(scalar: Scalar) -> (String, String) {
    if !scalar.is_integer() {
        return (String::new(), String::new());
    }
    (literals::numeric(scalar, NumericConst::Min), literals::numeric(scalar, NumericConst::Max))
}

const WRAPPING_ADD: &str = "
__device__ $T wrapping_add($T a, $T b) { return ($T)(($U)a + ($U)b); }
";
const WRAPPING_SUB: &str = "
__device__ $T wrapping_sub($T a, $T b) { return ($T)(($U)a - ($U)b); }
";
// 16-bit operands would be multiplied as signed ints, which may overflow: the 1u makes them unsigned.
const WRAPPING_MUL: &str = "
__device__ $T wrapping_mul($T a, $T b) { return ($T)(1u * ($U)a * ($U)b); }
";
const WRAPPING_NEG: &str = "
__device__ $T wrapping_neg($T a) { return ($T)(0u - ($U)a); }
";
const WRAPPING_ABS: &str = "
__device__ $T wrapping_abs($T a) { return a < 0 ? wrapping_neg(a) : a; }
";

const DIVIDE: &str = "
// a / 0 is 0.
__device__ $T divide($T a, $T b) { return ($T)(b == 0 ? 0 : a / b); }
";
const DIVIDE_SIGNED: &str = "
// a / 0 is 0, and MIN / -1 wraps to MIN.
__device__ $T divide($T a, $T b) { return b == -1 ? wrapping_neg(a) : ($T)(b == 0 ? 0 : a / b); }
";
const REMAINDER: &str = "
// a % 0 is a.
__device__ $T remainder_of($T a, $T b) { return ($T)(b == 0 ? a : a % b); }
";
const REMAINDER_SIGNED: &str = "
// a % 0 is a, and MIN % -1 is 0.
__device__ $T remainder_of($T a, $T b) { return ($T)(b == -1 ? 0 : b == 0 ? a : a % b); }
";

const MAX: &str = "
__device__ $T max_number($T a, $T b) { return a > b ? a : b; }
";
const MIN: &str = "
__device__ $T min_number($T a, $T b) { return a < b ? a : b; }
";
const CLAMP: &str = "
__device__ $T clamp($T x, $T low, $T high) { return min_number(max_number(x, low), high); }
";
const SIGNUM: &str = "
__device__ $T signum($T x) { return ($T)((x > 0) - (x < 0)); }
";

const POW: &str = "
// x to the power n, wrapping.
__device__ $T pow_wrapping($T x, u32 n)
{
    $T power = 1;
    for (; n > 0; n >>= 1) {
        if (n & 1) power = wrapping_mul(power, x);
        x = wrapping_mul(x, x);
    }
    return power;
}
";

const REM_EUCLID: &str = "
__device__ $T rem_euclid($T a, $T b) { return remainder_of(a, b); }
";
const REM_EUCLID_SIGNED: &str = "
// Never negative, except that a % 0 is a.
__device__ $T rem_euclid($T a, $T b)
{
    const $T rest = remainder_of(a, b);
    if (rest >= 0 || b == 0) return rest;
    return b < 0 ? wrapping_sub(rest, b) : wrapping_add(rest, b);
}
";
const DIV_EUCLID: &str = "
__device__ $T div_euclid($T a, $T b) { return divide(a, b); }
";
const DIV_EUCLID_SIGNED: &str = "
// The quotient that leaves a rest which is not negative; a / 0 is 0.
__device__ $T div_euclid($T a, $T b)
{
    const $T quotient = divide(a, b);
    if (remainder_of(a, b) >= 0 || b == 0) return quotient;
    return b > 0 ? wrapping_sub(quotient, ($T)1) : wrapping_add(quotient, ($T)1);
}
";

const SATURATING_ADD: &str = "
__device__ $T saturating_add($T a, $T b)
{
    const $T sum = wrapping_add(a, b);
    return sum < a ? $MAX : sum;
}
";
const SATURATING_ADD_SIGNED: &str = "
__device__ $T saturating_add($T a, $T b)
{
    const $T sum = wrapping_add(a, b);
    if (b >= 0) return sum < a ? $MAX : sum;
    return sum > a ? $MIN : sum;
}
";
const SATURATING_SUB: &str = "
__device__ $T saturating_sub($T a, $T b) { return ($T)(a > b ? a - b : 0); }
";
const SATURATING_SUB_SIGNED: &str = "
__device__ $T saturating_sub($T a, $T b)
{
    const $T difference = wrapping_sub(a, b);
    if (b >= 0) return difference > a ? $MIN : difference;
    return difference < a ? $MAX : difference;
}
";
const ABS_DIFF: &str = "
__device__ $U abs_diff($T a, $T b) { return ($U)(a > b ? ($U)a - ($U)b : ($U)b - ($U)a); }
";
const UNSIGNED_ABS: &str = "
__device__ $U unsigned_abs($T a) { return ($U)(a < 0 ? 0u - ($U)a : ($U)a); }
";

const ROTATE_LEFT: &str = "
__device__ $T rotate_left($T x, u32 count)
{
    const u32 left = count & $MASK, right = (0u - count) & $MASK;
    return ($T)((($U)x << left) | (($U)x >> right));
}
";
const ROTATE_RIGHT: &str = "
__device__ $T rotate_right($T x, u32 count)
{
    const u32 right = count & $MASK, left = (0u - count) & $MASK;
    return ($T)((($U)x >> right) | (($U)x << left));
}
";
const IS_POWER_OF_TWO: &str = "
__device__ bool is_power_of_two($T x) { return x != 0 && (x & (x - 1)) == 0; }
";
// __ffs counts from 1 and gives 0 for 0.
const TRAILING_ZEROS: &str = "
__device__ u32 trailing_zeros($T x) { return (u32)(x == 0 ? $BITS : __ffs(($U)x) - 1); }
";
const TRAILING_ZEROS_64: &str = "
__device__ u32 trailing_zeros($T x) { return (u32)(x == 0 ? $BITS : __ffsll(($U)x) - 1); }
";
