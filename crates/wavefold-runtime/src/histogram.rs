//! What `histogram!` implements: the Rust face of a declaration beside its spec.

use wavefold_codegen::{Constant, HistogramSpec};

use crate::{Binning, Counter, Inputs, Parameter, Place, RangeError};

/// A declared histogram. Implemented by `histogram!`; used through [`run`](crate::HistogramExt::run) and
/// [`plan`](crate::HistogramExt::plan).
pub trait Histogram: Clone + Send + Sync + 'static {
    /// One element of every input, as a tuple.
    type Inputs: Inputs;
    /// `u32` or `u64`.
    type Counter: Counter;
    /// What `run` returns: `Vec<Counter>`, or `Counted<Counter>` with `outside: count`.
    type Output: Send + std::fmt::Debug;
    /// What is worked out once per plan: the division of a `range:`, the `edges:`, the number of bins for `bin:`.
    type Binning: Binning;

    /// The declaration as data, from which the kernel text is made.
    const SPEC: HistogramSpec<'static>;

    /// The values of the user's own constants that the declaration names.
    fn constants() -> Vec<Constant<'static>> {
        Vec::new()
    }

    /// The values of the run-time parameters, in declaration order.
    fn parameters(&self) -> Vec<Parameter> {
        Vec::new()
    }

    /// Checks and prepares the bins.
    ///
    /// # Errors
    /// When the range is empty, reversed or NaN, the edges do not increase, or there are no bins.
    fn binning(&self) -> Result<Self::Binning, RangeError>;

    /// Whether the element takes part (`filter`).
    fn accept(&self, _element: Self::Inputs, _index: u64) -> bool {
        true
    }

    /// Where the element falls.
    fn place(&self, binning: &Self::Binning, element: Self::Inputs, index: u64) -> Place;

    /// Wraps the counters: the bins, then (with `outside: count`) below, above and NaN.
    fn output(counters: Vec<Self::Counter>) -> Self::Output;
}
