//! Mean and variance.

use super::Averaged;
use crate::prelude::*;

reduction! {
    /// The arithmetic mean, in [its type](Averaged): the total divided by the number of elements. NaN propagates; `None` for
    /// empty input.
    pub Mean<T: Averaged>: fn(x: T) -> T::Mean {
        accumulator: (T::Total, u64),
        map: (x as T::Total, 1),
        op: |(sum, n), (other, m)| (sum + other, n + m),
        identity: none,
        finish: |(sum, n)| sum as T::Mean / n as T::Mean,
    }
}

reduction! {
    /// The variance of the elements as the whole population, in [the type of their mean](Averaged): the mean squared
    /// deviation from the mean. Partial means and deviations are merged pairwise, so that elements far from 0 and close to
    /// each other lose no digits. NaN propagates; `None` for empty input.
    pub Variance<T: Averaged>: fn(x: T) -> T::Mean {
        accumulator: (u64, T::Mean, T::Mean),
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
