//! Every value of an axis beside every value of the others.
//!
//! There are 128 combinations of what a load, a block, a warp and a grid can do. Each is checked once, for one of four
//! declarations, and each declaration sees every pair of values: one that fails alone, or beside another, is found.

use wavefold::prelude::*;
use wavefold::tutorial::{Axis, BlockFold, GridFold, Load, TutorialReduction, WarpFold};

use crate::check::{check, few_sizes};
use crate::declarations::{Parity, Spread, Sum, WEIGHTED, negative_f32, whole_f32};
use crate::inputs::noisy;
use crate::sizes::reduced;

const LOADS: [Load; 4] = [
    Load::FirstAdd { items: 1 },
    Load::FirstAdd { items: 3 },
    Load::Vector { width: 4 },
    Load::GridStride { items: 2 },
];

const GRIDS: [GridFold; 4] = [GridFold::Passes, GridFold::SecondKernel, GridFold::LastBlock, GridFold::Atomic];

/// What a block does, and where it leaves a warp to itself what that does.
pub(crate) const FOLDS: [(BlockFold, WarpFold); 8] = [
    (BlockFold::InterleavedInGlobal, WarpFold::Barriers),
    (BlockFold::Interleaved, WarpFold::Barriers),
    (BlockFold::Contiguous, WarpFold::Barriers),
    (BlockFold::Sequential, WarpFold::Barriers),
    (BlockFold::Sequential, WarpFold::Shared),
    (BlockFold::Sequential, WarpFold::Shuffle),
    (BlockFold::Warps, WarpFold::Shared),
    (BlockFold::Warps, WarpFold::Shuffle),
];

/// A quarter of all combinations: `turn` says which.
fn quarter(turn: usize) -> impl Iterator<Item = TutorialReduction> {
    let pairs = (0..FOLDS.len()).flat_map(|fold| (0..LOADS.len()).map(move |load| (fold, load)));
    // Few of them where everything is slow.
    let every = if reduced() { 3 } else { 1 };
    pairs.step_by(every).map(move |(fold, load)| {
        let ((block, warp), grid) = (FOLDS[fold], GRIDS[(fold + load + turn) % GRIDS.len()]);
        // The least with which every fold works for 64 lanes.
        TutorialReduction { block_size: 128, load: LOADS[load], block, warp, grid }
    })
}

fn of_a_sum(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = whole_f32(4096);
    quarter(0).for_each(|schedule| check(device, Sum, &xs, schedule, &few_sizes(schedule.tile())));
}

fn of_two_ends(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = negative_f32(4096);
    quarter(1).for_each(|schedule| check(device, Spread, &xs, schedule, &few_sizes(schedule.tile())));
}

fn of_everything_at_once(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let (xs, weights) = (noisy(4096, |x| x as u8), noisy(4096, |x| (x >> 8) as u32));
    quarter(2)
        .for_each(|schedule| check(device, WEIGHTED, (&xs, &weights), schedule, &few_sizes(schedule.tile())));
}

fn of_bytes(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs = noisy(4096, |x| x as u8);
    quarter(3).for_each(|schedule| check(device, Parity, &xs, schedule, &few_sizes(schedule.tile())));
}

/// The four quarters are all there is.
#[test]
fn every_combination() {
    if reduced() {
        return;
    }
    let mut all: Vec<TutorialReduction> = Vec::new();
    for schedule in (0..4).flat_map(quarter) {
        assert!(!all.contains(&schedule), "{schedule:?} twice");
        all.push(schedule);
    }
    let mut legal = 0;
    for block in BlockFold::ALL {
        for warp in WarpFold::ALL {
            let schedule = TutorialReduction { block: *block, warp: *warp, ..all[0] };
            if schedule.check_axes("Sum").is_ok() {
                legal += 1;
                assert!(FOLDS.contains(&(*block, *warp)), "{block:?} and {warp:?} go together");
            }
        }
    }
    assert_eq!((legal, all.len()), (FOLDS.len(), FOLDS.len() * LOADS.len() * GRIDS.len()));
    assert_eq!(GridFold::ALL, GRIDS);
    assert!(Load::ALL.iter().all(|load| LOADS.iter().any(|ours| ours.name() == load.name())));
}

on_every_backend!(of_a_sum, of_two_ends, of_everything_at_once, of_bytes);
