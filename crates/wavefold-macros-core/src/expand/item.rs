//! What both macros emit alike: the struct, and the functions about parameters and constants.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Visibility;

use super::generic;

use crate::declaration::{Header, shared};
use crate::parse::extent;
use crate::tree::{Outer, Type, plain};

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
    let (parameters, bounds) = (generics, &generics.where_clause);
    // Edges are shared by clones, and a derived `Clone` of parameters would speak of their types once more.
    let has_edges = header.fields.iter().any(|field| field.edges.is_some());
    let (derived, traits) = if header.fields.is_empty() {
        (quote!(#[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]), TokenStream::new())
    } else if has_edges {
        (quote!(#[derive(::core::clone::Clone)]), debug(header))
    } else {
        (TokenStream::new(), generic::traits(header))
    };
    quote! {
        #(#attributes)*
        #docs
        #derived
        #vis struct #name #parameters #bounds #body
        #traits
    }
}

/// `face::function(self.name)`. Of a type that is not known here the function is taken first and called then, so that
/// rustc says at the user's type that kernels have no values of it; of a call it would say so everywhere.
fn of_field(function: &str, name: &Ident, ty: &Type) -> TokenStream {
    let function = Ident::new(function, Span::call_site());
    let path = quote!(::wavefold::__private::face::#function);
    match ty {
        Type::Scalar(_) => quote!(#path(self.#name)),
        _ => quote!({ let #function: fn(_) -> _ = #path::<#ty>; #function(self.#name) }),
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
            (None, Some(ty)) => of_field("written", name, ty),
            _ => quote!(self.#name),
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
        let fields =
            values.iter().filter_map(|field| Some(of_field("parameter", &field.name, field.ty.as_ref()?)));
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
