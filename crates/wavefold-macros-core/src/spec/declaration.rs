//! Whole specs.

use proc_macro2::TokenStream;
use quote::quote;
use wavefold_codegen::{Binding, Binning, HistogramSpec, Item, Part, Pins, ReductionSpec};

use super::expr::{expr, scalar, ty};
use super::{number, option, slice, variant};

pub(crate) fn reduction(spec: &ReductionSpec<'_>) -> TokenStream {
    let item = item(&spec.item);
    let (accumulator, output) = (ty(&spec.accumulator), ty(&spec.output));
    let map = part(&spec.map);
    let (left, right, op) = (spec.op.left, spec.op.right, part(&spec.op.part));
    let identity = option(spec.identity.as_ref(), part);
    let init = option(spec.init.as_ref(), part);
    let finish = option(spec.finish.as_ref(), |finish| {
        let (total, part) = (finish.total, part(&finish.part));
        quote!(::wavefold::__private::codegen::Finish { total: #total, part: #part })
    });
    let (exact, commutative) = (spec.exact, spec.commutative);
    quote!(::wavefold::__private::codegen::ReductionSpec {
        item: #item,
        accumulator: #accumulator,
        output: #output,
        map: #map,
        op: ::wavefold::__private::codegen::Op { left: #left, right: #right, part: #op },
        identity: #identity,
        init: #init,
        finish: #finish,
        exact: #exact,
        commutative: #commutative,
    })
}

/// `bins` is an expression of the user's when it is not known here.
pub(crate) fn histogram(spec: &HistogramSpec<'_>, bins: &TokenStream) -> TokenStream {
    let item = item(&spec.item);
    let binning = match &spec.binning {
        Binning::Index(number) => {
            let number = part(number);
            quote!(Index(#number))
        }
        Binning::Even { sample, closed } => {
            let sample = scalar(*sample);
            quote!(Even { sample: #sample, closed: #closed })
        }
        Binning::Edges { sample, closed } => {
            let sample = scalar(*sample);
            quote!(Edges { sample: #sample, closed: #closed })
        }
    };
    let (outside, counter) = (variant(spec.outside), scalar(spec.counter));
    quote!(::wavefold::__private::codegen::HistogramSpec {
        item: #item,
        binning: ::wavefold::__private::codegen::Binning::#binning,
        bins: #bins,
        outside: ::wavefold::__private::codegen::Outside::#outside,
        counter: #counter,
    })
}

fn item(item: &Item<'_>) -> TokenStream {
    let name = item.name;
    let docs = slice(item.docs, |line| quote!(#line));
    let inputs = slice(item.inputs, binding);
    let index = option(item.index, |index| quote!(#index));
    let parameters = slice(item.parameters, binding);
    let filter = option(item.filter.as_ref(), part);
    let (fp, pins) = (variant(item.fp), pins(&item.pins));
    quote!(::wavefold::__private::codegen::Item {
        name: #name,
        docs: #docs,
        inputs: #inputs,
        index: #index,
        parameters: #parameters,
        filter: #filter,
        fp: ::wavefold::__private::codegen::Fp::#fp,
        pins: #pins,
        location: ::wavefold::__private::codegen::Location { file: ::core::file!(), line: ::core::line!() },
    })
}

fn pins(pins: &Pins<'_>) -> TokenStream {
    let warp_sizes = slice(pins.warp_sizes, |size| {
        let size = variant(size);
        quote!(::wavefold::__private::codegen::WarpSize::#size)
    });
    let block_size = option(pins.block_size, number);
    let items_per_thread = option(pins.items_per_thread, number);
    let vector_width = option(pins.vector_width, number);
    quote!(::wavefold::__private::codegen::Pins {
        warp_sizes: #warp_sizes,
        block_size: #block_size,
        items_per_thread: #items_per_thread,
        vector_width: #vector_width,
    })
}

fn binding(binding: &Binding<'_>) -> TokenStream {
    let (name, ty) = (binding.name, ty(&binding.ty));
    quote!(::wavefold::__private::codegen::Binding { name: #name, ty: #ty })
}

fn part(part: &Part<'_>) -> TokenStream {
    let (body, line) = (expr(&part.body), part.line);
    quote!(::wavefold::__private::codegen::Part { body: #body, line: #line })
}
