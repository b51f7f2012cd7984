//! Operators and casts: Rust's arithmetic on C++'s operands.

use super::expression::Printer;
use super::helpers::half;
use super::precedence::{Level, Piece, binary};
use super::statements::Statements;
use super::{literals, types};
use crate::infer::{Kind, Node};
use crate::{Binary, Scalar, Unary};

impl Printer<'_, '_> {
    pub(super) fn unary(
        &mut self,
        operator: Unary,
        operand: &Node<'_>,
        node: &Node<'_>,
        out: &mut Statements,
        level: usize,
    ) -> Piece {
        let scalar = self.typed.scalar(node);
        if let (Unary::Neg, Kind::Integer(value)) = (operator, &operand.kind) {
            return self.integer(-(*value as i128), node);
        }
        if let (Unary::Neg, Kind::Float(digits)) = (operator, &operand.kind)
            && scalar.is_half()
        {
            return self.constant(literals::float_digits(&format!("-{digits}"), scalar), scalar);
        }
        if operator == Unary::Neg && scalar.is_half() {
            self.definitions.helpers.require("negated", scalar);
        }
        let operand = match operator {
            Unary::Neg => self.exact(operand, out, level),
            Unary::Not => self.expr(operand, out, level),
        };
        match (operator, scalar) {
            (Unary::Not, Scalar::Bool) => Piece::unary(format!("!{}", operand.at_least(Level::Unary))),
            (Unary::Not, _) => narrowed(Piece::unary(format!("~{}", operand.at_least(Level::Unary))), scalar),
            // A space keeps `- -x` from becoming `--x`.
            (Unary::Neg, _) if scalar.is_float() => match operand.at_least(Level::Unary) {
                text if text.starts_with('-') => Piece::unary(format!("-({text})")),
                text => Piece::unary(format!("-{text}")),
            },
            (Unary::Neg, _) => {
                let helper = self.definitions.helpers.require("wrapping_neg", scalar);
                Piece::primary(format!("{helper}({})", operand.text))
            }
        }
    }

    /// [`expr`](Self::expr) as a value of its own type in C++ too: where overloads or braces look at it.
    pub(super) fn exact(&mut self, node: &Node<'_>, out: &mut Statements, level: usize) -> Piece {
        let piece = self.expr(node, out, level);
        if self.is_promoted(node) {
            let ty = types::scalar_name(self.typed.scalar(node));
            Piece::unary(format!("({ty}){}", piece.at_least(Level::Unary)))
        } else {
            piece
        }
    }

    /// Whether the text of `node` is an `int` in C++, though its type is narrower. The value is the same.
    fn is_promoted(&self, node: &Node<'_>) -> bool {
        let scalar = self.typed.scalar(node);
        if scalar.size() >= 4 || scalar.is_half() {
            return false;
        }
        match &node.kind {
            Kind::Integer(_) | Kind::Numeric(..) => true,
            Kind::Constant(_) => scalar != Scalar::Bool,
            Kind::Unary(Unary::Neg, operand) => matches!(operand.kind, Kind::Integer(_)),
            Kind::Binary(Binary::BitAnd | Binary::BitOr, ..) => scalar != Scalar::Bool,
            Kind::Binary(operator, ..) => matches!(operator, Binary::BitXor | Binary::Shr),
            Kind::Cast(operand) => self.typed.scalar(operand) == scalar && self.is_promoted(operand),
            Kind::If(_, then, otherwise) => self.is_promoted(then) || self.is_promoted(otherwise),
            Kind::Block(_, value) => self.is_promoted(value),
            _ => false,
        }
    }

    pub(super) fn binary(
        &mut self,
        operator: Binary,
        left: &Node<'_>,
        right: &Node<'_>,
        node: &Node<'_>,
        out: &mut Statements,
        level: usize,
    ) -> Piece {
        let scalar = self.typed.scalar(node);
        self.overload(operator, self.typed.scalar(left));
        let count = literal_count(right);
        if let Some(helper) = binary_helper(operator, scalar, count) {
            let (left, right) = (self.exact(left, out, level), self.exact(right, out, level));
            let helper = self.definitions.helpers.require(helper, scalar);
            return Piece::primary(format!("{helper}({}, {})", left.text, right.text));
        }
        let looks_like_a_power = operator == Binary::BitXor && is_power_base(left) && is_literal(right);
        let (mut left, right) = (self.expr(left, out, level), self.expr(right, out, level));
        if looks_like_a_power {
            left.text = literals::hexadecimal(&left.text);
        }
        match operator {
            Binary::Add | Binary::Sub | Binary::Mul => narrowed(binary(operator, left, right), scalar),
            Binary::Rem if matches!(scalar, Scalar::F32 | Scalar::F64) => {
                let suffix = if scalar == Scalar::F32 { "f" } else { "" };
                Piece::primary(format!("fmod{suffix}({}, {})", left.text, right.text))
            }
            Binary::Div | Binary::Rem => narrowed(binary(operator, left, right), scalar),
            Binary::Shl | Binary::Shr => {
                let bits = scalar.bits();
                let count = match count {
                    Some(count) => Piece::primary((count % u128::from(bits)).to_string()),
                    None => Piece {
                        text: format!("{} & {}", right.at_least(Level::Unary), bits - 1),
                        level: Level::BitAnd,
                    },
                };
                if operator == Binary::Shl && scalar.is_signed_integer() {
                    let unsigned = types::scalar_name(scalar.to_unsigned());
                    let left = Piece::unary(format!("({unsigned}){}", left.at_least(Level::Unary)));
                    let shifted = binary(operator, left, count).text;
                    Piece::unary(format!("({})({shifted})", types::scalar_name(scalar)))
                } else if operator == Binary::Shl {
                    narrowed(binary(operator, left, count), scalar)
                } else {
                    binary(operator, left, count)
                }
            }
            // The same, since no operand has side effects; compilers suspect `f(a) & f(b)` of being a mistake.
            Binary::BitAnd if scalar == Scalar::Bool => binary(Binary::And, left, right),
            Binary::BitOr if scalar == Scalar::Bool => binary(Binary::Or, left, right),
            _ => binary(operator, left, right),
        }
    }

    pub(super) fn cast(&mut self, operand: &Node<'_>, to: Scalar, out: &mut Statements, level: usize) -> Piece {
        let from = self.typed.scalar(operand);
        if let (Kind::Float(digits), Scalar::F64, true) = (&operand.kind, from, to.is_half()) {
            return self.constant(literals::converted_to_half(digits, to), to);
        }
        let piece = self.expr(operand, out, level);
        if from == to {
            return piece;
        }
        if from.is_half() || to.is_half() {
            return self.cast_half(piece, from, to);
        }
        if from.is_float() && to.is_integer() {
            let helper = self.definitions.helpers.require_saturation(from, to);
            return Piece::primary(format!("{helper}({})", piece.text));
        }
        Piece::unary(format!("({}){}", types::scalar_name(to), piece.at_least(Level::Unary)))
    }
}

impl Printer<'_, '_> {
    /// Defines the operator where C++ has none: for half floats.
    pub(super) fn overload(&mut self, operator: Binary, scalar: Scalar) {
        if scalar.is_half() {
            self.definitions.helpers.require(half::overload(operator), scalar);
        }
    }

    /// A conversion from or to a half float: by way of `float`.
    fn cast_half(&mut self, piece: Piece, from: Scalar, to: Scalar) -> Piece {
        let helpers = &mut self.definitions.helpers;
        let single = if from.is_half() {
            helpers.require("to_f32", from);
            Piece::primary(format!("to_f32({})", piece.text))
        } else if from == Scalar::F32 {
            piece
        } else {
            Piece::unary(format!("(float){}", piece.at_least(Level::Unary)))
        };
        if to.is_half() {
            helpers.require("to_half", to);
            Piece::primary(format!("{}({})", half::rounding(to), single.text))
        } else if to.is_integer() {
            let helper = helpers.require_saturation(Scalar::F32, to);
            Piece::primary(format!("{helper}({})", single.text))
        } else if to == Scalar::F32 {
            single
        } else {
            Piece::unary(format!("({}){}", types::scalar_name(to), single.at_least(Level::Unary)))
        }
    }
}

/// C++ computes 8- and 16-bit operands as `int`: the result must be cut back.
fn narrowed(piece: Piece, scalar: Scalar) -> Piece {
    if scalar.is_integer() && scalar.size() < 4 {
        Piece::unary(format!("({})({})", types::scalar_name(scalar), piece.text))
    } else {
        piece
    }
}

/// The helper for an operator that C++ leaves undefined for some operands.
fn binary_helper(operator: Binary, scalar: Scalar, literal: Option<u128>) -> Option<&'static str> {
    let wraps = scalar.is_signed_integer() && scalar.size() >= 4;
    match operator {
        Binary::Add if wraps => Some("wrapping_add"),
        Binary::Sub if wraps => Some("wrapping_sub"),
        Binary::Mul if wraps || scalar == Scalar::U16 => Some("wrapping_mul"),
        _ if !scalar.is_integer() => None,
        // A positive literal divisor needs no check.
        Binary::Div | Binary::Rem if literal.is_some_and(|divisor| divisor > 0) => None,
        Binary::Div => Some("divide"),
        Binary::Rem => Some("remainder_of"),
        _ => None,
    }
}

/// Compilers suspect `2 ^ 3` and `10 ^ 3` of meaning a power.
fn is_power_base(node: &Node<'_>) -> bool {
    matches!(node.kind, Kind::Integer(2 | 10))
}

fn is_literal(node: &Node<'_>) -> bool {
    match &node.kind {
        Kind::Unary(Unary::Neg, operand) => is_literal(operand),
        kind => matches!(kind, Kind::Integer(_)),
    }
}

fn literal_count(node: &Node<'_>) -> Option<u128> {
    match node.kind {
        Kind::Integer(value) => Some(value),
        _ => None,
    }
}
