//! The functions of the impl: what they bind, and the part that is their body.
//!
//! Only names that the part uses are bound, so that nothing is unused; our own names are hidden from the
//! user's by their hygiene.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use crate::declaration::{Header, MOST_INPUTS};
use crate::face;
use crate::tree::{Binding, Part, Type};

/// A name of the user's, or `_` when the part does not use it.
fn bound(part: &Part, name: &Ident) -> TokenStream {
    if part.uses(name) { name.to_token_stream() } else { quote!(_) }
}

/// The same for the names of a tuple.
fn bound_fields(part: &Part, binding: &Binding) -> TokenStream {
    match binding {
        Binding::Name(name) => bound(part, name),
        Binding::Wild(_) => quote!(_),
        Binding::Tuple(fields, extent) => {
            let fields = fields.iter().map(|field| bound_fields(part, field));
            face::tuple(*extent, fields)
        }
    }
}

/// `let Self { mean, .. } = *self;` with the parameters that the part uses.
pub(super) fn bind_parameters(header: &Header, parts: &[&Part]) -> TokenStream {
    let used = header.fields.iter().map(|field| &field.name);
    let used: Vec<_> = used.filter(|name| parts.iter().any(|part| part.uses(name))).collect();
    let Some(first) = used.first() else {
        return TokenStream::new();
    };
    // A parameter that is not `Copy` is an error at its name.
    let site = Span::mixed_site().located_at(first.span());
    quote_spanned!(site=> let Self { #(#used,)* .. } = *self;)
}

/// `name(&self, [before,] (x, y): (f32, f32), index: u64) -> result { part }`
pub(super) fn of_element(
    header: &Header,
    index: Option<&Ident>,
    part: &Part,
    signature: &Signature,
) -> TokenStream {
    let Signature { name, before, result, body } = signature;
    let site = Span::mixed_site();
    let inputs = header.inputs.iter().map(|input| bound(part, &input.name));
    let types = types(header);
    let index = match index {
        Some(index) => bound(part, index),
        None => quote!(_),
    };
    let parameters = bind_parameters(header, &[part]);
    quote_spanned! {site=>
        #[inline(always)]
        fn #name(&self, #before (#(#inputs,)*): #types, #index: ::core::primitive::u64) -> #result {
            #parameters
            #body
        }
    }
}

/// What differs between the functions of an element.
pub(super) struct Signature {
    pub(super) name: Ident,
    /// Arguments before the element.
    pub(super) before: TokenStream,
    pub(super) result: TokenStream,
    pub(super) body: TokenStream,
}

/// `(f32, f32)`; an input of unknown type counts as `f32`, after an error.
pub(super) fn types(header: &Header) -> TokenStream {
    let types = header.inputs.iter().take(MOST_INPUTS).map(|input| match &input.ty {
        Some(ty) => quote!(#ty),
        None => quote!(f32),
    });
    // What is no element is an error at the inputs.
    let mut types = Group::new(Delimiter::Parenthesis, quote!(#(#types,)*));
    types.set_span(Span::mixed_site().located_at(header.inputs_at));
    types.into_token_stream()
}

/// `fn filter(…) -> bool`
pub(super) fn accept(header: &Header, index: Option<&Ident>, filter: &Part) -> TokenStream {
    let signature = Signature {
        name: Ident::new("accept", Span::mixed_site()),
        before: TokenStream::new(),
        result: quote_spanned!(filter.body.extent.first=> ::core::primitive::bool),
        body: face::body(&filter.body),
    };
    of_element(header, index, filter, &signature)
}

/// `name(&self, a: ty, b: ty) -> result { part }`
pub(super) fn of_accumulators(
    header: &Header,
    name: &str,
    accumulators: &[&Binding],
    ty: &Type,
    result: &Type,
    part: &Part,
) -> TokenStream {
    let site = Span::mixed_site();
    let name = Ident::new(name, site);
    let accumulators = accumulators.iter().map(|binding| bound_fields(part, binding));
    let parameters = bind_parameters(header, &[part]);
    let body = face::body(&part.body);
    quote_spanned! {site=>
        #[inline(always)]
        fn #name(&self, #(#accumulators: #ty),*) -> #result {
            #parameters
            #body
        }
    }
}

/// `name(&self) -> Option<ty> { Some(part) }`
pub(super) fn optional(header: &Header, name: &str, ty: &Type, part: &Part) -> TokenStream {
    let site = Span::mixed_site();
    let name = Ident::new(name, site);
    let parameters = bind_parameters(header, &[part]);
    let body = face::expr(&part.body);
    quote_spanned! {site=>
        #[inline]
        fn #name(&self) -> ::core::option::Option<#ty> {
            #parameters
            let value: #ty = #body;
            ::core::option::Option::Some(value)
        }
    }
}
