//! Every schedule that the check lets pass gives the same bits.

use wavefold::prelude::*;
use wavefold::{Counts, Element, HistogramSchedule, ReductionSchedule};

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, assert_same, canonical};

reduction! {
    /// No filter: n alone tells what exists.
    Chain: fn(x: f32) -> f32 { op: |a, b| a * 0.75 + b, identity: none }
}

impl Judged for Chain {
    fn judge(&self, xs: &[f32]) -> Option<f32> {
        canonical(xs.len(), |i| Some(xs[i]), |a, b| a * 0.75 + b)
    }
}

reduction! {
    /// A filter, an index and a parameter: everything that travels through the phases.
    Chosen { least: u8 }: fn(x: u8) -> u64 {
        index: i, filter: x > least, map: x as u64 * i, op: |a, b| a * 31 + b, identity: none
    }
}

impl Judged for Chosen {
    fn judge(&self, xs: &[u8]) -> Option<u64> {
        let element = |i: usize| (xs[i] > self.least).then(|| u64::from(xs[i]) * i as u64);
        canonical(xs.len(), element, |a, b| a.wrapping_mul(31).wrapping_add(b))
    }
}

/// Legal ones of all kinds: block, width, vectors, steps.
const SCHEDULES: [(u32, u32, u32, u32); 14] = [
    (64, 1, 16, 1),
    (64, 4, 4, 3),
    (64, 4, 64, 1),
    (128, 1, 4, 2),
    (128, 4, 1, 7),
    (128, 2, 8, 1),
    (256, 1, 1, 1),
    (256, 4, 2, 2),
    (256, 2, 4, 4),
    (512, 4, 1, 1),
    (512, 1, 2, 8),
    (512, 2, 16, 2),
    (1024, 1, 1, 1),
    (1024, 4, 4, 16),
];

/// Wide vectors of bytes, for the second declaration.
const WIDE: [(u32, u32, u32, u32); 4] = [(64, 16, 1, 1), (256, 16, 1, 2), (512, 8, 2, 1), (1024, 16, 4, 4)];

fn check_schedules<R: Judged<Inputs = (T,)>, T: Element>(
    device: &Device,
    reduction: R,
    xs: &[T],
    schedules: impl IntoIterator<Item = (u32, u32, u32, u32)>,
) {
    let Some(warp_size) = device.warp_size() else { return };
    let sizes = [0, 1, 63, 65, 255, 1025, 2047, 4097, 20_011, xs.len()];
    let expected = sizes.map(|n| reduction.judge(&xs[..n]));
    let buffer = device.upload(xs).unwrap();
    let stream = device.stream().unwrap();
    for (block_size, vector_width, vectors_per_thread, steps_ahead) in schedules {
        let schedule = ReductionSchedule { warp_size, block_size, vector_width, vectors_per_thread, steps_ahead };
        let plan = reduction.plan_with(device, xs.len(), schedule).unwrap();
        assert_eq!(plan.schedule(), Some(&schedule.into()));
        for (n, expected) in sizes.iter().zip(&expected) {
            let result = plan.launch(buffer.slice(..*n).unwrap(), &stream).unwrap();
            assert_same(&result, expected, || format!("{n} elements on {device} with {schedule:?}"));
        }
    }
}

fn without_filter(device: &Device) {
    check_schedules(device, Chain, &noisy(60_013, unit_f32), SCHEDULES);
}

fn with_filter(device: &Device) {
    check_schedules(device, Chosen { least: 99 }, &noisy(60_013, |x| x as u8), SCHEDULES);
}

fn wide_vectors(device: &Device) {
    check_schedules(device, Chosen { least: 200 }, &noisy(60_013, |x| x as u8), WIDE);
}

histogram! {
    /// A value and a weight, so that two inputs are loaded.
    Pairs: fn(x: u8, y: u16) -> u32 { filter: y % 7 != 2, bin: (x as u32 + y as u32) % 50, bins: 45, outside: count }
}

/// Counts do not depend on who counts them either.
fn histograms(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let (xs, ys) = (noisy(60_013, |x| x as u8), noisy(60_013, |x| (x >> 8) as u16));
    let (first, second) = (device.upload(&xs).unwrap(), device.upload(&ys).unwrap());
    let stream = device.stream().unwrap();
    let sizes = [0, 1, 65, 1025, 8193, xs.len()];
    let expected = sizes.map(|n| Pairs.run(&Device::cpu(), (&xs[..n], &ys[..n])).unwrap());
    let layouts = [
        (64, 1, 1, Counts::Shared { copies: 1 }),
        (64, 8, 4, Counts::Shared { copies: 32 }),
        (128, 2, 16, Counts::Shared { copies: 4 }),
        (256, 4, 1, Counts::Shared { copies: 32 }),
        (256, 8, 2, Counts::Shared { copies: 1 }),
        (512, 8, 4, Counts::Shared { copies: 16 }),
        (512, 1, 64, Counts::Shared { copies: 8 }),
        (1024, 8, 1, Counts::Shared { copies: 2 }),
        (1024, 2, 2, Counts::Shared { copies: 32 }),
        // All 48 counters at once, five or one at a time.
        (256, 8, 2, Counts::Windows { shared_bytes: 4 * 48 }),
        (128, 1, 4, Counts::Windows { shared_bytes: 20 }),
        (1024, 4, 1, Counts::Windows { shared_bytes: 4 }),
        (64, 8, 1, Counts::Global),
        (512, 2, 8, Counts::Global),
    ];
    for (block_size, vector_width, vectors_per_thread, counts) in layouts {
        let schedule = HistogramSchedule { warp_size, block_size, vector_width, vectors_per_thread, counts };
        let plan = Pairs.plan_with(device, xs.len(), schedule).unwrap();
        for (n, expected) in sizes.iter().zip(&expected) {
            let views = (first.slice(..*n).unwrap(), second.slice(..*n).unwrap());
            let counted = plan.launch(views, &stream).unwrap();
            assert_eq!(&counted, expected, "{n} elements on {device} with {schedule:?}");
        }
    }
}

on_every_backend!(without_filter, with_filter, wide_vectors, histograms);
