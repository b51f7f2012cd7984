//! What is declared: an accumulator of every size and kind, each beside the same as a plain loop.

use wavefold::prelude::*;

use crate::inputs::noisy;
use crate::judge::Judged;

reduction! {
    /// Joined by atomic additions, where a schedule has those.
    pub(crate) Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}

impl Judged for Sum {
    fn judge(&self, xs: &[f32]) -> f32 {
        xs.iter().fold(0.0, |total, x| total + x)
    }
}

/// Whole numbers, of which a hundred thousand make a sum without rounding.
pub(crate) fn whole_f32(n: usize) -> Vec<f32> {
    noisy(n, |x| (x % 17) as f32 - 5.0)
}

reduction! {
    /// Eight bytes, exchanged as one word; what is refused, and what pads a block, must be in neither end.
    pub(crate) Spread: fn(x: f32) -> f32 {
        accumulator: (f32, f32),
        filter: !x.is_nan(),
        map: (x, x),
        op: |a, b| (a.0.min(b.0), a.1.max(b.1)),
        identity: (f32::INFINITY, f32::NEG_INFINITY),
        finish: |t| t.1 - t.0,
    }
}

impl Judged for Spread {
    fn judge(&self, xs: &[f32]) -> f32 {
        let (mut low, mut high) = (f32::INFINITY, f32::NEG_INFINITY);
        for &x in xs.iter().filter(|x| !x.is_nan()) {
            (low, high) = (if x < low { x } else { low }, if x > high { x } else { high });
        }
        high - low
    }
}

/// Far from zero, and all on one side of it; now and then NaN.
pub(crate) fn negative_f32(n: usize) -> Vec<f32> {
    noisy(n, |x| if x % 29 == 3 { f32::NAN } else { -1000.0 - (x % 4096) as f32 })
}

#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
pub(crate) struct Extent {
    low: i32,
    high: i32,
    count: u32,
}

reduction! {
    /// Twelve bytes, more than any atomic operation takes.
    pub(crate) Extents: fn(x: i32) -> Extent {
        map: Extent { low: x, high: x, count: 1 },
        op: |a, b| Extent { low: a.low.min(b.low), high: a.high.max(b.high), count: a.count + b.count },
        identity: Extent { low: i32::MAX, high: i32::MIN, count: 0 },
    }
}

impl Judged for Extents {
    fn judge(&self, xs: &[i32]) -> Extent {
        let (low, high) = (xs.iter().copied().min(), xs.iter().copied().max());
        Extent { low: low.unwrap_or(i32::MAX), high: high.unwrap_or(i32::MIN), count: xs.len() as u32 }
    }
}

reduction! {
    /// A byte, exchanged within a word.
    pub(crate) Parity: fn(x: u8) -> u8 { op: |a, b| a ^ b, identity: 0 }
}

impl Judged for Parity {
    fn judge(&self, xs: &[u8]) -> u8 {
        xs.iter().fold(0, |total, x| total ^ x)
    }
}

reduction! {
    /// The identity is true: padding with zeros would show.
    pub(crate) AllBelow { limit: u8 }: fn(x: u8) -> bool { map: x < limit, op: |a, b| a & b, identity: true }
}

impl Judged for AllBelow {
    fn judge(&self, xs: &[u8]) -> bool {
        xs.iter().all(|x| *x < self.limit)
    }
}

reduction! {
    /// The identity is one.
    pub(crate) Product: fn(x: u64) -> u64 { op: |a, b| a * b, identity: 1 }
}

impl Judged for Product {
    fn judge(&self, xs: &[u64]) -> u64 {
        xs.iter().fold(1, |total, x| total.wrapping_mul(*x))
    }
}

reduction! { pub(crate) SumI64: fn(x: i64) -> i64 { op: |a, b| a + b, identity: 0 } }

impl Judged for SumI64 {
    fn judge(&self, xs: &[i64]) -> i64 {
        xs.iter().fold(0, |total, x| total.wrapping_add(*x))
    }
}

reduction! { pub(crate) SumU64: fn(x: u32) -> u64 { map: x as u64, op: |a, b| a + b, identity: 0 } }

impl Judged for SumU64 {
    fn judge(&self, xs: &[u32]) -> u64 {
        xs.iter().map(|x| u64::from(*x)).sum()
    }
}

reduction! { pub(crate) SumF64: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0 } }

impl Judged for SumF64 {
    fn judge(&self, xs: &[f64]) -> f64 {
        xs.iter().fold(0.0, |total, x| total + x)
    }
}

reduction! {
    /// What comes once comes once, however many blocks and passes there are.
    pub(crate) Balance { opening: i32, fee: i32 }: fn(x: i32) -> i64 {
        accumulator: i32,
        op: |a, b| a + b,
        identity: 0,
        init: opening,
        finish: |t| t as i64 * 3 - fee as i64,
    }
}

impl Judged for Balance {
    fn judge(&self, xs: &[i32]) -> i64 {
        let total = xs.iter().fold(self.opening, |total, x| total.wrapping_add(*x));
        i64::from(total) * 3 - i64::from(self.fee)
    }
}

reduction! {
    /// Everything at once: two inputs of different widths, the index, a filter, and parameters in the map, the op and the
    /// identity.
    pub(crate) Weighted { modulus: u32, refused: u8, nothing: u32 }: fn(x: u8, weight: u32) -> u32 {
        index: i,
        filter: x != refused,
        map: (x as u32 * (weight % 1000) + (i % 977) as u32) % modulus,
        op: |a, b| (a + b) % modulus,
        identity: nothing,
    }
}

impl Judged for Weighted {
    fn judge(&self, (xs, weights): (&[u8], &[u32])) -> u32 {
        let mut total = self.nothing;
        for (i, (&x, &weight)) in xs.iter().zip(weights).enumerate() {
            if x != self.refused {
                let value = u32::from(x) * (weight % 1000) + (i % 977) as u32;
                total = (total + value % self.modulus) % self.modulus;
            }
        }
        total
    }
}

/// Values that the tests use.
pub(crate) const WEIGHTED: Weighted = Weighted { modulus: 10_007, refused: 7, nothing: 0 };
