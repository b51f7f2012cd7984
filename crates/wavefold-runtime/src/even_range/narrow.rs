//! Even bins over 8-, 16- and 32-bit integers: 64 bits hold every product exactly.

use std::marker::PhantomData;

use wavefold_codegen::{Scalar, Value};

use super::{Division, Sample, corrected};
use crate::{Ends, Place, RangeError, face};

/// Integers of at most 32 bits.
pub trait NarrowSample: Sample<End = i128, Division = NarrowDivision<Self>> + Into<i64> + PartialEq {
    /// The type itself.
    const SCALAR: Scalar;
}

macro_rules! narrow_samples {
    ($($ty:ident $scalar:ident),*) => {$(
        impl Sample for $ty {
            type End = i128;
            type Edge = $ty;
            type Division = NarrowDivision<$ty>;

            #[inline(always)]
            fn as_edge(self) -> $ty {
                self
            }

            fn as_end(self) -> i128 {
                self.into()
            }

            fn ends(low: i128, high: i128) -> Ends {
                Ends::Integer(low, high)
            }

            fn is_finite(_end: i128) -> bool {
                true
            }
        }

        impl NarrowSample for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
        }
    )*};
}

narrow_samples!(i8 I8, u8 U8, i16 I16, u16 U16, i32 I32, u32 U32);

/// Even bins over integers of at most 32 bits. The ends may lie outside the samples' type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct NarrowDivision<T> {
    low: i64,
    span: u64,
    bins: u32,
    closed: bool,
    bins_per_unit: f64,
    sample: PhantomData<T>,
}

impl<T: NarrowSample> Division for NarrowDivision<T> {
    type Sample = T;

    fn new(low: i128, high: i128, bins: u32, closed: bool) -> Result<Self, RangeError> {
        let range = T::ends(low, high);
        let (Ok(start), Ok(_)) = (i64::try_from(low), i64::try_from(high)) else {
            return Err(RangeError::OutOfReach {
                range,
                sample: T::SCALAR,
                limits: T::ends(i64::MIN.into(), i64::MAX.into()),
            });
        };
        let span = (high - low) as u64;
        if span.checked_mul(u64::from(bins)).is_none() {
            return Err(RangeError::TooWide { range, bins, product: u128::from(span) * u128::from(bins) });
        }
        let bins_per_unit = f64::from(bins) / span as f64;
        Ok(Self { low: start, span, bins, closed, bins_per_unit, sample: PhantomData })
    }

    #[inline(always)]
    fn place(&self, sample: T) -> Place {
        let sample: i64 = sample.into();
        if sample < self.low {
            return Place::Below;
        }
        let above_low = sample.wrapping_sub(self.low).cast_unsigned();
        if above_low < self.span {
            let guess = ((above_low as f64 * self.bins_per_unit) as u32).min(self.bins - 1);
            // `x < edge(k)` is `(x - low) * bins < k * span`.
            let scaled = above_low * u64::from(self.bins);
            let edge = u64::from(guess) * self.span;
            corrected(guess, self.bins, scaled < edge, scaled >= edge + self.span)
        } else if above_low == self.span && self.closed {
            Place::Bin(self.bins - 1)
        } else {
            Place::Above
        }
    }

    fn edge(&self, k: u32) -> i128 {
        let k = u64::from(k.min(self.bins));
        i128::from(self.low) + i128::from((k * self.span).div_ceil(u64::from(self.bins)))
    }

    fn bins(&self) -> u32 {
        self.bins
    }

    fn fields(&self) -> Vec<Value> {
        vec![face::value(self.low), face::value(self.span), face::value(self.bins_per_unit)]
    }
}
