//! `commutative: false`: runs of neighbouring elements, from the first to the last, the same on every backend.

use wavefold::prelude::*;
use wavefold::{Element, ReductionSchedule};

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, SLOTS, assert_same, check, ordered};
use crate::sizes::sizes_for;

reduction! {
    /// Neither commutative nor associative: every other order, and every other cut, gives another number.
    Chain: fn(x: f32) -> f32 { op: |a, b| a * 0.75 + b, identity: none, commutative: false }
}

impl Judged for Chain {
    fn judge(&self, xs: &[f32]) -> Option<f32> {
        ordered(xs.len(), |i| Some(xs[i]), |a, b| a * 0.75 + b)
    }
}

reduction! {
    /// A filter, an index and a parameter: slots and whole runs may be empty.
    Chosen { least: u8 }: fn(x: u8) -> u64 {
        index: i,
        filter: x > least,
        map: x as u64 * (i + 1),
        op: |a, b| a * 31 + b,
        identity: none,
        commutative: false,
    }
}

impl Judged for Chosen {
    fn judge(&self, xs: &[u8]) -> Option<u64> {
        let element = |i: usize| (xs[i] > self.least).then(|| u64::from(xs[i]).wrapping_mul(i as u64 + 1));
        ordered(xs.len(), element, |a, b| a.wrapping_mul(31).wrapping_add(b))
    }
}

reduction! {
    /// Two inputs of two widths, and all that comes once.
    Mixed { start: f64 }: fn(x: f64, y: i16) -> f64 {
        map: x * y as f64, op: |a, b| a * 0.5 - b, identity: 0.0, init: start, finish: |t| t * 3.0, commutative: false
    }
}

impl Judged for Mixed {
    fn judge(&self, (xs, ys): (&[f64], &[i16])) -> f64 {
        let total = ordered(xs.len(), |i| Some(xs[i] * f64::from(ys[i])), |a, b| a * 0.5 - b);
        3.0 * total.map_or(self.start, |total| self.start * 0.5 - total)
    }
}

/// Sizes around the boundaries of layouts; natively also around those of runs.
fn every_size(device: &Device) {
    let mut sizes = sizes_for(device);
    if !device.name().starts_with("emulated") {
        sizes.extend([2 * SLOTS, 2 * SLOTS + 1, 3 * SLOTS + 7, 4 * SLOTS, 17 * SLOTS + 12_345]);
    }
    let most = crate::sizes::most(&sizes);
    check(device, Chain, &noisy(most, unit_f32), &sizes);
    check(device, Chosen { least: 99 }, &noisy(most, |x| x as u8), &sizes);
    check(device, Chosen { least: 255 }, &noisy(5003, |x| x as u8), &[5003]);
    let (xs, ys) = (noisy(most, |x| f64::from(unit_f32(x))), noisy(most, |x| x as i16));
    check(device, Mixed { start: 1.25 }, (&xs, &ys), &sizes);
}

/// Runs of more than one element, where every instruction is emulated too: as few elements as have them.
fn runs(device: &Device) {
    for n in [SLOTS + 1, 3 * SLOTS + 7] {
        check(device, Chain, &noisy(n, unit_f32), &[n]);
    }
    let n = SLOTS + 4099;
    check(device, Chosen { least: 199 }, &noisy(n, |x| x as u8), &[n]);
}

/// Slices that begin anywhere: other loads, the same order.
fn offsets(device: &Device) {
    let sizes: &[usize] =
        if device.name().starts_with("emulated") { &[1, 1023, 9001] } else { &[1, 9001, 4 * SLOTS] };
    let xs = noisy(crate::sizes::most(sizes) + 17, unit_f32);
    let bytes = noisy(xs.len(), |x| x as u8);
    let (floats, buffer) = (device.upload(&xs).unwrap(), device.upload(&bytes).unwrap());
    let (chain, chosen) =
        (Chain.plan(device, xs.len()).unwrap(), Chosen { least: 99 }.plan(device, xs.len()).unwrap());
    let stream = device.stream().unwrap();
    for offset in [1, 2, 3, 8, 13, 16] {
        for &n in sizes {
            let what = || format!("{n} elements from {offset} on {device}");
            let range = offset..offset + n;
            let expected = Chain.judge(&xs[range.clone()]);
            assert_same(&chain.launch(floats.slice(range.clone()).unwrap(), &stream).unwrap(), &expected, what);
            let expected = Chosen { least: 99 }.judge(&bytes[range.clone()]);
            assert_same(&chosen.launch(buffer.slice(range).unwrap(), &stream).unwrap(), &expected, what);
        }
    }
}

fn check_schedules<R: Judged<Inputs = (T,)>, T: Element>(
    device: &Device,
    reduction: R,
    xs: &[T],
    sizes: &[usize],
    schedules: &[(u32, u32, u32, u32)],
) {
    let Some(warp_size) = device.warp_size() else { return };
    let buffer = device.upload(xs).unwrap();
    let stream = device.stream().unwrap();
    for &n in sizes {
        let expected = reduction.judge(&xs[..n]);
        for &(block_size, vector_width, vectors_per_thread, steps_ahead) in schedules {
            let schedule =
                ReductionSchedule { warp_size, block_size, vector_width, vectors_per_thread, steps_ahead };
            let plan = reduction.plan_with(device, xs.len(), schedule).unwrap();
            let result = plan.launch(buffer.slice(..n).unwrap(), &stream).unwrap();
            assert_same(&result, &expected, || format!("{n} elements on {device} with {schedule:?}"));
        }
    }
}

/// Every way to lay the kernel out, for slots of one element and for runs longer than vectors and steps.
fn schedules(device: &Device) {
    let layouts = [
        (64, 1, 16, 1),
        (64, 4, 4, 3),
        (128, 2, 8, 1),
        (256, 4, 2, 2),
        (512, 1, 2, 8),
        (1024, 4, 4, 16),
        (256, 1, 1, 1),
    ];
    let emulated = device.name().starts_with("emulated");
    let sizes: &[usize] =
        if emulated { &[0, 33, 4097, 20_011] } else { &[0, 33, 20_011, 17 * SLOTS, 100 * SLOTS + 1] };
    check_schedules(device, Chain, &noisy(crate::sizes::most(sizes), unit_f32), sizes, &layouts);
    let wide = [(64, 16, 1, 1), (256, 16, 1, 2), (512, 8, 2, 1)];
    check_schedules(device, Chosen { least: 99 }, &noisy(crate::sizes::most(sizes), |x| x as u8), sizes, &wide);
}

on_every_backend!(every_size, runs, offsets, schedules);
