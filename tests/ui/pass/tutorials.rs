//! Declarations with a tutorial's schedule, by its name and by its axes.
#![deny(warnings)]

use wavefold::prelude::{HistogramExt, ReductionExt, WarpSize, histogram, reduction};
use wavefold::tutorial::{self, BlockFold, GridFold, Load, TutorialCounts, WarpFold};
use wavefold::{Histogram, Reduction};

/// Every preset declares what its function gives.
macro_rules! presets {
    (reductions: $($step:ident)*; histograms: $($counts:ident)*) => {
        $({
            reduction! { Sum: fn(x: i32) -> i32 { op: |a, b| a + b, identity: 0, schedule: tutorial::$step } }
            assert_eq!(Sum::SPEC.schedule, Some(tutorial::$step()));
            let text = Sum::source_with(WarpSize::W32, tutorial::$step()).unwrap();
            assert_eq!(Sum::source(WarpSize::W32).unwrap(), text);
        })*
        $({
            histogram! { Levels: fn(x: u8) -> u32 { bin: x, bins: 256, schedule: ::wavefold::tutorial::$counts } }
            assert_eq!(Levels::SPEC.schedule, Some(tutorial::$counts()));
            let text = Levels::source_with(WarpSize::W32, tutorial::$counts()).unwrap();
            assert_eq!(Levels::source(WarpSize::W32).unwrap(), text);
        })*
        let names = [$(stringify!($step)),*];
        assert!(tutorial::REDUCTIONS.iter().map(|(name, _)| *name).eq(names), "a preset is missing above");
        let names = [$(stringify!($counts)),*];
        assert!(tutorial::HISTOGRAMS.iter().map(|(name, _)| *name).eq(names), "a preset is missing above");
    };
}

/// The schedule of a sum that has these keys.
macro_rules! sum {
    ($($keys:tt)*) => {{
        reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, $($keys)* } }
        Sum::SPEC.schedule.unwrap()
    }};
}

/// The schedule of a histogram that has these keys.
macro_rules! levels {
    ($($keys:tt)*) => {{
        histogram! { Levels: fn(x: u8) -> u32 { bin: x, bins: 256, $($keys)* } }
        Levels::SPEC.schedule.unwrap()
    }};
}

fn main() {
    presets! {
        reductions: global_memory interleaved contiguous sequential two_loads_interleaved two_loads last_warp_unrolled
            last_warp_shuffle warps_in_shared vector_loads warp_shuffle two_loads_warp_shuffle
            vector_loads_warp_shuffle second_kernel block_atomics grid_stride;
        histograms: global_atomics shared_counts partial_histograms
    }

    // What is left out is as in `sequential`.
    assert_eq!(sum!(schedule: {}), tutorial::sequential());
    assert_eq!(sum!(schedule: { load: first_add(2) }), tutorial::two_loads());
    assert_eq!(
        sum!(schedule: { grid: atomic, warp: shuffle, block: warps, load: grid_stride(3) }, block_size: 96, warp_size: 32),
        tutorial::TutorialReduction {
            block_size: 96,
            load: Load::GridStride { items: 3 },
            block: BlockFold::Warps,
            warp: WarpFold::Shuffle,
            grid: GridFold::Atomic,
        }
    );
    // A name without its number has the usual one; numbers beside the schedule take the place of its own.
    assert_eq!(sum!(schedule: { load: vector }).load, Load::Vector { width: 4 });
    assert_eq!(sum!(schedule: { load: first_add }, items_per_thread: 5).load, Load::FirstAdd { items: 5 });
    assert_eq!(sum!(schedule: tutorial::sequential, block_size: 2), tutorial::sequential().block_size(2));
    assert_eq!(sum!(schedule: tutorial::grid_stride, items_per_thread: 8).load, Load::GridStride { items: 8 });

    assert_eq!(levels!(schedule: { counts: global }), tutorial::global_atomics());
    assert_eq!(levels!(schedule: { counts: slices }), tutorial::partial_histograms());
    let schedule = levels!(schedule: {}, block_size: 100, items_per_thread: 3);
    assert_eq!(schedule, tutorial::TutorialHistogram { block_size: 100, items_per_thread: 3, counts: TutorialCounts::Shared });

    // The numbers are the schedule's: what is chosen otherwise is not bound by them.
    reduction! { Odd: fn(x: u8) -> u64 { map: x as u64, op: |a, b| a + b, identity: 0, schedule: tutorial::two_loads, items_per_thread: 3 } }
    assert_eq!(Odd::SPEC.item.pins.items_per_thread, None);
    // What only rustc knows is no obstacle.
    const COMMUTES: bool = true;
    reduction! {
        Largest<T: wavefold::Number>: fn(x: T) -> (T, u64) {
            index: i,
            map: (x, i),
            op: |(a, i), (b, j)| if a > b || (a == b && i < j) { (a, i) } else { (b, j) },
            identity: (T::LOWEST, 0),
            commutative: COMMUTES,
            schedule: tutorial::last_warp_shuffle,
        }
    }
    assert_eq!(Largest::<f32>::SPEC.schedule, Some(tutorial::last_warp_shuffle()));
}
