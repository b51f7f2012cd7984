//! `range:`: bins of equal width between two ends.
//!
//! Bin `k` holds the samples with `edge(k) <= x < edge(k + 1)`; with a closed range (`..=`) the last bin holds
//! the upper end too. A multiplication guesses the bin, comparisons with its edges correct the guess: the edges
//! decide, not the rounding of the guess.

mod float;
mod narrow;
mod wide;

#[cfg(test)]
mod tests;

use std::fmt::Debug;

use wavefold_codegen::{Type, Value};

use crate::{Binning, Edge, Element, Ends, Place, RangeError};

/// A range of samples of type `T`, divided into bins of equal width.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EvenRange<T: Sample>(T::Division);

impl<T: Sample> EvenRange<T> {
    /// Divides `low..high`, or `low..=high` if `closed`, into `bins` bins.
    ///
    /// # Errors
    /// When the range is empty or reversed, has an end that is not finite, or cannot be divided so that every
    /// edge lies above the one before.
    pub fn new(low: T::End, high: T::End, bins: u32, closed: bool) -> Result<Self, RangeError> {
        let range = T::ends(low, high);
        if !(T::is_finite(low) && T::is_finite(high)) {
            return Err(RangeError::NotFinite { range });
        }
        if low == high {
            return Err(RangeError::Empty { range });
        }
        if low > high {
            return Err(RangeError::Reversed { range });
        }
        if bins == 0 {
            return Err(RangeError::NoBins { range });
        }
        T::Division::new(low, high, bins, closed).map(Self)
    }

    /// As [`new`](Self::new), between two samples: what a declaration says whose samples only rustc knows.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn between(low: T, high: T, bins: u32, closed: bool) -> Result<Self, RangeError> {
        Self::new(low.as_end(), high.as_end(), bins, closed)
    }

    /// The bin that `sample` falls into, or the side on which it misses them.
    #[inline(always)]
    pub fn place(&self, sample: T) -> Place {
        self.0.place(sample)
    }

    /// The lower edge of bin `k`, and for `k == bins` the upper end. Integer ranges have fractional edges: this
    /// is then the smallest integer that is not below the edge.
    pub fn edge(&self, k: u32) -> T::End {
        self.0.edge(k)
    }

    /// The number of bins.
    pub fn bins(&self) -> u32 {
        self.0.bins()
    }
}

impl<T: Sample> Binning for EvenRange<T> {
    const SAMPLE: Option<Type<'static>> = Some(T::TYPE);

    fn bins(&self) -> u32 {
        self.0.bins()
    }

    fn fields(&self) -> Vec<Value> {
        self.0.fields()
    }
}

/// The types of samples that a `range:` can hold.
#[diagnostic::on_unimplemented(
    message = "a `range:` cannot hold samples of type `{Self}`",
    label = "needs a number, but this is `{Self}`"
)]
pub trait Sample: Element + Debug {
    /// The type of the range's ends: [`Edge`](Self::Edge) for floats, `i128` for integers, because the upper end of
    /// a range over every value lies one above the largest.
    type End: Copy + PartialOrd + Debug;

    /// The type of the edges that samples are compared with: their own, or `f32` for half floats.
    type Edge: Edge;

    /// The sample as edges are.
    #[doc(hidden)]
    fn as_edge(self) -> Self::Edge;

    /// The sample as ends are.
    #[doc(hidden)]
    fn as_end(self) -> Self::End;

    /// How the bins are found.
    #[doc(hidden)]
    type Division: Division<Sample = Self>;

    /// Both ends, for an error.
    #[doc(hidden)]
    fn ends(low: Self::End, high: Self::End) -> Ends;

    /// Whether the end is a finite number.
    #[doc(hidden)]
    fn is_finite(end: Self::End) -> bool;
}

/// What an [`EvenRange`] works out once, and how it finds a bin with that.
pub trait Division: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// The type of the samples.
    type Sample: Sample;

    /// Divides the range; its ends are finite, `low < high` and `bins` is at least 1.
    ///
    /// # Errors
    /// When the range cannot be divided.
    fn new(low: End<Self>, high: End<Self>, bins: u32, closed: bool) -> Result<Self, RangeError>;

    /// See [`EvenRange::place`].
    fn place(&self, sample: Self::Sample) -> Place;

    /// See [`EvenRange::edge`].
    fn edge(&self, k: u32) -> End<Self>;

    /// See [`EvenRange::bins`].
    fn bins(&self) -> u32;

    /// See [`Binning::fields`].
    fn fields(&self) -> Vec<Value>;
}

type End<D> = <<D as Division>::Sample as Sample>::End;

/// A guessed bin, moved by one if its edges say so.
#[inline(always)]
fn corrected(guess: u32, bins: u32, below: bool, above: bool) -> Place {
    let up = (guess + 1 < bins) & above;
    Place::Bin(guess + u32::from(up) - u32::from(below))
}
