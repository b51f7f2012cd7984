//! The smallest and the largest, and where they are.

use crate::prelude::*;

reduction! {
    /// The smallest element; `-0.0 < +0.0`. NaN propagates; `None` for empty input.
    pub Min<T: Number>: fn(x: T) -> T { op: |a, b| a.minimum(b), identity: none, exact: true }
}

reduction! {
    /// The largest element; `-0.0 < +0.0`. NaN propagates; `None` for empty input.
    pub Max<T: Number>: fn(x: T) -> T { op: |a, b| a.maximum(b), identity: none, exact: true }
}

reduction! {
    /// The smallest and the largest element. NaN propagates to both; `None` for empty input.
    pub MinMax<T: Number>: fn(x: T) -> (T, T) {
        map: (x, x),
        op: |(a_min, a_max), (b_min, b_max)| (a_min.minimum(b_min), a_max.maximum(b_max)),
        identity: none,
        exact: true,
    }
}

reduction! {
    /// The smallest element and its index, the lowest of several. A NaN is smaller than every number, so that the first is
    /// found; the two zeros are equal. `None` for empty input.
    pub ArgMin<T: Number>: fn(x: T) -> (T, u64) {
        index: i,
        map: (x, i),
        op: |(x, i), (y, j)| {
            let better = y < x || y.is_nan() && !x.is_nan();
            let tied = y == x || y.is_nan() && x.is_nan();
            if better || tied && j < i { (y, j) } else { (x, i) }
        },
        identity: none,
        exact: true,
    }
}

reduction! {
    /// The largest element and its index, the lowest of several. A NaN is larger than every number, so that the first is
    /// found; the two zeros are equal. `None` for empty input.
    pub ArgMax<T: Number>: fn(x: T) -> (T, u64) {
        index: i,
        map: (x, i),
        op: |(x, i), (y, j)| {
            let better = y > x || y.is_nan() && !x.is_nan();
            let tied = y == x || y.is_nan() && x.is_nan();
            if better || tied && j < i { (y, j) } else { (x, i) }
        },
        identity: none,
        exact: true,
    }
}
