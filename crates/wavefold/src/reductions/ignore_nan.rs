//! Reductions of [`reductions`](super) as if there were no NaN among the elements: each has the `filter` `!x.is_nan()`. Only of elements that are NaN, the result is that of empty input.

use super::{Averaged, Summable};
use crate::prelude::*;

reduction! {
    /// The [`Sum`](super::Sum) of what is not NaN.
    pub Sum<T: Float + Summable>: fn(x: T) -> T::Total {
        filter: !x.is_nan(),
        map: x as T::Total,
        op: |a, b| a + b,
        identity: T::Total::ZERO,
    }
}

reduction! {
    /// The [`Product`](super::Product) of what is not NaN.
    pub Product<T: Float>: fn(x: T) -> T { filter: !x.is_nan(), op: |a, b| a * b, identity: T::ONE }
}

reduction! {
    /// The smallest of what is not NaN; else as [`Min`](super::Min).
    pub Min<T: Float>: fn(x: T) -> T { filter: !x.is_nan(), op: |a, b| a.min(b), identity: none, exact: true }
}

reduction! {
    /// The largest of what is not NaN; else as [`Max`](super::Max).
    pub Max<T: Float>: fn(x: T) -> T { filter: !x.is_nan(), op: |a, b| a.max(b), identity: none, exact: true }
}

reduction! {
    /// The smallest and the largest of what is not NaN; else as [`MinMax`](super::MinMax).
    pub MinMax<T: Float>: fn(x: T) -> (T, T) {
        filter: !x.is_nan(),
        map: (x, x),
        op: |(a_min, a_max), (b_min, b_max)| (a_min.min(b_min), a_max.max(b_max)),
        identity: none,
        exact: true,
    }
}

reduction! {
    /// The smallest of what is not NaN and its index; else as [`ArgMin`](super::ArgMin).
    pub ArgMin<T: Float>: fn(x: T) -> (T, u64) {
        index: i,
        filter: !x.is_nan(),
        map: (x, i),
        op: |(x, i), (y, j)| if y < x || y == x && j < i { (y, j) } else { (x, i) },
        identity: none,
        exact: true,
    }
}

reduction! {
    /// The largest of what is not NaN and its index; else as [`ArgMax`](super::ArgMax).
    pub ArgMax<T: Float>: fn(x: T) -> (T, u64) {
        index: i,
        filter: !x.is_nan(),
        map: (x, i),
        op: |(x, i), (y, j)| if y > x || y == x && j < i { (y, j) } else { (x, i) },
        identity: none,
        exact: true,
    }
}

reduction! {
    /// The [`Mean`](super::Mean) of what is not NaN.
    pub Mean<T: Float + Averaged>: fn(x: T) -> T::Mean {
        accumulator: (T::Total, u64),
        filter: !x.is_nan(),
        map: (x as T::Total, 1),
        op: |(sum, n), (other, m)| (sum + other, n + m),
        identity: none,
        finish: |(sum, n)| sum as T::Mean / n as T::Mean,
    }
}

reduction! {
    /// The [`Variance`](super::Variance) of what is not NaN.
    pub Variance<T: Float + Averaged>: fn(x: T) -> T::Mean {
        accumulator: (u64, T::Mean, T::Mean),
        filter: !x.is_nan(),
        map: (1, x as T::Mean, T::Mean::ZERO),
        op: |(n, mean, deviation), (m, other, others)| {
            let total = n + m;
            let difference = other - mean;
            let share = m as T::Mean / total as T::Mean;
            (
                total,
                mean + difference * share,
                deviation + others + difference * difference * (n as T::Mean * share),
            )
        },
        identity: none,
        finish: |(n, _mean, deviation)| deviation / n as T::Mean,
    }
}
