//! What the benchmarks share: declarations and inputs.

use wavefold::prelude::*;

reduction! {
    /// The sum of floats.
    pub Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// The largest float.
    pub Max: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY }
}

reduction! {
    /// The largest absolute value.
    pub MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
}

reduction! {
    /// Mean square deviation from a mean known at run time, without NaN.
    pub SquaredDeviation { mean: f32 }: fn(x: f32) -> f32 {
        filter: !x.is_nan(), map: (x - mean) * (x - mean), op: |a, b| a + b, identity: 0.0,
    }
}

reduction! {
    /// The sum of bytes, in 32 bits.
    pub ByteSum: fn(x: u8) -> u32 { map: x as u32, op: |a, b| a + b, identity: 0 }
}

histogram! {
    /// How often each byte occurs.
    pub Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 }
}

histogram! {
    /// How often each number below 256 occurs.
    pub Words: fn(x: u32) -> u32 { bin: x, bins: 256 }
}

histogram! {
    /// Even bins of floats, as numpy divides them.
    pub Even: fn(x: f32) -> u32 { range: 0.0..=1.0, bins: 256 }
}

/// Floats in 0..1 from a fixed seed.
pub fn floats(n: usize) -> Vec<f32> {
    words(n).map(|word| (word >> 8) as f32 / (1 << 24) as f32).collect()
}

/// Bytes from a fixed seed.
pub fn bytes(n: usize) -> Vec<u8> {
    words(n).map(|word| (word >> 24) as u8).collect()
}

/// A mixed counter: cheap, the same everywhere, without visible pattern.
fn words(n: usize) -> impl Iterator<Item = u32> {
    (0..n as u32).map(|i| {
        let word = (i ^ (i >> 16)).wrapping_mul(0x7feb_352d);
        (word ^ (word >> 15)).wrapping_mul(0x846c_a68b)
    })
}
