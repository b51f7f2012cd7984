//! Numeric methods as C++ calls.

use super::helpers::{Helpers, half};
use super::precedence::{Level, Piece};
use super::types::scalar_name;
use crate::{Method, Scalar, Shape};

/// The call of `method` on operands of type `scalar` with a result of type `result`.
pub(crate) fn call(
    method: Method,
    scalar: Scalar,
    result: Scalar,
    arguments: Vec<Piece>,
    helpers: &mut Helpers,
) -> Piece {
    if scalar.is_half() || result.is_half() {
        return half_call(method, scalar, result, arguments, helpers);
    }
    if let Some(name) = math_function(method).filter(|_| scalar.is_float()) {
        let suffix = if scalar == Scalar::F32 { "f" } else { "" };
        return Piece::primary(format!("{name}{suffix}({})", list(arguments)));
    }
    match method {
        Method::Recip => {
            let one = if scalar == Scalar::F32 { "1.0f" } else { "1.0" };
            Piece { text: format!("{one} / {}", first(arguments).at_least(Level::Unary)), level: Level::Product }
        }
        Method::ToBits if scalar == Scalar::F32 => wrap("__float_as_uint", arguments),
        Method::ToBits => Piece::unary(format!("(u64){}", wrap("__double_as_longlong", arguments).text)),
        Method::FromBits if result == Scalar::F32 => wrap("__uint_as_float", arguments),
        Method::FromBits => {
            Piece::primary(format!("__longlong_as_double((i64){})", first(arguments).at_least(Level::Unary)))
        }
        Method::IsSignPositive => {
            let helper = helpers.require("is_sign_negative", scalar);
            Piece::unary(format!("!{helper}({})", list(arguments)))
        }
        _ if converts_operand(method) => bits(method, scalar, first(arguments)),
        _ => {
            let helper = helpers.require(helper_name(method), scalar);
            wrap(helper, arguments)
        }
    }
}

/// A method of half floats: that of `float` between widening and rounding.
fn half_call(
    method: Method,
    scalar: Scalar,
    result: Scalar,
    arguments: Vec<Piece>,
    helpers: &mut Helpers,
) -> Piece {
    match method {
        Method::ToBits => return Piece::primary(format!("{}.bits", first(arguments).at_least(Level::Primary))),
        Method::FromBits => return Piece::primary(format!("{}{{{}}}", scalar_name(result), list(arguments))),
        _ => {}
    }
    helpers.require("to_f32", scalar);
    let powers = method.shape() == Shape::WithPower;
    let widen = |(number, piece): (usize, Piece)| match powers && number > 0 {
        true => piece,
        false => Piece::primary(format!("to_f32({})", piece.text)),
    };
    let widened: Vec<Piece> = arguments.into_iter().enumerate().map(widen).collect();
    if method == Method::ToF32 {
        return first(widened);
    }
    if method.shape() == Shape::Predicate {
        return call(method, Scalar::F32, result, widened, helpers);
    }
    let single = call(method, Scalar::F32, Scalar::F32, widened, helpers);
    helpers.require("to_half", result);
    Piece::primary(format!("{}({})", half::rounding(result), single.text))
}

fn list(arguments: Vec<Piece>) -> String {
    arguments.into_iter().map(|piece| piece.text).collect::<Vec<_>>().join(", ")
}

fn first(arguments: Vec<Piece>) -> Piece {
    arguments.into_iter().next().unwrap_or_else(|| Piece::primary(""))
}

fn wrap(function: &str, arguments: Vec<Piece>) -> Piece {
    Piece::primary(format!("{function}({})", list(arguments)))
}

/// The function of C's math library that is the method, to the bit or (transcendental) up to the device.
fn math_function(method: Method) -> Option<&'static str> {
    Some(match method {
        Method::Abs => "fabs",
        Method::Sqrt => "sqrt",
        Method::Floor => "floor",
        Method::Ceil => "ceil",
        Method::Trunc => "trunc",
        Method::Round => "round",
        Method::RoundTiesEven => "rint",
        Method::Copysign => "copysign",
        Method::MulAdd => "fma",
        Method::Exp => "exp",
        Method::Exp2 => "exp2",
        Method::Ln => "log",
        Method::Log2 => "log2",
        Method::Log10 => "log10",
        Method::Sin => "sin",
        Method::Cos => "cos",
        Method::Tan => "tan",
        Method::Asin => "asin",
        Method::Acos => "acos",
        Method::Atan => "atan",
        Method::Atan2 => "atan2",
        Method::Sinh => "sinh",
        Method::Cosh => "cosh",
        Method::Tanh => "tanh",
        Method::Cbrt => "cbrt",
        Method::Hypot => "hypot",
        Method::Powf => "pow",
        _ => return None,
    })
}

fn helper_name(method: Method) -> &'static str {
    match method {
        Method::Abs => "wrapping_abs",
        Method::Min => "min_number",
        Method::Max => "max_number",
        Method::Pow => "pow_wrapping",
        Method::Powi => "integer_power",
        // The other helpers carry the method's name.
        other => other.name(),
    }
}

/// Whether the text of the call converts its operand itself.
pub(crate) fn converts_operand(method: Method) -> bool {
    matches!(method, Method::CountOnes | Method::CountZeros | Method::LeadingZeros)
}

/// Bit counts, through the vendors' intrinsics on 32 or 64 bits.
fn bits(method: Method, scalar: Scalar, operand: Piece) -> Piece {
    // Each intrinsic in the type that it takes: a constant must not change its sign on the way. Narrow operands
    // are widened by zeros: correct for ones, too many leading zeros by the difference.
    let taken = match (method, scalar) {
        (Method::LeadingZeros, Scalar::U32 | Scalar::I32) => Scalar::I32,
        (Method::LeadingZeros, Scalar::U64 | Scalar::I64) => Scalar::I64,
        _ => scalar.to_unsigned(),
    };
    let text = if scalar == taken {
        operand.text
    } else {
        format!("({}){}", scalar_name(taken), operand.at_least(Level::Unary))
    };
    let wide = if scalar.size() == 8 { "ll" } else { "" };
    let widened = scalar.bits().max(32) - scalar.bits();
    match method {
        Method::CountOnes => Piece::unary(format!("(u32)__popc{wide}({text})")),
        Method::CountZeros => {
            Piece { text: format!("{}u - (u32)__popc{wide}({text})", scalar.bits()), level: Level::Sum }
        }
        Method::LeadingZeros if widened == 0 => Piece::unary(format!("(u32)__clz{wide}({text})")),
        _ => Piece { text: format!("(u32)__clz({text}) - {widened}u"), level: Level::Sum },
    }
}
