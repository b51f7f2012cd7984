//! `histogram!`

use bumpalo::Bump;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use wavefold_codegen::Outside;

use super::function::{self, Signature};
use super::{constants, documentation, fallback, header, item};
use crate::declaration::{Bins, Finding, Header, Histogram, Range, shared};
use crate::lower::{Lower, Outside as Elsewhere};
use crate::report::Report;
use crate::spec::Printer;
use crate::tree::{Kind, LitValue, Part};
use crate::{face, parse};

/// Expands the tokens inside `histogram! { … }`.
pub fn histogram(input: TokenStream) -> TokenStream {
    let mut report = Report::default();
    let Some(header) = header(&mut report, "histogram!", input) else {
        return report.into_tokens();
    };
    let histogram = match header.body.clone() {
        Some(body) => Histogram::parse(&mut report, &header, body),
        None => return fallback::unknown(&header, report),
    };
    match histogram {
        Some(histogram) if report.is_empty() => expand(&header, &histogram),
        _ => fallback::histogram(&header, report),
    }
}

fn expand(header: &Header, histogram: &Histogram) -> TokenStream {
    let constants = constants(histogram.parts());
    let (arena, outside) = (Bump::new(), Elsewhere::default());
    let lowered = Lower::new(&arena, &outside).histogram(header, histogram);
    let self_contained = constants.is_empty() && outside.is_empty() && matches!(histogram.bins, Bins::Number(_));
    let docs = if self_contained { documentation::histogram(&lowered) } else { None };

    let structure = item::structure(header, docs);
    let attributes = item::impl_attributes(header);
    let bins = bins(&histogram.bins);
    let check = check_bins(header, &histogram.bins);
    let spec = Printer { outside: &outside }.histogram(&lowered, &bins);
    let values = item::values(header, &constants);
    let functions = functions(header, histogram);
    let (name, inputs, counter) = (&header.name, function::types(header), &histogram.counter);
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let binning = match &histogram.finding {
        Finding::Number(_) => quote!(::wavefold::__private::Numbered),
        Finding::Even(range) => {
            let sample = &range.sample;
            quote!(::wavefold::__private::EvenRange<#sample>)
        }
    };
    let site = Span::mixed_site();
    let (output, wrap) = match histogram.outside {
        Outside::Count => (
            quote!(::wavefold::__private::Counted<#counter>),
            quote_spanned!(site=> ::wavefold::__private::Counted::from_counters(counters)),
        ),
        Outside::Drop | Outside::Clamp => (quote!(::std::vec::Vec<#counter>), quote_spanned!(site=> counters)),
    };
    let wrap = quote_spanned! {site=>
        fn output(counters: ::std::vec::Vec<Self::Counter>) -> Self::Output {
            #wrap
        }
    };
    quote! {
        #structure
        #check

        #attributes
        impl #parameters ::wavefold::__private::Histogram for #name #arguments #bounds {
            type Inputs = #inputs;
            type Counter = #counter;
            type Output = #output;
            type Binning = #binning;
            const SPEC: ::wavefold::__private::codegen::HistogramSpec<'static> = #spec;
            #values
            #functions
            #wrap
        }
    }
}

/// The number of bins as a `u32`.
fn bins(bins: &Bins) -> TokenStream {
    match bins {
        Bins::Number(number) => quote!(#number),
        Bins::Constant(outer) => {
            let path = &outer.path;
            quote!((#path) as ::core::primitive::u32)
        }
    }
}

/// A constant of the user's may have any integer type and value. That it fits is checked beside the impl:
/// constants of an impl are evaluated only where they are used.
fn check_bins(header: &Header, bins: &Bins) -> Option<TokenStream> {
    let Bins::Constant(outer) = bins else { return None };
    let path = &outer.path;
    let attributes = shared(&header.attributes);
    let zero = format!("a histogram without bins counts nothing, but `{}` is 0", outer.name);
    let large = format!("`{}` is no number of bins: there are 1 to {}", outer.name, u32::MAX);
    let most = u32::MAX;
    let check = quote_spanned! {parse::extent(path).first=>
        match #path {
            0 => ::core::panic!(#zero),
            bins => ::core::assert!(bins as ::core::primitive::i128 > 0 && bins as ::core::primitive::i128 <= #most as i128, #large),
        }
    };
    Some(quote!(#(#attributes)* const _: () = #check;))
}

fn functions(header: &Header, histogram: &Histogram) -> TokenStream {
    let index = histogram.index.as_ref();
    let accept = histogram.filter.as_ref().map(|filter| function::accept(header, index, filter));
    let (binning, place) = match &histogram.finding {
        Finding::Number(number) => {
            let extent = number.body.extent;
            let bins = bins(&histogram.bins);
            let body = face::call(extent, extent.first, "place", None, &[face::expr(&number.body), bins]);
            (
                quote!(::core::result::Result::Ok(::wavefold::__private::Numbered)),
                of_number(header, index, number, body),
            )
        }
        Finding::Even(range) => (even(header, range, &bins(&histogram.bins)), of_sample(header)),
    };
    let site = Span::mixed_site();
    quote_spanned! {site=>
        #accept
        fn binning(&self) -> ::core::result::Result<Self::Binning, ::wavefold::__private::RangeError> {
            #binning
        }
        #place
    }
}

fn of_number(header: &Header, index: Option<&Ident>, number: &Part, body: TokenStream) -> TokenStream {
    let signature = Signature {
        name: Ident::new("place", Span::mixed_site()),
        before: quote!(_: &Self::Binning,),
        result: quote!(::wavefold::__private::Place),
        body,
    };
    function::of_element(header, index, number, &signature)
}

fn of_sample(header: &Header) -> TokenStream {
    let (site, types) = (Span::mixed_site(), function::types(header));
    quote_spanned! {site=>
        #[inline(always)]
        fn place(&self, binning: &Self::Binning, (sample,): #types, _: ::core::primitive::u64) -> ::wavefold::__private::Place {
            binning.place(sample)
        }
    }
}

/// The body of `binning`: the ends have the type of the samples, or are `i128` over integers, where an
/// upper end may lie one above the largest sample.
fn even(header: &Header, range: &Range, bins: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let parameters = function::bind_parameters(header, &[&range.low, &range.high]);
    let sample = &range.sample;
    let (low, high) = (end(range, &range.low), end(range, &range.high));
    let closed = range.closed;
    let ty = if range.sample.scalar.is_float() { quote!(#sample) } else { quote!(::core::primitive::i128) };
    quote_spanned! {site=>
        #parameters
        let low: #ty = #low;
        let high: #ty = #high;
        ::wavefold::__private::EvenRange::<#sample>::new(low, high, #bins, #closed)
    }
}

fn end(range: &Range, end: &Part) -> TokenStream {
    let written = face::expr(&end.body);
    if range.sample.scalar.is_float() {
        return written;
    }
    if let Some((negative, LitValue::Integer { value, suffix: None })) = end.body.as_literal() {
        let mut literal = Literal::u128_unsuffixed(*value);
        literal.set_span(end.body.extent.last);
        return match &end.body.kind {
            Kind::Neg(minus, _) if negative => quote!(#minus #literal),
            _ => quote!(#literal),
        };
    }
    let at = end.body.extent.first;
    quote_spanned!(at=> ::core::primitive::i128::from(#written))
}
