//! Literals: extremes, halfway cases of rounding, and everyday numbers.

use wavefold_codegen::{NumericConst, Scalar};

use super::random::Random;

/// Whether the type of a literal must show in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Typing {
    /// What surrounds the expression gives it its type.
    Given,
    /// Nothing else does; what Rust falls back to (`i32`, `f64`) needs no suffix.
    Own,
    /// Nothing else does, and Rust must know it at once.
    Strict,
}

/// The greatest value of an integer type.
fn greatest(scalar: Scalar) -> u64 {
    u64::MAX >> (64 - scalar.bits() + u32::from(scalar.is_signed_integer()))
}

/// An integer literal that fits its type, without a suffix; negative ones have a minus.
pub(crate) fn integer_digits(random: &mut Random, scalar: Scalar) -> String {
    let max = greatest(scalar);
    let small = random.next() % 10;
    let magnitude = match random.below(10) {
        0 => max,
        1 => max - small,
        2 => random.next() & max,
        3 => 1 << (random.below(scalar.bits() as usize - 1)),
        4 => (max >> 1) + 1,
        _ => small,
    };
    if scalar.is_signed_integer() && random.chance(30) {
        return if random.chance(25) { format!("-{}", u128::from(max) + 1) } else { format!("-{magnitude}") };
    }
    match random.below(12) {
        0 => format!("{magnitude:#x}"),
        1 => format!("{magnitude:#b}"),
        2 => format!("{magnitude:#o}"),
        3 if magnitude > 999 => format!("{}_{:03}", magnitude / 1000, magnitude % 1000),
        _ => magnitude.to_string(),
    }
}

const FLOATS: &[&str] = &[
    "0.0",
    "1.0",
    "2.0",
    "0.5",
    "1.5",
    "2.5",
    "3.5",
    "0.1",
    "0.3",
    "1e1",
    "1.",
    "10.0",
    "255.0",
    "256.5",
    "127.9",
    "1e-3",
    "3.4028234e38",
    "1.17549435e-38",
    "1e-45",
    "16777217.0",
    "16777217.000000001",
    "2147483648.0",
    "4294967295.5",
    "9223372036854775808.0",
    "18446744073709551615.0",
    "1e30",
    "0.49999997",
    "8388609.5",
    "0.1000000014901161266",
    "7.0385307e-26",
    "1_000.25",
];
const DOUBLES: &[&str] = &[
    "1.7976931348623157e308",
    "2.2250738585072014e-308",
    "5e-324",
    "9007199254740993.0",
    "0.49999999999999994",
    "1e200",
    "1e-200",
    "4503599627370497.5",
];

/// A float literal without a suffix.
pub(crate) fn float_digits(random: &mut Random, scalar: Scalar) -> String {
    if scalar == Scalar::F64 && random.chance(20) { random.pick(DOUBLES) } else { random.pick(FLOATS) }.to_owned()
}

/// A literal of type `scalar`.
pub(crate) fn literal(random: &mut Random, scalar: Scalar, typing: Typing) -> String {
    if scalar == Scalar::Bool {
        return if random.chance(50) { "true" } else { "false" }.into();
    }
    let mut digits = if scalar.is_float() {
        match random.below(8) {
            0 => format!("-{}", float_digits(random, scalar)),
            _ => float_digits(random, scalar),
        }
    } else {
        integer_digits(random, scalar)
    };
    let falls_back = matches!(scalar, Scalar::I32 | Scalar::F64) && typing == Typing::Own;
    let bare = typing == Typing::Given || falls_back;
    if !bare || random.chance(25) {
        // `1.` takes no suffix, and `0x1f32` would swallow it.
        if digits.ends_with('.') {
            digits.push('0');
        }
        if scalar.is_float() && random.chance(10) {
            digits = random.below(100).to_string();
        }
        if random.chance(30) {
            digits.push('_');
        }
        digits.push_str(scalar.rust_name());
    }
    digits
}

/// A constant of the type: Rust's own, or one that the program declares.
pub(crate) fn constant(random: &mut Random, scalar: Scalar) -> String {
    if random.chance(40) {
        return match random.below(2) {
            0 => format!("LOW_{}", scalar.rust_name().to_uppercase()),
            _ => format!("limits::HIGH_{}", scalar.rust_name().to_uppercase()),
        };
    }
    if scalar == Scalar::U32 && random.chance(30) {
        let of = random.pick(&[Scalar::I8, Scalar::U16, Scalar::I64]);
        return format!("{of}::BITS");
    }
    let known: Vec<NumericConst> = NumericConst::ALL
        .into_iter()
        .filter(|which| which.exists_for(scalar) && *which != NumericConst::Bits)
        .collect();
    let which = random.pick(&known);
    if which.is_mathematical() {
        format!("std::{scalar}::consts::{}", which.rust_name())
    } else {
        format!("{scalar}::{}", which.rust_name())
    }
}
