//! Schedules that cannot be laid out: each error names the number and the legal ones.

use wavefold::prelude::*;
use wavefold::{Counts, Error, Histogram, HistogramSchedule, Reduction, ReductionSchedule, ScheduleError};

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
reduction! { Narrow: fn(x: u32) -> u32 { op: |a, b| a + b, identity: 0, warp_size: 32 } }
reduction! { Tiny: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, block_size: 64, items_per_thread: 1 } }
reduction! {
    Large: fn(x: [f64; 800]) -> [f64; 800] {
        filter: x[0] > 0.0, op: |a, b| if a[0] < b[0] { b } else { a }, identity: none, block_size: 512
    }
}
histogram! { Bytes: fn(x: u8) -> u32 { bin: x, bins: 256 } }
histogram! { Any { count: u32 }: fn(x: u8) -> u32 { bin: x, bins: count } }
histogram! { Many: fn(x: u16) -> u32 { bin: x, bins: 20_000, outside: count } }
histogram! { Most: fn(x: u32) -> u32 { bin: x, bins: 200_000 } }

#[track_caller]
fn message<T>(result: Result<T, ScheduleError>) -> String {
    match result {
        Ok(_) => panic!("can be laid out"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_a_declaration_fixes() {
    assert_eq!(
        message(ReductionSchedule::documented(&Narrow::SPEC, WarpSize::W64)),
        "`Narrow` is declared for warp size 32, but 64 was asked for; add it to `warp_size:`"
    );
    assert_eq!(
        message(ReductionSchedule::documented(&Tiny::SPEC, WarpSize::W32)),
        "`Tiny`: block_size 64 with items_per_thread 1 makes too many blocks for one of them to fold their partials; \
         use items_per_thread 16 or more, or a larger block"
    );
    // The macro refuses these where they are written; a spec made by other means is checked all the same.
    let mut spec = Sum::SPEC;
    spec.item.pins.vector_width = Some(8);
    assert_eq!(
        message(ReductionSchedule::documented(&spec, WarpSize::W32)),
        "`Sum`: vector_width 8 × 4 bytes is wider than a load of 16 bytes; the widest legal value is 4"
    );
    spec.item.pins.vector_width = Some(4);
    spec.item.pins.items_per_thread = Some(6);
    assert_eq!(
        message(ReductionSchedule::documented(&spec, WarpSize::W32)),
        "`Sum`: items_per_thread 6 is not a multiple of vector_width 4; make it one, or make the vector narrower"
    );
    spec.item.pins.items_per_thread = None;
    spec.item.pins.block_size = Some(48);
    assert!(
        message(ReductionSchedule::documented(&spec, WarpSize::W32)).contains("a power of two from 64 to 1024")
    );
}

#[test]
fn accumulators() {
    for warp_size in WarpSize::ALL {
        assert_eq!(
            message(ReductionSchedule::documented(&Large::SPEC, warp_size)),
            "`Large`: an accumulator of 6400 bytes is too large for a thread of a GPU, the limit is 1024 bytes; reduce \
             parts of it one by one, or use the CPU device"
        );
    }
}

/// A legal schedule with one number changed.
fn reduction_with(warp_size: WarpSize, change: impl FnOnce(&mut ReductionSchedule)) -> ReductionSchedule {
    let mut schedule = ReductionSchedule::documented(&Sum::SPEC, warp_size).unwrap();
    change(&mut schedule);
    schedule
}

fn of_a_reduction(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let nonsense: [(ReductionSchedule, &str); 10] = [
        (
            reduction_with(warp_size, |s| s.block_size = 0),
            "block_size 0 cannot be laid out; it is a power of two from 64",
        ),
        (reduction_with(warp_size, |s| s.block_size = 32), "block_size 32 cannot be laid out"),
        (reduction_with(warp_size, |s| s.block_size = 192), "it is a power of two from 64 to 1024"),
        (reduction_with(warp_size, |s| s.block_size = 2048), "it is a power of two from 64 to 1024"),
        (
            reduction_with(warp_size, |s| s.vector_width = 0),
            "vector_width 0 cannot be laid out; it is a power of two from 1 to 4",
        ),
        (reduction_with(warp_size, |s| s.vector_width = 3), "vector_width 3 cannot be laid out"),
        (reduction_with(warp_size, |s| s.vector_width = 8), "the widest legal value is 4"),
        (
            reduction_with(warp_size, |s| s.vectors_per_thread = 3),
            "vectors_per_thread 3 cannot be laid out; it is a power of two from 1 to 64",
        ),
        (reduction_with(warp_size, |s| s.steps_ahead = 0), "steps_ahead 0 cannot be laid out; it is 1 to 32"),
        (
            reduction_with(warp_size, |s| (s.block_size, s.vector_width, s.vectors_per_thread) = (64, 1, 1)),
            "use items_per_thread 16 or more",
        ),
    ];
    for (schedule, part) in nonsense {
        let error = Sum.plan_with(device, 100, schedule).unwrap_err();
        assert!(matches!(error, Error::Schedule(_)), "{error}");
        assert!(error.to_string().starts_with("`Sum`: ") && error.to_string().contains(part), "{error}");
    }
    let other = if warp_size == WarpSize::W32 { WarpSize::W64 } else { WarpSize::W32 };
    let error = Sum.plan_with(device, 100, reduction_with(other, |_| ())).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("`Sum`: the schedule is for warps of {other} lanes, but `{device}` has {warp_size}")
    );
}

fn of_a_histogram(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let legal = HistogramSchedule::documented(&Bytes::SPEC, warp_size).unwrap();
    let nonsense = [
        (HistogramSchedule { block_size: 0, ..legal }, "block_size 0 cannot be laid out"),
        (HistogramSchedule { block_size: 100, ..legal }, "it is a power of two from 64 to 1024"),
        (
            HistogramSchedule { vector_width: 32, ..legal },
            "vector_width 32 cannot be laid out; it is a power of two from 1 to 16",
        ),
        (HistogramSchedule { vectors_per_thread: 0, ..legal }, "vectors_per_thread 0 cannot be laid out"),
        (
            HistogramSchedule { counts: Counts::Shared { copies: 0 }, ..legal },
            "copies 0 cannot be laid out; it is a power of two from 1 to 32",
        ),
        (HistogramSchedule { counts: Counts::Shared { copies: 3 }, ..legal }, "copies 3 cannot be laid out"),
        (HistogramSchedule { counts: Counts::Shared { copies: 64 }, ..legal }, "copies 64 cannot be laid out"),
    ];
    for (schedule, part) in nonsense {
        let error = Bytes.plan_with(device, 100, schedule).unwrap_err();
        assert!(error.to_string().starts_with("`Bytes`: ") && error.to_string().contains(part), "{error}");
    }
}

/// What is counted apart has numbers behind the bins.
fn more_bins_than_numbers(device: &Device) {
    for count in [u32::MAX - 3, u32::MAX] {
        let error = Any { count }.plan(device, 9).unwrap_err();
        let told = format!("`Any`: {count} bins are more than the 4294967291 that can be counted; use fewer");
        assert_eq!(error.to_string(), told);
    }
}

/// Counters in places that cannot hold them.
fn of_the_counters(device: &Device) {
    let Some(warp_size) = device.warp_size() else { return };
    let many = |counts| {
        let legal = HistogramSchedule::documented(&Many::SPEC, warp_size).unwrap();
        Many.plan_with(device, 9, HistogramSchedule { counts, ..legal }).unwrap_err().to_string()
    };
    assert_eq!(
        many(Counts::Shared { copies: 1 }),
        "`Many`: 20000 bins need 80016 bytes of shared memory for one copy of the counts, but a block has 49136; \
         count in windows of them, or in global memory"
    );
    assert_eq!(
        many(Counts::Windows { shared_bytes: 16 }),
        "`Many`: 20003 counters, 4 of them in 16 bytes of shared memory at a time, take 5001 passes over the input, \
         the limit is 1024; give more shared memory, or count in global memory"
    );
    assert!(
        many(Counts::Windows { shared_bytes: 3 }).contains("shared_bytes 3 cannot be laid out; it is at least 4")
    );
    let legal = HistogramSchedule::documented(&Most::SPEC, warp_size).unwrap();
    let counts = Counts::Windows { shared_bytes: 1 << 20 };
    let much = Most.plan_with(device, 9, HistogramSchedule { counts, ..legal }).unwrap_err().to_string();
    assert!(
        much.contains("the schedule takes 800000 bytes of shared memory, but a block of the device"),
        "{much}"
    );

    let legal = HistogramSchedule::documented(&Any::SPEC, warp_size).unwrap();
    let schedule = HistogramSchedule { counts: Counts::Shared { copies: 1 }, ..legal };
    let any = Any { count: 3 }.plan_with(device, 9, schedule).unwrap_err();
    assert!(any.to_string().contains("a number of bins that is known only at run time"), "{any}");
}

on_every_backend!(of_a_reduction, of_a_histogram, of_the_counters, more_bins_than_numbers);
