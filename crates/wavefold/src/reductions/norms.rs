//! Norms of vectors and their dot product.

use super::Summable;
use crate::prelude::*;

reduction! {
    /// The sum of the absolute values, in [the type of their totals](Summable). NaN propagates; 0 for empty input.
    pub L1Norm<T: Summable<Total: Float>>: fn(x: T) -> T::Total {
        map: (x as T::Total).abs(),
        op: |a, b| a + b,
        identity: T::Total::ZERO,
    }
}

reduction! {
    /// The square root of the sum of the squares, in [the type of their totals](Summable). Squares are not scaled: beyond the
    /// root of the largest number the result is infinite. NaN propagates; 0 for empty input.
    pub L2Norm<T: Summable<Total: Float>>: fn(x: T) -> T::Total {
        map: x as T::Total * x as T::Total,
        op: |a, b| a + b,
        identity: T::Total::ZERO,
        finish: |sum| sum.sqrt(),
    }
}

reduction! {
    /// The largest absolute value, in the elements' own type. NaN propagates; 0 for empty input.
    pub MaxNorm<T: Float>: fn(x: T) -> T {
        map: x.abs(),
        op: |a, b| a.maximum(b),
        identity: T::ZERO,
        domain: !x.is_nan(),
        exact: true,
    }
}

reduction! {
    /// The sum of the products of two inputs' elements, in [the type of their totals](Summable): each product is made in that
    /// type. NaN propagates; 0 for empty input.
    pub Dot<T: Summable>: fn(x: T, y: T) -> T::Total {
        map: x as T::Total * y as T::Total,
        op: |a, b| a + b,
        identity: T::Total::ZERO,
        exact: T::Total::EXACT,
    }
}
