//! Half floats, `bool`, several inputs, arithmetic for the compilers, and declarations with type parameters.

use wavefold::prelude::*;
use wavefold::reductions::{ArgMax, LogSumExp, Sum, Variance};

reduction! {
    /// Half floats in memory, summed as floats.
    SumOfHalves: fn(x: f16) -> f32 { map: x as f32, op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// Arithmetic of half floats: rounded after every operation.
    Polynomial { offset: bf16 }: fn(x: bf16) -> bf16 {
        map: (x * x - offset) * (0.5 as bf16), op: |a, b| a + b, identity: 0.0 as bf16
    }
}

reduction! {
    /// Whether anything is set.
    Any: fn(x: bool) -> bool { op: |a, b| a | b, identity: false, exact: true }
}

reduction! {
    /// Three types of element.
    MaskedDot: fn(x: f32, weight: f64, mask: bool) -> f64 {
        filter: mask, map: x as f64 * weight, op: |a, b| a + b, identity: 0.0
    }
}

reduction! {
    /// Contraction, if the compiler likes.
    Fast: fn(x: f32, y: f32) -> f32 { map: x * y + y, op: |a, b| a + b, identity: 0.0, fp: fast }
}

super::snapshots! { "reduction":
    f16_summed_in_f32 SumOfHalves;
    bf16_arithmetic Polynomial;
    any Any;
    three_inputs MaskedDot;
    fast Fast;
    sum_of_i8 Sum<i8>;
    arg_max_with_nan ArgMax<f32>;
    log_sum_exp LogSumExp<f32>;
    variance Variance<f32>;
}
