//! Tutorials' schedules that cannot be laid out: each error names the value and the legal ones.

use wavefold::prelude::*;
use wavefold::tutorial::{self, BlockFold, GridFold, Load, TutorialCounts, WarpFold};
use wavefold::{Histogram as _, Reduction as _, ScheduleError};

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { NoIdentity: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: none } }
reduction! { Last: fn(x: f32) -> f32 { op: |a, b| b, identity: 0.0, commutative: false } }
reduction! { Three: fn(x: [u32; 3]) -> [u32; 3] { op: |a, b| [a[0] + b[0], a[1] + b[1], a[2] + b[2]], identity: [0; 3] } }
reduction! { Eleven: fn(x: [u32; 11]) -> [u32; 11] { op: |a, b| if a[0] > b[0] { a } else { b }, identity: [0; 11] } }
reduction! { Twelve: fn(x: [u32; 12]) -> [u32; 12] { op: |a, b| if a[0] > b[0] { a } else { b }, identity: [0; 12] } }
reduction! { Narrow: fn(x: u32) -> u32 { op: |a, b| a + b, identity: 0, warp_size: 32 } }
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! { Any { count: u32 }: fn(x: u8) -> u32 { bin: x, bins: count } }
histogram! { Many: fn(x: u16) -> u32 { bin: x, bins: 12_289 } }

#[track_caller]
fn told<T>(result: Result<T, ScheduleError>) -> String {
    match result {
        Ok(_) => panic!("can be laid out"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn axes_that_do_not_go_together() {
    let of = |block, warp| tutorial::TutorialReduction { block, warp, ..tutorial::sequential() }.check_axes("Sum");
    assert_eq!(
        told(of(BlockFold::Interleaved, WarpFold::Shuffle)),
        "`Sum`: `warp: shuffle` does not go with `block: interleaved`; use `barriers`"
    );
    assert_eq!(
        told(of(BlockFold::Warps, WarpFold::Barriers)),
        "`Sum`: `warp: barriers` does not go with `block: warps`; use `shared` or `shuffle`"
    );
    for block in [BlockFold::InterleavedInGlobal, BlockFold::Contiguous] {
        assert!(told(of(block, WarpFold::Shared)).ends_with("use `barriers`"));
    }
}

#[test]
fn numbers_that_no_axis_has() {
    let of = |schedule: tutorial::TutorialReduction| told(schedule.check(&Sum::SPEC, WarpSize::W64));
    assert_eq!(
        of(tutorial::sequential().block_size(100)),
        "`Sum`: block_size 100 cannot be laid out; it is a power of two from 2 to 1024 with `block: sequential`"
    );
    assert!(of(tutorial::interleaved().block_size(1)).contains("a power of two from 2 to 1024"));
    assert_eq!(
        of(tutorial::last_warp_unrolled().block_size(64)),
        "`Sum`: block_size 64 cannot be laid out; it is a power of two from 128 to 1024 with `block: sequential`"
    );
    assert_eq!(
        of(tutorial::warp_shuffle().block_size(96)),
        "`Sum`: block_size 96 cannot be laid out; it is a multiple of 64 up to 1024 with `block: warps`"
    );
    assert!(of(tutorial::warp_shuffle().block_size(1088)).contains("a multiple of 64 up to 1024"));
    assert!(
        of(tutorial::two_loads().items_per_thread(0)).contains("items_per_thread 0 cannot be laid out; it is 1")
    );
    assert!(of(tutorial::grid_stride().items_per_thread(257)).ends_with("it is 1 to 256"));
    let vector =
        |width| of(tutorial::TutorialReduction { load: Load::Vector { width }, ..tutorial::warp_shuffle() });
    assert!(vector(8).contains("the widest legal value is 4"), "{}", vector(8));
    for width in [0, 3] {
        assert!(vector(width).ends_with("it is a power of two from 1 to 4"), "{}", vector(width));
    }
}

#[test]
fn what_a_declaration_lacks() {
    let schedule = tutorial::sequential();
    assert_eq!(
        told(schedule.check(&NoIdentity::SPEC, WarpSize::W32)),
        "`NoIdentity`: this schedule needs an identity, to pad with; give one, or choose another schedule"
    );
    assert_eq!(
        told(schedule.check(&Last::SPEC, WarpSize::W32)),
        "`Last`: this schedule needs an `op` that commutes: it does not keep the order; leave the schedule out, or \
         choose another schedule"
    );
    assert_eq!(
        told(schedule.check(&Narrow::SPEC, WarpSize::W64)),
        "`Narrow` is declared for warp size 32, but 64 was asked for; add it to `warp_size:`"
    );
}

#[test]
fn accumulators_that_are_too_large() {
    let atomic = tutorial::block_atomics().check(&Three::SPEC, WarpSize::W32);
    assert_eq!(
        told(atomic),
        "`Three`: `grid: atomic` does not go with an accumulator of 12 bytes, more than the 8 of an atomic operation; \
         use `passes`, `second_kernel` or `last_block`"
    );
    // Whether the warp's fold is in registers or not, this tree has a value for every thread in shared memory.
    for schedule in [tutorial::sequential(), tutorial::last_warp_unrolled(), tutorial::last_warp_shuffle()] {
        let schedule = schedule.block_size(1024);
        assert!(schedule.check(&Eleven::SPEC, WarpSize::W32).is_ok());
        assert_eq!(
            told(schedule.check(&Twelve::SPEC, WarpSize::W32)),
            "`Twelve`: an accumulator of 48 bytes is too large: 1024 threads have shared memory for 47 bytes each; give \
             a block fewer threads, or let its values stay in registers (`block: warps, warp: shuffle`)"
        );
        assert!(schedule.block_size(512).check(&Twelve::SPEC, WarpSize::W32).is_ok());
    }
    let warps = tutorial::warps_in_shared().block_size(1024);
    assert!(told(warps.check(&Twelve::SPEC, WarpSize::W32)).contains("for 46 bytes each"));
    assert!(tutorial::warp_shuffle().block_size(1024).check(&Twelve::SPEC, WarpSize::W32).is_ok());
    for schedule in [tutorial::global_memory(), tutorial::warp_shuffle()] {
        let error = told(schedule.check_accumulator("Large", 1028));
        assert!(
            error.contains("1028 bytes is too large for a thread of a GPU, the limit is 1024 bytes"),
            "{error}"
        );
    }
}

/// What just fits into shared memory is compiled and runs.
fn the_largest_that_fit(device: &Device) {
    if device.warp_size().is_none() {
        return;
    }
    let xs: Vec<[u32; 11]> = (0..2100).map(|i| [(i * 37) % 2100; 11]).collect();
    for preset in [tutorial::sequential(), tutorial::last_warp_unrolled(), tutorial::last_warp_shuffle()] {
        let schedule = tutorial::TutorialReduction { grid: GridFold::LastBlock, ..preset.block_size(1024) };
        let plan = Eleven.plan_with(device, xs.len(), schedule).unwrap();
        let greatest = plan.launch(&device.upload(&xs).unwrap(), &device.stream().unwrap()).unwrap();
        assert_eq!(greatest, [2099; 11], "{schedule:?} on {device}");
    }
}

#[test]
fn more_blocks_than_a_grid_has() {
    // Fewer than 2^32 threads, which is all that HIP takes.
    let most = 16_777_215;
    let schedule = tutorial::sequential();
    assert_eq!(schedule.launches(&Sum::SPEC, most * 256, None).unwrap()[0].grid, 16_777_215);
    for n in [most * 256 + 1, u64::MAX] {
        let error = told(schedule.launches(&Sum::SPEC, n, None));
        let expected = format!(
            "`Sum`: {n} elements in tiles of 256 need more than the 16777215 blocks of a grid; give a block more \
             threads or a thread more elements"
        );
        assert_eq!(error, expected);
        assert_eq!(told(schedule.scratch(&Sum::SPEC, n, None)), expected);
    }
    // A grid that strides over the input has no more blocks than fill the device, however much there is.
    let launches = tutorial::grid_stride().launches(&Sum::SPEC, u64::MAX, Some(132)).unwrap();
    assert_eq!(launches.iter().map(|launch| launch.grid).collect::<Vec<_>>(), [1056, 3, 1]);

    let schedule = tutorial::shared_counts();
    assert_eq!(schedule.launches(&Bytes::SPEC, most * 4096, 256).unwrap()[0].grid, 16_777_215);
    // What no check has seen is nothing that a plan launches, but no reason to panic.
    let error = told(tutorial::sequential().block_size(0).launches(&Sum::SPEC, 7, None));
    assert_eq!(error, "`Sum`: block_size 0 cannot be laid out; it is 2 or more");
    assert!(tutorial::shared_counts().block_size(u32::MAX).launches(&Bytes::SPEC, 7, 256).is_ok());
    let error = told(schedule.launches(&Bytes::SPEC, most * 4096 + 1, 256));
    assert!(error.contains("in tiles of 4096 need more than the 16777215 blocks of a grid"), "{error}");
}

#[test]
fn histograms() {
    let of = |schedule: tutorial::TutorialHistogram| told(schedule.check(&Bytes::SPEC, 256, WarpSize::W32));
    assert_eq!(
        of(tutorial::partial_histograms().block_size(100)),
        "`Bytes`: block_size 100 cannot be laid out; it is a power of two from 1 to 1024 with `counts: slices`"
    );
    for counts in [TutorialCounts::Global, TutorialCounts::Shared] {
        let schedule = tutorial::TutorialHistogram { counts, ..tutorial::shared_counts() };
        for block_size in [0, 1025] {
            assert!(of(schedule.block_size(block_size)).contains("it is 1 to 1024 with `counts: "));
        }
        assert!(schedule.block_size(1000).check(&Bytes::SPEC, 256, WarpSize::W32).is_ok());
        for items in [0, 257] {
            assert!(of(schedule.items_per_thread(items)).ends_with("cannot be laid out; it is 1 to 256"));
        }
    }
    for schedule in [tutorial::shared_counts(), tutorial::partial_histograms()] {
        assert!(told(schedule.check(&Any::SPEC, 9, WarpSize::W32)).contains("known only at run time"));
        let error = told(schedule.check(&Many::SPEC, 12_289, WarpSize::W32));
        assert!(error.contains("12289 bins need 49156 bytes of shared memory"), "{error}");
    }
    assert!(tutorial::global_atomics().check(&Many::SPEC, 12_289, WarpSize::W32).is_ok());
}

on_every_backend!(the_largest_that_fit);
