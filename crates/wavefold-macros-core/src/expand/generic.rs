//! Items with type parameters: `Sum::<f32>` is a value, `Sum<f32>` its type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, GenericParam, Meta};

use super::item;
use crate::declaration::{Header, shared};

/// An item of type parameters alone.
///
/// Rust has no unit struct with a parameter, but an enum may have a variant of its own name, and what a module says of
/// one name is imported at once: the enum as a type, the variant as a value. The module's name holds the place of the
/// declaration, because two modules of one name could meet through `use super::*`.
///
/// rustdoc looks up a comment's links where the comment stands: there it has to stand on the import, because the module
/// knows none of the names. Everyone else looks for it at the enum.
pub(super) fn without_fields(header: &Header, docs: Option<TokenStream>) -> TokenStream {
    let Header { attributes, vis, name, generics, .. } = header;
    let place = name.span().start();
    let module = format_ident!("__{}_{}_{}", name, place.line, place.column);
    // The bounds stand on the impls, where their names are known.
    let parameters = generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(_) => TokenStream::new(),
        GenericParam::Type(ty) => {
            let ident = &ty.ident;
            quote!(#ident,)
        }
        GenericParam::Const(constant) => {
            let (ident, ty) = (&constant.ident, &constant.ty);
            quote!(const #ident: #ty,)
        }
    });
    let types = header.type_parameters();
    let attributes_of_import = shared(attributes);
    let attributes_of_module = shared(attributes);
    let traits = traits(header);
    let is_comment =
        |attribute: &&Attribute| attribute.path().is_ident("doc") && matches!(attribute.meta, Meta::NameValue(_));
    let (comments, others): (Vec<_>, Vec<_>) = attributes.iter().partition(is_comment);
    let comments: Vec<_> = comments.iter().map(|comment| &comment.meta).collect();
    let commented = (!comments.is_empty()).then(|| quote!(#[cfg_attr(doc, allow(missing_docs))]));
    quote! {
        #(#attributes_of_module)*
        #commented
        #[allow(non_snake_case, unreachable_pub, clippy::manual_non_exhaustive)]
        mod #module {
            #(#[cfg_attr(not(doc), #comments)])*
            #(#others)*
            #docs
            pub enum #name<#(#parameters)*> {
                #[doc(hidden)]
                #name,
                #[doc(hidden)]
                __Never(::core::convert::Infallible, ::core::marker::PhantomData<fn() -> (#(#types,)*)>),
            }
            #[doc(hidden)]
            pub use self::#name::*;
        }
        #(#attributes_of_import)*
        #(#[cfg_attr(doc, #comments)])*
        #[allow(unused_imports)]
        #vis use #module::#name;
        #traits
    }
}

/// `Clone`, `Copy` unless there are edges, which clones share, and `Debug`, without the bounds that `derive` would add.
pub(super) fn traits(header: &Header) -> TokenStream {
    let (name, debug) = (&header.name, item::debug(header));
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let shared: Vec<_> = shared(&header.attributes).collect();
    let (copy, clone) = if header.fields.iter().all(|field| field.edges.is_none()) {
        let copy = quote! {
            #(#shared)*
            #[automatically_derived]
            impl #parameters ::core::marker::Copy for #name #arguments #bounds {}
        };
        (Some(copy), quote!(*self))
    } else {
        let names = header.fields.iter().map(|field| &field.name);
        (None, quote!(Self { #(#names: ::core::clone::Clone::clone(&self.#names),)* }))
    };
    quote! {
        #(#shared)*
        #[automatically_derived]
        impl #parameters ::core::clone::Clone for #name #arguments #bounds {
            #[inline]
            fn clone(&self) -> Self {
                #clone
            }
        }
        #copy
        #debug
    }
}
