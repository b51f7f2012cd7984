//! Two inputs, of one type and of different ones; either may be the one that decides the vector's width.

use wavefold::prelude::*;

use crate::inputs::{noise, noisy, unit_f32, unit_f64};
use crate::judge::{Judged, canonical, check};
use crate::sizes::{most, sizes_for};

reduction! { Dot: fn(x: f32, y: f32) -> f32 { map: x * y, op: |a, b| a + b, identity: 0.0 } }

impl Judged for Dot {
    fn judge(&self, (xs, ys): (&[f32], &[f32])) -> f32 {
        canonical(xs.len(), |i| Some(xs[i] * ys[i]), |a, b| a + b).unwrap_or(0.0)
    }
}

reduction! {
    /// A filter on one input, the value from the other, and both sizes of float.
    WeightedSum { least: f32 }: fn(value: f64, weight: f32) -> f64 {
        filter: weight > least,
        map: value * f64::from(weight),
        op: |a, b| a + b,
        identity: none,
    }
}

impl Judged for WeightedSum {
    fn judge(&self, (values, weights): (&[f64], &[f32])) -> Option<f64> {
        let element = |i: usize| (weights[i] > self.least).then(|| values[i] * f64::from(weights[i]));
        canonical(values.len(), element, |a, b| a + b)
    }
}

reduction! {
    /// A byte beside three of them, and the index.
    Tinted: fn(px: [u8; 3], alpha: u8) -> u64 {
        index: i,
        map: (px[0] as u64 + (px[1] as u64 * 3) + (px[2] as u64 * 7)) * alpha as u64 + i,
        op: |a, b| a * 3 + b,
        identity: 5,
    }
}

impl Judged for Tinted {
    fn judge(&self, (pixels, alphas): (&[[u8; 3]], &[u8])) -> u64 {
        let element = |i: usize| {
            let [r, g, b] = pixels[i].map(u64::from);
            Some((r + g * 3 + b * 7) * u64::from(alphas[i]) + i as u64)
        };
        canonical(pixels.len(), element, |a, b| a.wrapping_mul(3).wrapping_add(b)).unwrap_or(5)
    }
}

reduction! {
    /// Both bytes: sixteen elements of each in one load.
    Differences: fn(x: u8, y: i8) -> u32 {
        map: (x as i32).abs_diff(y as i32), op: |a, b| a + b, identity: 0
    }
}

impl Judged for Differences {
    fn judge(&self, (xs, ys): (&[u8], &[i8])) -> u32 {
        let element = |i: usize| Some((i64::from(xs[i]) - i64::from(ys[i])).unsigned_abs() as u32);
        canonical(xs.len(), element, u32::wrapping_add).unwrap_or(0)
    }
}

fn one_type(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), unit_f32);
    let ys = noisy(most(&sizes), |x| unit_f32(noise(x as usize)));
    check(device, Dot, (&xs, &ys), &sizes);
}

fn two_types(device: &Device) {
    let sizes = sizes_for(device);
    let values = noisy(most(&sizes), unit_f64);
    let weights = noisy(most(&sizes), |x| unit_f32(noise(x as usize)));
    check(device, WeightedSum { least: -0.2 }, (&values, &weights), &sizes);
    check(device, WeightedSum { least: 1.0 }, (&values, &weights), &[0, 1, 2048]);
}

fn pixels_and_bytes(device: &Device) {
    let sizes = sizes_for(device);
    let pixels = noisy(most(&sizes), |x| [x as u8, (x >> 8) as u8, (x >> 16) as u8]);
    let alphas = noisy(most(&sizes), |x| (x >> 24) as u8);
    check(device, Tinted, (&pixels, &alphas), &sizes);
}

fn bytes(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |x| x as u8);
    let ys = noisy(most(&sizes), |x| (x >> 8) as i8);
    check(device, Differences, (&xs, &ys), &sizes);
}

on_every_backend!(one_type, two_types, pixels_and_bytes, bytes);
