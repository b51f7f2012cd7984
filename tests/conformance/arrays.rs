//! Arrays as elements, accumulators and results, of sizes that are no power of two.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32, unit_f64};
use crate::judge::{Judged, canonical, check, max_f32};
use crate::sizes::{most, sizes_for, small};

reduction! {
    /// The brightest of every channel.
    Brightest: fn(px: [u8; 3]) -> [u8; 3] {
        op: |a, b| [a[0].max(b[0]), a[1].max(b[1]), a[2].max(b[2])], identity: [0, 0, 0]
    }
}

impl Judged for Brightest {
    fn judge(&self, pixels: &[[u8; 3]]) -> [u8; 3] {
        let op = |a: [u8; 3], b: [u8; 3]| std::array::from_fn(|c| a[c].max(b[c]));
        canonical(pixels.len(), |i| Some(pixels[i]), op).unwrap_or([0; 3])
    }
}

reduction! {
    /// Two sums at once.
    SumAndSquares: fn(x: f32) -> [f32; 2] {
        map: [x, x * x], op: |a, b| [a[0] + b[0], a[1] + b[1]], identity: [0.0, 0.0]
    }
}

impl Judged for SumAndSquares {
    fn judge(&self, xs: &[f32]) -> [f32; 2] {
        let op = |a: [f32; 2], b: [f32; 2]| [a[0] + b[0], a[1] + b[1]];
        canonical(xs.len(), |i| Some([xs[i], xs[i] * xs[i]]), op).unwrap_or([0.0; 2])
    }
}

reduction! {
    /// Both ends, absent for empty input, of the numbers only.
    MinMax: fn(x: f32) -> [f32; 2] {
        filter: !x.is_nan(), map: [x, x], op: |a, b| [a[0].min(b[0]), a[1].max(b[1])], identity: none
    }
}

impl Judged for MinMax {
    fn judge(&self, xs: &[f32]) -> Option<[f32; 2]> {
        let element = |i: usize| (!xs[i].is_nan()).then(|| [xs[i]; 2]);
        canonical(xs.len(), element, |a, b| [-max_f32(-a[0], -b[0]), max_f32(a[1], b[1])])
    }
}

/// Sums by component.
macro_rules! sums {
    ($($name:ident: [$ty:ident; $length:literal], [$($k:literal),*], $zero:literal;)*) => {$(
        reduction! {
            $name: fn(x: [$ty; $length]) -> [$ty; $length] {
                op: |a, b| [$(a[$k] + b[$k]),*], identity: [$($zero + $k as $ty),*]
            }
        }

        impl Judged for $name {
            fn judge(&self, xs: &[[$ty; $length]]) -> [$ty; $length] {
                let add = |a: [$ty; $length], b: [$ty; $length]| std::array::from_fn(|k| a[k] + b[k]);
                canonical(xs.len(), |i| Some(xs[i]), add).unwrap_or(std::array::from_fn(|k| k as $ty))
            }
        }
    )*};
}

// Elements of 2, 6, 12, 20 and 24 bytes. What empty input gives is no neutral value, to tell it apart.
sums! {
    Sum2: [u8; 2], [0, 1], 0;
    Sum6: [u16; 3], [0, 1, 2], 0;
    Sum12: [f32; 3], [0, 1, 2], 0.0;
    Sum20: [i32; 5], [0, 1, 2, 3, 4], 0;
    Sum24: [f64; 3], [0, 1, 2], 0.0;
}

reduction! {
    /// An accumulator of many words, some of them only passed on.
    Words: fn(x: u32) -> [u32; 9] {
        index: i,
        map: [x, i as u32, 1, 2, x ^ 3, 4, x >> 5, 6, 7],
        op: |a, b| [
            a[0] * 3 + b[0], a[1] + b[1], a[2], b[3], a[4] ^ b[4], a[5] + b[5], a[6].max(b[6]), a[7] - b[7], b[8] | a[8],
        ],
        identity: none,
    }
}

impl Judged for Words {
    fn judge(&self, xs: &[u32]) -> Option<[u32; 9]> {
        let element = |i: usize| Some([xs[i], i as u32, 1, 2, xs[i] ^ 3, 4, xs[i] >> 5, 6, 7]);
        let op = |a: [u32; 9], b: [u32; 9]| {
            let sum = |k: usize| a[k].wrapping_add(b[k]);
            let first = a[0].wrapping_mul(3).wrapping_add(b[0]);
            [first, sum(1), a[2], b[3], a[4] ^ b[4], sum(5), a[6].max(b[6]), a[7].wrapping_sub(b[7]), b[8] | a[8]]
        };
        canonical(xs.len(), element, op)
    }
}

reduction! {
    /// An accumulator too large for more than one element of a load: the one with the larger first word stays.
    Largest: fn(x: [f64; 100]) -> [f64; 100] { op: |a, b| if a[0] < b[0] { b } else { a }, identity: none }
}

impl Judged for Largest {
    fn judge(&self, xs: &[[f64; 100]]) -> Option<[f64; 100]> {
        canonical(xs.len(), |i| Some(xs[i]), |a, b| if a[0] < b[0] { b } else { a })
    }
}

fn bytes_of_three(device: &Device) {
    let sizes = sizes_for(device);
    check(
        device,
        Brightest,
        &noisy(most(&sizes), |x| [x as u8 & 63, (x >> 8) as u8, (x >> 16) as u8 | 1]),
        &sizes,
    );
}

fn two_results(device: &Device) {
    let sizes = sizes_for(device);
    check(device, SumAndSquares, &noisy(most(&sizes), unit_f32), &sizes);
}

fn both_ends(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |x| if x % 3 == 0 { f32::NAN } else { unit_f32(x) });
    check(device, MinMax, &xs, &sizes);
    check(device, MinMax, &[f32::NAN; 5], &[1, 5]);
}

fn odd_sizes(device: &Device) {
    let sizes = small();
    let n = most(&sizes);
    check(device, Sum2, &noisy(200, |x| [x as u8 & 1, (x >> 8) as u8 & 1]), &[0, 1, 2, 7, 31, 33, 64, 127, 200]);
    check(device, Sum6, &noisy(n, |x| [x as u16 & 3, (x >> 16) as u16 & 1, (x >> 32) as u16 & 1]), &sizes);
    check(device, Sum12, &noisy(n, |x| [unit_f32(x), unit_f32(x << 8), unit_f32(x << 16)]), &sizes);
    check(device, Sum20, &noisy(n, |x| std::array::from_fn(|k| (x >> (8 * k)) as i32 >> 16)), &sizes);
    check(device, Sum24, &noisy(n, |x| [unit_f64(x), unit_f64(x << 8), unit_f64(x << 16)]), &sizes);
}

fn many_words(device: &Device) {
    check(device, Words, &noisy(10_007, |x| x as u32), &small());
}

fn large(device: &Device) {
    let xs = noisy(2100, |x| std::array::from_fn(|k| unit_f64(x) + k as f64));
    check(device, Largest, &xs, &[0, 1, 2, 31, 33, 255, 256, 257, 1023, 2100]);
}

on_every_backend!(bytes_of_three, two_results, both_ends, odd_sizes, many_words, large);
