//! What the macros know of a declaration: the expression tree with the user's spans.
//!
//! It holds only what is legal; [`parse`](crate::parse) refuses the rest. [`lower`](crate::lower) turns it
//! into the generator's tree, [`face`](crate::face) into Rust.

use proc_macro2::{Delimiter, Ident, Literal, Span, TokenStream, TokenTree};
use quote::{ToTokens, TokenStreamExt};
use syn::{BinOp, Member, Token};
use wavefold_codegen::{Binary, Method, NumericConst, Scalar};

mod binding;
mod types;

pub(crate) use binding::Binding;
pub(crate) use types::{ScalarType, Type};

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
    Cast(Box<Expr>, Token![as], Type),
    /// `to::from(value)`, which is a cast that loses nothing.
    From {
        to: Type,
        name: Ident,
        value: Box<Expr>,
    },
    Index(Box<Expr>, Literal, u32),
    /// `base.name` of a struct, `base.0` of a tuple.
    Field(Box<Expr>, Token![.], Member),
    Method(Call),
    /// `merge(a, b)`: a function of the user's.
    Call(syn::Path, Vec<Expr>),
    If(If),
    Match(Match),
    Block(Block),
    Array(Vec<Expr>),
    /// `[value; length]`
    Repeat(Box<Expr>, u32),
    Tuple(Vec<Expr>),
    /// `Moments { n: 1.0, mean }`
    Struct(Type, Vec<FieldValue>),
}

/// `name: value` in a struct expression; without the colon the value has that name.
#[derive(Clone)]
pub(crate) struct FieldValue {
    pub(crate) name: Ident,
    pub(crate) colon: Option<Token![:]>,
    pub(crate) value: Expr,
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

impl Lit {
    /// Adds the type that rustc gives a literal that nothing else decides; one too large for an `i32` gets a wider one.
    /// `negative`: behind a minus, where one number more fits.
    pub(crate) fn suffix(&mut self, negative: bool) {
        let text = match &mut self.value {
            LitValue::Integer { value, suffix: suffix @ None } => {
                let scalar = match *value {
                    value if value < (1 << 31) + u128::from(negative) => Scalar::I32,
                    value if value < (1 << 63) + u128::from(negative) => Scalar::I64,
                    _ => Scalar::U64,
                };
                *suffix = Some(scalar);
                format!("{value}{scalar}")
            }
            LitValue::Float { digits, suffix: suffix @ None } => {
                *suffix = Some(Scalar::F64);
                format!("{digits}{}f64", if digits.ends_with('.') { "0" } else { "" })
            }
            _ => return,
        };
        let span = crate::parse::extent(&self.token).first;
        if let Ok(mut literal) = text.parse::<Literal>() {
            literal.set_span(span);
            self.token = literal.into_token_stream();
        }
    }
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

/// What a key says that is true or false.
pub(crate) enum Flag {
    Known(bool),
    /// A constant of the user's says it.
    Constant(Outer),
}

/// A path to a constant of the user's, and the same as text.
#[derive(Clone)]
pub(crate) struct Outer {
    pub(crate) path: syn::Path,
    pub(crate) name: String,
}

/// `a.max(b)` or `f32::max(a, b)`
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) method: Method,
    pub(crate) name: Ident,
    /// The type, when written before the name.
    pub(crate) on: Option<Type>,
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

/// `let binding: ty = value;`
#[derive(Clone)]
pub(crate) struct Let {
    pub(crate) let_token: Token![let],
    pub(crate) binding: Binding,
    pub(crate) ty: Option<Type>,
    pub(crate) value: Expr,
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

/// Tokens as one writes them: what names a path or a type in messages and specs.
pub(crate) fn compact(tokens: impl ToTokens) -> String {
    let mut text = String::new();
    append_compact(&mut text, tokens.into_token_stream());
    text
}

fn append_compact(text: &mut String, tokens: TokenStream) {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                text.push_str(open);
                append_compact(text, group.stream());
                text.push_str(close);
            }
            TokenTree::Punct(mark) if matches!(mark.as_char(), ',' | ';') => {
                text.push(mark.as_char());
                text.push(' ');
            }
            other => {
                let word = other.to_string();
                if text.ends_with(|c| is_word(c) || c == '>') && word.starts_with(is_word) {
                    text.push(' ');
                }
                text.push_str(&word);
            }
        }
    }
}
