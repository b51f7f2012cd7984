//! Types as Rust, and what they share with expressions: brackets and the names of scalars.

use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use wavefold_codegen::Scalar;

use crate::tree::{Binding, Extent, ScalarType, Type};

/// `(a, b)`, and `(a,)` for one.
pub(crate) fn tuple(extent: Extent, fields: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut parens = Group::new(Delimiter::Parenthesis, quote!(#(#fields,)*));
    parens.set_span(extent.first);
    TokenTree::from(parens).into()
}

/// `[element; length]`
pub(crate) fn array(extent: Extent, element: &Type, length: &impl ToTokens) -> TokenStream {
    bracketed(extent, quote!(#element; #length))
}

pub(super) fn bracketed(extent: Extent, inside: TokenStream) -> TokenStream {
    let mut brackets = Group::new(Delimiter::Bracket, inside);
    brackets.set_span(extent.first);
    TokenTree::from(brackets).into()
}

/// The type of that name, or a constant of it, whatever else has that name where the declaration stands.
pub(super) fn scalar(at: Span, scalar: Scalar, name: &impl ToTokens) -> TokenStream {
    if scalar.is_half() {
        quote_spanned!(at=> ::wavefold::__private::half::#name)
    } else {
        quote_spanned!(at=> ::core::primitive::#name)
    }
}

impl ToTokens for ScalarType {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        scalar(self.ident.span(), self.scalar, &self.ident).to_tokens(tokens);
    }
}

impl ToTokens for Type {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Scalar(ty) => ty.to_tokens(tokens),
            Self::Array { element, length, extent } => {
                array(*extent, element, &(*length as usize)).to_tokens(tokens);
            }
            Self::Tuple(fields, extent) => {
                tuple(*extent, fields.iter().map(ToTokens::to_token_stream)).to_tokens(tokens);
            }
            Self::Outer(outer) => outer.tokens.to_tokens(tokens),
        }
    }
}

impl ToTokens for Binding {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        match self {
            Self::Name(name) => name.to_tokens(tokens),
            Self::Wild(underscore) => underscore.to_tokens(tokens),
            Self::Tuple(fields, extent) => {
                tuple(*extent, fields.iter().map(ToTokens::to_token_stream)).to_tokens(tokens);
            }
        }
    }
}
