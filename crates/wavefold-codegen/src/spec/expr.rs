//! The expression tree: what a declaration's `map`, `op`, `filter`, … are made of.
//!
//! The tree keeps syntax, not types; [`infer`](crate::infer) adds those. It borrows everything, so that
//! a macro can build it in an arena and print it as a `const`.

use crate::{Binding, Location, Method, Part, Scalar, Type};

/// An expression of the subset that exists in Rust and in kernel text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Expr<'a> {
    /// An integer literal; `suffix` when the user wrote one (`1u8`).
    Integer {
        /// Its value; a sign is a [`Unary::Neg`] around it.
        value: u128,
        /// The type it was written with.
        suffix: Option<Scalar>,
    },
    /// A float literal, kept as digits because `f32` and `f64` round them differently.
    Float {
        /// Digits without underscores and suffix, as `f64::from_str` takes them.
        digits: &'a str,
        /// The type it was written with.
        suffix: Option<Scalar>,
    },
    /// `true` or `false`.
    Bool(bool),
    /// An input, the index, a run-time parameter, an operand of `op` or a `let`.
    Name(&'a str),
    /// A constant of a numeric type: `f32::MAX`, `std::f64::consts::PI`.
    Numeric(Scalar, NumericConst),
    /// A constant of the user's; its value comes beside the spec.
    Outer(&'a str),
    /// `-a`, `!a`
    Unary(Unary, &'a Expr<'a>),
    /// `a + b`, `a && b`, …
    Binary(Binary, &'a Expr<'a>, &'a Expr<'a>),
    /// `a as u8`
    Cast(&'a Expr<'a>, Type<'a>),
    /// `a[2]`
    Index(&'a Expr<'a>, u32),
    /// `a.mean` of a struct, `a.0` of a tuple.
    Field(&'a Expr<'a>, &'a str),
    /// `a.max(b)` or `f32::max(a, b)`; the receiver is the first argument.
    Method {
        /// Which method.
        method: Method,
        /// The type it was called on, when written (`f32::max`).
        on: Option<Type<'a>>,
        /// The receiver and the arguments.
        arguments: &'a [Expr<'a>],
    },
    /// `if a { b } else { c }`
    If {
        /// The condition.
        condition: &'a Expr<'a>,
        /// The value when it holds.
        then: &'a Expr<'a>,
        /// The value when it does not.
        otherwise: &'a Expr<'a>,
    },
    /// `match a { … }`; rustc has checked that the arms are exhaustive.
    Match {
        /// What is matched.
        scrutinee: &'a Expr<'a>,
        /// The arms, first match wins.
        arms: &'a [Arm<'a>],
    },
    /// `{ let b = …; value }`
    Block {
        /// The bindings, in order; later ones may shadow earlier ones.
        lets: &'a [Let<'a>],
        /// The value of the block.
        value: &'a Expr<'a>,
    },
    /// `[a, b, c]`
    Array(&'a [Expr<'a>]),
    /// `(a, b)`
    Tuple(&'a [Expr<'a>]),
    /// `Moments { n: a, mean: b }`, its fields in any order.
    Struct {
        /// A [`Type::Struct`].
        ty: Type<'a>,
        /// Every field, once.
        fields: &'a [FieldValue<'a>],
    },
    /// `merge(a, b)`: a function of the user's.
    Call {
        /// The function.
        function: &'a Function<'a>,
        /// One for each of its parameters.
        arguments: &'a [Expr<'a>],
    },
}

/// `name: value` in a struct expression.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FieldValue<'a> {
    /// The field.
    pub name: &'a str,
    /// Its value.
    pub value: Expr<'a>,
}

/// A `#[device_fn]`: a function of the user's that declarations call.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// Its Rust name, without a path.
    pub name: &'a str,
    /// Its doc comment, line by line, without the leading space.
    pub docs: &'a [&'a str],
    /// What it takes.
    pub parameters: &'a [Binding<'a>],
    /// What it returns.
    pub result: Type<'a>,
    /// What it computes of its parameters.
    pub body: Part<'a>,
    /// The values of the user's own constants that the body names.
    pub constants: fn() -> Vec<Constant<'static>>,
    /// Where it stands.
    pub location: Location<'a>,
}

/// Two functions are one when they stand in one place: nothing else about them is needed to tell them apart.
impl PartialEq for Function<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.location == other.location
    }
}

/// `let name: ty = value;`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Let<'a> {
    /// The name bound.
    pub name: &'a str,
    /// The type, when written.
    pub ty: Option<Type<'a>>,
    /// What it is bound to.
    pub value: Expr<'a>,
}

/// One arm of a `match`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arm<'a> {
    /// What it accepts.
    pub pattern: Pattern<'a>,
    /// `if …` after the pattern.
    pub guard: Option<Expr<'a>>,
    /// The value of the arm.
    pub body: Expr<'a>,
}

/// What a `match` arm accepts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pattern<'a> {
    /// `_`
    Wild,
    /// `name`: anything, bound to that name.
    Binding(&'a str),
    /// A literal, possibly negative.
    Literal(Expr<'a>),
    /// `low..=high` or `low..high`; a missing end is open.
    Range {
        /// The lower end.
        low: Option<Expr<'a>>,
        /// The upper end.
        high: Option<Expr<'a>>,
        /// Whether the upper end belongs to it.
        closed: bool,
    },
    /// `a | b`
    Any(&'a [Pattern<'a>]),
}

/// Operators with one operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unary {
    /// `-a`; wraps on integers.
    Neg,
    /// `!a`, on `bool` and on integers.
    Not,
}

/// Operators with two operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Binary {
    /// `a + b`; wraps on integers, like `Sub` and `Mul`.
    Add,
    /// `a - b`
    Sub,
    /// `a * b`
    Mul,
    /// `a / b`; on integers `a / 0 == 0` and `MIN / -1 == MIN`.
    Div,
    /// `a % b`; on integers `a % 0 == a` and `MIN % -1 == 0`.
    Rem,
    /// `a & b`, on `bool` too, like `BitOr` and `BitXor`.
    BitAnd,
    /// `a | b`
    BitOr,
    /// `a ^ b`
    BitXor,
    /// `a << b`; the count is taken modulo the width of `a`.
    Shl,
    /// `a >> b`; likewise.
    Shr,
    /// `a == b`
    Eq,
    /// `a != b`
    Ne,
    /// `a < b`
    Lt,
    /// `a <= b`
    Le,
    /// `a > b`
    Gt,
    /// `a >= b`
    Ge,
    /// `a && b`
    And,
    /// `a || b`
    Or,
}

impl Binary {
    /// The operator as both languages write it.
    pub const fn symbol(self) -> &'static str {
        match self {
            Self::Add => "+",
            Self::Sub => "-",
            Self::Mul => "*",
            Self::Div => "/",
            Self::Rem => "%",
            Self::BitAnd => "&",
            Self::BitOr => "|",
            Self::BitXor => "^",
            Self::Shl => "<<",
            Self::Shr => ">>",
            Self::Eq => "==",
            Self::Ne => "!=",
            Self::Lt => "<",
            Self::Le => "<=",
            Self::Gt => ">",
            Self::Ge => ">=",
            Self::And => "&&",
            Self::Or => "||",
        }
    }

    /// `==`, `<`, …: the result is a `bool` whatever the operands are.
    pub const fn is_comparison(self) -> bool {
        matches!(self, Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge)
    }
}

/// Associated constants of the numeric types that kernel text can hold exactly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NumericConst {
    /// `T::MIN`
    Min,
    /// `T::MAX`
    Max,
    /// `T::BITS` (a `u32`)
    Bits,
    /// `T::EPSILON`
    Epsilon,
    /// `T::MIN_POSITIVE`
    MinPositive,
    /// `T::INFINITY`
    Infinity,
    /// `T::NEG_INFINITY`
    NegInfinity,
    /// `T::NAN`
    Nan,
    /// `std::T::consts::PI`
    Pi,
    /// `std::T::consts::TAU`
    Tau,
    /// `std::T::consts::E`
    E,
    /// `std::T::consts::LN_2`
    Ln2,
    /// `std::T::consts::LN_10`
    Ln10,
    /// `std::T::consts::SQRT_2`
    Sqrt2,
}

impl NumericConst {
    /// Every constant, in declaration order.
    pub const ALL: [Self; 14] = [
        Self::Min,
        Self::Max,
        Self::Bits,
        Self::Epsilon,
        Self::MinPositive,
        Self::Infinity,
        Self::NegInfinity,
        Self::Nan,
        Self::Pi,
        Self::Tau,
        Self::E,
        Self::Ln2,
        Self::Ln10,
        Self::Sqrt2,
    ];

    /// Its Rust name, without a path.
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::Min => "MIN",
            Self::Max => "MAX",
            Self::Bits => "BITS",
            Self::Epsilon => "EPSILON",
            Self::MinPositive => "MIN_POSITIVE",
            Self::Infinity => "INFINITY",
            Self::NegInfinity => "NEG_INFINITY",
            Self::Nan => "NAN",
            Self::Pi => "PI",
            Self::Tau => "TAU",
            Self::E => "E",
            Self::Ln2 => "LN_2",
            Self::Ln10 => "LN_10",
            Self::Sqrt2 => "SQRT_2",
        }
    }

    /// Whether it lives in `std::T::consts` rather than on the type.
    pub const fn is_mathematical(self) -> bool {
        matches!(self, Self::Pi | Self::Tau | Self::E | Self::Ln2 | Self::Ln10 | Self::Sqrt2)
    }

    /// Whether `of` has this constant.
    pub const fn exists_for(self, of: Scalar) -> bool {
        match self {
            Self::Min | Self::Max => !matches!(of, Scalar::Bool),
            Self::Bits => of.is_integer(),
            _ => of.is_float(),
        }
    }
}

/// The value of a constant that the user's own item holds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Constant<'a> {
    /// The path as written in the declaration.
    pub name: &'a str,
    /// Its value.
    pub value: Value,
}

/// A scalar with its value: raw bits, so that NaN and -0 survive.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its type.
    pub scalar: Scalar,
    /// Its bits, zero-extended.
    pub bits: u64,
}
