//! Typed expressions to C++: what is one expression in Rust and not in C++ is hoisted into statements.
//!
//! Expressions of the subset have no side effects, so hoisting never changes a value.

use super::methods;
use super::names::Scope;
use super::precedence::{Level, Piece, binary};
use super::statements::Statements;
use super::{Definitions, literals, types};
use crate::infer::{Kind, Node, Ty, Typed};
use crate::{Binary, Scalar, Unary};

/// Prints the expressions of one device function.
pub(crate) struct Printer<'p, 'a> {
    pub(crate) typed: &'p Typed<'a>,
    pub(crate) scope: Scope,
    pub(crate) definitions: &'p mut Definitions,
}

/// Where the value of an expression goes.
#[derive(Clone, Copy)]
pub(crate) enum Target<'t> {
    Return,
    Assign(&'t str),
}

impl Target<'_> {
    fn statement(self, value: &str) -> String {
        match self {
            Self::Return => format!("return {value};"),
            Self::Assign(name) => format!("{name} = {value};"),
        }
    }
}

impl Printer<'_, '_> {
    /// Prints `node` so that its value goes to `target`.
    pub(crate) fn place(&mut self, node: &Node<'_>, target: Target<'_>, out: &mut Statements, level: usize) {
        match &node.kind {
            Kind::If(condition, then, otherwise) if !self.fits_one_expression(node) => {
                let condition = self.expr(condition, out, level).text;
                self.branch(&format!("if ({condition}) {{"), then, target, out, level);
                self.branch("} else {", otherwise, target, out, level);
                out.line(level, "}");
            }
            Kind::Match(scrutinee, arms) => self.match_(scrutinee, arms, target, out, level),
            Kind::Block(lets, value) => {
                let depth = self.scope.depth();
                self.lets(lets, out, level);
                self.place(value, target, out, level);
                self.scope.leave(depth);
            }
            _ => {
                let value = self.expr(node, out, level).text;
                out.line(level, &target.statement(&value));
            }
        }
    }

    pub(super) fn branch(
        &mut self,
        opening: &str,
        body: &Node<'_>,
        target: Target<'_>,
        out: &mut Statements,
        level: usize,
    ) {
        out.line(level, opening);
        let depth = self.scope.depth();
        self.place(body, target, out, level + 1);
        self.scope.leave(depth);
    }

    /// Prints `node` as one C++ expression; what must come before it goes to `out`.
    pub(crate) fn expr(&mut self, node: &Node<'_>, out: &mut Statements, level: usize) -> Piece {
        match &node.kind {
            Kind::Integer(value) => self.integer(*value as i128, node),
            Kind::Float(digits) => signed_piece(literals::float_digits(digits, self.typed.scalar(node))),
            Kind::Bool(value) => Piece::primary(value.to_string()),
            Kind::Name(name) => match self.scope.get(name) {
                Some(text) => Piece::primary(text),
                None => Piece::primary(*name),
            },
            Kind::Numeric(of, constant) => signed_piece(literals::numeric(*of, *constant)),
            Kind::Constant(value) => signed_piece(literals::value(*value)),
            Kind::Unary(operator, operand) => self.unary(*operator, operand, node, out, level),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, node, out, level),
            Kind::Cast(operand) => self.cast(operand, self.typed.scalar(node), out, level),
            Kind::Index(base, index) => {
                let base = self.expr(base, out, level).at_least(Level::Primary);
                Piece::primary(format!("{base}.element[{index}]"))
            }
            Kind::Method(method, arguments) => {
                let scalar = arguments.first().map_or(Scalar::F32, |receiver| self.typed.scalar(receiver));
                let pieces = arguments.iter().map(|argument| self.exact(argument, out, level)).collect();
                methods::call(*method, scalar, self.typed.scalar(node), pieces, &mut self.definitions.helpers)
            }
            Kind::If(condition, then, otherwise) if self.fits_one_expression(node) => {
                let condition = self.expr(condition, out, level).into_condition();
                let then = self.expr(then, out, level).at_least(Level::Or);
                let otherwise = self.expr(otherwise, out, level).at_least(Level::Ternary);
                Piece { text: format!("{condition} ? {then} : {otherwise}"), level: Level::Ternary }
            }
            Kind::If(..) | Kind::Match(..) => {
                let name = self.scope.fresh("chosen");
                out.line(level, &format!("{} {name};", self.type_name(node)));
                self.place(node, Target::Assign(&name), out, level);
                Piece::primary(name)
            }
            Kind::Block(lets, value) => {
                let depth = self.scope.depth();
                self.lets(lets, out, level);
                let value = self.expr(value, out, level);
                self.scope.leave(depth);
                value
            }
            Kind::Array(elements) => {
                let elements: Vec<_> = elements
                    .iter()
                    .map(|element| match element.kind {
                        Kind::Integer(_) => self.expr(element, out, level).text,
                        // Braces refuse to narrow what is no constant.
                        _ => self.exact(element, out, level).text,
                    })
                    .collect();
                Piece::primary(format!("{}{{{{{}}}}}", self.type_name(node), elements.join(", ")))
            }
        }
    }

    pub(super) fn type_name(&mut self, node: &Node<'_>) -> String {
        self.definitions.structs.require(&self.typed.ty(node))
    }

    fn integer(&self, value: i128, node: &Node<'_>) -> Piece {
        signed_piece(literals::integer(value, self.typed.scalar(node)))
    }

    fn lets(&mut self, lets: &[(&str, Node<'_>)], out: &mut Statements, level: usize) {
        for (name, value) in lets {
            let ty = self.type_name(value);
            if matches!(value.kind, Kind::Match(..))
                || matches!(value.kind, Kind::If(..)) && !self.fits_one_expression(value)
            {
                let variable = self.scope.fresh(&super::names::kernel_name(name));
                out.line(level, &format!("{ty} {variable};"));
                self.place(value, Target::Assign(&variable), out, level);
                self.scope.alias(name, &variable);
            } else {
                let text = self.expr(value, out, level).text;
                let variable = self.scope.bind(name);
                out.line(level, &format!("const {ty} {variable} = {text};"));
            }
        }
    }

    /// Whether `node` needs no statements before it and is short enough to read on one line.
    fn fits_one_expression(&mut self, node: &Node<'_>) -> bool {
        fn plain(node: &Node<'_>, depth: usize) -> bool {
            match &node.kind {
                Kind::Match(..) | Kind::Block(..) => false,
                Kind::If(a, b, c) => depth > 0 && [a, b, c].iter().all(|node| plain(node, depth - 1)),
                Kind::Unary(_, a) | Kind::Cast(a) | Kind::Index(a, _) => plain(a, depth),
                Kind::Binary(_, a, b) => plain(a, depth) && plain(b, depth),
                Kind::Method(_, nodes) | Kind::Array(nodes) => nodes.iter().all(|node| plain(node, depth)),
                _ => true,
            }
        }
        plain(node, 2)
    }

    fn unary(
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
    fn exact(&mut self, node: &Node<'_>, out: &mut Statements, level: usize) -> Piece {
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
        if scalar.size() >= 4 {
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

    fn binary(
        &mut self,
        operator: Binary,
        left: &Node<'_>,
        right: &Node<'_>,
        node: &Node<'_>,
        out: &mut Statements,
        level: usize,
    ) -> Piece {
        let scalar = self.typed.scalar(node);
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
            Binary::Rem if scalar.is_float() => {
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

    fn cast(&mut self, operand: &Node<'_>, to: Scalar, out: &mut Statements, level: usize) -> Piece {
        let from = self.typed.scalar(operand);
        let piece = self.expr(operand, out, level);
        if from == to {
            return piece;
        }
        if from.is_float() && to.is_integer() {
            let helper = self.definitions.helpers.require_saturation(from, to);
            return Piece::primary(format!("{helper}({})", piece.text));
        }
        Piece::unary(format!("({}){}", types::scalar_name(to), piece.at_least(Level::Unary)))
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

/// Negative literals are no primaries.
fn signed_piece(text: String) -> Piece {
    if text.starts_with('-') { Piece::unary(text) } else { Piece::primary(text) }
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

/// One device function for a part of the declaration.
pub(crate) fn function(
    name: &str,
    parameters: &[(String, Ty)],
    scope: Scope,
    typed: &Typed<'_>,
    definitions: &mut Definitions,
) -> String {
    let result = definitions.structs.require(&typed.ty(&typed.root));
    let parameters: Vec<String> = parameters
        .iter()
        .map(|(name, ty)| format!("{} {name}", definitions.structs.require(ty)).trim_end().to_owned())
        .collect();
    let head = format!("__device__ {result} {name}({})", parameters.join(", "));
    let mut out = Statements::default();
    let mut printer = Printer { typed, scope, definitions };
    printer.place(&typed.root, Target::Return, &mut out, 1);
    let body = out.as_str();
    if body.lines().count() == 1 && head.len() + body.len() < 110 {
        format!("{head} {{ {} }}\n", body.trim())
    } else {
        format!("{head}\n{{\n{body}}}\n")
    }
}
