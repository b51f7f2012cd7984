//! Typed expressions to C++: what is one expression in Rust and not in C++ is hoisted into statements.
//!
//! Expressions of the subset have no side effects, so hoisting never changes a value.

use super::methods;
use super::names::Scope;
use super::precedence::{Level, Piece, binary};
use super::statements::Statements;
use super::{Definitions, literals, types};
use crate::infer::{Kind, Node, Ty, Typed, TypedArm, TypedPattern};
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

    fn branch(&mut self, opening: &str, body: &Node<'_>, target: Target<'_>, out: &mut Statements, level: usize) {
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
                let pieces = arguments.iter().map(|argument| self.expr(argument, out, level)).collect();
                methods::call(*method, scalar, self.typed.scalar(node), pieces, &mut self.definitions.helpers)
            }
            Kind::If(condition, then, otherwise) if self.fits_one_expression(node) => {
                let condition = self.expr(condition, out, level).at_least(Level::Or);
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
                let elements: Vec<_> =
                    elements.iter().map(|element| self.expr(element, out, level).text).collect();
                Piece::primary(format!("{}{{{{{}}}}}", self.type_name(node), elements.join(", ")))
            }
        }
    }

    fn type_name(&mut self, node: &Node<'_>) -> String {
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
        let operand = self.expr(operand, out, level);
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
        let (left, right) = (self.expr(left, out, level), self.expr(right, out, level));
        let wraps = scalar.is_signed_integer() && scalar.size() >= 4;
        let mut call = |helper, left: Piece, right: Piece| {
            let helper = self.definitions.helpers.require(helper, scalar);
            Piece::primary(format!("{helper}({}, {})", left.text, right.text))
        };
        match operator {
            Binary::Add if wraps => call("wrapping_add", left, right),
            Binary::Sub if wraps => call("wrapping_sub", left, right),
            Binary::Mul if wraps || scalar == Scalar::U16 => call("wrapping_mul", left, right),
            Binary::Add | Binary::Sub | Binary::Mul => narrowed(binary(operator, left, right), scalar),
            Binary::Div if scalar.is_float() => binary(operator, left, right),
            Binary::Rem if scalar.is_float() => {
                let suffix = if scalar == Scalar::F32 { "f" } else { "" };
                Piece::primary(format!("fmod{suffix}({}, {})", left.text, right.text))
            }
            // A positive literal divisor needs no check.
            Binary::Div | Binary::Rem if count.is_some_and(|divisor| divisor > 0) => {
                narrowed(binary(operator, left, right), scalar)
            }
            Binary::Div => call("divide", left, right),
            Binary::Rem => call("remainder_of", left, right),
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

    fn match_(
        &mut self,
        scrutinee: &Node<'_>,
        arms: &[TypedArm<'_>],
        target: Target<'_>,
        out: &mut Statements,
        level: usize,
    ) {
        let value = match &scrutinee.kind {
            Kind::Name(_) => self.expr(scrutinee, out, level).text,
            _ => {
                let ty = self.type_name(scrutinee);
                let text = self.expr(scrutinee, out, level).text;
                let name = self.scope.fresh("matched");
                out.line(level, &format!("const {ty} {name} = {text};"));
                name
            }
        };
        let mut opening = String::new();
        for (number, arm) in arms.iter().enumerate() {
            let depth = self.scope.depth();
            if let TypedPattern::Binding(name) = arm.pattern {
                self.scope.alias(name, &value);
            }
            let mut conditions = Vec::new();
            // rustc has checked that the arms are exhaustive: the last one needs no test.
            let is_last = number + 1 == arms.len() && arm.guard.is_none();
            if !is_last && let Some(test) = self.pattern(&arm.pattern, &value) {
                conditions.push(test);
            }
            if let Some(guard) = &arm.guard {
                // A guard has no side effects: what it hoists may run before the other arms' tests.
                conditions.push(self.expr(guard, out, level));
            }
            let condition = conditions.into_iter().reduce(|left, right| binary(Binary::And, left, right));
            let line = match condition {
                Some(condition) => format!("{opening}if ({}) {{", condition.text),
                None if opening.is_empty() => "{".into(),
                None => format!("{opening}{{"),
            };
            out.line(level, &line);
            self.place(&arm.body, target, out, level + 1);
            self.scope.leave(depth);
            opening = "} else ".into();
            if line.ends_with("else {") || line == "{" {
                break;
            }
        }
        out.line(level, "}");
    }

    /// The test of a pattern; `None` when everything matches.
    fn pattern(&mut self, pattern: &TypedPattern<'_>, value: &str) -> Option<Piece> {
        // Literals hoist nothing.
        let mut nowhere = Statements::default();
        let mut compare = |printer: &mut Self, operator, bound: &Node<'_>| {
            let bound = printer.expr(bound, &mut nowhere, 0);
            binary(operator, Piece::primary(value), bound)
        };
        match pattern {
            TypedPattern::Wild | TypedPattern::Binding(_) => None,
            TypedPattern::Literal(literal) => Some(compare(self, Binary::Eq, literal)),
            TypedPattern::Range { low, high, closed } => {
                let low = low.as_ref().map(|low| compare(self, Binary::Ge, low));
                let operator = if *closed { Binary::Le } else { Binary::Lt };
                let high = high.as_ref().map(|high| compare(self, operator, high));
                [low, high].into_iter().flatten().reduce(|low, high| binary(Binary::And, low, high))
            }
            TypedPattern::Any(patterns) => {
                let tests: Option<Vec<Piece>> =
                    patterns.iter().map(|pattern| self.pattern(pattern, value)).collect();
                tests?.into_iter().reduce(|left, right| binary(Binary::Or, left, right))
            }
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

/// Negative literals are no primaries.
fn signed_piece(text: String) -> Piece {
    if text.starts_with('-') { Piece::unary(text) } else { Piece::primary(text) }
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
    let parameters: Vec<String> =
        parameters.iter().map(|(name, ty)| format!("{} {name}", definitions.structs.require(ty))).collect();
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
