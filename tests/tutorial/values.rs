//! Accumulators of every size and kind: what shuffles move in words, what atomic operations exchange, what padding must not
//! change.

use wavefold::prelude::*;
use wavefold::tutorial::{BlockFold, GridFold, Load, TutorialReduction, WarpFold};
use wavefold::{Inputs, IntoViews};

use crate::check::{check, few_sizes};
use crate::declarations::{
    AllBelow, Balance, Extents, Parity, Product, Spread, SumF64, SumI64, SumU64, WEIGHTED, negative_f32,
};
use crate::inputs::noisy;
use crate::judge::Judged;
use crate::sizes::reduced;

const fn schedule(load: Load, block: BlockFold, warp: WarpFold, grid: GridFold) -> TutorialReduction {
    TutorialReduction { block_size: 128, load, block, warp, grid }
}

/// Every way to join values, between threads, lanes and blocks.
const SCHEDULES: [TutorialReduction; 6] = [
    schedule(Load::FirstAdd { items: 1 }, BlockFold::InterleavedInGlobal, WarpFold::Barriers, GridFold::Passes),
    schedule(Load::FirstAdd { items: 2 }, BlockFold::Contiguous, WarpFold::Barriers, GridFold::SecondKernel),
    schedule(Load::Vector { width: 2 }, BlockFold::Sequential, WarpFold::Shuffle, GridFold::Passes),
    schedule(Load::GridStride { items: 1 }, BlockFold::Warps, WarpFold::Shared, GridFold::LastBlock),
    schedule(Load::FirstAdd { items: 1 }, BlockFold::Warps, WarpFold::Shuffle, GridFold::Atomic),
    schedule(Load::FirstAdd { items: 3 }, BlockFold::Sequential, WarpFold::Shared, GridFold::Atomic),
];

fn check_all<R: Judged>(device: &Device, reduction: R, input: <R::Inputs as Inputs>::Slices<'_>)
where
    for<'a> <R::Inputs as Inputs>::Views<'a>: IntoViews<'a, R::Inputs>,
{
    let fits =
        |schedule: &&TutorialReduction| R::SPEC.accumulator.size() <= 8 || schedule.grid != GridFold::Atomic;
    let fitting = SCHEDULES.iter().filter(fits);
    for schedule in fitting.step_by(if reduced() { 3 } else { 1 }) {
        check(device, reduction, input, *schedule, &few_sizes(schedule.tile()));
    }
}

fn bytes(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let mut xs = noisy(2048, |x| x as u8);
    check_all(device, Parity, &xs);
    check_all(device, AllBelow { limit: 255 }, &vec![254; 2048]);
    // One element alone is not below: the last one of the longest input, where a tile has 128.
    xs.fill(1);
    xs[3 * 128 + 6] = 200;
    check_all(device, AllBelow { limit: 200 }, &xs);
}

fn words_of_eight_bytes(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    // Odd factors: no product is ever zero.
    check_all(device, Product, &noisy(2048, |x| x | 1));
    check_all(device, SumI64, &noisy(2048, |x| x as i64));
    check_all(device, SumU64, &noisy(2048, |x| x as u32));
    check_all(device, SumF64, &noisy(2048, |x| (x >> 40) as f64 - 4e6));
}

fn structs(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    check_all(device, Extents, &noisy(2048, |x| x as i32 | i32::MIN));
    check_all(device, Extents, &noisy(2048, |x| (x as i32 & i32::MAX) / 2 + 1));
    check_all(device, Spread, &negative_f32(2048));
    check_all(device, Spread, &vec![f32::NAN; 2048]);
}

fn what_comes_once(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(2048, |x| x as i16 as i32);
    check_all(device, Balance { opening: -12_345, fee: 11 }, &xs);
    check_all(device, WEIGHTED, (&noisy(2048, |x| x as u8), &noisy(2048, |x| (x >> 8) as u32)));
}

on_every_backend!(bytes, words_of_eight_bytes, structs, what_comes_once);
