//! Whole specs.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use wavefold_codegen::{Binding, Binning, Function, HistogramSpec, Item, Part, Pins, ReductionSpec, Scalar};

use super::expr::scalar;
use super::{Printer, number, option, schedule, slice, variant};
use crate::tree::Flag;

impl Printer<'_> {
    /// `exact` and `commutative` may be constants of the user's, of which the spec knows nothing.
    pub(crate) fn reduction(self, spec: &ReductionSpec<'_>, exact: &Flag, commutative: &Flag) -> TokenStream {
        let item = self.item(&spec.item);
        let (accumulator, output) = (self.ty(&spec.accumulator), self.ty(&spec.output));
        let map = self.part(&spec.map);
        let (left, right, op) = (spec.op.left, spec.op.right, self.part(&spec.op.part));
        let identity = option(spec.identity.as_ref(), |one| self.part(one));
        let init = option(spec.init.as_ref(), |one| self.part(one));
        let finish = option(spec.finish.as_ref(), |finish| {
            let (total, part) = (finish.total, self.part(&finish.part));
            quote!(::wavefold::__private::codegen::Finish { total: #total, part: #part })
        });
        let (exact, commutative) = (flag(exact), flag(commutative));
        let schedule = option(spec.schedule, schedule::reduction);
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
            schedule: #schedule,
        })
    }

    /// `bins` is an expression of the user's when it is not known here, and so is `sample`: the type of the samples.
    pub(crate) fn histogram(
        self,
        spec: &HistogramSpec<'_>,
        bins: &TokenStream,
        sample: Option<&TokenStream>,
    ) -> TokenStream {
        let item = self.item(&spec.item);
        let sample_or = |known: Scalar| sample.cloned().unwrap_or_else(|| scalar(known));
        let binning = match &spec.binning {
            Binning::Index(number) => {
                let number = self.part(number);
                quote!(Index(#number))
            }
            Binning::Even { sample, closed } => {
                let sample = sample_or(*sample);
                quote!(Even { sample: #sample, closed: #closed })
            }
            Binning::Edges { sample, closed } => {
                let sample = sample_or(*sample);
                quote!(Edges { sample: #sample, closed: #closed })
            }
        };
        let (outside, counter) = (variant(spec.outside), scalar(spec.counter));
        let schedule = option(spec.schedule, schedule::histogram);
        quote!(::wavefold::__private::codegen::HistogramSpec {
            item: #item,
            binning: ::wavefold::__private::codegen::Binning::#binning,
            bins: #bins,
            outside: ::wavefold::__private::codegen::Outside::#outside,
            counter: #counter,
            schedule: #schedule,
        })
    }

    /// A function of the user's; `constants` are the constants that its body names.
    pub(crate) fn function(self, function: &Function<'_>, constants: &[TokenStream]) -> TokenStream {
        let name = function.name;
        let docs = slice(function.docs, |line| quote!(#line));
        let parameters = slice(function.parameters, |one| self.binding(one));
        let (result, body) = (self.ty(&function.result), self.part(&function.body));
        let constants = if constants.is_empty() {
            quote!(::std::vec::Vec::new)
        } else {
            quote!(|| ::std::vec![#(#constants),*])
        };
        quote!(::wavefold::__private::codegen::Function {
            name: #name,
            docs: #docs,
            parameters: #parameters,
            result: #result,
            body: #body,
            constants: #constants,
            location: ::wavefold::__private::codegen::Location { file: ::core::file!(), line: ::core::line!() },
        })
    }

    fn item(self, item: &Item<'_>) -> TokenStream {
        let name = item.name;
        let arguments = slice(item.arguments, |one| self.ty(one));
        let docs = slice(item.docs, |line| quote!(#line));
        let inputs = slice(item.inputs, |one| self.binding(one));
        let index = option(item.index, |index| quote!(#index));
        let parameters = slice(item.parameters, |one| self.binding(one));
        let filter = option(item.filter.as_ref(), |one| self.part(one));
        let (fp, pins) = (variant(item.fp), pins(&item.pins));
        quote!(::wavefold::__private::codegen::Item {
            name: #name,
            arguments: #arguments,
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

    fn binding(self, binding: &Binding<'_>) -> TokenStream {
        let (name, ty) = (binding.name, self.ty(&binding.ty));
        quote!(::wavefold::__private::codegen::Binding { name: #name, ty: #ty })
    }

    fn part(self, part: &Part<'_>) -> TokenStream {
        let (body, line) = (self.expr(&part.body), part.line);
        quote!(::wavefold::__private::codegen::Part { body: #body, line: #line })
    }
}

fn flag(flag: &Flag) -> TokenStream {
    match flag {
        Flag::Known(flag) => quote!(#flag),
        Flag::Constant(constant) => constant.path.to_token_stream(),
    }
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
