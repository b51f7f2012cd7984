//! What `reduction!` implements: the Rust face of a declaration beside its spec.

use wavefold_codegen::{Constant, ReductionSpec};

use crate::{DeviceType, Inputs, Parameter};

/// A declared reduction. Implemented by `reduction!`; used through [`run`](crate::ReductionExt::run) and
/// [`plan`](crate::ReductionExt::plan).
///
/// The functions compute what the kernel text computes, to the bit, except that transcendental functions
/// follow the device.
pub trait Reduction: Copy + Send + Sync + 'static {
    /// One element of every input, as a tuple: `(f32,)`, `(f32, f32)`.
    type Inputs: Inputs;
    /// What `map` returns and `op` joins.
    type Accumulator: DeviceType;
    /// What `finish` returns and the kernel writes.
    type Value: DeviceType;
    /// What `run` returns: `Value`, or `Option<Value>` with `identity: none`.
    type Output: Copy + Send;

    /// The declaration as data, from which the kernel text is made.
    const SPEC: ReductionSpec<'static>;

    /// The values of the user's own constants that the declaration names.
    fn constants() -> Vec<Constant<'static>> {
        Vec::new()
    }

    /// The values of the run-time parameters, in declaration order.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// Whether the element takes part (`filter`).
    fn accept(&self, _element: Self::Inputs, _index: u64) -> bool {
        true
    }

    /// Whether the laws are claimed for the element (`domain`).
    fn in_domain(&self, _element: Self::Inputs, _index: u64) -> bool {
        true
    }

    /// The accumulator of one element.
    fn map(&self, element: Self::Inputs, index: u64) -> Self::Accumulator;

    /// Joins two accumulators; `left` comes from the lower elements.
    fn op(&self, left: Self::Accumulator, right: Self::Accumulator) -> Self::Accumulator;

    /// The accumulator of empty input; `None` with `identity: none`.
    fn identity(&self) -> Option<Self::Accumulator>;

    /// The accumulator folded before everything else.
    fn init(&self) -> Option<Self::Accumulator> {
        None
    }

    /// The result of a total.
    fn finish(&self, total: Self::Accumulator) -> Self::Value;

    /// Wraps what the kernel wrote; `found` is false when there was nothing to fold and no identity.
    fn output(value: Self::Value, found: bool) -> Self::Output;
}
