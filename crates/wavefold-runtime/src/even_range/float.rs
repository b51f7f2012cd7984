//! Even bins over floats, with numpy's edges. Those of half floats are `f32`, which holds every half float: samples are
//! compared with them exactly.

use std::fmt::Debug;

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Value};

use super::{Division, Sample, corrected};
use crate::{Edge, Ends, Place, RangeError, face};

/// What the ends and edges of ranges over floats are.
pub trait FloatEdge: Edge {
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

macro_rules! float_edges {
    ($($ty:ident $scalar:ident),*) => {$(
        impl FloatEdge for $ty {
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

float_edges!(f32 F32, f64 F64);

/// Samples of a range over floats.
pub trait FloatSample:
    Sample<End = <Self as Sample>::Edge, Edge: FloatEdge, Division = FloatDivision<Self>> + PartialEq
{
}

macro_rules! float_samples {
    ($($ty:ident as $edge:ident $scalar:ident: $x:ident => $as_edge:expr;)*) => {$(
        impl Sample for $ty {
            type End = $edge;
            type Edge = $edge;
            type Division = FloatDivision<$ty>;

            #[inline(always)]
            fn as_edge(self) -> $edge {
                let $x = self;
                $as_edge
            }

            fn as_end(self) -> $edge {
                self.as_edge()
            }

            fn ends(low: $edge, high: $edge) -> Ends {
                Ends::$scalar(low, high)
            }

            fn is_finite(end: $edge) -> bool {
                end.is_finite()
            }
        }

        impl FloatSample for $ty {}
    )*};
}

float_samples! {
    f32 as f32 F32: x => x;
    f64 as f64 F64: x => x;
    f16 as f32 F32: x => face::to_f32(x);
    bf16 as f32 F32: x => face::to_f32(x);
}

/// Even bins over floats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FloatDivision<T: FloatSample> {
    low: T::Edge,
    high: T::Edge,
    bins: u32,
    closed: bool,
    step: f64,
    bins_per_unit: f64,
}

impl<T: FloatSample> FloatDivision<T> {
    /// The formula for every edge but the last: numpy's, `linspace(low, high, bins + 1)`.
    #[inline(always)]
    fn inner_edge(&self, k: u32) -> T::Edge {
        T::Edge::nearest(f64::from(k) * self.step + self.low.widened())
    }

    /// Finds the first edge that is not below the next one.
    fn check_edges(&self) -> Result<(), RangeError> {
        let (low, high) = (self.low.widened(), self.high.widened());
        // An edge is off by at most two rounding errors, each half the distance of the largest numbers in
        // the range: bins several times as wide cannot collide.
        let distance = low.abs().max(high.abs()).max(T::Edge::MIN_POSITIVE) * T::Edge::EPSILON;
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
                    sample: T::Edge::SCALAR,
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

    fn new(low: T::Edge, high: T::Edge, bins: u32, closed: bool) -> Result<Self, RangeError> {
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
        let sample = sample.as_edge();
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

    fn edge(&self, k: u32) -> T::Edge {
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
