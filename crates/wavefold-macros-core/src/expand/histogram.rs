//! `histogram!`

use bumpalo::Bump;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use wavefold_codegen::{Binning, MAX_BINS, Outside};

use super::function::{self, Signature};
use super::{constants, documentation, fallback, header, item};
use crate::declaration::{Bins, EdgeValues, Edges, Finding, Header, Histogram, Range, shared};
use crate::lower::{Lower, Outside as Elsewhere};
use crate::report::Report;
use crate::spec::Printer;
use crate::tree::{Kind, LitValue, Outer, Part, ScalarType, Type};
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
    let bins_known = !matches!(histogram.bins, Bins::Constant(_) | Bins::Between(_));
    let self_contained = constants.is_empty() && outside.is_empty() && bins_known;
    let docs = if self_contained { documentation::histogram(&lowered) } else { None };

    let structure = item::structure(header, docs);
    let attributes = item::impl_attributes(header);
    let bins = match known_bins(&histogram.bins) {
        Some(bins) => quote!(::core::option::Option::Some(#bins)),
        None => quote!(::core::option::Option::None),
    };
    let check = check_constants(&histogram.bins);
    let spec = Printer { outside: &outside }.histogram(&lowered, &bins, unknown_sample(histogram).as_ref());
    let (check, spec) = match check {
        // What a type parameter has is known only where the impl is used.
        Some(check) if !header.generics.params.is_empty() => (None, quote!({ #check; #spec })),
        Some(check) => {
            let attributes = shared(&header.attributes);
            (Some(quote!(#(#attributes)* const _: () = #check;)), spec)
        }
        None => (None, spec),
    };
    let values = item::values(header, &constants);
    let functions = functions(header, histogram);
    let (name, inputs, counter) = (&header.name, function::types(header), &histogram.counter);
    let (parameters, arguments, bounds) = header.generics.split_for_impl();
    let binning = match &histogram.finding {
        Finding::Number(_) => quote!(::wavefold::__private::Numbered),
        Finding::Even(range) => {
            let sample = &range.sample;
            quote_spanned!(parse::extent(sample).first=> ::wavefold::__private::EvenRange<#sample>)
        }
        Finding::Edges(edges) => {
            let sample = &edges.sample;
            quote_spanned!(parse::extent(sample).first=> ::wavefold::__private::EdgeBins<#sample>)
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

/// The type of samples that only rustc knows, as a constant.
fn unknown_sample(histogram: &Histogram) -> Option<TokenStream> {
    let sample = match &histogram.finding {
        Finding::Even(range) => &range.sample,
        Finding::Edges(edges) => &edges.sample,
        Finding::Number(_) => return None,
    };
    let Type::Outer(sample) = sample else { return None };
    let sample = &sample.tokens;
    let at = parse::extent(sample).first;
    Some(quote_spanned!(at=> <#sample as ::wavefold::__private::DeviceType>::TYPE.of_samples()))
}

/// The number of bins as a `u32`, if it is a constant.
fn known_bins(bins: &Bins) -> Option<TokenStream> {
    match bins {
        Bins::Number(number) => Some(quote!(#number)),
        Bins::Constant(outer) => {
            let path = &outer.path;
            Some(quote!((#path) as ::core::primitive::u32))
        }
        Bins::Between(outer) => {
            let path = &outer.path;
            Some(quote!(#path.len().saturating_sub(1) as ::core::primitive::u32))
        }
        Bins::Parameter(_) | Bins::OfEdges => None,
    }
}

/// The number of bins as a `u32`, where a plan is made.
fn given_bins(bins: &Bins) -> TokenStream {
    match bins {
        Bins::Parameter(name) => quote_spanned!(Span::mixed_site()=> self.#name),
        other => known_bins(other).unwrap_or_default(),
    }
}

/// A constant of the user's may have any integer type and value. That it fits is checked beside the impl:
/// constants of an impl are evaluated only where they are used.
fn check_constants(bins: &Bins) -> Option<TokenStream> {
    match bins {
        Bins::Constant(outer) => Some(check_bins(outer)),
        Bins::Between(outer) => Some(check_edges(outer)),
        Bins::Number(_) | Bins::Parameter(_) | Bins::OfEdges => None,
    }
}

fn check_bins(outer: &Outer) -> TokenStream {
    let path = &outer.path;
    let zero = format!("a histogram without bins counts nothing, but `{}` is 0", outer.name);
    let large = format!("`{}` is no number of bins: there are 1 to {MAX_BINS}", outer.name);
    let most = MAX_BINS;
    quote_spanned! {parse::extent(path).first=>
        match #path {
            0 => ::core::panic!(#zero),
            bins => ::core::assert!(bins as ::core::primitive::i128 > 0 && bins as ::core::primitive::i128 <= #most as i128, #large),
        }
    }
}

/// That edges are finite is seen when a plan is made.
fn check_edges(outer: &Outer) -> TokenStream {
    let path = &outer.path;
    let few = format!("bins lie between edges, and `{}` has fewer than two", outer.name);
    let unordered = format!("edges increase, but one of `{}` is not above the one before it", outer.name);
    quote_spanned! {parse::extent(path).first=>
        {
            let edges = &#path;
            ::core::assert!(edges.len() >= 2, #few);
            let mut k = 1;
            while k < edges.len() {
                ::core::assert!(edges[k - 1] < edges[k], #unordered);
                k += 1;
            }
        }
    }
}

fn functions(header: &Header, histogram: &Histogram) -> TokenStream {
    let site = Span::mixed_site();
    let index = histogram.index.as_ref();
    let accept = histogram.filter.as_ref().map(|filter| function::accept(header, index, filter));
    let (binning, place) = match &histogram.finding {
        Finding::Number(number) => {
            let extent = number.body.extent;
            let (known, given) = (known_bins(&histogram.bins), given_bins(&histogram.bins));
            // A constant where there is one: the compiler makes more of it.
            let (binning, bins) = match known {
                Some(bins) => (quote!(_), bins),
                None => (
                    quote_spanned!(site=> binning),
                    quote_spanned!(site=> ::wavefold::__private::Binning::bins(binning)),
                ),
            };
            let body = face::call(extent, extent.first, "place", None, &[face::expr(&number.body), bins]);
            let before = quote!(#binning: &Self::Binning,);
            (quote!(::wavefold::__private::Numbered::new(#given)), of_number(header, index, number, before, body))
        }
        Finding::Even(range) => (even(header, range, &given_bins(&histogram.bins)), of_sample(header)),
        Finding::Edges(edges) => (between(header, edges), of_sample(header)),
    };
    quote_spanned! {site=>
        #accept
        fn binning(&self) -> ::core::result::Result<Self::Binning, ::wavefold::__private::RangeError> {
            #binning
        }
        #place
    }
}

fn of_number(
    header: &Header,
    index: Option<&Ident>,
    number: &Part,
    before: TokenStream,
    body: TokenStream,
) -> TokenStream {
    let signature = Signature {
        name: Ident::new("place", Span::mixed_site()),
        before,
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

/// The body of `binning`: the ends are what the samples are compared with, their own type or `f32` for half floats. Over
/// integers they are `i128`, where an upper end may lie one above the largest sample. Where only rustc knows the samples,
/// the ends have their type.
fn even(header: &Header, range: &Range, bins: &TokenStream) -> TokenStream {
    let site = Span::mixed_site();
    let parameters = function::bind_parameters(header, &[&range.low, &range.high]);
    let (sample, closed) = (&range.sample, range.closed);
    let (ty, low, high, new) = match sample {
        Type::Scalar(scalar) => {
            let (low, high) = (end(scalar, &range.low), end(scalar, &range.high));
            let ty = if scalar.scalar.is_float() { edge(scalar) } else { quote!(::core::primitive::i128) };
            (ty, low, high, Ident::new("new", site))
        }
        _ => {
            let (low, high) = (face::expr(&range.low.body), face::expr(&range.high.body));
            (quote!(#sample), low, high, Ident::new("between", site))
        }
    };
    quote_spanned! {site=>
        #parameters
        let low: #ty = #low;
        let high: #ty = #high;
        ::wavefold::__private::EvenRange::<#sample>::#new(low, high, #bins, #closed)
    }
}

/// The type of what these samples are compared with.
fn edge(sample: &ScalarType) -> TokenStream {
    let edge = Ident::new(Binning::edge_of(sample.scalar).rust_name(), Span::mixed_site());
    quote!(::core::primitive::#edge)
}

/// The body of `binning`: listed edges are what the samples are compared with, or have the type of the samples where only
/// rustc knows it.
fn between(header: &Header, edges: &Edges) -> TokenStream {
    let site = Span::mixed_site();
    let (sample, closed) = (&edges.sample, edges.closed);
    let (ty, new) = match sample {
        Type::Scalar(scalar) => (edge(scalar), Ident::new("new", site)),
        _ => (quote!(#sample), Ident::new("listed", site)),
    };
    match &edges.values {
        EdgeValues::Listed(list) => {
            let parts: Vec<&Part> = list.iter().collect();
            let parameters = function::bind_parameters(header, &parts);
            let (list, count) = (list.iter().map(|edge| face::expr(&edge.body)), list.len());
            quote_spanned! {site=>
                #parameters
                let edges: [#ty; #count] = [#(#list),*];
                ::wavefold::__private::EdgeBins::<#sample>::#new(edges, #closed)
            }
        }
        EdgeValues::Constant(outer) => {
            let path = &outer.path;
            let at = parse::extent(path).first;
            quote_spanned!(at=> ::wavefold::__private::EdgeBins::<#sample>::new(#path, #closed))
        }
        EdgeValues::Array(name, length) => {
            let count = *length as usize;
            quote_spanned! {site=>
                let Self { #name, .. } = *self;
                let edges: [#ty; #count] = #name;
                ::wavefold::__private::EdgeBins::<#sample>::#new(edges, #closed)
            }
        }
        EdgeValues::Parameter(name) => {
            quote_spanned!(site=> ::wavefold::__private::EdgeBins::<#sample>::of(&self.#name, #closed))
        }
    }
}

fn end(sample: &ScalarType, end: &Part) -> TokenStream {
    let written = face::expr(&end.body);
    if sample.scalar.is_float() {
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
