//! Typed expressions to C++: what is one expression in Rust and not in C++ is hoisted into statements.
//!
//! Expressions of the subset have no side effects, so hoisting never changes a value.

use super::methods;
use super::names::Scope;
use super::precedence::{Level, Piece};
use super::statements::Statements;
use super::{Definitions, literals};
use crate::Scalar;
use crate::infer::{Kind, Node, Ty, Typed};

/// Prints the expressions of one device function.
pub(crate) struct Printer<'p, 'a> {
    pub(crate) typed: &'p Typed<'a>,
    pub(crate) scope: Scope,
    pub(crate) definitions: &'p mut Definitions<'a>,
}

/// The longest list of values that stays on one line.
const LONGEST_LIST: usize = 80;

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
            Kind::Float(digits) => {
                let scalar = self.typed.scalar(node);
                self.constant(literals::float_digits(digits, scalar), scalar)
            }
            Kind::Bool(value) => Piece::primary(value.to_string()),
            Kind::Name(name) => match self.scope.get(name) {
                Some(text) => Piece::primary(text),
                None => Piece::primary(*name),
            },
            Kind::Numeric(of, constant) => self.constant(literals::numeric(*of, *constant), *of),
            Kind::Constant(value) => self.constant(literals::value(*value), value.scalar),
            Kind::Unary(operator, operand) => self.unary(*operator, operand, node, out, level),
            Kind::Binary(operator, left, right) => self.binary(*operator, left, right, node, out, level),
            Kind::Cast(operand) => self.cast(operand, self.typed.scalar(node), out, level),
            Kind::Index(base, index) => {
                let base = self.expr(base, out, level).at_least(Level::Primary);
                Piece::primary(format!("{base}.element[{index}]"))
            }
            Kind::Method(method, arguments) => {
                let scalar = arguments.first().map_or(Scalar::F32, |receiver| self.typed.scalar(receiver));
                let converts = methods::converts_operand(*method);
                let pieces = arguments
                    .iter()
                    .map(|argument| match converts {
                        true => self.expr(argument, out, level),
                        false => self.exact(argument, out, level),
                    })
                    .collect();
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
            Kind::Field(base, field) => {
                let ty = self.typed.ty(base);
                let base = self.expr(base, out, level).at_least(Level::Primary);
                Piece::primary(format!("{base}.{}", self.definitions.structs.member(&ty, field)))
            }
            Kind::Array(elements) => {
                let values = self.values(elements, out, level);
                let ty = self.type_name(node);
                // One pair of braces for the struct, one for the array in it.
                braces(&ty, &values, "{{", "}}")
            }
            Kind::Tuple(fields) | Kind::Struct(fields) => {
                let values = self.values(fields, out, level);
                let name = self.type_name(node);
                let values = self.definitions.structs.braces(&self.typed.ty(node), values);
                braces(&name, &values, "{", "}")
            }
            Kind::Call(function, arguments) => {
                let arguments: Vec<_> =
                    arguments.iter().map(|argument| self.expr(argument, out, level).text).collect();
                let name = self.definitions.require_function(function);
                Piece::primary(format!("{name}({})", arguments.join(", ")))
            }
        }
    }

    /// The values between braces, which refuse to narrow what is no constant.
    fn values(&mut self, nodes: &[Node<'_>], out: &mut Statements, level: usize) -> Vec<String> {
        let value = |node: &Node<'_>| match node.kind {
            Kind::Integer(_) => self.expr(node, out, level).text,
            _ => self.exact(node, out, level).text,
        };
        nodes.iter().map(value).collect()
    }

    /// A literal; one of a half float is a conversion.
    pub(super) fn constant(&mut self, text: String, scalar: Scalar) -> Piece {
        if scalar.is_half() && literals::is_converted(&text) {
            self.definitions.helpers.require("to_half", scalar);
        }
        signed_piece(text)
    }

    pub(super) fn type_name(&mut self, node: &Node<'_>) -> String {
        self.definitions.structs.require(&self.typed.ty(node))
    }

    pub(super) fn integer(&self, value: i128, node: &Node<'_>) -> Piece {
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
                Kind::Unary(_, a) | Kind::Cast(a) | Kind::Index(a, _) | Kind::Field(a, _) => plain(a, depth),
                Kind::Binary(_, a, b) => plain(a, depth) && plain(b, depth),
                Kind::Method(_, nodes)
                | Kind::Array(nodes)
                | Kind::Tuple(nodes)
                | Kind::Struct(nodes)
                | Kind::Call(_, nodes) => nodes.iter().all(|node| plain(node, depth)),
                _ => true,
            }
        }
        plain(node, 2)
    }
}

/// A value of the type `ty`; what would make a long line gets a line a value.
fn braces(ty: &str, values: &[String], open: &str, close: &str) -> Piece {
    let list = values.join(", ");
    Piece::primary(if list.len() <= LONGEST_LIST {
        format!("{ty}{open}{list}{close}")
    } else {
        let lines = super::template::indented(&values.join(",\n"), "    ");
        format!("{ty}{open}\n{}\n{close}", lines.trim_end())
    })
}

/// Negative literals are no primaries.
fn signed_piece(text: String) -> Piece {
    if text.starts_with('-') { Piece::unary(text) } else { Piece::primary(text) }
}

/// One device function for a part of the declaration, or for a function of the user's.
pub(crate) fn function<'a>(
    name: &str,
    parameters: &[(String, Ty)],
    scope: Scope,
    typed: &Typed<'a>,
    definitions: &mut Definitions<'a>,
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
