//! What a plan of a tutorial's schedule asks of a device: several launches, their arguments, their scratch.

use std::sync::atomic::Ordering;

use wavefold_codegen::tutorial::{self, GridFold};

use super::declarations::{Bytes, OrderAfterInit, ShiftedSum, Sum, Unit};
use super::recorder::Record;
use crate::backend::{Argument, DevicePointer};
use crate::{Error, HistogramExt, Reduction, ReductionExt};

/// A launch as the device saw it.
type Launched = (u32, u32, Vec<Argument>);

fn memory(argument: &Argument) -> (DevicePointer, usize) {
    match argument {
        Argument::Memory { pointer, bytes, .. } => (*pointer, *bytes),
        Argument::Value(value) => panic!("{value:?} is no memory"),
    }
}

fn number(argument: &Argument) -> u64 {
    match argument {
        Argument::Value(value) => u64::from_ne_bytes(value.as_bytes().try_into().unwrap()),
        Argument::Memory { .. } => panic!("{argument:?} is no number"),
    }
}

fn grids(launches: &[Launched]) -> Vec<(u32, u32)> {
    launches.iter().map(|(grid, block, _)| (*grid, *block)).collect()
}

/// What planning for `n` floats and launching with `given` of them asks of a device.
fn launched(schedule: tutorial::TutorialReduction, n: usize, given: usize) -> Vec<Launched> {
    let (device, record) = Record::device();
    let plan = Sum.plan_with(&device, n, schedule).unwrap();
    plan.launch(&device.zeroed(given).unwrap(), &device.stream().unwrap()).unwrap();
    std::mem::take(&mut *record.launches.lock().unwrap())
}

#[test]
fn passes_take_turns_on_two_places() {
    let launches = launched(tutorial::sequential(), 70_000, 70_000);
    assert_eq!(grids(&launches), [(274, 256), (2, 256), (1, 256)]);
    let arguments = |launch: usize| &launches[launch].2;
    assert_eq!((memory(&arguments(0)[0]).1, number(&arguments(0)[1])), (4 * 70_000, 70_000));
    let (partials, result) = (memory(&arguments(0)[2]), memory(&arguments(0)[3]));
    assert_eq!((partials.1, result.1), (4 * 274, 4));
    let others = memory(&arguments(1)[2]);
    assert_eq!(others.1, 4 * 2);
    for (launch, from, n, to) in [(1, partials, 274, others), (2, others, 2, partials)] {
        let arguments = arguments(launch);
        assert_eq!((memory(&arguments[0]), number(&arguments[1]), memory(&arguments[2])), (from, n, to));
        assert_eq!(memory(&arguments[3]), result);
    }
}

#[test]
fn less_input_takes_fewer_launches() {
    assert_eq!(grids(&launched(tutorial::sequential(), 70_000, 300)), [(2, 256), (1, 256)]);
    assert_eq!(grids(&launched(tutorial::sequential(), 70_000, 256)), [(1, 256)]);
    assert_eq!(grids(&launched(tutorial::sequential(), 70_000, 0)), [(1, 256)], "empty input has a result too");
}

#[test]
fn a_tree_in_global_memory_has_a_value_for_every_thread() {
    let launches = launched(tutorial::global_memory(), 1000, 1000);
    assert_eq!(grids(&launches), [(4, 256), (1, 256)]);
    let values = memory(&launches[0].2[2]);
    assert_eq!(values.1, 4 * 4 * 256);
    assert_eq!(memory(&launches[1].2[2]), values);
}

#[test]
fn a_second_kernel_joins_what_the_first_has_left() {
    let launches = launched(tutorial::second_kernel(), 1000, 1000);
    assert_eq!(grids(&launches), [(4, 256), (1, 256)]);
    let (first, second) = (&launches[0].2, &launches[1].2);
    assert_eq!((first.len(), second.len()), (3, 3));
    assert_eq!((memory(&second[0]), number(&second[1])), (memory(&first[2]), 4));
    assert_eq!(memory(&second[2]).1, 4);
}

#[test]
fn atomics_join_the_result_where_they_can() {
    let launches = launched(tutorial::block_atomics(), 1000, 1000);
    assert_eq!(grids(&launches), [(1, 1), (4, 256)]);
    assert_eq!((launches[0].2.len(), memory(&launches[0].2[0])), (1, memory(&launches[1].2[2])));
}

/// The shift is an argument of the kernel of the elements alone, and what blocks join is made a result at the end.
#[test]
fn kernels_take_the_parameters_that_they_use() {
    let (device, record) = Record::device();
    let plan = ShiftedSum { shift: 1.5 }.plan_with(&device, 1000, tutorial::block_atomics()).unwrap();
    plan.launch(&device.zeroed(1000).unwrap(), &device.stream().unwrap()).unwrap();
    let launches = record.launches.lock().unwrap();
    assert_eq!(grids(&launches), [(1, 1), (4, 256), (1, 1)]);
    let (begin, elements, end) = (&launches[0].2, &launches[1].2, &launches[2].2);
    assert_eq!((begin.len(), elements.len(), end.len()), (1, 4, 2));
    assert_eq!(number(&elements[2]), 1.5_f64.to_bits());
    let total = memory(&begin[0]);
    assert_eq!((total.1, memory(&elements[3]), memory(&end[0])), (8, total, total));
    assert_eq!(memory(&end[1]).1, 4);
    assert_eq!((plan.launches(), plan.scratch_bytes()), (3, 8 + 4 + 4), "the total, the result and its flag");
    let name = "shifted_sum_warps_shuffle_atomic";
    assert_eq!(plan.kernels(), [name.to_owned(), format!("{name}_begin"), format!("{name}_end")]);
    for kernel in plan.kernels() {
        assert!(plan.source().unwrap().contains(&format!(" {kernel}(")), "{kernel}");
    }
}

#[test]
fn arguments_of_histograms() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let input = device.zeroed(10_000).unwrap();
    for (_, schedule) in tutorial::HISTOGRAMS {
        Unit.plan_with(&device, 10_000, *schedule).unwrap().launch(&input, &stream).unwrap();
    }
    let launches = record.launches.lock().unwrap();
    assert_eq!(grids(&launches), [(40, 256), (3, 256), (3, 256), (103, 256)]);
    for launch in &launches[..2] {
        assert_eq!((launch.2.len(), number(&launch.2[1]), memory(&launch.2[3]).1), (4, 10_000, 8 * 103));
    }
    // A slice of 32-bit counters for every block, and the result.
    let slices = memory(&launches[2].2[3]);
    assert_eq!(slices.1, 3 * 4 * 103);
    assert_eq!((memory(&launches[3].2[0]), number(&launches[3].2[1])), (slices, 3));
    assert_eq!(memory(&launches[3].2[2]).1, 8 * 103);
    assert_eq!(*record.zeroed.lock().unwrap(), [8 * 103; 2], "the result, where blocks add to it");
}

#[test]
fn later_launches_allocate_nothing() {
    let (device, record) = Record::device();
    let plans: Vec<_> = tutorial::REDUCTIONS
        .iter()
        .map(|(_, schedule)| Sum.plan_with(&device, 5000, *schedule).unwrap())
        .collect();
    let counts: Vec<_> = tutorial::HISTOGRAMS
        .iter()
        .map(|(_, schedule)| Bytes.plan_with(&device, 5000, *schedule).unwrap())
        .collect();
    let (floats, bytes) = (device.zeroed(5000).unwrap(), device.zeroed(5000).unwrap());
    let stream = device.stream().unwrap();
    let all = |n: usize| {
        for plan in &plans {
            plan.launch(floats.slice(..n).unwrap(), &stream).unwrap();
        }
        for plan in &counts {
            plan.launch(bytes.slice(..n).unwrap(), &stream).unwrap();
        }
    };
    all(100);
    let before = Record::count(&record.allocations);
    [5000, 0, 4999].into_iter().for_each(all);
    assert_eq!(Record::count(&record.allocations), before);
}

/// The scratch for a number of elements is enough for every smaller one, on devices of every size.
#[test]
fn scratch_of_more_is_enough_for_fewer() {
    let spec = &OrderAfterInit::SPEC;
    let last_block = |(_, schedule): &(_, tutorial::TutorialReduction)| {
        [*schedule, tutorial::TutorialReduction { grid: GridFold::LastBlock, ..*schedule }]
    };
    for schedule in tutorial::REDUCTIONS.iter().flat_map(last_block) {
        for units in [None, Some(0), Some(1), Some(304), Some(u32::MAX)] {
            let mut before = Vec::new();
            for n in [0, 1, 511, 512, 513, 100_003, 1 << 20, (1 << 31) + 1, (1 << 32) - 256] {
                let scratch = schedule.scratch(spec, n, units).unwrap();
                let bytes = |piece| scratch.iter().find(|(of, _)| *of == piece).map_or(0, |(_, bytes)| *bytes);
                for &(piece, least) in &before {
                    assert!(bytes(piece) >= least, "{piece:?} of {n} elements with {schedule:?} on {units:?}");
                }
                for launch in schedule.launches(spec, n, units).unwrap() {
                    check_room(&launch, &bytes, spec.accumulator.size().into());
                }
                before = scratch;
            }
        }
    }
}

/// A launch leaves a total for every block, and none of its pieces is missing.
fn check_room(launch: &tutorial::Launch, bytes: &dyn Fn(tutorial::Scratch) -> u64, accumulator: u64) {
    use tutorial::{Argument, Scratch};
    for (at, argument) in launch.arguments.iter().enumerate() {
        let Argument::Scratch(piece) = argument else { continue };
        let least = match piece {
            Scratch::Values => u64::from(launch.grid) * u64::from(launch.threads) * accumulator,
            Scratch::Partials | Scratch::NextPartials if at > 0 => u64::from(launch.grid) * accumulator,
            Scratch::Partials | Scratch::NextPartials => match launch.arguments[1] {
                Argument::Length(n) => n * accumulator,
                other => panic!("{other:?} instead of the number of totals"),
            },
            Scratch::Total => accumulator,
            Scratch::Arrivals => 4,
        };
        assert!(bytes(*piece) >= least, "{piece:?}: {} bytes for {launch:?}", bytes(*piece));
    }
}

#[test]
fn arrivals_are_reset_after_a_fault() {
    let (device, record) = Record::device();
    let schedule = tutorial::TutorialReduction { grid: GridFold::LastBlock, ..tutorial::warp_shuffle() };
    let plan = Sum.plan_with(&device, 1000, schedule).unwrap();
    let (floats, output) = (device.zeroed(1000).unwrap(), plan.output().unwrap());
    let (stream, other) = (device.stream().unwrap(), device.stream().unwrap());
    for stream in [&stream, &other, &stream] {
        plan.launch(&floats, stream).unwrap();
    }
    let zeroed = || std::mem::take(&mut *record.zeroed.lock().unwrap());
    assert_eq!(zeroed(), [], "scratch is zero when it is made, and the kernel leaves it so");
    record.broken.store(true, Ordering::Relaxed);
    assert!(plan.enqueue(&floats, &output, &stream).is_err());
    assert!(matches!(output.read(&stream), Err(Error::NothingEnqueued { name: "Sum" })));
    record.broken.store(false, Ordering::Relaxed);
    for stream in [&other, &stream, &stream] {
        plan.launch(&floats, stream).unwrap();
    }
    assert_eq!(zeroed(), [4 * 4, 4], "totals and arrivals, once, on the stream of the fault");
}

/// The kernels come one behind the other in the stream, whatever other streams do.
#[test]
fn all_is_ordered_before_the_first_launch() {
    let (device, record) = Record::device();
    let (a, b) = (device.stream().unwrap(), device.stream().unwrap());
    let plan = Sum.plan_with(&device, 70_000, tutorial::sequential()).unwrap();
    let (floats, output) = (device.zeroed(70_000).unwrap(), plan.output().unwrap());
    plan.enqueue(&floats, &output, &a).unwrap();
    assert_eq!(record.take_waits(), []);
    plan.enqueue(&floats, &output, &b).unwrap();
    assert_eq!(record.take_waits(), [(b.handle().0, a.handle().0)], "once, for the output");
    let launches = record.launches.lock().unwrap();
    assert_eq!(launches.len(), 6);
    assert_ne!(memory(&launches[0].2[2]), memory(&launches[3].2[2]), "each has scratch of its own");
}

#[test]
fn a_graph_has_scratch_of_its_own() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let graph = {
        let sum = Sum.plan_with(&device, 1000, tutorial::second_kernel()).unwrap();
        let (floats, output) = (device.zeroed(1000).unwrap(), sum.output().unwrap());
        sum.enqueue(&floats, &output, &stream).unwrap();
        let graph = stream.capture(|stream| sum.enqueue(&floats, &output, stream)).unwrap();
        sum.enqueue(&floats, &output, &stream).unwrap();
        let launches = record.launches.lock().unwrap();
        let partials = |launch: usize| memory(&launches[launch].2[2]);
        assert_ne!(partials(0), partials(2));
        assert_eq!(partials(0), partials(4));
        graph
    };
    // Input, output, what blocks leave, a result for waiting launches.
    assert_eq!(Record::count(&record.live_memory), 4);
    graph.launch(&stream).unwrap();
    drop(graph);
    assert_eq!(Record::count(&record.live_memory), 0);
}

#[test]
fn a_kernel_is_compiled_once() {
    let (device, record) = Record::device();
    for n in [10, 1000] {
        Sum.plan_with(&device, n, tutorial::second_kernel()).unwrap();
    }
    assert_eq!(Record::count(&record.compilations), 2, "one text with two kernels");
}
