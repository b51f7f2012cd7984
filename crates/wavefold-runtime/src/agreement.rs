//! What plans believe of a declaration, checked once.
//!
//! The kernel is made from the spec, but buffers, results and arguments are of the types of the Rust face. The macros
//! make both from one declaration; `Reduction` and `Histogram` are safe traits, though, and nothing that is written by
//! hand may make a kernel read or write where it must not. What types say is checked when the program is compiled, and
//! the parameters when a plan is made.

use wavefold_codegen::{Binding, Binning as BinningSpec, MAX_BINS, Type};

use crate::{Binning, DeviceType, Error, Histogram, Inputs, Parameter, Reduction};

/// Refuses a reduction whose faces disagree. Gives its run-time parameters.
pub(crate) fn check_reduction<R: Reduction>(reduction: &R) -> Result<Vec<Parameter>, Error> {
    const { require(reduction_disagrees::<R>()) }
    let item = const { &R::SPEC.item };
    check_parameters(item.name, item.parameters, reduction.parameters())
}

/// Refuses a histogram whose faces disagree. Gives its run-time parameters.
pub(crate) fn check_histogram<H: Histogram>(histogram: &H) -> Result<Vec<Parameter>, Error> {
    const { require(histogram_disagrees::<H>()) }
    let item = const { &H::SPEC.item };
    check_parameters(item.name, item.parameters, histogram.parameters())
}

/// Refuses bins of another number than the spec has, if it has one.
pub(crate) fn check_bins<H: Histogram>(binning: &H::Binning) -> Result<(), Error> {
    if binning.bins() > MAX_BINS {
        let (name, bins) = (const { H::SPEC.item.name }, binning.bins());
        return Err(Error::TooManyBins { name, bins, most: MAX_BINS });
    }
    match const { H::SPEC.bins } {
        Some(declared) if declared != binning.bins() => {
            Err(Error::WrongBins { name: const { H::SPEC.item.name }, declared, given: binning.bins() })
        }
        _ => Ok(()),
    }
}

const fn require(disagreement: Option<&'static str>) {
    if let Some(what) = disagreement {
        panic!("{}", what);
    }
}

pub(crate) const fn reduction_disagrees<R: Reduction>() -> Option<&'static str> {
    if !are_inputs::<R::Inputs>(R::SPEC.item.inputs) {
        Some("`Reduction::Inputs` are not the inputs of `SPEC`")
    } else if !is::<R::Accumulator>(R::SPEC.accumulator) {
        Some("`Reduction::Accumulator` is not the accumulator of `SPEC`")
    } else if !is::<R::Value>(R::SPEC.output) {
        Some("`Reduction::Value` is not the output of `SPEC`")
    } else {
        None
    }
}

pub(crate) const fn histogram_disagrees<H: Histogram>() -> Option<&'static str> {
    let inputs = H::SPEC.item.inputs;
    if !are_inputs::<H::Inputs>(inputs) {
        return Some("`Histogram::Inputs` are not the inputs of `SPEC`");
    }
    if !is::<H::Counter>(Type::Scalar(H::SPEC.counter)) {
        return Some("`Histogram::Counter` is not the counter of `SPEC`");
    }
    let agrees = match (H::SPEC.binning, H::Binning::SAMPLE) {
        (BinningSpec::Index(_), None) => true,
        (BinningSpec::Even { sample, .. } | BinningSpec::Edges { sample, .. }, Some(binned)) => {
            let edges = matches!(H::SPEC.binning, BinningSpec::Edges { .. }) == H::Binning::HAS_EDGES;
            let sample = Type::Scalar(sample);
            edges && inputs.len() == 1 && sample.is_same(binned) && sample.is_same(inputs[0].ty)
        }
        _ => false,
    };
    if agrees { None } else { Some("`Histogram::Binning` is not the binning of `SPEC`") }
}

/// Whether `I` are elements of these inputs.
const fn are_inputs<I: Inputs>(inputs: &[Binding<'_>]) -> bool {
    let mut agree = I::TYPES.len() == inputs.len();
    let mut i = 0;
    while agree && i < inputs.len() {
        agree = I::TYPES[i].is_same(inputs[i].ty);
        i += 1;
    }
    agree
}

/// Whether `T` is what the spec calls `ty`.
const fn is<T: DeviceType>(ty: Type<'_>) -> bool {
    T::TYPE.is_same(ty)
}

/// Bytes of all parameters: kernels take 4096 of arguments, and the inputs, the result and scratch have some of them.
const MOST_PARAMETERS: usize = 4096 - 512;

fn check_parameters(
    name: &'static str,
    declared: &'static [Binding<'static>],
    given: Vec<Parameter>,
) -> Result<Vec<Parameter>, Error> {
    if declared.iter().map(|binding| binding.ty).eq(given.iter().map(Parameter::ty)) {
        // With the room that aligning the next one may take.
        let room = |parameter: &Parameter| parameter.as_bytes().len().next_multiple_of(8);
        let bytes = given.iter().map(room).sum();
        if bytes > MOST_PARAMETERS {
            return Err(Error::ParametersTooLarge { name, bytes, most: MOST_PARAMETERS });
        }
        return Ok(given);
    }
    let list = |types: Vec<String>| if types.is_empty() { "none".into() } else { types.join(", ") };
    Err(Error::WrongParameters {
        name,
        declared: list(declared.iter().map(|binding| binding.ty.to_string()).collect()),
        given: list(given.iter().map(|value| value.ty().to_string()).collect()),
    })
}
