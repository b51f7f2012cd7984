//! Helpers on half floats: computed with as `float`, rounded after every operation.
//!
//! A half float is a struct of its bits, so that C++'s operators can be defined for it.

use super::Body;
use crate::{Binary, Scalar};

/// Every helper of this module.
pub(crate) const NAMES: &[&str] = &[
    "to_f32",
    "to_half",
    "negated",
    "operator+",
    "operator-",
    "operator*",
    "operator/",
    "operator%",
    "operator==",
    "operator!=",
    "operator<",
    "operator<=",
    "operator>",
    "operator>=",
];

/// The names that these helpers have in the text, except for operators.
pub(crate) const FUNCTIONS: &[&str] = &["to_f32", "to_f16", "to_bf16"];

/// The helper that defines `operator`.
pub(crate) fn overload(operator: Binary) -> &'static str {
    match operator {
        Binary::Add => "operator+",
        Binary::Sub => "operator-",
        Binary::Mul => "operator*",
        Binary::Div => "operator/",
        Binary::Rem => "operator%",
        Binary::Eq => "operator==",
        Binary::Ne => "operator!=",
        Binary::Lt => "operator<",
        Binary::Le => "operator<=",
        Binary::Gt => "operator>",
        _ => "operator>=",
    }
}

/// The function that rounds a `float` to `scalar`.
pub(crate) fn rounding(scalar: Scalar) -> &'static str {
    if scalar == Scalar::F16 { "to_f16" } else { "to_bf16" }
}

pub(crate) fn text(name: &str, scalar: Scalar) -> Body {
    const ROUNDED: &[&str] = &["to_f32", "to_half"];
    let (template, needs): (&str, &[&str]) = match (name, scalar) {
        ("to_f32", Scalar::F16) => (WIDEN_F16, &[]),
        ("to_f32", _) => (WIDEN_BF16, &[]),
        ("to_half", Scalar::F16) => (ROUND_F16, &[]),
        ("to_half", _) => (ROUND_BF16, &[]),
        ("negated", _) => (NEGATED, &[]),
        ("operator+", _) => (ADD, ROUNDED),
        ("operator-", _) => (SUB, ROUNDED),
        ("operator*", _) => (MUL, ROUNDED),
        ("operator/", Scalar::F16) => (DIV_F16, ROUNDED),
        ("operator/", _) => (DIV, ROUNDED),
        ("operator%", _) => (REM, ROUNDED),
        ("operator==", _) => (EQ, &["to_f32"]),
        ("operator!=", _) => (NE, &["to_f32"]),
        ("operator<", _) => (LT, &["to_f32"]),
        ("operator<=", _) => (LE, &["to_f32"]),
        ("operator>", _) => (GT, &["to_f32"]),
        ("operator>=", _) => (GE, &["to_f32"]),
        _ => ("", &[]),
    };
    Body { template, needs }
}

const WIDEN_F16: &str = "
// The same number as a float.
__device__ float to_f32(f16 x)
{
#ifdef __CUDACC__
    float wide;
    asm(\"cvt.f32.f16 %0, %1;\" : \"=f\"(wide) : \"h\"(x.bits));
    return wide;
#else
    return (float)__builtin_bit_cast(_Float16, x.bits);
#endif
}
";

const ROUND_F16: &str = "
// Rounds to nearest, ties to even.
__device__ f16 to_f16(float x)
{
#ifdef __CUDACC__
    u16 bits;
    asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(bits) : \"f\"(x));
    return f16{bits};
#else
    return f16{__builtin_bit_cast(u16, (_Float16)x)};
#endif
}
";

const WIDEN_BF16: &str = "
// The same number as a float.
__device__ float to_f32(bf16 x) { return __uint_as_float((u32)x.bits << 16); }
";

const ROUND_BF16: &str = "
// Rounds to nearest, ties to even; NaN stays NaN.
__device__ bf16 to_bf16(float x)
{
    const u32 bits = __float_as_uint(x);
    if (x != x) return bf16{(u16)(bits >> 16 | 0x40)};
    const u32 odd = bits >> 16 & 1;
    return bf16{(u16)((bits + 0x7fff + odd) >> 16)};
}
";

const NEGATED: &str = "
__device__ $T operator-($T x) { return $T{(u16)(x.bits ^ 0x8000)}; }
";

const ADD: &str = "
__device__ $T operator+($T a, $T b) { return $round(to_f32(a) + to_f32(b)); }
";
const SUB: &str = "
__device__ $T operator-($T a, $T b) { return $round(to_f32(a) - to_f32(b)); }
";
const MUL: &str = "
__device__ $T operator*($T a, $T b) { return $round(to_f32(a) * to_f32(b)); }
";
const DIV: &str = "
__device__ $T operator/($T a, $T b) { return $round(to_f32(a) / to_f32(b)); }
";
const DIV_F16: &str = "
__device__ f16 operator/(f16 a, f16 b)
{
    float quotient = to_f32(a) / to_f32(b);
#ifdef __AMDGCN__
    asm(\"\" : \"+v\"(quotient));  // else the division could become one of halves, which need not be exact
#endif
    return to_f16(quotient);
}
";
const REM: &str = "
__device__ $T operator%($T a, $T b) { return $round(fmodf(to_f32(a), to_f32(b))); }
";

const EQ: &str = "
__device__ bool operator==($T a, $T b) { return to_f32(a) == to_f32(b); }
";
const NE: &str = "
__device__ bool operator!=($T a, $T b) { return to_f32(a) != to_f32(b); }
";
const LT: &str = "
__device__ bool operator<($T a, $T b) { return to_f32(a) < to_f32(b); }
";
const LE: &str = "
__device__ bool operator<=($T a, $T b) { return to_f32(a) <= to_f32(b); }
";
const GT: &str = "
__device__ bool operator>($T a, $T b) { return to_f32(a) > to_f32(b); }
";
const GE: &str = "
__device__ bool operator>=($T a, $T b) { return to_f32(a) >= to_f32(b); }
";
