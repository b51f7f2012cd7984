//! Every step of the ladder, of a sum and of an operation that no tutorial has: `snapshots/tutorial/`.
//!
//! Where the text is the same for both warp sizes, it is there once, as `.any`.

use wavefold::__private::codegen::KernelText;
use wavefold::prelude::*;
use wavefold::tutorial::{self, GridFold, HISTOGRAMS, REDUCTIONS, TutorialHistogram, TutorialReduction};
use wavefold::{Histogram, Reduction};

reduction! {
    /// The sum.
    Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 }
}

reduction! {
    /// From the least to the greatest number.
    Spread: fn(x: f32) -> f32 {
        accumulator: (f32, f32),
        filter: !x.is_nan(),
        map: (x, x),
        op: |a, b| (a.0.min(b.0), a.1.max(b.1)),
        identity: (f32::INFINITY, f32::NEG_INFINITY),
        finish: |t| t.1 - t.0,
    }
}

histogram! {
    /// By the lowest byte.
    LowestByte: fn(x: u32) -> u32 { bin: x % 256, bins: 256 }
}

histogram! {
    /// By a thousandth, and how many are outside.
    Thousandths: fn(x: f32) -> u64 { range: 0.0..=1.0, bins: 1000, outside: count }
}

fn compare(name: &str, uses_warps: bool, texts: impl Fn(WarpSize) -> Vec<KernelText>) {
    let compare = |suffix: &str, source: &str| {
        crate::in_folder("tutorial", || insta::assert_snapshot!(format!("{name}.{suffix}"), source));
    };
    let sources = WarpSize::ALL.map(|warp_size| texts(warp_size).remove(0).source);
    if uses_warps {
        compare("w32", &sources[0]);
        compare("w64", &sources[1]);
    } else {
        assert_eq!(sources[0], sources[1], "{name} says that it has nothing to do with warps");
        compare("any", &sources[0]);
    }
}

fn compare_reduction<R: Reduction>(name: &str, schedule: &TutorialReduction) {
    compare(name, schedule.uses_warps(), |warp_size| {
        schedule.check(&R::SPEC, warp_size).unwrap();
        tutorial::reduction_texts(&R::SPEC, &R::constants(), schedule, warp_size).unwrap()
    });
}

fn compare_histogram<H: Histogram>(name: &str, schedule: &TutorialHistogram) {
    compare(name, schedule.uses_warps(), |warp_size| {
        schedule.check(&H::SPEC, H::SPEC.bins.unwrap(), warp_size).unwrap();
        tutorial::histogram_texts(&H::SPEC, &H::constants(), schedule).unwrap()
    });
}

#[test]
fn reductions() {
    for (name, schedule) in REDUCTIONS {
        compare_reduction::<Sum>(&format!("{name}.sum"), schedule);
        compare_reduction::<Spread>(&format!("{name}.spread"), schedule);
    }
    // What no tutorial has: the last block to arrive.
    let last_block = TutorialReduction { grid: GridFold::LastBlock, ..tutorial::grid_stride() };
    compare_reduction::<Spread>("grid_stride_last_block.spread", &last_block);
}

#[test]
fn histograms() {
    for (name, schedule) in HISTOGRAMS {
        compare_histogram::<LowestByte>(&format!("{name}.bytes"), schedule);
        compare_histogram::<Thousandths>(&format!("{name}.thousandths"), schedule);
    }
}

/// Every row of every tutorial has a preset, and every preset a row.
#[test]
fn rows() {
    let presets = || REDUCTIONS.iter().map(|(name, _)| *name).chain(HISTOGRAMS.iter().map(|(name, _)| *name));
    for row in tutorial::ROWS {
        assert!(presets().any(|name| name == row.preset), "{row:?}");
    }
    for name in presets() {
        assert!(tutorial::ROWS.iter().any(|row| row.preset == name), "{name}");
    }
}
