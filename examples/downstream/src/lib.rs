//! Reductions of this crate's own.

use wavefold::prelude::*;

reduction! {
    /// The largest number; negative infinity for empty input.
    pub Largest: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY, exact: true }
}

reduction! {
    /// The product, modulo 2^32; 1 for empty input.
    pub Product: fn(x: u32) -> u32 { op: |a, b| a * b, identity: 1, exact: true }
}

/// How many numbers there are, their mean, and the sum of the squares of their distances from it.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
pub struct Moments {
    /// How many numbers.
    pub n: f64,
    /// Their mean.
    pub mean: f64,
    /// The sum of the squares of their distances from the mean.
    pub m2: f64,
}

/// The moments of two sets of numbers together, after Chan, Golub and LeVeque.
#[device_fn]
pub fn merge(a: Moments, b: Moments) -> Moments {
    let n = a.n + b.n;
    let distance = b.mean - a.mean;
    Moments {
        n,
        mean: a.mean + distance * b.n / n,
        m2: a.m2 + b.m2 + distance * distance * a.n * b.n / n,
    }
}

reduction! {
    /// The moments of all numbers but NaN; none if there are no such numbers.
    pub Spread: fn(x: f32) -> Moments {
        filter: !x.is_nan(),
        map: Moments { n: 1.0, mean: x as f64, m2: 0.0 },
        op: |a, b| merge(a, b),
        identity: none,
    }
}
