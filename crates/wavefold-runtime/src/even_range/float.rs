//! Even bins over floats, with numpy's edges.

use std::fmt::Debug;

use wavefold_codegen::{Scalar, Value};

use super::{Division, Sample, corrected};
use crate::{Ends, Place, RangeError, face};

/// What differs between `f32` and `f64` samples.
pub trait FloatSample:
    Sample<End = Self, Division = FloatDivision<Self>> + face::Float + face::ToValue + PartialOrd
{
    /// The type itself.
    const SCALAR: Scalar;
    /// The distance from 1 to the next number.
    const EPSILON: f64;
    /// The smallest number with all its digits.
    const MIN_POSITIVE: f64;

    /// The same number.
    fn widened(self) -> f64;

    /// The nearest number of this type.
    fn nearest(x: f64) -> Self;
}

macro_rules! float_samples {
    ($($ty:ident $scalar:ident),*) => {$(
        impl Sample for $ty {
            type End = $ty;
            type Edge = $ty;
            type Division = FloatDivision<$ty>;

            #[inline(always)]
            fn as_edge(self) -> $ty {
                self
            }

            fn ends(low: $ty, high: $ty) -> Ends {
                Ends::$scalar(low, high)
            }

            fn is_finite(end: $ty) -> bool {
                end.is_finite()
            }
        }

        impl FloatSample for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
            const EPSILON: f64 = $ty::EPSILON as f64;
            const MIN_POSITIVE: f64 = $ty::MIN_POSITIVE as f64;

            #[inline(always)]
            fn widened(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn nearest(x: f64) -> Self {
                x as $ty
            }
        }
    )*};
}

float_samples!(f32 F32, f64 F64);

/// Even bins over floats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatDivision<T> {
    low: T,
    high: T,
    bins: u32,
    closed: bool,
    step: f64,
    bins_per_unit: f64,
}

impl<T: FloatSample> FloatDivision<T> {
    /// The formula for every edge but the last: numpy's, `linspace(low, high, bins + 1)`.
    #[inline(always)]
    fn inner_edge(&self, k: u32) -> T {
        T::nearest(f64::from(k) * self.step + self.low.widened())
    }

    /// Finds the first edge that is not below the next one.
    fn check_edges(&self) -> Result<(), RangeError> {
        let (low, high) = (self.low.widened(), self.high.widened());
        // An edge is off by at most two rounding errors, each half the distance of the largest numbers in
        // the range: bins several times as wide cannot collide.
        let distance = low.abs().max(high.abs()).max(T::MIN_POSITIVE) * T::EPSILON;
        if self.step > 8.0 * distance {
            return Ok(());
        }
        let mut edge = self.low;
        for index in 0..self.bins {
            let next = self.edge(index + 1);
            if edge >= next {
                return Err(RangeError::EdgesNotIncreasing {
                    range: T::ends(self.low, self.high),
                    bins: self.bins,
                    sample: T::SCALAR,
                    index,
                    edges: T::ends(edge, next),
                });
            }
            edge = next;
        }
        Ok(())
    }
}

impl<T: FloatSample> Division for FloatDivision<T> {
    type Sample = T;

    fn new(low: T, high: T, bins: u32, closed: bool) -> Result<Self, RangeError> {
        let width = high.widened() - low.widened();
        if width.is_infinite() {
            return Err(RangeError::WidthOverflows { range: T::ends(low, high) });
        }
        let step = width / f64::from(bins);
        // A subnormal step has lost digits, so that `k * step` drifts away from the guess.
        if step < f64::MIN_POSITIVE {
            return Err(RangeError::TooNarrow { range: T::ends(low, high), bins, width: step });
        }
        let division = Self { low, high, bins, closed, step, bins_per_unit: f64::from(bins) / width };
        division.check_edges()?;
        Ok(division)
    }

    #[inline(always)]
    fn place(&self, sample: T) -> Place {
        if sample >= self.low && sample < self.high {
            let guess = (sample.widened() - self.low.widened()) * self.bins_per_unit;
            let guess = (guess as u32).min(self.bins - 1);
            let below = sample < self.inner_edge(guess);
            let above = sample >= self.inner_edge(guess + 1);
            corrected(guess, self.bins, below, above)
        } else if sample == self.high && self.closed {
            Place::Bin(self.bins - 1)
        } else if sample < self.low {
            Place::Below
        } else if sample >= self.high {
            Place::Above
        } else {
            Place::Nan
        }
    }

    fn edge(&self, k: u32) -> T {
        if k >= self.bins { self.high } else { self.inner_edge(k) }
    }

    fn bins(&self) -> u32 {
        self.bins
    }

    fn fields(&self) -> Vec<Value> {
        vec![
            face::value(self.low),
            face::value(self.high),
            face::value(self.step),
            face::value(self.bins_per_unit),
        ]
    }
}
