//! Whole declarations to specs.

use quote::ToTokens;
use wavefold_codegen::{
    Binding, Binning, Finish, Function, HistogramSpec, Item, Location, Op, Part, Pins, ReductionSpec, Scalar,
};

use super::Lower;
use crate::declaration::{Bins, DeviceFn, Finding, Header, Histogram, Pins as Fixed, Reduction};
use crate::tree::{Flag, Type, plain};

impl<'a> Lower<'a> {
    /// The location is unknown here: only the expansion knows its file and line.
    fn item(
        self,
        header: &Header,
        index: Option<&proc_macro2::Ident>,
        filter: Option<Part<'a>>,
        pins: &Fixed,
    ) -> Item<'a> {
        let binding = |name: &proc_macro2::Ident, ty: Option<&Type>| {
            ty.map(|ty| Binding { name: self.text(&plain(name)), ty: self.ty(ty) })
        };
        let inputs: Vec<_> =
            header.inputs.iter().filter_map(|input| binding(&input.name, input.ty.as_ref())).collect();
        let parameters: Vec<_> =
            header.fields.iter().filter_map(|field| binding(&field.name, field.ty.as_ref())).collect();
        Item {
            name: self.text(&plain(&header.name)),
            arguments: self.slice(&header.type_parameters(), |parameter| {
                self.ty(&Type::outer(parameter.into_token_stream()))
            }),
            docs: self.slice(&header.docs(), |line| self.text(line)),
            inputs: self.slice(&inputs, |input| *input),
            index: index.map(|index| self.text(&plain(index))),
            parameters: self.slice(&parameters, |parameter| *parameter),
            filter,
            fp: pins.fp,
            pins: Pins {
                warp_sizes: self.slice(&pins.warp_sizes, |size| *size),
                block_size: pins.block_size,
                items_per_thread: pins.items_per_thread,
                vector_width: pins.vector_width,
            },
            location: Location { file: "", line: 0 },
        }
    }

    /// As for items, only the expansion knows where it stands.
    pub(crate) fn function(self, name: &proc_macro2::Ident, docs: &[String], function: &DeviceFn) -> Function<'a> {
        Function {
            name: self.text(&plain(name)),
            docs: self.slice(docs, |line| self.text(line)),
            parameters: self.slice(&function.parameters, |(name, ty)| Binding {
                name: self.text(&plain(name)),
                ty: self.ty(ty),
            }),
            result: self.ty(&function.result),
            body: self.part(&function.body),
            constants: Vec::new,
            location: Location { file: "", line: 0 },
        }
    }

    /// What a constant of the user's says is `false` here.
    pub(crate) fn reduction(self, header: &Header, reduction: &Reduction) -> ReductionSpec<'a> {
        let optional = |part: &Option<crate::tree::Part>| part.as_ref().map(|part| self.part(part));
        let filter = optional(&reduction.filter);
        ReductionSpec {
            item: self.item(header, reduction.index.as_ref(), filter, &reduction.pins),
            accumulator: self.ty(&reduction.accumulator),
            output: self.ty(&reduction.output),
            map: self.part(&reduction.map),
            op: Op {
                left: self.whole(&reduction.op.left),
                right: self.whole(&reduction.op.right),
                part: self.with_fields(&[&reduction.op.left, &reduction.op.right], &reduction.op.part),
            },
            identity: optional(&reduction.identity),
            init: optional(&reduction.init),
            finish: reduction.finish.as_ref().map(|finish| Finish {
                total: self.whole(&finish.total),
                part: self.with_fields(&[&finish.total], &finish.part),
            }),
            exact: matches!(reduction.exact, Flag::Known(true)),
            commutative: matches!(reduction.commutative, Flag::Known(true)),
            schedule: reduction.schedule,
        }
    }

    /// The number of bins is 0 when it is a constant of the user's; samples that only rustc knows are `bool` here.
    pub(crate) fn histogram(self, header: &Header, histogram: &Histogram) -> HistogramSpec<'a> {
        let filter = histogram.filter.as_ref().map(|part| self.part(part));
        let scalar = |sample: &Type| if let Type::Scalar(ty) = sample { ty.scalar } else { Scalar::Bool };
        HistogramSpec {
            item: self.item(header, histogram.index.as_ref(), filter, &histogram.pins),
            binning: match &histogram.finding {
                Finding::Number(part) => Binning::Index(self.part(part)),
                Finding::Edges(edges) => Binning::Edges { sample: scalar(&edges.sample), closed: edges.closed },
                Finding::Even(range) => Binning::Even { sample: scalar(&range.sample), closed: range.closed },
            },
            bins: match &histogram.bins {
                Bins::Number(bins) => Some(*bins),
                Bins::Constant(_) | Bins::Between(_) => Some(0),
                Bins::Parameter(_) | Bins::OfEdges => None,
            },
            outside: histogram.outside,
            counter: histogram.counter.scalar,
            schedule: histogram.schedule,
        }
    }
}
