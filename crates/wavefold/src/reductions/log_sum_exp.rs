//! The logarithm of a sum of exponentials.

use super::Summable;
use crate::prelude::*;

reduction! {
    /// `ln(Σ exp(x))`, in [the type of totals](Summable), without overflow: what is summed are exponentials of the distance to
    /// the largest element. Only elements of -inf give -inf, one of +inf gives +inf. NaN propagates; -inf for empty input.
    /// The last bits are those of the device's `exp` and `ln`.
    pub LogSumExp<T: Summable<Total: Float>>: fn(x: T) -> T::Total {
        accumulator: (T::Total, T::Total),
        map: (x as T::Total, T::Total::ONE),
        op: |(most, sum), (other, others)| {
            let high = most.maximum(other);
            // Equal infinities have no distance from each other.
            let scaled = if high.is_infinite() {
                T::Total::ONE
            } else {
                sum * (most - high).exp() + others * (other - high).exp()
            };
            (high, scaled)
        },
        identity: (T::Total::LOWEST, T::Total::ONE),
        finish: |(most, sum)| most + sum.ln(),
    }
}
