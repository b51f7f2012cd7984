//! Types, as far as the macros know them.

use std::fmt;

use proc_macro2::{Ident, TokenStream};
use wavefold_codegen::Scalar;

use super::Extent;

/// The type of an element, an accumulator, a parameter, a result or a `let`.
#[derive(Clone)]
pub(crate) enum Type {
    Scalar(ScalarType),
    /// Of a length written as a number.
    Array {
        element: Box<Type>,
        length: u32,
        extent: Extent,
    },
    Tuple(Vec<Type>, Extent),
    /// A struct, a type parameter, an alias, an array of a constant length: only rustc knows what it is.
    Outer(OuterType),
}

/// The name of a scalar type as written.
#[derive(Clone)]
pub(crate) struct ScalarType {
    pub(crate) ident: Ident,
    pub(crate) scalar: Scalar,
}

/// A type of another item as written, and the same as text.
#[derive(Clone)]
pub(crate) struct OuterType {
    pub(crate) tokens: TokenStream,
    pub(crate) name: String,
}

impl Type {
    /// A type of another item.
    pub(crate) fn outer(tokens: TokenStream) -> Self {
        let name = super::compact(tokens.clone());
        Self::Outer(OuterType { tokens, name })
    }

    /// Whether both are certainly the same, or certainly not; `None` when only rustc can tell.
    pub(crate) fn is_same(&self, other: &Self) -> Option<bool> {
        match (self, other) {
            (Self::Outer(a), Self::Outer(b)) if a.name == b.name => Some(true),
            (Self::Outer(_), _) | (_, Self::Outer(_)) => None,
            (Self::Scalar(a), Self::Scalar(b)) => Some(a.scalar == b.scalar),
            (Self::Array { element: a, length: m, .. }, Self::Array { element: b, length: n, .. }) => {
                if m == n {
                    a.is_same(b)
                } else {
                    Some(false)
                }
            }
            (Self::Tuple(a, _), Self::Tuple(b, _)) if a.len() == b.len() => {
                let fields: Vec<_> = a.iter().zip(b).map(|(a, b)| a.is_same(b)).collect();
                if fields.contains(&Some(false)) {
                    Some(false)
                } else {
                    fields.into_iter().collect::<Option<Vec<_>>>().map(|_| true)
                }
            }
            _ => Some(false),
        }
    }

    /// A zero of this type, for examples in messages.
    pub(crate) fn zero(&self) -> String {
        match self {
            Self::Scalar(ty) if ty.scalar == Scalar::Bool => "false".into(),
            Self::Scalar(ty) if ty.scalar.is_half() => format!("0.0 as {}", ty.scalar),
            Self::Scalar(ty) if ty.scalar.is_float() => "0.0".into(),
            Self::Scalar(_) => "0".into(),
            Self::Array { element, length, .. } => format!("[{}; {length}]", element.zero()),
            Self::Tuple(fields, _) => {
                format!("({})", fields.iter().map(Self::zero).collect::<Vec<_>>().join(", "))
            }
            Self::Outer(_) => "…".into(),
        }
    }

    /// The size in bytes, where it is known here, without the wrap-around of absurd arrays.
    pub(crate) fn size(&self) -> Option<u64> {
        match self {
            Self::Scalar(ty) => Some(ty.scalar.size().into()),
            Self::Array { element, length, .. } => Some(element.size()?.saturating_mul(u64::from(*length))),
            Self::Tuple(..) | Self::Outer(_) => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(ty) => ty.scalar.fmt(f),
            Self::Array { element, length, .. } => write!(f, "[{element}; {length}]"),
            Self::Tuple(fields, _) => match &**fields {
                [one] => write!(f, "({one},)"),
                _ => write!(f, "({})", fields.iter().map(Self::to_string).collect::<Vec<_>>().join(", ")),
            },
            Self::Outer(outer) => f.write_str(&outer.name),
        }
    }
}
