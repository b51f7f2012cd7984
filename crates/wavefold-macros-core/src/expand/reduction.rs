//! `reduction!`

use bumpalo::Bump;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

use super::function::{self, Signature};
use super::{constants, documentation, fallback, header, item};
use crate::declaration::{Header, Reduction};
use crate::face;
use crate::lower::{Lower, Outside};
use crate::parse::extent;
use crate::report::Report;
use crate::spec::Printer;
use crate::tree::Flag;

/// Expands the tokens inside `reduction! { … }`.
pub fn reduction(input: TokenStream) -> TokenStream {
    let mut report = Report::default();
    let Some(header) = header(&mut report, "reduction!", input) else {
        return report.into_tokens();
    };
    let (reduction, known) = match header.body.clone() {
        Some(body) => Reduction::parse(&mut report, &header, body),
        None => return fallback::unknown(&header, report),
    };
    match reduction {
        Some(reduction) if report.is_empty() => expand(&header, &reduction),
        _ => fallback::reduction(&header, &known, report),
    }
}

fn expand(header: &Header, reduction: &Reduction) -> TokenStream {
    let constants = constants(reduction.parts());
    let (arena, outside) = (Bump::new(), Outside::default());
    let lowered = Lower::new(&arena, &outside).reduction(header, reduction);
    // The text goes by the order, and by nothing that `exact` says.
    let order_is_known = matches!(reduction.commutative, Flag::Known(_));
    let self_contained = constants.is_empty() && outside.is_empty() && order_is_known;
    let docs = if self_contained { documentation::reduction(&lowered) } else { None };

    let structure = item::structure(header, docs);
    let attributes = item::impl_attributes(header);
    let spec = Printer { outside: &outside }.reduction(&lowered, &reduction.exact, &reduction.commutative);
    let values = item::values(header, &constants);
    let functions = functions(header, reduction);
    let (name, inputs) = (&header.name, function::types(header));
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let Reduction { accumulator, output, .. } = reduction;
    let site = Span::mixed_site();
    let at_output = Span::call_site().located_at(extent(output.to_token_stream()).first);
    let (result, wrap) = if reduction.identity.is_some() {
        (
            quote!(#output),
            quote_spanned!(site=> fn output(value: Self::Value, _: ::core::primitive::bool) -> Self::Output { value }),
        )
    } else {
        (
            quote_spanned!(at_output=> ::core::option::Option<#output>),
            quote_spanned! {site=>
                fn output(value: Self::Value, found: ::core::primitive::bool) -> Self::Output {
                    if found { ::core::option::Option::Some(value) } else { ::core::option::Option::None }
                }
            },
        )
    };
    quote! {
        #structure

        #attributes
        impl #parameters ::wavefold::__private::Reduction for #name #arguments #bounds {
            type Inputs = #inputs;
            type Accumulator = #accumulator;
            type Value = #output;
            type Output = #result;
            const SPEC: ::wavefold::__private::codegen::ReductionSpec<'static> = #spec;
            #values
            #functions
            #[inline]
            #wrap
        }
    }
}

fn functions(header: &Header, reduction: &Reduction) -> TokenStream {
    let Reduction { accumulator, output, op, .. } = reduction;
    let index = reduction.index.as_ref();
    let site = Span::mixed_site();
    let accept = reduction.filter.as_ref().map(|filter| function::accept(header, index, filter));
    let in_domain = reduction.domain.as_ref().map(|domain| {
        let signature = Signature {
            name: Ident::new("in_domain", site),
            before: TokenStream::new(),
            result: quote_spanned!(domain.body.extent.first=> ::core::primitive::bool),
            body: face::body(&domain.body),
        };
        function::of_element(header, index, domain, &signature)
    });
    let map = Signature {
        name: Ident::new("map", site),
        before: TokenStream::new(),
        result: quote!(#accumulator),
        body: face::body(&reduction.map.body),
    };
    let map = function::of_element(header, index, &reduction.map, &map);
    let joined =
        function::of_accumulators(header, "op", &[&op.left, &op.right], accumulator, accumulator, &op.part);
    let identity = match &reduction.identity {
        Some(identity) => function::optional(header, "identity", accumulator, identity),
        None => quote! {
            #[inline]
            fn identity(&self) -> ::core::option::Option<#accumulator> {
                ::core::option::Option::None
            }
        },
    };
    let init = reduction.init.as_ref().map(|init| function::optional(header, "init", accumulator, init));
    let finish = match &reduction.finish {
        Some(finish) => {
            function::of_accumulators(header, "finish", &[&finish.total], accumulator, output, &finish.part)
        }
        None => quote_spanned! {site=>
            #[inline(always)]
            fn finish(&self, total: #accumulator) -> #output {
                total
            }
        },
    };
    quote!(#accept #in_domain #map #joined #identity #init #finish)
}
