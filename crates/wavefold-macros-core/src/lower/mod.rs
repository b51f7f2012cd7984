//! Our tree to the generator's, in an arena: spans are left behind.

mod binding;
mod declaration;
mod outside;

pub(crate) use outside::Outside;

use bumpalo::Bump;
use syn::Member;
use wavefold_codegen as codegen;
use wavefold_codegen::Unary;

use crate::face;
use crate::tree::{Block, Expr, Kind, Lit, LitValue, Part, Pattern, Type, plain};

/// Builds the generator's data; what it returns lives as long as the arena.
#[derive(Clone, Copy)]
pub(crate) struct Lower<'a> {
    arena: &'a Bump,
    outside: &'a Outside,
}

impl<'a> Lower<'a> {
    pub(crate) fn new(arena: &'a Bump, outside: &'a Outside) -> Self {
        Self { arena, outside }
    }

    fn text(self, text: &str) -> &'a str {
        self.arena.alloc_str(text)
    }

    fn slice<T, U: Copy>(self, items: &[T], lower: impl FnMut(&T) -> U) -> &'a [U] {
        let items: Vec<U> = items.iter().map(lower).collect();
        self.arena.alloc_slice_copy(&items)
    }

    fn alloc(self, expr: &Expr) -> &'a codegen::Expr<'a> {
        self.arena.alloc(self.expr(expr))
    }

    pub(crate) fn part(self, part: &Part) -> codegen::Part<'a> {
        codegen::Part { body: self.expr(&part.body), line: part.line() }
    }

    pub(crate) fn ty(self, ty: &Type) -> codegen::Type<'a> {
        match ty {
            Type::Scalar(ty) => codegen::Type::Scalar(ty.scalar),
            Type::Array { element, length, .. } => {
                codegen::Type::Array { element: self.arena.alloc(self.ty(element)), length: *length }
            }
            Type::Tuple(fields, _) => codegen::Type::Tuple(self.slice(fields, |field| self.ty(field))),
            Type::Outer(outer) => self.outside.ty(self.arena, &outer.tokens),
        }
    }

    fn expr(self, expr: &Expr) -> codegen::Expr<'a> {
        match &expr.kind {
            Kind::Literal(literal) => self.literal(literal),
            Kind::Name(name) => codegen::Expr::Name(self.text(&plain(name))),
            Kind::Numeric(numeric) => codegen::Expr::Numeric(numeric.scalar, numeric.which),
            Kind::Outer(outer) => codegen::Expr::Outer(self.text(&outer.name)),
            Kind::Neg(_, operand) => codegen::Expr::Unary(Unary::Neg, self.alloc(operand)),
            Kind::Not(_, operand) => codegen::Expr::Unary(Unary::Not, self.alloc(operand)),
            Kind::Binary(left, operator, right) => {
                codegen::Expr::Binary(operator.which, self.alloc(left), self.alloc(right))
            }
            Kind::Cast(value, _, to @ Type::Scalar(scalar)) if !scalar.scalar.is_half() => {
                codegen::Expr::Cast(self.alloc(value), self.ty(to))
            }
            Kind::Cast(value, _, to) => {
                let value = if value.as_literal().is_some() { face::suffixed(value) } else { (**value).clone() };
                codegen::Expr::Cast(self.alloc(&value), self.ty(to))
            }
            Kind::From { to, value, .. } => codegen::Expr::Cast(self.alloc(value), self.ty(to)),
            Kind::Index(base, _, index) => codegen::Expr::Index(self.alloc(base), *index),
            Kind::Method(call) => codegen::Expr::Method {
                method: call.method,
                on: call.on.as_ref().map(|on| self.ty(on)),
                arguments: self.slice(&call.arguments, |argument| self.expr(argument)),
            },
            Kind::Field(base, _, member) => {
                let name = match member {
                    Member::Named(name) => plain(name),
                    Member::Unnamed(number) => number.index.to_string(),
                };
                codegen::Expr::Field(self.alloc(base), self.text(&name))
            }
            Kind::Call(path, arguments) => codegen::Expr::Call {
                function: self.outside.function(self.arena, path),
                arguments: self.slice(arguments, |argument| self.expr(argument)),
            },
            Kind::Tuple(fields) => codegen::Expr::Tuple(self.slice(fields, |field| self.expr(field))),
            Kind::Struct(ty, fields) => codegen::Expr::Struct {
                ty: self.ty(ty),
                fields: self.slice(fields, |field| codegen::FieldValue {
                    name: self.text(&plain(&field.name)),
                    value: self.expr(&field.value),
                }),
            },
            Kind::If(branch) => codegen::Expr::If {
                condition: self.alloc(&branch.condition),
                then: self.arena.alloc(self.block(&branch.then)),
                otherwise: self.alloc(&branch.otherwise),
            },
            Kind::Match(matching) => codegen::Expr::Match {
                scrutinee: self.alloc(&matching.scrutinee),
                arms: self.slice(&matching.arms, |arm| codegen::Arm {
                    pattern: self.pattern(&arm.pattern),
                    guard: arm.guard.as_ref().map(|guard| self.expr(guard)),
                    body: self.expr(&arm.body),
                }),
            },
            Kind::Block(block) => self.block(block),
            Kind::Array(elements) => codegen::Expr::Array(self.slice(elements, |element| self.expr(element))),
            Kind::Repeat(value, length) => {
                let value = self.expr(value);
                codegen::Expr::Array(self.arena.alloc_slice_fill_copy(*length as usize, value))
            }
        }
    }

    /// A block without bindings is its value.
    fn block(self, block: &Block) -> codegen::Expr<'a> {
        if block.lets.is_empty() {
            return self.expr(&block.value);
        }
        codegen::Expr::Block {
            lets: self.lets(block.lets.iter().flat_map(|binding| self.binding(binding))),
            value: self.alloc(&block.value),
        }
    }

    fn literal(self, literal: &Lit) -> codegen::Expr<'a> {
        match &literal.value {
            LitValue::Integer { value, suffix } => codegen::Expr::Integer { value: *value, suffix: *suffix },
            LitValue::Float { digits, suffix } => {
                codegen::Expr::Float { digits: self.text(digits), suffix: *suffix }
            }
            LitValue::Bool(value) => codegen::Expr::Bool(*value),
        }
    }

    fn pattern(self, pattern: &Pattern) -> codegen::Pattern<'a> {
        match pattern {
            Pattern::Wild(_) => codegen::Pattern::Wild,
            Pattern::Binding(name) => codegen::Pattern::Binding(self.text(&plain(name))),
            Pattern::Value(value) => codegen::Pattern::Literal(self.expr(value)),
            Pattern::Range { low, limits, high } => codegen::Pattern::Range {
                low: low.as_ref().map(|low| self.expr(low)),
                high: high.as_ref().map(|high| self.expr(high)),
                closed: matches!(limits, syn::RangeLimits::Closed(_)),
            },
            Pattern::Any(cases) => codegen::Pattern::Any(self.slice(cases, |case| self.pattern(case))),
        }
    }
}
