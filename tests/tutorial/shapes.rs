//! Blocks of every size that there can be, threads with few elements and many, and slices that begin anywhere.

use wavefold::Reduction as _;
use wavefold::prelude::*;
use wavefold::tutorial::{self, BlockFold, GridFold, Load, TutorialReduction, WarpFold};

use crate::axes::FOLDS;
use crate::check::{check, few_sizes, sizes};
use crate::declarations::{Parity, Sum, SumU64, WEIGHTED, whole_f32};
use crate::inputs::noisy;
use crate::judge::{Judged, assert_same};
use crate::sizes::reduced;

/// Block sizes that a fold works with, small ones and large ones, by rules of the test's own.
fn block_sizes(block: BlockFold, warp: WarpFold, lanes: u32) -> Vec<u32> {
    match (block, warp) {
        (BlockFold::Warps, _) => vec![lanes, 2 * lanes, 3 * lanes, 5 * lanes, 1024 - lanes, 1024],
        (_, WarpFold::Barriers) => vec![2, 4, 32, 512, 1024],
        _ => vec![2 * lanes, 512, 1024],
    }
}

fn blocks(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let xs = whole_f32(4096);
    for (block, warp) in FOLDS {
        let every = if reduced() { 3 } else { 1 };
        for block_size in block_sizes(block, warp, warp_size.lanes()).into_iter().step_by(every) {
            // The last block runs its fold twice.
            let load = Load::FirstAdd { items: 1 };
            let schedule = TutorialReduction { block_size, load, block, warp, grid: GridFold::LastBlock };
            check(device, Sum, &xs, schedule, &sizes(block_size));
        }
    }
}

/// AdaptiveCpp#1789: every number of threads can be laid out, or is refused with the legal ones, and none in between.
#[test]
fn every_number_of_threads_is_legal_or_not() {
    for warp_size in WarpSize::ALL {
        let lanes = warp_size.lanes();
        for (block, warp) in FOLDS {
            for block_size in 0..=2049 {
                let schedule = TutorialReduction { block_size, block, warp, ..tutorial::interleaved() };
                let legal = match (block, warp) {
                    (BlockFold::Warps, _) => (1..=1024 / lanes).any(|warps| warps * lanes == block_size),
                    (_, WarpFold::Barriers) => (1..=10).any(|k| 1 << k == block_size),
                    _ => (1..=10).any(|k| 1 << k == block_size) && block_size >= 2 * lanes,
                };
                let checked = schedule.check(&Sum::SPEC, warp_size);
                assert_eq!(checked.is_ok(), legal, "{block_size} threads, {block:?}, {warp:?}: {checked:?}");
            }
        }
    }
}

/// Two elements a block: ten passes.
fn many_passes(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = whole_f32(1030);
    for preset in [tutorial::global_memory(), tutorial::contiguous(), tutorial::sequential()] {
        check(device, Sum, &xs, preset.block_size(2), &[0, 1, 2, 3, 4, 5, 511, 513, 1023, 1025, 1030]);
    }
}

/// More tiles than the grid has blocks, several times over.
fn strides(device: &Device) {
    if device.warp_size().is_none() || reduced() {
        return;
    }
    let xs = whole_f32(200_003);
    for grid in [GridFold::Passes, GridFold::Atomic] {
        let schedule = TutorialReduction { grid, ..tutorial::grid_stride().block_size(64).items_per_thread(1) };
        check(device, Sum, &xs, schedule, &[65_535, 65_537, 131_073, xs.len()]);
    }
}

fn items(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(70_000, |x| x as u32);
    for items in if reduced() { vec![16] } else { vec![1, 3, 16, 256] } {
        for load in [Load::FirstAdd { items }, Load::GridStride { items }] {
            let schedule = TutorialReduction { load, ..tutorial::two_loads_warp_shuffle().block_size(64) };
            check(device, SumU64, &xs, schedule, &few_sizes(schedule.tile()));
        }
    }
}

reduction! {
    /// Elements whose vectors of four are aligned to four bytes.
    Triples: fn(x: [u8; 3]) -> u32 { map: x[0] as u32 + x[2] as u32 * 3, op: |a, b| a + b, identity: 0 }
}

impl Judged for Triples {
    fn judge(&self, xs: &[[u8; 3]]) -> u32 {
        xs.iter().map(|[first, _, last]| u32::from(*first) + u32::from(*last) * 3).sum()
    }
}

reduction! {
    /// Vectors of sixteen bytes leave partials of which sixteen are 128 bytes.
    SumOfBytes: fn(x: u8) -> u64 { map: x as u64, op: |a, b| a + b, identity: 0 }
}

impl Judged for SumOfBytes {
    fn judge(&self, xs: &[u8]) -> u64 {
        xs.iter().map(|x| u64::from(*x)).sum()
    }
}

fn vectors(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let (bytes, triples) = (noisy(4096, |x| x as u8), noisy(4096, |x| [x as u8, 9, (x >> 8) as u8]));
    for width in if reduced() { vec![16] } else { vec![1, 2, 4, 8, 16] } {
        let schedule =
            TutorialReduction { load: Load::Vector { width }, ..tutorial::vector_loads().block_size(64) };
        check(device, SumOfBytes, &bytes, schedule, &few_sizes(schedule.tile()));
    }
    check(device, Triples, &triples, tutorial::vector_loads().block_size(64), &few_sizes(256));
}

/// Whole vectors, the one that n cuts, and slices whose first element is where no vector begins.
fn misaligned(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let stream = device.stream().unwrap();
    let (xs, weights) = (noisy(1000, |x| x as u8), noisy(1000, |x| (x >> 8) as u32));
    let (first, second) = (device.upload(&xs).unwrap(), device.upload(&weights).unwrap());
    let schedule = tutorial::vector_loads().block_size(64);
    let plan = WEIGHTED.plan_with(device, 1000, schedule).unwrap();
    let bytes = TutorialReduction { load: Load::Vector { width: 16 }, ..schedule };
    let parity = Parity.plan_with(device, 1000, bytes).unwrap();
    for (start, other) in [(0, 0), (1, 0), (0, 1), (1, 1), (4, 4), (4, 3), (16, 2), (15, 15)] {
        for n in [0, 1, 3, 4, 5, 63, 255, 257, 700] {
            let views = (first.slice(start..start + n).unwrap(), second.slice(other..other + n).unwrap());
            let what = || format!("{n} elements from {start} and {other} on {device}");
            let expected = WEIGHTED.judge((&xs[start..start + n], &weights[other..other + n]));
            assert_same(&plan.launch(views, &stream).unwrap(), &expected, what);
            let expected = Parity.judge(&xs[start..start + n]);
            assert_same(&parity.launch(views.0, &stream).unwrap(), &expected, what);
        }
    }
}

on_every_backend!(blocks, many_passes, strides, items, vectors, misaligned);
