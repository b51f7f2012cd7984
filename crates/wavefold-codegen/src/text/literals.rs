//! Literals and constants, typed and exact.

use half::{bf16, f16};

use crate::{NumericConst, Scalar, Value, half_bits};

/// The integer `value` as a literal of type `scalar`.
pub(crate) fn integer(value: i128, scalar: Scalar) -> String {
    match scalar {
        Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64 => float(value as f64, scalar),
        Scalar::Bool => (value != 0).to_string(),
        // The positive half of MIN does not fit its type: C++ has no negative literals.
        Scalar::I32 if value == i128::from(i32::MIN) => "(-2147483647 - 1)".into(),
        Scalar::I64 if value == i128::from(i64::MIN) => "(-9223372036854775807ll - 1)".into(),
        Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 | Scalar::I32 => value.to_string(),
        Scalar::U32 => format!("{value}u"),
        Scalar::I64 => format!("{value}ll"),
        Scalar::U64 => format!("{value}ull"),
    }
}

/// A decimal literal in base 16, with the same suffix.
pub(crate) fn hexadecimal(literal: &str) -> String {
    let end = literal.find(|c: char| !c.is_ascii_digit()).unwrap_or(literal.len());
    let (digits, suffix) = literal.split_at(end);
    digits.parse::<u64>().map_or_else(|_| literal.into(), |value| format!("{value:#x}{suffix}"))
}

/// The digits of a float literal, rounded once to `scalar`.
pub(crate) fn float_digits(digits: &str, scalar: Scalar) -> String {
    let clean: String = digits.chars().filter(|&c| c != '_').collect();
    // rustc has accepted the literal, so both parses succeed.
    match scalar {
        Scalar::F32 => float_32(clean.parse().unwrap_or(f32::NAN)),
        _ => float(clean.parse().unwrap_or(f64::NAN), scalar),
    }
}

/// The digits of an `f64` literal under `as` to a half float: by way of `f32`, as every conversion from `f64`.
pub(crate) fn converted_to_half(digits: &str, scalar: Scalar) -> String {
    let clean: String = digits.chars().filter(|&c| c != '_').collect();
    let single = clean.parse::<f64>().unwrap_or(f64::NAN) as f32;
    float(single.into(), scalar)
}

/// `value`, rounded once to `scalar`.
fn float(value: f64, scalar: Scalar) -> String {
    match scalar {
        Scalar::F16 | Scalar::BF16 => half(scalar, half_bits(value, scalar)),
        Scalar::F32 => float_32(value as f32),
        _ => float_64(value),
    }
}

/// A half float by the number that it is, which the conversion does not change; what is none by its bits.
fn half(scalar: Scalar, bits: u16) -> String {
    let wide = if scalar == Scalar::F16 {
        f16::from_bits(bits).to_f32_const()
    } else {
        bf16::from_bits(bits).to_f32_const()
    };
    if wide.is_finite() {
        format!("{}({})", super::helpers::half::rounding(scalar), float_32(wide))
    } else {
        format!("{scalar}{{{bits:#x}}}")
    }
}

/// Whether the text of a half float calls the conversion.
pub(crate) fn is_converted(half: &str) -> bool {
    half.contains('(')
}

// `{:?}` prints the shortest digits that parse to the same value, always with a point or an exponent.
fn float_32(value: f32) -> String {
    if value.is_finite() { format!("{value:?}f") } else { format!("__uint_as_float({:#x}u)", value.to_bits()) }
}

fn float_64(value: f64) -> String {
    if value.is_finite() {
        format!("{value:?}")
    } else {
        format!("__longlong_as_double((long long){:#x}ull)", value.to_bits())
    }
}

/// A value that is known to the bit.
pub(crate) fn value(value: Value) -> String {
    let bits = value.bits;
    match value.scalar {
        Scalar::F16 | Scalar::BF16 => half(value.scalar, bits as u16),
        Scalar::F32 => float_32(f32::from_bits(bits as u32)),
        Scalar::F64 => float_64(f64::from_bits(bits)),
        Scalar::I8 => integer((bits as i8).into(), value.scalar),
        Scalar::I16 => integer((bits as i16).into(), value.scalar),
        Scalar::I32 => integer((bits as i32).into(), value.scalar),
        Scalar::I64 => integer((bits as i64).into(), value.scalar),
        Scalar::Bool | Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => integer(bits.into(), value.scalar),
    }
}

/// An associated constant of a numeric type.
pub(crate) fn numeric(of: Scalar, constant: NumericConst) -> String {
    let bits = of.bits();
    match (constant, of) {
        (NumericConst::Bits, _) => integer(bits.into(), Scalar::U32),
        (_, Scalar::F16) => half(of, numeric_f16(constant)),
        (_, Scalar::BF16) => half(of, numeric_bf16(constant)),
        (_, Scalar::F32) => float_32(numeric_f32(constant)),
        (_, Scalar::F64) => float_64(numeric_f64(constant)),
        (NumericConst::Min, _) if of.is_signed_integer() => integer(-(1 << (bits - 1)), of),
        (NumericConst::Max, _) if of.is_signed_integer() => integer((1 << (bits - 1)) - 1, of),
        (NumericConst::Max, _) => integer((1 << bits) - 1, of),
        _ => integer(0, of),
    }
}

macro_rules! float_constants {
    ($name:ident, $ty:ident) => {
        fn $name(constant: NumericConst) -> $ty {
            use std::$ty::consts;
            match constant {
                NumericConst::Min => $ty::MIN,
                NumericConst::Max => $ty::MAX,
                NumericConst::Epsilon => $ty::EPSILON,
                NumericConst::MinPositive => $ty::MIN_POSITIVE,
                NumericConst::Infinity => $ty::INFINITY,
                NumericConst::NegInfinity => $ty::NEG_INFINITY,
                NumericConst::Nan | NumericConst::Bits => $ty::NAN,
                NumericConst::Pi => consts::PI,
                NumericConst::Tau => consts::TAU,
                NumericConst::E => consts::E,
                NumericConst::Ln2 => consts::LN_2,
                NumericConst::Ln10 => consts::LN_10,
                NumericConst::Sqrt2 => consts::SQRT_2,
            }
        }
    };
}

float_constants!(numeric_f32, f32);
float_constants!(numeric_f64, f64);

macro_rules! half_constants {
    ($name:ident, $ty:ident, $scalar:expr) => {
        /// As the crate `half` has them, to the bit.
        fn $name(constant: NumericConst) -> u16 {
            let value = match constant {
                NumericConst::Min => $ty::MIN,
                NumericConst::Max => $ty::MAX,
                NumericConst::Epsilon => $ty::EPSILON,
                NumericConst::MinPositive => $ty::MIN_POSITIVE,
                NumericConst::Infinity => $ty::INFINITY,
                NumericConst::NegInfinity => $ty::NEG_INFINITY,
                NumericConst::Nan | NumericConst::Bits => $ty::NAN,
                NumericConst::Pi => $ty::PI,
                NumericConst::E => $ty::E,
                NumericConst::Ln2 => $ty::LN_2,
                NumericConst::Ln10 => $ty::LN_10,
                NumericConst::Sqrt2 => $ty::SQRT_2,
                // It has none.
                NumericConst::Tau => return half_bits(std::f64::consts::TAU, $scalar),
            };
            value.to_bits()
        }
    };
}

half_constants!(numeric_f16, f16, Scalar::F16);
half_constants!(numeric_bf16, bf16, Scalar::BF16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_typed_and_exact() {
        assert_eq!(float_digits("0.1", Scalar::F32), "0.1f");
        assert_eq!(float_digits("1e400", Scalar::F64), "__longlong_as_double((long long)0x7ff0000000000000ull)");
        // Halfway cases must be rounded once, not through f64.
        assert_eq!(float_digits("16777217.000000001", Scalar::F32), "16777218.0f");
        assert_eq!(integer(i32::MIN.into(), Scalar::I32), "(-2147483647 - 1)");
        assert_eq!(numeric(Scalar::U64, NumericConst::Max), "18446744073709551615ull");
        assert_eq!(numeric(Scalar::I8, NumericConst::Min), "-128");
        assert_eq!(numeric(Scalar::F32, NumericConst::NegInfinity), "__uint_as_float(0xff800000u)");
        assert_eq!(value(Value { scalar: Scalar::F32, bits: (-0.0_f32).to_bits().into() }), "-0.0f");
    }

    #[test]
    fn half_floats_are_the_numbers_they_round_to() {
        assert_eq!(float_digits("0.1", Scalar::F16), "to_f16(0.099975586f)");
        assert_eq!(float_digits("-1", Scalar::BF16), "to_bf16(-1.0f)");
        // Just above halfway between two, and halfway once it is an f32.
        assert_eq!(float_digits("1.00390625000001", Scalar::BF16), "to_bf16(1.0078125f)");
        assert_eq!(converted_to_half("1.003_906_250_000_01", Scalar::BF16), "to_bf16(1.0f)");
        assert_eq!(float_digits("65520", Scalar::F16), "f16{0x7c00}");
        assert_eq!(value(Value { scalar: Scalar::BF16, bits: 0x8000 }), "to_bf16(-0.0f)");
        assert_eq!(numeric(Scalar::F16, NumericConst::Max), "to_f16(65504.0f)");
        assert_eq!(numeric(Scalar::F16, NumericConst::Nan), "f16{0x7e00}");
        // Those that the crate `half` has are rounded once too.
        for constant in NumericConst::ALL.into_iter().filter(|constant| constant.is_mathematical()) {
            let exact = numeric_f64(constant);
            assert_eq!(numeric_f16(constant), half_bits(exact, Scalar::F16), "{constant:?}");
            assert_eq!(numeric_bf16(constant), half_bits(exact, Scalar::BF16), "{constant:?}");
        }
    }
}
