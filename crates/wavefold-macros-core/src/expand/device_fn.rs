//! `#[device_fn]`

use bumpalo::Bump;
use proc_macro2::TokenStream;
use quote::quote;

use super::constants;
use crate::declaration::{DeviceFn, docs, shared};
use crate::face;
use crate::lower::{Lower, Outside};
use crate::report::Report;
use crate::spec::Printer;

/// Expands `#[device_fn(arguments)] function`.
pub fn device_fn(arguments: TokenStream, function: TokenStream) -> TokenStream {
    let mut report = Report::default();
    if !arguments.is_empty() {
        report.error(&arguments, "`#[device_fn]` takes nothing; leave out the parentheses");
    }
    let written: syn::ItemFn = match syn::parse2(function.clone()) {
        Ok(written) => written,
        Err(_) => {
            report.error(
                function,
                "`#[device_fn]` stands before a function: `#[device_fn] fn merge(a: f32, b: f32) -> f32 { … }`",
            );
            return report.into_tokens();
        }
    };
    let function = DeviceFn::parse(&mut report, &written);
    match function {
        Some(function) if report.is_empty() => expand(&written, &function),
        _ => beside_errors(&written, report),
    }
}

/// The function itself, computed by our arithmetic, and beside it a type of its name that knows it as data.
fn expand(written: &syn::ItemFn, function: &DeviceFn) -> TokenStream {
    let (attributes, vis, name) = (&written.attrs, &written.vis, &written.sig.ident);
    let (names, types): (Vec<_>, Vec<_>) = function.parameters.iter().map(|(name, ty)| (name, ty)).unzip();
    let result = &function.result;
    let body = face::body(&function.body.body);
    let inline = attributes.iter().all(|attribute| !attribute.path().is_ident("inline"));
    let inline = inline.then(|| quote!(#[inline]));
    let (arena, outside) = (Bump::new(), Outside::default());
    let lowered = Lower::new(&arena, &outside).function(name, &docs(attributes), function);
    let constants = constants(std::iter::once(&function.body));
    let spec = Printer { outside: &outside }.function(&lowered, &super::item::constants(&constants));
    let shared: Vec<_> = shared(attributes).collect();
    quote! {
        #(#attributes)*
        #inline
        #vis fn #name(#(#names: #types),*) -> #result {
            #body
        }

        #(#shared)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #(#shared)*
        #[automatically_derived]
        impl ::wavefold::__private::DeviceFunction for #name {
            const SPEC: ::wavefold::__private::codegen::Function<'static> = #spec;
        }
    }
}

/// A function of the same types, so that its uses are not further errors.
fn beside_errors(written: &syn::ItemFn, report: Report) -> TokenStream {
    let errors = report.into_tokens();
    let (attributes, vis, signature) = (&written.attrs, &written.vis, &written.sig);
    let syn::Signature { ident: name, generics, output, .. } = signature;
    let types = signature.inputs.iter().filter_map(|argument| match argument {
        syn::FnArg::Typed(typed) => Some(&typed.ty),
        syn::FnArg::Receiver(_) => None,
    });
    let bounds = &generics.where_clause;
    let shared: Vec<_> = shared(attributes).collect();
    quote! {
        #errors

        #(#attributes)*
        #vis fn #name #generics (#(_: #types),*) #output #bounds {
            ::core::unreachable!()
        }

        #(#shared)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, dead_code)]
        #vis enum #name {}

        #(#shared)*
        #[automatically_derived]
        impl ::wavefold::__private::DeviceFunction for #name {
            const SPEC: ::wavefold::__private::codegen::Function<'static> = ::core::unreachable!();
        }
    }
}
