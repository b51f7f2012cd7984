//! The tutorials' schedules join in orders of their own: where sums are exact, they come to the same.

use wavefold::prelude::*;
use wavefold::tutorial::{self, GridFold, Load};

use crate::inputs::noisy;

reduction! {
    /// All that there is to join an element by; what blocks join is no result yet.
    HalfAbove { least: f32 }: fn(x: f32) -> f64 {
        filter: x > least, map: x as f64, op: |a, b| a + b, identity: 0.0, finish: |total| total / 2.0
    }
}

reduction! {
    /// What atomic operations add up in the result itself.
    Total: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}

const LEAST: f32 = -5.0;

/// Integers so small that every sum of them is exact.
fn integers(n: usize) -> Vec<f32> {
    noisy(n, |noise| (noise % 17) as f32 - 8.0)
}

fn total(xs: &[f32]) -> f64 {
    xs.iter().map(|&x| f64::from(x)).filter(|&x| x > LEAST.into()).sum()
}

/// Every preset, and the way to join blocks that none of them has.
fn presets() -> impl Iterator<Item = tutorial::Named<tutorial::TutorialReduction>> {
    let last_block = tutorial::TutorialReduction { grid: GridFold::LastBlock, ..tutorial::sequential() };
    tutorial::REDUCTIONS.iter().copied().chain([("last_block", last_block)])
}

/// About a warp, about a block, and as many that there are several passes.
const SIZES: [usize; 6] = [0, 1, 31, 255, 257, 100_003];

fn reductions(device: &Device) {
    let xs = integers(100_004);
    let buffer = device.upload(&xs).unwrap();
    let (stream, reduction) = (device.stream().unwrap(), HalfAbove { least: LEAST });
    for (name, schedule) in presets() {
        let plan = reduction.plan_with(device, xs.len(), schedule).unwrap();
        for n in SIZES {
            // Aligned for vectors, and not.
            for start in [0, 1] {
                let result = plan.launch(buffer.slice(start..start + n).unwrap(), &stream).unwrap();
                let expected = total(&xs[start..start + n]) / 2.0;
                assert_eq!(result, expected, "{n} elements from {start} on, {name} on {device}");
            }
        }
    }
}

fn direct_atomics(device: &Device) {
    let xs = integers(5001);
    let buffer = device.upload(&xs).unwrap();
    let stream = device.stream().unwrap();
    let plan = Total.plan_with(device, xs.len(), tutorial::block_atomics()).unwrap();
    for n in [0, 257, xs.len()] {
        let expected: f32 = xs[..n].iter().sum();
        // Twice, because the result of before is no part of it.
        for _ in 0..2 {
            let result = plan.launch(buffer.slice(..n).unwrap(), &stream).unwrap();
            assert_eq!(result, expected, "{n} elements on {device}");
        }
    }
}

/// A learner's look at the first kernel: the total of every block.
fn block_totals(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = integers(5001);
    let buffer = device.upload(&xs).unwrap();
    let (stream, reduction) = (device.stream().unwrap(), HalfAbove { least: LEAST });
    for (name, schedule) in presets().filter(|(_, schedule)| schedule.grid != GridFold::Atomic) {
        let plan = reduction.plan_with(device, xs.len(), schedule).unwrap();
        for n in [0, 200, xs.len()] {
            let totals = plan.block_totals(buffer.slice(..n).unwrap(), &stream).unwrap();
            assert_eq!(totals.iter().sum::<f64>(), total(&xs[..n]), "{n} elements, {name} on {device}");
            // A grid that strides over the input has fewer blocks, once it fills the device.
            if n > 0 && !matches!(schedule.load, Load::GridStride { .. }) {
                let expected: Vec<f64> = xs[..n].chunks(schedule.tile() as usize).map(total).collect();
                assert_eq!(totals, expected, "{n} elements, {name} on {device}");
            }
        }
        let result = plan.launch(&buffer, &stream).unwrap();
        assert_eq!(result, total(&xs) / 2.0, "what a look leaves behind does no harm: {name} on {device}");
    }
}

histogram! {
    /// Two inputs, of which some are refused and some are outside.
    Pairs: fn(x: u8, y: u16) -> u64 { filter: y % 7 != 2, bin: (x as u32 + y as u32) % 50, bins: 45, outside: count }
}

fn histograms(device: &Device) {
    let (xs, ys) = (noisy(20_011, |x| x as u8), noisy(20_011, |x| (x >> 8) as u16));
    let (first, second) = (device.upload(&xs).unwrap(), device.upload(&ys).unwrap());
    let stream = device.stream().unwrap();
    for (name, schedule) in tutorial::HISTOGRAMS {
        let plan = Pairs.plan_with(device, xs.len(), *schedule).unwrap();
        for n in [0, 1, 255, 4097, xs.len()] {
            let counted = plan.launch((first.slice(..n).unwrap(), second.slice(..n).unwrap()), &stream).unwrap();
            let expected = Pairs.run(&Device::cpu(), (&xs[..n], &ys[..n])).unwrap();
            assert_eq!(counted, expected, "{n} elements, {name} on {device}");
        }
    }
}

on_every_backend!(reductions, direct_atomics, block_totals, histograms);
