//! What both macros emit alike: the struct, and the functions about parameters and constants.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::Visibility;

use super::generic;

use crate::declaration::{Header, shared};
use crate::parse::extent;
use crate::tree::{Outer, plain};

/// The struct with its fields, the user's attributes and `docs` after the user's.
pub(super) fn structure(header: &Header, docs: Option<String>) -> TokenStream {
    let Header { attributes, vis, name, generics, .. } = header;
    let docs = docs.map(|docs| {
        let lines = docs.lines().map(|line| if line.is_empty() { String::new() } else { format!(" {line}") });
        quote!(#(#[doc = #lines])*)
    });
    if !generics.params.is_empty() && header.fields.is_empty() {
        return generic::without_fields(header, docs);
    }
    let body = if header.fields.is_empty() {
        quote!(;)
    } else {
        let fields = header.fields.iter().map(|field| {
            let (attributes, name) = (&field.attributes, &field.name);
            // An inherited visibility is the item's: whoever can name it can make one.
            let vis = match &field.vis {
                Visibility::Inherited => vis,
                own => own,
            };
            let documented = attributes.iter().any(|attribute| attribute.path().is_ident("doc"));
            let doc = (!documented).then(|| {
                let doc = format!(" The run-time parameter `{name}`.");
                quote!(#[doc = #doc])
            });
            let ty = match (&field.edges, &field.ty) {
                (Some(edges), _) => quote!(#edges),
                (None, Some(ty)) => quote!(#ty),
                (None, None) => quote!(f32),
            };
            quote!(#doc #(#attributes)* #vis #name: #ty)
        });
        quote!({ #(#fields),* })
    };
    if !generics.params.is_empty() {
        let (parameters, bounds, traits) = (generics, &generics.where_clause, generic::traits(header));
        return quote! {
            #(#attributes)*
            #docs
            #vis struct #name #parameters #bounds #body
            #traits
        };
    }
    // Edges are shared by clones.
    let copy = header.fields.iter().all(|field| field.edges.is_none()).then(|| quote!(, ::core::marker::Copy));
    let derived = header.fields.is_empty().then(|| quote!(, ::core::fmt::Debug));
    let debug = (!header.fields.is_empty()).then(|| debug(header));
    quote! {
        #(#attributes)*
        #docs
        #[derive(::core::clone::Clone #copy #derived)]
        #vis struct #name #body
        #debug
    }
}

/// `Debug` of the item. The types of its parameters need not have it.
pub(super) fn debug(header: &Header) -> TokenStream {
    let attributes = impl_attributes(header);
    let (name, text) = (&header.name, header.name.to_string());
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let fields = header.fields.iter().map(|field| {
        let (name, text) = (&field.name, plain(&field.name));
        let value = match (&field.edges, &field.ty) {
            (Some(_), _) => quote!(self.#name),
            (None, Some(ty)) => {
                // At the user's type, where rustc says that kernels have none.
                let (at, value) = (extent(ty.to_token_stream()).first, quote!(self.#name));
                quote_spanned!(at=> ::wavefold::__private::face::written(#value))
            }
            (None, None) => quote!(self.#name),
        };
        quote!(.field(#text, &#value))
    });
    quote! {
        #attributes
        impl #parameters ::core::fmt::Debug for #name #arguments #bounds {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#text) #(#fields)* .finish()
            }
        }
    }
}

/// `fn parameters`, `fn constants`: only those that have something to say.
pub(super) fn values(header: &Header, constants: &[&Outer]) -> TokenStream {
    let values: Vec<_> = header.fields.iter().filter(|field| field.edges.is_none()).collect();
    let parameters = (!values.is_empty()).then(|| {
        let fields = values.iter().map(|field| {
            let name = &field.name;
            quote!(::wavefold::__private::face::parameter(self.#name))
        });
        quote! {
            fn parameters(&self) -> ::std::vec::Vec<::wavefold::__private::Parameter> {
                ::std::vec![#(#fields),*]
            }
        }
    });
    let constants = (!constants.is_empty()).then(|| {
        let constants = self::constants(constants);
        quote! {
            fn constants() -> ::std::vec::Vec<::wavefold::__private::codegen::Constant<'static>> {
                ::std::vec![#(#constants),*]
            }
        }
    });
    quote!(#parameters #constants)
}

/// The constants of the user's with their values.
pub(super) fn constants(constants: &[&Outer]) -> Vec<TokenStream> {
    let constant = |outer: &&Outer| {
        let (path, name) = (&outer.path, &outer.name);
        let at = extent(path).first;
        let value = quote_spanned!(at=> ::wavefold::__private::face::value(#path));
        quote!(::wavefold::__private::codegen::Constant { name: #name, value: #value })
    };
    constants.iter().map(constant).collect()
}

/// The attributes of the impl.
pub(super) fn impl_attributes(header: &Header) -> TokenStream {
    let shared = shared(&header.attributes);
    quote!(#(#shared)* #[automatically_derived])
}
