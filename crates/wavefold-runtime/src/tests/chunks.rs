//! Chunks on a device that records calls: copies go ahead of what is waited for, and nothing outlives an error.

use std::sync::atomic::Ordering;

use super::declarations::{OrderOfSome, Sum, Unit};
use super::recorder::Record;
use crate::{Error, HistogramExt, ReductionExt};

/// What happened in streams of the caller's: memory is made in the device's own one.
fn take_calls(record: &Record) -> Vec<(&'static str, usize)> {
    let calls = std::mem::take(&mut *record.calls.lock().unwrap());
    calls.into_iter().filter(|(_, stream)| *stream != 0).collect()
}

#[test]
fn the_next_chunk_is_copied_before_the_current_one_is_waited_for() {
    let (device, record) = Record::device();
    Sum.run_chunks(&device, vec![vec![0.5; 10]; 4]).unwrap();
    let expected = [
        ("write", 1),
        ("launch", 1),
        ("write", 2),
        ("launch", 2),
        // The place of the first is needed: its result is read while the second is worked on.
        ("read", 1),
        ("write", 1),
        ("launch", 1),
        ("read", 2),
        ("write", 2),
        ("launch", 2),
        ("read", 1),
        ("read", 2),
    ];
    assert_eq!(take_calls(&record), expected);
    Unit.run_chunks(&device, vec![vec![0.5; 10]; 3]).unwrap();
    let (reads, launches): (Vec<_>, Vec<_>) = take_calls(&record)
        .into_iter()
        .filter(|(call, _)| *call != "write")
        .partition(|(call, _)| *call == "read");
    assert_eq!((reads.len(), launches.len()), (3, 3));
}

#[test]
fn chunks_of_one_length_share_two_places() {
    let (device, record) = Record::device();
    let allocations = |chunks: usize| {
        let before = Record::count(&record.allocations);
        Sum.run_chunks(&device, vec![vec![0.5; 10]; chunks]).unwrap();
        Record::count(&record.allocations) - before
    };
    let (two, three, many) = (allocations(2), allocations(3), allocations(50));
    assert_eq!((two, three), (many, many));
    assert!(allocations(1) < two);
    assert_eq!(Record::count(&record.live_memory), 0);
    assert_eq!(Record::count(&record.live_streams), 0);
}

#[test]
fn an_error_ends_it_and_nothing_is_left() {
    let (device, record) = Record::device();
    let chunks =
        [Ok(vec![1.0; 10]), Ok(vec![2.0; 20]), Err(Error::NothingEnqueued { name: "file" }), Ok(vec![3.0])];
    let result = Sum.try_run_chunks(&device, chunks);
    assert!(matches!(result, Err(Error::NothingEnqueued { name: "file" })), "{result:?}");
    record.broken.store(true, Ordering::Relaxed);
    assert!(OrderOfSome.run_chunks(&device, [vec![1_u8; 10], vec![2; 10]]).is_err());
    record.broken.store(false, Ordering::Relaxed);
    assert_eq!(Record::count(&record.live_memory), 0);
    assert_eq!(Record::count(&record.live_streams), 0);
    Sum.run_chunks(&device, [[1.0; 10]]).unwrap();
}

#[test]
fn the_kernel_of_partial_results_is_compiled_when_it_is_first_needed() {
    let (device, record) = Record::device();
    let plan = Sum.plan(&device, 10).unwrap();
    let (stream, buffer) = (device.stream().unwrap(), device.zeroed(10).unwrap());
    plan.launch(&buffer, &stream).unwrap();
    assert_eq!(Record::count(&record.compilations), 1);
    for _ in 0..3 {
        plan.partial(&buffer, &stream).unwrap();
    }
    assert_eq!(Record::count(&record.compilations), 2);
    let before = Record::count(&record.allocations);
    plan.partial_at(17, &buffer, &stream).unwrap();
    assert_eq!(Record::count(&record.allocations), before);
}
