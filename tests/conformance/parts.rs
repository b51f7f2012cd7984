//! The parts of a reduction: filter, map, op, identity, init, finish, index, parameters, constants.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32, unit_f64};
use crate::judge::{Judged, canonical, check, max_f32};
use crate::sizes::{large, most, sizes_for, small};

/// Large and odd: a multiplication by it loses nothing.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
const LIMIT: f64 = 0.25;

reduction! {
    /// Tells the order of the elements, their indices, and whether any was left out or folded twice.
    Order: fn(x: u8) -> u64 {
        index: i,
        map: (x as u64 + 1) * (i ^ FACTOR),
        op: |a, b| a * FACTOR + (b ^ 7),
        identity: none,
    }
}

/// The same in plain Rust.
fn order_op(a: u64, b: u64) -> u64 {
    a.wrapping_mul(FACTOR).wrapping_add(b ^ 7)
}

fn order_map(x: u8, i: usize) -> u64 {
    (u64::from(x) + 1).wrapping_mul(i as u64 ^ FACTOR)
}

impl Judged for Order {
    fn judge(&self, xs: &[u8]) -> Option<u64> {
        canonical(xs.len(), |i| Some(order_map(xs[i], i)), order_op)
    }
}

reduction! {
    /// The same of some elements, which leaves slots, warps and blocks empty.
    OrderOfSome { least: u8 }: fn(x: u8) -> u64 {
        index: i,
        filter: x >= least && i % 5 != 3,
        map: (x as u64 + 1) * (i ^ FACTOR),
        op: |a, b| a * FACTOR + (b ^ 7),
        identity: none,
    }
}

impl Judged for OrderOfSome {
    fn judge(&self, xs: &[u8]) -> Option<u64> {
        let element = |i: usize| (xs[i] >= self.least && i % 5 != 3).then(|| order_map(xs[i], i));
        canonical(xs.len(), element, order_op)
    }
}

reduction! {
    /// An initial value on the left of everything; the result has another type than the accumulator.
    OrderAfterInit { start: u64 }: fn(x: u8) -> u32 {
        accumulator: u64,
        index: i,
        map: (x as u64 + 1) * (i ^ FACTOR),
        op: |a, b| a * FACTOR + (b ^ 7),
        identity: 0,
        init: start * 3,
        finish: |t| (t >> 32) as u32 ^ t as u32,
    }
}

impl Judged for OrderAfterInit {
    fn judge(&self, xs: &[u8]) -> u32 {
        let init = self.start.wrapping_mul(3);
        let total = canonical(xs.len(), |i| Some(order_map(xs[i], i)), order_op);
        let total = total.map_or(init, |total| order_op(init, total));
        (total >> 32) as u32 ^ total as u32
    }
}

reduction! {
    /// A filter together with an initial value, and a finish that uses a parameter.
    Distance { scale: f32 }: fn(x: f32) -> f32 {
        filter: x > 0.0,
        map: x * x,
        op: |a, b| a + b,
        identity: 0.0,
        init: 0.5,
        finish: |t| t.sqrt() * scale,
    }
}

impl Judged for Distance {
    fn judge(&self, xs: &[f32]) -> f32 {
        let total = canonical(xs.len(), |i| (xs[i] > 0.0).then(|| xs[i] * xs[i]), |a, b| a + b);
        total.map_or(0.5, |total| 0.5 + total).sqrt() * self.scale
    }
}

reduction! {
    /// What the README shows.
    SquaredDeviation { mean: f32 }: fn(x: f32) -> f32 {
        filter: !x.is_nan(), map: (x - mean) * (x - mean), op: |a, b| a + b, identity: 0.0
    }
}

impl Judged for SquaredDeviation {
    fn judge(&self, xs: &[f32]) -> f32 {
        let element = |i: usize| (!xs[i].is_nan()).then(|| (xs[i] - self.mean) * (xs[i] - self.mean));
        canonical(xs.len(), element, |a, b| a + b).unwrap_or(0.0)
    }
}

reduction! {
    /// The user's own constants, one of them by path; an op with a parameter; blocks, `let` and `if`.
    Damped { damping: f64 }: fn(x: f64) -> f64 {
        filter: x.abs() > LIMIT,
        map: { let y = x * 2.0; if y > 1.0 { y } else { std::f64::consts::PI - y } },
        op: |a, b| (a + b) * damping,
        identity: none,
        finish: |t| t + LIMIT,
    }
}

impl Judged for Damped {
    fn judge(&self, xs: &[f64]) -> Option<f64> {
        let map = |x: f64| if x * 2.0 > 1.0 { x * 2.0 } else { std::f64::consts::PI - x * 2.0 };
        let element = |i: usize| (xs[i].abs() > 0.25).then(|| map(xs[i]));
        canonical(xs.len(), element, |a, b| (a + b) * self.damping).map(|total| total + 0.25)
    }
}

reduction! {
    /// The identity of empty input is finished too.
    MaxAbs: fn(x: f32) -> f64 {
        accumulator: f32, map: x.abs(), op: |a, b| a.max(b), identity: 0.0, finish: |t| t as f64 + 1.0
    }
}

impl Judged for MaxAbs {
    fn judge(&self, xs: &[f32]) -> f64 {
        f64::from(canonical(xs.len(), |i| Some(xs[i].abs()), max_f32).unwrap_or(0.0)) + 1.0
    }
}

fn order(device: &Device) {
    let mut sizes = small();
    sizes.extend(large());
    check(device, Order, &noisy(most(&sizes), |noise| noise as u8), &sizes);
}

fn order_of_some(device: &Device) {
    let mut sizes = small();
    sizes.extend(large());
    let mut xs = noisy(most(&sizes).max(100_003), |noise| noise as u8);
    check(device, OrderOfSome { least: 100 }, &xs, &sizes);
    // Whole warps, blocks and steps without an element.
    for (i, x) in xs.iter_mut().enumerate() {
        if i % 8192 > 20 && i % 1999 != 0 {
            *x = 0;
        }
    }
    check(device, OrderOfSome { least: 1 }, &xs, &sizes_for(device));
    check(device, OrderOfSome { least: 1 }, &xs, &[100_003]);
    xs.fill(0);
    check(device, OrderOfSome { least: 1 }, &xs, &[0, 1, 5, 2049, 100_003]);
    xs[77_777] = 9;
    check(device, OrderOfSome { least: 1 }, &xs, &[77_777, 77_778, 100_003]);
}

fn order_after_init(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |noise| noise as u8);
    check(device, OrderAfterInit { start: 42 }, &xs, &sizes);
    check(device, OrderAfterInit { start: u64::MAX }, &xs, &[0, 1, 1000]);
}

fn filter_init_finish(device: &Device) {
    let sizes = sizes_for(device);
    check(device, Distance { scale: 3.7 }, &noisy(most(&sizes), unit_f32), &sizes);
    check(device, Distance { scale: 3.7 }, &[-1.0; 100], &[0, 1, 100]);
}

fn nan_is_filtered_out(device: &Device) {
    let sizes = sizes_for(device);
    let xs = noisy(most(&sizes), |noise| if noise % 7 == 0 { f32::NAN } else { unit_f32(noise) });
    check(device, SquaredDeviation { mean: 0.31 }, &xs, &sizes);
    check(device, SquaredDeviation { mean: -1e20 }, &xs, &[0, 1, 777]);
}

fn constants_and_parameters(device: &Device) {
    let sizes = sizes_for(device);
    check(device, Damped { damping: 0.75 }, &noisy(most(&sizes), unit_f64), &sizes);
}

fn finished_identity(device: &Device) {
    let sizes = sizes_for(device);
    check(device, MaxAbs, &noisy(most(&sizes), unit_f32), &sizes);
}

on_every_backend!(
    order,
    order_of_some,
    order_after_init,
    filter_init_finish,
    nan_is_filtered_out,
    constants_and_parameters,
    finished_identity,
);
