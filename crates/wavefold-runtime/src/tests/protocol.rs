//! What a plan asks of a device with kernels: arguments, scratch, resets.

use std::sync::atomic::Ordering;

use bytemuck::bytes_of;
use wavefold_codegen::{Counts, HistogramSchedule, ReductionSchedule, WarpSize};

use super::declarations::{Bytes, Dot, OrderOfSome, ShiftedSum, Sum, Unit};
use super::recorder::Record;
use crate::backend::Argument;
use crate::{Error, Histogram, HistogramExt, Reduction, ReductionExt};

/// Memory as its size and whether it is written, values as their bytes.
#[derive(PartialEq, Debug)]
enum Seen {
    Memory(usize, bool),
    Value(Vec<u8>),
}

impl Seen {
    fn value<T: bytemuck::Pod>(value: &T) -> Self {
        Self::Value(bytes_of(value).to_vec())
    }
}

fn seen(arguments: &[Argument]) -> Vec<Seen> {
    arguments
        .iter()
        .map(|argument| match argument {
            Argument::Memory { bytes, writable, .. } => Seen::Memory(*bytes, *writable),
            Argument::Value(value) => Seen::Value(value.as_bytes().to_vec()),
        })
        .collect()
}

#[test]
fn arguments_of_a_reduction() {
    let (device, record) = Record::device();
    let schedule = ReductionSchedule::documented(&Dot::SPEC, WarpSize::W64).unwrap();
    let plan = Dot.plan(&device, 100).unwrap();
    let (xs, ys) = (device.upload(&[0.0; 70]).unwrap(), device.upload(&[0.0; 80]).unwrap());
    let stream = device.stream().unwrap();
    plan.launch((&xs, ys.slice(3..73).unwrap()), &stream).unwrap();
    let launches = record.launches.lock().unwrap();
    let (grid, block, arguments) = &launches[0];
    assert_eq!((*grid, *block), (schedule.grid(70), schedule.block_size));
    assert_eq!(
        seen(arguments),
        [
            Seen::Memory(70 * 8, false),
            Seen::Memory(70 * 4, false),
            Seen::value(&70_u64),
            Seen::Memory(8 * schedule.max_grid() as usize, true),
            Seen::Memory(4, true),
            Seen::Memory(8, true),
        ]
    );
    assert_eq!(plan.scratch_bytes(), 8 * schedule.max_grid() as usize + 4 + 8 + 4);
    assert_eq!(
        (plan.schedule(), plan.source()),
        (Some(&schedule.into()), Some(&*Dot::source(WarpSize::W64).unwrap()))
    );
}

#[test]
fn arguments_with_a_filter_a_parameter_and_no_identity() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let schedule = ReductionSchedule::documented(&OrderOfSome::SPEC, WarpSize::W64).unwrap();
    let result = OrderOfSome.plan(&device, 0).unwrap().launch(&device.upload(&[]).unwrap(), &stream);
    assert_eq!(result.unwrap(), None, "the flag was left at 0");
    ShiftedSum { shift: 1.5 }.plan(&device, 5).unwrap().launch(&device.zeroed(5).unwrap(), &stream).unwrap();
    let launches = record.launches.lock().unwrap();
    assert_eq!(launches[0].0, 1, "empty input is launched too");
    assert_eq!(
        seen(&launches[0].2)[1..],
        [
            Seen::value(&0_u64),
            // A value and whether there is one, padded.
            Seen::Memory(16 * schedule.max_grid() as usize, true),
            Seen::Memory(4, true),
            Seen::Memory(8, true),
            Seen::Memory(4, true),
        ]
    );
    assert_eq!(seen(&launches[1].2)[2], Seen::value(&1.5_f64));
}

#[test]
fn arguments_of_a_histogram() {
    let (device, record) = Record::device();
    let schedule = HistogramSchedule::documented(&Unit::SPEC, WarpSize::W64).unwrap();
    let stream = device.stream().unwrap();
    let plan = Unit.plan(&device, 1_000_000).unwrap();
    plan.launch(&device.zeroed(1_000_000).unwrap(), &stream).unwrap();
    let launches = record.launches.lock().unwrap();
    assert_eq!((launches[0].0, launches[0].1), (schedule.grid(1_000_000, None), schedule.block_size));
    let range = [bytes_of(&[0_f32, 1.0]), bytes_of(&[0.01_f64, 100.0])].concat();
    assert_eq!(
        seen(&launches[0].2),
        [
            Seen::Memory(4_000_000, false),
            Seen::value(&1_000_000_u64),
            Seen::Value(range),
            // The totals of all blocks, the count of arrivals, the result.
            Seen::Memory(8 * 103, true),
            Seen::Memory(4, true),
            Seen::Memory(8 * 103, true),
        ]
    );
    assert_eq!(*record.zeroed.lock().unwrap(), [], "the kernel leaves zeros");
    assert_eq!(plan.scratch_bytes(), 8 * 103 + 4 + 8 * 103);
}

/// Counters without totals: the kernel adds to a result that the plan sets to zero in the stream.
#[test]
fn arguments_of_a_histogram_in_windows_and_in_global_memory() {
    let documented = HistogramSchedule::documented(&Unit::SPEC, WarpSize::W64).unwrap();
    for (counts, window) in [(Counts::Windows { shared_bytes: 256 }, Some(52_u32)), (Counts::Global, None)] {
        let (device, record) = Record::device();
        let stream = device.stream().unwrap();
        let plan = Unit.plan_with(&device, 9, HistogramSchedule { counts, ..documented }).unwrap();
        plan.launch(&device.zeroed(9).unwrap(), &stream).unwrap();
        let launches = record.launches.lock().unwrap();
        let arguments = seen(&launches[0].2);
        let (last, before) = arguments.split_last().unwrap();
        assert_eq!(*last, Seen::Memory(8 * 103, true));
        assert_eq!(before.get(3), window.map(|window| Seen::value(&window)).as_ref());
        assert_eq!(*record.zeroed.lock().unwrap(), [8 * 103], "the result, before the launch");
        assert_eq!(plan.scratch_bytes(), 8 * 103, "the result alone");
    }
}

#[test]
fn no_block_counts_more_than_32_bits_hold() {
    let schedule = HistogramSchedule::documented(&Unit::SPEC, WarpSize::W64).unwrap();
    for units in [None, Some(0), Some(1), Some(2), Some(304)] {
        for n in [0, 1, 1 << 31, (1 << 32) - 1, 1 << 33, 10_u64.pow(11), (1 << 45) + 1, u64::MAX >> 1] {
            let tiles = n.div_ceil(schedule.tile().into());
            let share = (tiles.div_ceil(schedule.grid(n, units).into()) * u64::from(schedule.tile())).min(n);
            assert!(n >> 31 > i32::MAX as u64 || share < 1 << 32, "{share} of {n} for {units:?} units");
        }
    }
}

#[test]
fn later_launches_allocate_nothing() {
    let (device, record) = Record::device();
    let (plan, histogram) = (Sum.plan(&device, 10).unwrap(), Bytes.plan(&device, 10).unwrap());
    let (floats, bytes) = (device.zeroed(10).unwrap(), device.zeroed(10).unwrap());
    let (output, counts) = (plan.output().unwrap(), histogram.output().unwrap());
    let stream = device.stream().unwrap();
    plan.launch(&floats, &stream).unwrap();
    histogram.launch(&bytes, &stream).unwrap();
    let before = Record::count(&record.allocations);
    for _ in 0..3 {
        plan.launch(&floats, &stream).unwrap();
        plan.enqueue(&floats, &output, &stream.clone()).unwrap();
        histogram.launch(&bytes, &stream).unwrap();
        histogram.enqueue(&bytes, &counts, &stream).unwrap();
    }
    assert_eq!(Record::count(&record.allocations), before);
    plan.launch(&floats, &device.stream().unwrap()).unwrap();
    assert!(Record::count(&record.allocations) > before, "another stream has its own scratch");
}

#[test]
fn arrivals_are_reset_after_a_fault() {
    let (device, record) = Record::device();
    let plan = Sum.plan(&device, 10).unwrap();
    let floats = device.zeroed(10).unwrap();
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    let zeroed = || record.zeroed.lock().unwrap().len();
    plan.launch(&floats, &stream).unwrap();
    plan.launch(&floats, &other).unwrap();
    plan.launch(&floats, &stream).unwrap();
    assert_eq!(zeroed(), 0, "scratch is zero when it is made, and the kernel leaves it so");
    record.broken.store(true, Ordering::Relaxed);
    let output = plan.output().unwrap();
    assert!(plan.launch(&floats, &stream).is_err());
    assert!(plan.enqueue(&floats, &output, &stream).is_err());
    assert!(matches!(output.read(&stream), Err(Error::NothingEnqueued { name: "Sum" })));
    record.broken.store(false, Ordering::Relaxed);
    let before = zeroed();
    plan.launch(&floats, &stream).unwrap();
    plan.launch(&floats, &stream).unwrap();
    plan.launch(&floats, &other).unwrap();
    assert_eq!(zeroed(), before + 2, "partials and arrivals once, and only on the stream of the fault");
}

#[test]
fn one_text_is_compiled_once() {
    let (device, record) = Record::device();
    std::thread::scope(|scope| {
        for i in 0..4 {
            let device = &device;
            scope.spawn(move || ShiftedSum { shift: f64::from(i) }.plan(device, 5).unwrap());
        }
    });
    assert_eq!(Record::count(&record.compilations), 1, "parameters are not part of the text");
    Sum.plan(&device, 5).unwrap();
    assert_eq!(Record::count(&record.compilations), 2);
}
