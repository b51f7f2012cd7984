//! What can be reduced: sums as in the tutorials, and operations that no tutorial has.
//!
//! A tutorial's schedule joins elements in an order of its own, so that rounding would show. The elements are therefore
//! chosen so that no operation rounds, in whatever order: a result is right to the bit, or wrong.

use anyhow::Result;
use clap::ValueEnum;
use wavefold::Device;
use wavefold::prelude::*;

use super::noise::noise;
use super::reductions::Reductions;
use super::work::Work;

reduction! {
    /// The sum, as the tutorials have it.
    Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// The product of all elements.
    Product: fn(x: f32) -> f32 { op: |a, b| a * b, identity: 1.0 }
}

reduction! {
    /// The largest element.
    Max: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY }
}

reduction! {
    /// The largest absolute value of what is not NaN.
    MaxAbs: fn(x: f32) -> f32 { filter: !x.is_nan(), map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
}

/// An element and where it stands: eight bytes, as many as an atomic operation takes.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
pub(crate) struct Place {
    value: f32,
    index: u32,
}

reduction! {
    /// The largest element and its index, the lowest of several.
    ArgMax: fn(x: f32) -> Place {
        index: i,
        map: Place { value: x, index: i as u32 },
        op: |a, b| if b.value > a.value || b.value == a.value && b.index < a.index { b } else { a },
        identity: Place { value: f32::NEG_INFINITY, index: 4_294_967_295 },
    }
}

/// A sum and of how many.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
pub(crate) struct Share {
    sum: f32,
    count: u32,
}

reduction! {
    /// The mean of what is not NaN.
    Mean: fn(x: f32) -> f32 {
        accumulator: Share,
        filter: !x.is_nan(),
        map: Share { sum: x, count: 1 },
        op: |a, b| Share { sum: a.sum + b.sum, count: a.count + b.count },
        identity: Share { sum: 0.0, count: 0 },
        finish: |total| total.sum / total.count as f32,
    }
}

/// Three sums: more bytes than an atomic operation takes.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
pub(crate) struct Moments {
    count: f64,
    sum: f64,
    squares: f64,
}

reduction! {
    /// The mean squared deviation from the mean.
    Variance: fn(x: f32) -> f64 {
        accumulator: Moments,
        filter: !x.is_nan(),
        map: Moments { count: 1.0, sum: x as f64, squares: x as f64 * x as f64 },
        op: |a, b| Moments { count: a.count + b.count, sum: a.sum + b.sum, squares: a.squares + b.squares },
        identity: Moments { count: 0.0, sum: 0.0, squares: 0.0 },
        finish: |total| (total.squares - total.sum * total.sum / total.count) / total.count,
    }
}

reduction! {
    /// The exclusive or of words: the least that can be done with what is read.
    Xor: fn(x: u32) -> u32 { op: |a, b| a ^ b, identity: 0 }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Op {
    /// Of f32, as in the tutorials
    #[default]
    Sum,
    /// Of f32
    Product,
    /// Of f32
    Max,
    /// The largest absolute value of f32, without NaN
    MaxAbs,
    /// The largest f32 and its index: a struct of 8 bytes
    ArgMax,
    /// Of f32, without NaN: a struct of 8 bytes, and what is made of it at the end
    Mean,
    /// Of f32, without NaN: a struct of 24 bytes
    Variance,
    /// Of u32
    Xor,
}

impl Op {
    /// The work of reducing `n` elements.
    pub(crate) fn work(self, device: &Device, n: usize) -> Result<Box<dyn Work>> {
        match self {
            Self::Sum => Reductions::work(Sum, device, n, |i| small(noise(i))),
            Self::Product => Reductions::work(Product, device, n, |i| factor(noise(i), n)),
            Self::Max => Reductions::work(Max, device, n, |i| fraction(noise(i))),
            Self::MaxAbs => Reductions::work(MaxAbs, device, n, |i| or_nan(noise(i), fraction)),
            Self::ArgMax => Reductions::work(ArgMax, device, n, |i| small(noise(i))),
            Self::Mean => Reductions::work(Mean, device, n, |i| or_nan(noise(i), small)),
            Self::Variance => Reductions::work(Variance, device, n, |i| or_nan(noise(i), small)),
            Self::Xor => Reductions::work(Xor, device, n, |i| noise(i) as u32),
        }
    }
}

/// A whole number from -7 to 7. Sums of n of them stay near the square root of n, far below the 2^24 up to which f32 holds
/// every whole number.
fn small(noise: u64) -> f32 {
    (noise % 15) as f32 - 7.0
}

/// 1 or -1, and now and then 2 or a half: a product is a power of two near 1, however long the input.
fn factor(noise: u64, n: usize) -> f32 {
    let size = match (noise >> 1) % (n as u64 / 128).max(16) {
        0 => 2.0,
        1 => 0.5,
        _ => 1.0,
    };
    if noise & 1 == 0 { size } else { -size }
}

/// Between -1 and 1.
fn fraction(noise: u64) -> f32 {
    (noise >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// NaN in place of every sixteenth element or so.
fn or_nan(noise: u64, element: impl Fn(u64) -> f32) -> f32 {
    if noise >> 60 == 0 { f32::NAN } else { element(noise) }
}
