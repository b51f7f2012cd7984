//! The typed tree.

use super::types::TypeId;
use crate::{Binary, Function, Method, NumericConst, Scalar, Unary, Value};

/// An expression whose type is known (through [`Typed::ty`]).
#[derive(Debug)]
pub(crate) struct Node<'a> {
    pub(crate) kind: Kind<'a>,
    pub(super) ty: TypeId,
}

/// The tree of [`Expr`] again, with typed children.
#[derive(Debug)]
pub(crate) enum Kind<'a> {
    Integer(u128),
    Float(&'a str),
    Bool(bool),
    Name(&'a str),
    Numeric(Scalar, NumericConst),
    Constant(Value),
    Unary(Unary, Box<Node<'a>>),
    Binary(Binary, Box<Node<'a>>, Box<Node<'a>>),
    Cast(Box<Node<'a>>),
    Index(Box<Node<'a>>, u32),
    Method(Method, Vec<Node<'a>>),
    If(Box<Node<'a>>, Box<Node<'a>>, Box<Node<'a>>),
    Match(Box<Node<'a>>, Vec<TypedArm<'a>>),
    Block(Vec<(&'a str, Node<'a>)>, Box<Node<'a>>),
    Array(Vec<Node<'a>>),
    Field(Box<Node<'a>>, &'a str),
    Tuple(Vec<Node<'a>>),
    /// The values in the order of the fields.
    Struct(Vec<Node<'a>>),
    Call(&'a Function<'a>, Vec<Node<'a>>),
}

/// An arm of a `match`; the literals of its pattern have the scrutinee's type.
#[derive(Debug)]
pub(crate) struct TypedArm<'a> {
    pub(crate) pattern: TypedPattern<'a>,
    pub(crate) guard: Option<Node<'a>>,
    pub(crate) body: Node<'a>,
}

#[derive(Debug)]
pub(crate) enum TypedPattern<'a> {
    Wild,
    Binding(&'a str),
    Literal(Node<'a>),
    Range { low: Option<Node<'a>>, high: Option<Node<'a>>, closed: bool },
    Any(Vec<TypedPattern<'a>>),
}

impl<'a> Node<'a> {
    /// The expressions directly inside this one, but not those of patterns, which are literals.
    pub(super) fn children(&self) -> Vec<&Node<'a>> {
        match &self.kind {
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Bool(_)
            | Kind::Name(_)
            | Kind::Numeric(..)
            | Kind::Constant(_) => Vec::new(),
            Kind::Unary(_, a) | Kind::Cast(a) | Kind::Index(a, _) | Kind::Field(a, _) => vec![a],
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::If(a, b, c) => vec![a, b, c],
            Kind::Method(_, nodes)
            | Kind::Array(nodes)
            | Kind::Tuple(nodes)
            | Kind::Struct(nodes)
            | Kind::Call(_, nodes) => nodes.iter().collect(),
            Kind::Match(scrutinee, arms) => {
                let arms = arms.iter().flat_map(|arm| arm.guard.iter().chain([&arm.body]));
                std::iter::once(&**scrutinee).chain(arms).collect()
            }
            Kind::Block(lets, value) => lets.iter().map(|(_, node)| node).chain([&**value]).collect(),
        }
    }

    /// [`children`](Self::children), to change them.
    pub(super) fn children_mut(&mut self) -> Vec<&mut Node<'a>> {
        match &mut self.kind {
            Kind::Integer(_)
            | Kind::Float(_)
            | Kind::Bool(_)
            | Kind::Name(_)
            | Kind::Numeric(..)
            | Kind::Constant(_) => Vec::new(),
            Kind::Unary(_, a) | Kind::Cast(a) | Kind::Index(a, _) | Kind::Field(a, _) => vec![a],
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::If(a, b, c) => vec![a, b, c],
            Kind::Method(_, nodes)
            | Kind::Array(nodes)
            | Kind::Tuple(nodes)
            | Kind::Struct(nodes)
            | Kind::Call(_, nodes) => nodes.iter_mut().collect(),
            Kind::Match(scrutinee, arms) => {
                let arms = arms.iter_mut().flat_map(|arm| arm.guard.iter_mut().chain([&mut arm.body]));
                std::iter::once(&mut **scrutinee).chain(arms).collect()
            }
            Kind::Block(lets, value) => lets.iter_mut().map(|(_, node)| node).chain([&mut **value]).collect(),
        }
    }
}
