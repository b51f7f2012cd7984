//! Declarations whose Rust face is not that of their spec: no plan may be made of them.

use wavefold_codegen::{HistogramSpec, ReductionSpec};

use super::declarations::{Bytes, Dot, OrderInKilobyte, ShiftedSum, Some10, Sum, Unit};
use crate::agreement::{check_histogram, check_reduction, histogram_disagrees, reduction_disagrees};
use crate::{Binning, EvenRange, Histogram, Numbered, Parameter, Place, RangeError, Reduction, face};

/// A reduction with the spec of another one and these types.
macro_rules! reduction_like {
    ($name:ident: $spec:ident, ($($input:ty),+), $accumulator:ty, $value:ty) => {
        #[derive(Clone, Copy)]
        struct $name;

        impl Reduction for $name {
            type Inputs = ($($input,)+);
            type Accumulator = $accumulator;
            type Value = $value;
            type Output = ();
            const SPEC: ReductionSpec<'static> = $spec::SPEC;

            fn map(&self, _element: Self::Inputs, _index: u64) -> $accumulator { Default::default() }
            fn op(&self, left: $accumulator, _right: $accumulator) -> $accumulator { left }
            fn identity(&self) -> Option<$accumulator> { None }
            fn finish(&self, _total: $accumulator) -> $value { Default::default() }
            fn output(_value: $value, _found: bool) {}
        }
    };
}

reduction_like!(Same: Sum, (f32), f32, f32);
reduction_like!(OtherInput: Sum, (i32), f32, f32);
reduction_like!(ShorterInput: ShiftedSum, (f32), f64, f32);
reduction_like!(MoreInputs: Sum, (f32, f32), f32, f32);
reduction_like!(FewerInputs: Dot, (f32), f64, f64);
reduction_like!(OtherAccumulator: Sum, (f32), f64, f32);
reduction_like!(ArrayAccumulator: Sum, (f32), [f32; 1], f32);
reduction_like!(OtherValue: Sum, (f32), f32, u8);

/// A histogram with the spec of another one and these types.
macro_rules! histogram_like {
    ($name:ident: $spec:ident, $input:ty, $counter:ty, $binning:ty) => {
        #[derive(Clone, Copy)]
        struct $name;

        impl Histogram for $name {
            type Inputs = ($input,);
            type Counter = $counter;
            type Output = ();
            type Binning = $binning;
            const SPEC: HistogramSpec<'static> = $spec::SPEC;

            fn binning(&self) -> Result<$binning, RangeError> {
                unreachable!("no plan is made")
            }
            fn place(&self, _binning: &$binning, _element: Self::Inputs, _index: u64) -> Place {
                Place::Below
            }
            fn output(_counters: Vec<$counter>) {}
        }
    };
}

histogram_like!(SameBins: Bytes, u8, u32, Numbered);
histogram_like!(OtherBinInput: Bytes, u16, u32, Numbered);
histogram_like!(OtherCounter: Some10, u8, u32, Numbered);
histogram_like!(RangeForBin: Bytes, u8, u32, EvenRange<u8>);
histogram_like!(BinForRange: Unit, f32, u64, Numbered);
histogram_like!(OtherRange: Unit, f32, u64, EvenRange<f64>);

#[test]
fn types_are_those_of_the_spec() {
    assert_eq!(reduction_disagrees::<Same>(), None);
    assert_eq!(reduction_disagrees::<Dot>(), None);
    assert_eq!(reduction_disagrees::<ShiftedSum>(), None);
    assert_eq!(reduction_disagrees::<OrderInKilobyte>(), None);
    let inputs = Some("`Reduction::Inputs` are not the inputs of `SPEC`");
    assert_eq!(reduction_disagrees::<OtherInput>(), inputs);
    assert_eq!(reduction_disagrees::<ShorterInput>(), inputs);
    assert_eq!(reduction_disagrees::<MoreInputs>(), inputs);
    assert_eq!(reduction_disagrees::<FewerInputs>(), inputs);
    let accumulator = Some("`Reduction::Accumulator` is not the accumulator of `SPEC`");
    assert_eq!(reduction_disagrees::<OtherAccumulator>(), accumulator);
    assert_eq!(reduction_disagrees::<ArrayAccumulator>(), accumulator);
    assert_eq!(reduction_disagrees::<OtherValue>(), Some("`Reduction::Value` is not the output of `SPEC`"));
}

#[test]
fn counters_and_bins_are_those_of_the_spec() {
    assert_eq!(histogram_disagrees::<SameBins>(), None);
    assert_eq!(histogram_disagrees::<Unit>(), None);
    assert_eq!(histogram_disagrees::<OtherBinInput>(), Some("`Histogram::Inputs` are not the inputs of `SPEC`"));
    assert_eq!(histogram_disagrees::<OtherCounter>(), Some("`Histogram::Counter` is not the counter of `SPEC`"));
    let binning = Some("`Histogram::Binning` is not the binning of `SPEC`");
    assert_eq!(histogram_disagrees::<RangeForBin>(), binning);
    assert_eq!(histogram_disagrees::<BinForRange>(), binning);
    assert_eq!(histogram_disagrees::<OtherRange>(), binning);
    // What the kernel's argument is made of comes from the binning, whose type the spec has been compared with.
    let numbered = Numbered::new(10).unwrap();
    assert_eq!((Numbered::SAMPLE, numbered.fields().len(), numbered.bins()), (None, 0, 10));
    assert_eq!(Numbered::new(0), Err(RangeError::ZeroBins));
}

/// A shifted sum that gives other parameters than its spec has.
#[derive(Clone, Copy)]
struct Careless(fn() -> Vec<Parameter>);

impl Reduction for Careless {
    type Inputs = (f64,);
    type Accumulator = f64;
    type Value = f32;
    type Output = f32;
    const SPEC: ReductionSpec<'static> = ShiftedSum::SPEC;

    fn parameters(&self) -> Vec<Parameter> {
        self.0()
    }

    fn map(&self, (x,): (f64,), _index: u64) -> f64 {
        x
    }

    fn op(&self, left: f64, right: f64) -> f64 {
        left + right
    }

    fn identity(&self) -> Option<f64> {
        None
    }

    fn finish(&self, total: f64) -> f32 {
        total as f32
    }

    fn output(value: f32, _found: bool) -> f32 {
        value
    }
}

#[test]
fn parameters_are_those_of_the_spec() {
    assert_eq!(check_reduction(&ShiftedSum { shift: 2.0 }).unwrap(), [face::parameter(2.0f64)]);
    assert_eq!(check_histogram(&Bytes).unwrap(), []);
    let given: [fn() -> Vec<Parameter>; 3] =
        [Vec::new, || vec![face::parameter(2.0f32)], || vec![face::parameter(2.0f64), face::parameter(1u8)]];
    for (parameters, types) in given.into_iter().zip(["none", "f32", "f64, u8"]) {
        assert_eq!(
            check_reduction(&Careless(parameters)).unwrap_err().to_string(),
            format!("`ShiftedSum`: `parameters()` gives {types}, but its spec has f64; give those, in that order")
        );
    }
}
