//! What a histogram counts with and what it returns.

use std::fmt::Debug;

use crate::Element;
use crate::sealed::Sealed;

/// The type of a count. Implemented for `u32` and `u64` only.
pub trait Counter: Sealed + Element + Debug + Into<u64> + Ord {
    /// Zero.
    const ZERO: Self;

    /// One more. Wraps, but a plan refuses input long enough for that.
    #[must_use]
    fn increment(self) -> Self;

    /// The sum of two counts of one input.
    #[must_use]
    fn plus(self, other: Self) -> Self;
}

macro_rules! counters {
    ($($ty:ty),*) => {$(
        impl Counter for $ty {
            const ZERO: Self = 0;

            #[inline(always)]
            fn increment(self) -> Self {
                self.wrapping_add(1)
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }
        }
    )*};
}

counters!(u32, u64);

/// The result of a histogram with `outside: count`; everything together is the number of elements counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counted<C> {
    /// One count per bin.
    pub bins: Vec<C>,
    /// Elements below the first bin.
    pub below: C,
    /// Elements above the last bin.
    pub above: C,
    /// Elements that are not numbers.
    pub nan: C,
}

impl<C: Counter> Counted<C> {
    /// Takes the counters apart: the bins, then below, above and NaN.
    pub fn from_counters(mut counters: Vec<C>) -> Self {
        let nan = counters.pop().unwrap_or(C::ZERO);
        let above = counters.pop().unwrap_or(C::ZERO);
        let below = counters.pop().unwrap_or(C::ZERO);
        Self { bins: counters, below, above, nan }
    }
}
