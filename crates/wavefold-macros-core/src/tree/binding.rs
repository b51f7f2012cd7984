//! What a `let` or the argument of a closure binds: a name, or the fields of a tuple.

use proc_macro2::Ident;
use syn::Token;

use super::{Extent, Type, plain};

/// A name, or names for the fields of a tuple.
#[derive(Clone)]
pub(crate) enum Binding {
    Name(Ident),
    /// Nothing; only inside a tuple.
    Wild(Token![_]),
    Tuple(Vec<Binding>, Extent),
}

impl Binding {
    /// The names, in the order they are written.
    pub(crate) fn names(&self) -> Vec<&Ident> {
        match self {
            Self::Name(name) => vec![name],
            Self::Wild(_) => Vec::new(),
            Self::Tuple(fields, _) => fields.iter().flat_map(Self::names).collect(),
        }
    }

    /// The names, each with its type when the whole is a `ty`.
    pub(crate) fn typed<'t>(&self, ty: Option<&'t Type>) -> Vec<(&Ident, Option<&'t Type>)> {
        match (self, ty) {
            (Self::Name(name), ty) => vec![(name, ty)],
            (Self::Wild(_), _) => Vec::new(),
            (Self::Tuple(fields, _), Some(Type::Tuple(types, _))) if types.len() == fields.len() => {
                fields.iter().zip(types).flat_map(|(field, ty)| field.typed(Some(ty))).collect()
            }
            (Self::Tuple(fields, _), _) => fields.iter().flat_map(|field| field.typed(None)).collect(),
        }
    }

    /// A name for the whole of a tuple, made of the names of its fields: `sum.n` of `(sum, n)`. No name of the user's has
    /// a point, and no other tuple of the same scope has these names.
    pub(crate) fn joined(&self) -> String {
        let names: Vec<String> = self.names().into_iter().map(plain).collect();
        match &*names {
            [] => ".unused".into(),
            [one] => format!("{one}.and.rest"),
            several => several.join("."),
        }
    }
}
