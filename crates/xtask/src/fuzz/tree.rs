//! Expressions with their types, and what is left of them when they are cut down.

use wavefold_codegen::{Binary, Method, Scalar};

/// The type of a generated expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Scalar(Scalar),
    Array(Scalar, u32),
}

impl Ty {
    pub(crate) fn rust(self) -> String {
        match self {
            Self::Scalar(scalar) => scalar.to_string(),
            Self::Array(element, length) => format!("[{element}; {length}]"),
        }
    }
}

/// A generated expression.
#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub(crate) ty: Ty,
    pub(crate) kind: Kind,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// A literal, a name or a constant, as Rust writes it.
    Leaf(String),
    Neg(Box<Expr>),
    Not(Box<Expr>),
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// `a as T`, with the type of the node.
    Cast(Box<Expr>),
    /// `T::from(a)`, likewise.
    From(Box<Expr>),
    Index(Box<Expr>, u32),
    /// With `T::` before the name, or as a method of the first.
    Method(Method, Option<Scalar>, Vec<Expr>),
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    Match(Box<Expr>, Vec<Arm>),
    Block(Vec<Let>, Box<Expr>),
    Array(Vec<Expr>),
    Repeat(Box<Expr>, u32),
    /// Parentheses that may or may not be needed.
    Paren(Box<Expr>),
}

#[derive(Clone, Debug)]
pub(crate) struct Let {
    pub(crate) name: String,
    pub(crate) annotated: bool,
    pub(crate) value: Expr,
}

#[derive(Clone, Debug)]
pub(crate) struct Arm {
    pub(crate) pattern: String,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Expr,
}

impl Expr {
    pub(crate) fn leaf(ty: Ty, text: impl Into<String>) -> Self {
        Self { ty, kind: Kind::Leaf(text.into()) }
    }

    pub(crate) fn scalar(scalar: Scalar, kind: Kind) -> Self {
        Self { ty: Ty::Scalar(scalar), kind }
    }

    pub(crate) fn as_scalar(&self) -> Option<Scalar> {
        match self.ty {
            Ty::Scalar(scalar) => Some(scalar),
            Ty::Array(..) => None,
        }
    }

    /// A literal without a suffix, in parentheses or not.
    pub(crate) fn is_bare_literal(&self) -> bool {
        match &self.kind {
            Kind::Paren(inner) => inner.is_bare_literal(),
            Kind::Leaf(text) => {
                let digits = text.strip_prefix('-').unwrap_or(text);
                digits.starts_with(|c: char| c.is_ascii_digit()) && !text.ends_with(&self.ty.rust())
            }
            _ => false,
        }
    }

    /// How many nodes it has.
    pub(crate) fn size(&self) -> usize {
        1 + self.children().iter().map(|child| child.size()).sum::<usize>()
    }

    fn children(&self) -> Vec<&Self> {
        match &self.kind {
            Kind::Leaf(_) => Vec::new(),
            Kind::Neg(a) | Kind::Not(a) | Kind::Cast(a) | Kind::From(a) | Kind::Paren(a) => vec![a],
            Kind::Index(a, _) | Kind::Repeat(a, _) => vec![a],
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::If(a, b, c) => vec![a, b, c],
            Kind::Method(_, _, all) | Kind::Array(all) => all.iter().collect(),
            Kind::Match(scrutinee, arms) => {
                let arms = arms.iter().flat_map(|arm| arm.guard.iter().chain([&arm.body]));
                std::iter::once(&**scrutinee).chain(arms).collect()
            }
            Kind::Block(lets, value) => lets.iter().map(|binding| &binding.value).chain([&**value]).collect(),
        }
    }

    fn children_mut(&mut self) -> Vec<&mut Self> {
        match &mut self.kind {
            Kind::Leaf(_) => Vec::new(),
            Kind::Neg(a) | Kind::Not(a) | Kind::Cast(a) | Kind::From(a) | Kind::Paren(a) => vec![a],
            Kind::Index(a, _) | Kind::Repeat(a, _) => vec![a],
            Kind::Binary(_, a, b) => vec![a, b],
            Kind::If(a, b, c) => vec![a, b, c],
            Kind::Method(_, _, all) | Kind::Array(all) => all.iter_mut().collect(),
            Kind::Match(scrutinee, arms) => {
                let arms = arms.iter_mut().flat_map(|arm| arm.guard.iter_mut().chain([&mut arm.body]));
                std::iter::once(&mut **scrutinee).chain(arms).collect()
            }
            Kind::Block(lets, value) => {
                lets.iter_mut().map(|binding| &mut binding.value).chain([&mut **value]).collect()
            }
        }
    }

    /// Smaller expressions to try in its place: its parts, and itself with one part made smaller. They may
    /// name what is no longer bound; rustc refuses those.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut out: Vec<Self> = self.children().into_iter().cloned().collect();
        out.extend(self.without_a_piece());
        for index in 0..self.children().len() {
            let child = self.children()[index];
            let same_type = child.smaller().into_iter().filter(|smaller| smaller.ty == child.ty);
            for smaller in same_type.chain(child.simplest()) {
                let mut copy = self.clone();
                *copy.children_mut()[index] = smaller;
                out.push(copy);
            }
        }
        out.sort_by_key(Self::size);
        out
    }

    /// A literal in its place.
    fn simplest(&self) -> Option<Self> {
        let scalar = self.as_scalar().filter(|_| !matches!(self.kind, Kind::Leaf(_)))?;
        let text = if scalar == Scalar::Bool { "true".into() } else { format!("1{scalar}") };
        Some(Self::leaf(self.ty, text))
    }

    /// Itself with a `let`, an arm or a guard left out.
    fn without_a_piece(&self) -> Vec<Self> {
        let with = |kind| Self { ty: self.ty, kind };
        match &self.kind {
            Kind::Block(lets, value) => (0..lets.len())
                .map(|index| {
                    let mut lets = lets.clone();
                    lets.remove(index);
                    with(Kind::Block(lets, value.clone()))
                })
                .collect(),
            Kind::Match(scrutinee, arms) => (0..arms.len())
                .flat_map(|index| {
                    let mut fewer = arms.clone();
                    fewer.remove(index);
                    let mut unguarded = arms.clone();
                    let guarded = unguarded[index].guard.take().is_some();
                    let fewer = (!fewer.is_empty()).then_some(fewer);
                    [fewer, guarded.then_some(unguarded)]
                })
                .flatten()
                .map(|arms| with(Kind::Match(scrutinee.clone(), arms)))
                .collect(),
            _ => Vec::new(),
        }
    }
}
