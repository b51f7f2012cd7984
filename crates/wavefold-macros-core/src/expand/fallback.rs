//! What is emitted beside errors: the item still exists and has its trait, so that its uses are not
//! further errors.

use proc_macro2::TokenStream;
use quote::quote;
use wavefold_codegen::Scalar;

use super::{function, item};
use crate::declaration::{Header, Known};
use crate::report::Report;
use crate::tree::Type;

/// A declaration of which only the head is known, if that.
pub(super) fn unknown(header: &Header, report: Report) -> TokenStream {
    let (errors, structure) = (report.into_tokens(), item::structure(header, None));
    quote!(#errors #structure)
}

pub(super) fn reduction(header: &Header, known: &Known, report: Report) -> TokenStream {
    let errors = report.into_tokens();
    let structure = item::structure(header, None);
    let attributes = item::impl_attributes(header);
    let (name, inputs) = (&header.name, inputs(header));
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let output = match &header.output {
        Some(ty) => quote!(#ty),
        None => quote!(f32),
    };
    let accumulator = match &known.accumulator {
        Some(ty) => quote!(#ty),
        None => output.clone(),
    };
    let result = if known.may_be_absent { quote!(::core::option::Option<#output>) } else { output.clone() };
    quote! {
        #errors
        #structure

        #attributes
        impl #parameters ::wavefold::__private::Reduction for #name #arguments #bounds {
            type Inputs = #inputs;
            type Accumulator = #accumulator;
            type Value = #output;
            type Output = #result;
            const SPEC: ::wavefold::__private::codegen::ReductionSpec<'static> = ::core::unreachable!();
            fn map(&self, _: Self::Inputs, _: u64) -> Self::Accumulator {
                ::core::unreachable!()
            }
            fn op(&self, _: Self::Accumulator, _: Self::Accumulator) -> Self::Accumulator {
                ::core::unreachable!()
            }
            fn identity(&self) -> ::core::option::Option<Self::Accumulator> {
                ::core::unreachable!()
            }
            fn finish(&self, _: Self::Accumulator) -> Self::Value {
                ::core::unreachable!()
            }
            fn output(_: Self::Value, _: bool) -> Self::Output {
                ::core::unreachable!()
            }
        }
    }
}

pub(super) fn histogram(header: &Header, report: Report) -> TokenStream {
    let errors = report.into_tokens();
    let structure = item::structure(header, None);
    let attributes = item::impl_attributes(header);
    let (name, inputs) = (&header.name, inputs(header));
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let counter = match &header.output {
        Some(Type::Scalar(counter)) if counter.scalar == Scalar::U32 => quote!(u32),
        _ => quote!(u64),
    };
    quote! {
        #errors
        #structure

        #attributes
        impl #parameters ::wavefold::__private::Histogram for #name #arguments #bounds {
            type Inputs = #inputs;
            type Counter = #counter;
            type Output = ::std::vec::Vec<#counter>;
            type Binning = ::wavefold::__private::Numbered;
            const SPEC: ::wavefold::__private::codegen::HistogramSpec<'static> = ::core::unreachable!();
            fn binning(&self) -> ::core::result::Result<Self::Binning, ::wavefold::__private::RangeError> {
                ::core::unreachable!()
            }
            fn place(&self, _: &Self::Binning, _: Self::Inputs, _: u64) -> ::wavefold::__private::Place {
                ::core::unreachable!()
            }
            fn output(_: ::std::vec::Vec<Self::Counter>) -> Self::Output {
                ::core::unreachable!()
            }
        }
    }
}

/// The inputs as far as they are known; a declaration without any has one, after its error.
fn inputs(header: &Header) -> TokenStream {
    if header.inputs.is_empty() { quote!((f32,)) } else { function::types(header) }
}
