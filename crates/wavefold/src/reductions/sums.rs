//! Sum and product.

use super::Summable;
use crate::prelude::*;

reduction! {
    /// The sum of all elements, in [the type of their totals](Summable). NaN propagates; 0 for empty input.
    pub Sum<T: Summable>: fn(x: T) -> T::Total {
        map: x as T::Total,
        op: |a, b| a + b,
        identity: T::Total::ZERO,
        exact: T::Total::EXACT,
    }
}

reduction! {
    /// The product of all elements, in their own type: integers wrap, floats overflow to infinity. NaN propagates; 1 for
    /// empty input.
    pub Product<T: Number>: fn(x: T) -> T {
        op: |a, b| a * b,
        identity: T::ONE,
        exact: T::EXACT,
    }
}
