//! The generator's data as Rust tokens: what stands after `const SPEC: … =`.

mod declaration;
mod expr;
mod schedule;

use std::fmt::Debug;

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use crate::lower::Outside;

/// Prints what [`Lower`](crate::lower::Lower) made.
#[derive(Clone, Copy)]
pub(crate) struct Printer<'o> {
    /// What its markers stand for.
    pub(crate) outside: &'o Outside,
}

/// The variant of an enum without fields, which is also what `Debug` prints.
fn variant(value: impl Debug) -> proc_macro2::Ident {
    format_ident!("{value:?}")
}

fn option<T>(value: Option<T>, print: impl FnOnce(T) -> TokenStream) -> TokenStream {
    match value {
        Some(value) => {
            let value = print(value);
            quote!(::core::option::Option::Some(#value))
        }
        None => quote!(::core::option::Option::None),
    }
}

fn slice<T>(items: &[T], print: impl FnMut(&T) -> TokenStream) -> TokenStream {
    let items = items.iter().map(print);
    quote!(&[#(#items),*])
}

fn number(value: impl ToTokens) -> TokenStream {
    value.into_token_stream()
}
