//! Even bins over 64-bit integers: products of 128 bits.

use wavefold_codegen::{Scalar, Value};

use super::{Division, Sample, corrected};
use crate::{Ends, Place, RangeError, face};

/// `i64` and `u64`.
pub trait WideSample:
    Sample<End = i128, Division = WideDivision<Self>> + face::ToValue + Ord + Into<i128>
{
    /// The type itself.
    const SCALAR: Scalar;
    /// The smallest one.
    const LOWEST: i128;
    /// The largest one.
    const HIGHEST: i128;

    /// `end`, which lies within the type.
    fn from_end(end: i128) -> Self;

    /// `self - low`, which is not negative.
    fn above(self, low: Self) -> u64;
}

macro_rules! wide_samples {
    ($($ty:ident $scalar:ident),*) => {$(
        impl Sample for $ty {
            type End = i128;
            type Edge = $ty;
            type Division = WideDivision<$ty>;

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

        impl WideSample for $ty {
            const SCALAR: Scalar = Scalar::$scalar;
            const LOWEST: i128 = $ty::MIN as i128;
            const HIGHEST: i128 = $ty::MAX as i128;

            fn from_end(end: i128) -> Self {
                end as $ty
            }

            #[inline(always)]
            fn above(self, low: Self) -> u64 {
                self.abs_diff(low)
            }
        }
    )*};
}

wide_samples!(i64 I64, u64 U64);

/// Even bins over 64-bit integers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WideDivision<T> {
    low: T,
    /// At most 2^64, when the range is every value.
    span: u128,
    bins: u32,
    closed: bool,
    bins_per_unit: f64,
}

impl<T: WideSample> Division for WideDivision<T> {
    type Sample = T;

    fn new(low: i128, high: i128, bins: u32, closed: bool) -> Result<Self, RangeError> {
        let range = T::ends(low, high);
        if low < T::LOWEST || high > T::HIGHEST + 1 {
            return Err(RangeError::OutOfReach {
                range,
                sample: T::SCALAR,
                limits: T::ends(T::LOWEST, T::HIGHEST + 1),
            });
        }
        // `low` is a sample: it lies below `high`, which is at most MAX + 1.
        let span = (high - low).cast_unsigned();
        let bins_per_unit = f64::from(bins) / span as f64;
        Ok(Self { low: T::from_end(low), span, bins, closed, bins_per_unit })
    }

    #[inline(always)]
    fn place(&self, sample: T) -> Place {
        if sample < self.low {
            return Place::Below;
        }
        let above_low = sample.above(self.low);
        if u128::from(above_low) < self.span {
            let guess = ((above_low as f64 * self.bins_per_unit) as u32).min(self.bins - 1);
            // `x < edge(k)` is `(x - low) * bins < k * span`.
            let scaled = u128::from(above_low) * u128::from(self.bins);
            let edge = u128::from(guess) * self.span;
            corrected(guess, self.bins, scaled < edge, scaled >= edge + self.span)
        } else if u128::from(above_low) == self.span && self.closed {
            Place::Bin(self.bins - 1)
        } else {
            Place::Above
        }
    }

    fn edge(&self, k: u32) -> i128 {
        let k = u128::from(k.min(self.bins));
        self.low.into() + (k * self.span).div_ceil(u128::from(self.bins)).cast_signed()
    }

    fn bins(&self) -> u32 {
        self.bins
    }

    fn fields(&self) -> Vec<Value> {
        vec![
            face::value(self.low),
            face::value(self.span as u64),
            face::value((self.span >> 64) as u64),
            face::value(self.bins_per_unit),
        ]
    }
}
