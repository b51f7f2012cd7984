//! What the macros know of a declaration: the expression tree with the user's spans.
//!
//! It holds only what is legal; [`parse`](crate::parse) refuses the rest. [`lower`](crate::lower) turns it
//! into the generator's tree, [`face`](crate::face) into Rust.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, TokenStreamExt};
use syn::{BinOp, Token};
use wavefold_codegen::{Binary, Method, NumericConst, Scalar};

/// An expression of the subset.
#[derive(Clone)]
pub(crate) struct Expr {
    /// What it is.
    pub(crate) kind: Kind,
    /// Where it stands.
    pub(crate) extent: Extent,
}

/// The first and the last token of an expression: stable Rust cannot join spans, but rustc underlines
/// everything between the outermost tokens that it is given.
#[derive(Clone, Copy)]
pub(crate) struct Extent {
    pub(crate) first: Span,
    pub(crate) last: Span,
}

/// Stands for the tokens in an error, which needs only the outermost spans.
impl ToTokens for Extent {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.append_all([Ident::new("first", self.first), Ident::new("last", self.last)]);
    }
}

/// The kinds of expressions.
#[derive(Clone)]
pub(crate) enum Kind {
    Literal(Lit),
    /// An input, the index, a parameter, an operand or a `let`.
    Name(Ident),
    Numeric(Numeric),
    /// A constant of the user's.
    Outer(Outer),
    Neg(Token![-], Box<Expr>),
    Not(Token![!], Box<Expr>),
    Binary(Box<Expr>, Operator, Box<Expr>),
    /// `value as to`
    Cast(Box<Expr>, Token![as], ScalarType),
    /// `to::from(value)`, which is a cast that loses nothing.
    From {
        to: ScalarType,
        name: Ident,
        value: Box<Expr>,
    },
    Index(Box<Expr>, Literal, u32),
    Method(Call),
    If(If),
    Match(Match),
    Block(Block),
    Array(Vec<Expr>),
    /// `[value; length]`
    Repeat(Box<Expr>, u32),
}

/// An operator with two operands, and its token.
#[derive(Clone, Copy)]
pub(crate) struct Operator {
    pub(crate) which: Binary,
    pub(crate) token: BinOp,
}

/// A literal as written, with its value.
#[derive(Clone)]
pub(crate) struct Lit {
    pub(crate) token: TokenStream,
    pub(crate) value: LitValue,
}

/// The value of a literal.
#[derive(Clone)]
pub(crate) enum LitValue {
    Integer { value: u128, suffix: Option<Scalar> },
    Float { digits: String, suffix: Option<Scalar> },
    Bool(bool),
}

/// `f32::MAX`, `std::f32::consts::PI`
#[derive(Clone)]
pub(crate) struct Numeric {
    pub(crate) path: syn::Path,
    pub(crate) scalar: Scalar,
    pub(crate) which: NumericConst,
}

/// A path to a constant of the user's, and the same as text.
#[derive(Clone)]
pub(crate) struct Outer {
    pub(crate) path: syn::Path,
    pub(crate) name: String,
}

/// The name of a scalar type as written.
#[derive(Clone)]
pub(crate) struct ScalarType {
    pub(crate) ident: Ident,
    pub(crate) scalar: Scalar,
}

/// `a.max(b)` or `f32::max(a, b)`
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) name: Ident,
    /// The type, when written before the name.
    pub(crate) on: Option<ScalarType>,
    /// The receiver and the arguments.
    pub(crate) arguments: Vec<Expr>,
}

/// `if condition { then } else { otherwise }`
#[derive(Clone)]
pub(crate) struct If {
    pub(crate) if_token: Token![if],
    pub(crate) condition: Box<Expr>,
    pub(crate) then: Block,
    pub(crate) else_token: Token![else],
    /// A block or another `if`.
    pub(crate) otherwise: Box<Expr>,
}

/// `match scrutinee { … }`
#[derive(Clone)]
pub(crate) struct Match {
    pub(crate) match_token: Token![match],
    pub(crate) scrutinee: Box<Expr>,
    pub(crate) arms: Vec<Arm>,
}

/// `pattern if guard => body`
#[derive(Clone)]
pub(crate) struct Arm {
    pub(crate) pattern: Pattern,
    pub(crate) guard: Option<Expr>,
    pub(crate) body: Expr,
}

/// What a `match` arm accepts.
#[derive(Clone)]
pub(crate) enum Pattern {
    Wild(Token![_]),
    Binding(Ident),
    /// A literal, a numeric constant or a constant of the user's.
    Value(Expr),
    Range {
        low: Option<Expr>,
        limits: syn::RangeLimits,
        high: Option<Expr>,
    },
    Any(Vec<Pattern>),
}

/// `{ let …; value }`
#[derive(Clone)]
pub(crate) struct Block {
    pub(crate) lets: Vec<Let>,
    pub(crate) value: Box<Expr>,
    pub(crate) extent: Extent,
}

/// `let name: ty = value;`
#[derive(Clone)]
pub(crate) struct Let {
    pub(crate) let_token: Token![let],
    pub(crate) name: Ident,
    pub(crate) ty: Option<Type>,
    pub(crate) value: Expr,
}

/// The type of an element, an accumulator, a parameter, a result or a `let`.
#[derive(Clone)]
pub(crate) enum Type {
    Scalar(ScalarType),
    Array { element: Box<Type>, length: u32, extent: Extent },
}

impl Type {
    /// A zero of this type, for examples in messages.
    pub(crate) fn zero(&self) -> String {
        match self {
            Self::Scalar(ty) if ty.scalar.is_float() => "0.0".into(),
            Self::Scalar(_) => "0".into(),
            Self::Array { element, length, .. } => format!("[{}; {length}]", element.zero()),
        }
    }

    /// The size in bytes, without the wrap-around of absurd arrays.
    pub(crate) fn size(&self) -> u64 {
        match self {
            Self::Scalar(ty) => ty.scalar.size().into(),
            Self::Array { element, length, .. } => element.size() * u64::from(*length),
        }
    }
}

impl PartialEq for Type {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Scalar(a), Self::Scalar(b)) => a.scalar == b.scalar,
            (Self::Array { element: a, length: m, .. }, Self::Array { element: b, length: n, .. }) => {
                m == n && a == b
            }
            _ => false,
        }
    }
}

impl std::fmt::Display for Type {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Scalar(ty) => ty.scalar.fmt(f),
            Self::Array { element, length, .. } => write!(f, "[{element}; {length}]"),
        }
    }
}

/// A part of a declaration: an expression and what it takes from outside.
#[derive(Clone)]
pub(crate) struct Part {
    pub(crate) body: Expr,
    /// The names that it uses of those it was offered.
    pub(crate) uses: Vec<String>,
    /// The constants of the user's that it uses.
    pub(crate) outers: Vec<Outer>,
}

impl Part {
    /// The line of the user's file.
    pub(crate) fn line(&self) -> u32 {
        u32::try_from(self.body.extent.first.start().line).unwrap_or(0)
    }

    /// Whether it uses `name`.
    pub(crate) fn uses(&self, name: &Ident) -> bool {
        let name = plain(name);
        self.uses.contains(&name)
    }
}

/// The text of a name, without `r#`.
pub(crate) fn plain(name: &Ident) -> String {
    syn::ext::IdentExt::unraw(name).to_string()
}
