//! Histograms ready to use, typed by a parameter: `Even { low: 0.0_f32, high: 1.0, bins: 10 }.run(&device, &values)`.
//!
//! Each is declared with [`histogram!`](crate::histogram) itself; the source of this module is a collection of examples.
//!
//! ```
//! use wavefold::prelude::*;
//! use wavefold::histograms::{ByEdges, ByValue, Even, EvenClosed};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let device = Device::best()?;
//! assert_eq!(ByValue { first: b'a', bins: 3 }.run(&device, b"abracadabra")?, [5, 2, 1]);
//!
//! let values = [0.0_f32, 0.25, 0.5, 0.75, 1.0, 7.0];
//! assert_eq!(Even { low: 0.0, high: 1.0, bins: 2 }.run(&device, &values)?, [2, 2]);
//! assert_eq!(EvenClosed { low: 0.0, high: 1.0, bins: 2 }.run(&device, &values)?, [2, 3]);
//!
//! let edges = Edges::new([0.0, 0.1, 1.0, 10.0])?;
//! assert_eq!(ByEdges { edges }.run(&device, &values)?, [1, 3, 2]);
//! # Ok(())
//! # }
//! ```
//!
//! What they have in common:
//!
//! - **Counts are `u64`**, of any number of elements.
//! - **An edge belongs to the bin above it.** The upper end of all bins belongs to none, but to the last bin of those whose
//!   name ends in `Closed`. numpy's `histogram` counts as those do, CUB's `HistogramEven` and `HistogramRange` as the others.
//! - **What is outside** is not counted, and NaN is in no bin. A declaration of one's own can count it (`outside: count`).
//! - **The bins are given at run time.** One kernel per type of sample serves them all; it is slower for few bins than that
//!   of a declaration which says how many they are.
//! - **Half floats** are compared as `f32`, which edges of theirs are ([`Sample::Edge`]).

use crate::Sample;
use crate::prelude::*;

histogram! {
    /// How often each of `bins` neighbouring integers occurs: bin `k` counts the elements that are `first + k`.
    ///
    /// An error when there are no bins.
    pub ByValue<T: Integer> {
        /// What bin 0 counts.
        first: T,
        /// The number of bins.
        bins: u32,
    }: fn(x: T) -> u64 {
        filter: x >= first,
        bin: (x as u64).wrapping_sub(first as u64),
        bins: bins,
    }
}

histogram! {
    /// Counts in `bins` bins of equal width, from `low` to below `high`.
    ///
    /// Edges of floats are numpy's: `low + k * step` with a `step` of `(high - low) / bins`, computed in `f64` and rounded to the
    /// type of the edges.
    /// Those of integers are exact fractions, so that some bins hold one integer more than others.
    ///
    /// An error when the range is empty, reversed or not finite, there are no bins, or edges coincide.
    pub Even<T: Sample> {
        /// Where bin 0 begins.
        low: T,
        /// Where the last bin ends.
        high: T,
        /// The number of bins.
        bins: u32,
    }: fn(x: T) -> u64 { range: low..high, bins: bins }
}

histogram! {
    /// As [`Even`]; the last bin counts `high` too.
    ///
    /// Over integers the bins are `bins`ths of the distance from `low` to `high`: with 2 bins from 0 to 4 they hold {0, 1} and
    /// {2, 3, 4}. To count every integer apart there is [`ByValue`].
    ///
    /// An error in the cases of [`Even`].
    pub EvenClosed<T: Sample> {
        /// Where bin 0 begins.
        low: T,
        /// Where the last bin ends.
        high: T,
        /// The number of bins.
        bins: u32,
    }: fn(x: T) -> u64 {
        range: low..=high,
        bins: bins,
    }
}

histogram! {
    /// Counts between neighbouring edges: bin `k` counts the elements from `edges[k]` to below `edges[k + 1]`.
    ///
    /// [`Edges::new`] refuses edges that do not increase.
    pub ByEdges<T: Sample> {
        /// One more than bins.
        edges: Edges<T::Edge>,
    }: fn(x: T) -> u64 { edges: edges }
}

histogram! {
    /// As [`ByEdges`]; the last bin counts the last edge too.
    pub ByEdgesClosed<T: Sample> {
        /// One more than bins.
        edges: Edges<T::Edge>,
    }: fn(x: T) -> u64 { edges: ..=edges }
}
