//! Items with type parameters: `Sum::<f32>` is a value, `Sum<f32>` its type.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::GenericParam;

use crate::declaration::{Header, shared};

/// An item of type parameters alone.
///
/// Rust has no unit struct with a parameter, but an enum may have a variant of its own name, and what a module says of
/// one name is imported at once: the enum as a type, the variant as a value. The module's name holds the place of the
/// declaration, because two modules of one name could meet through `use super::*`.
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
    quote! {
        #(#attributes_of_module)*
        #[allow(clippy::manual_non_exhaustive, non_snake_case, unreachable_pub)]
        mod #module {
            #(#attributes)*
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
        #[allow(unused_imports)]
        #vis use #module::#name;
        #traits
    }
}

/// `Clone`, `Copy` unless there are edges, which clones share, and `Debug`, without the bounds that `derive` would add.
pub(super) fn traits(header: &Header) -> TokenStream {
    let (name, fields) = (&header.name, header.fields.iter().map(|field| &field.name));
    let text = header.name.to_string();
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
        let names = fields.clone();
        (None, quote!(Self { #(#names: ::core::clone::Clone::clone(&self.#names),)* }))
    };
    let texts = header.fields.iter().map(|field| field.name.to_string());
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
        #(#shared)*
        #[automatically_derived]
        impl #parameters ::core::fmt::Debug for #name #arguments #bounds {
            fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                f.debug_struct(#text)#(.field(#texts, &self.#fields))*.finish()
            }
        }
    }
}
