//! Graphs: what is captured, what they keep, what they wait for.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::declarations::{Bytes, Sum};
use super::recorder::Record;
use crate::{Device, Error, HistogramExt, ReductionExt};

#[test]
fn a_graph_keeps_what_it_uses() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let graph = {
        let (sum, bytes) = (Sum.plan(&device, 10).unwrap(), Bytes.plan(&device, 10).unwrap());
        let (floats, numbers) = (device.zeroed(10).unwrap(), device.zeroed(10).unwrap());
        let (total, counts) = (sum.output().unwrap(), bytes.output().unwrap());
        let graph = stream
            .capture(|stream| {
                sum.enqueue(&floats, &total, stream)?;
                bytes.enqueue(&numbers, &counts, stream)
            })
            .unwrap();
        assert!(matches!(total.read(&stream), Err(Error::NothingEnqueued { name: "Sum" })));
        graph.launch(&stream).unwrap();
        total.read(&stream).unwrap();
        assert_eq!(counts.read(&stream).unwrap().len(), 256);
        graph
    };
    // Two inputs, two outputs, and scratch for both: what blocks hand over, arrivals, a result for waiting launches.
    assert_eq!(Record::count(&record.live_memory), 10);
    graph.launch(&stream).unwrap();
    assert_eq!(*record.graph_launches.lock().unwrap(), [stream.handle().0; 2]);
    drop(graph);
    assert_eq!((Record::count(&record.live_memory), Record::count(&record.live_graphs)), (0, 0));
}

#[test]
fn a_graph_has_scratch_of_its_own() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let plan = Sum.plan(&device, 10).unwrap();
    let (floats, output) = (device.zeroed(10).unwrap(), plan.output().unwrap());
    plan.enqueue(&floats, &output, &stream).unwrap();
    let _graph = stream.capture(|stream| plan.enqueue(&floats, &output, stream)).unwrap();
    plan.enqueue(&floats, &output, &stream).unwrap();
    let launches = record.launches.lock().unwrap();
    let partials = |i: usize| launches[i].2[2].clone();
    assert_ne!(partials(0), partials(1));
    assert_eq!(partials(0), partials(2));
    assert!(record.zeroed.lock().unwrap().is_empty(), "nothing but the kernel is captured");
}

#[test]
fn launches_of_a_graph_are_ordered_like_its_work() {
    let (device, record) = Record::device();
    let (a, b) = (device.stream().unwrap(), device.stream().unwrap());
    let plan = Sum.plan(&device, 10).unwrap();
    let (mut floats, output) = (device.zeroed(10).unwrap(), plan.output().unwrap());
    floats.write(&[1.0; 10], &b).unwrap();
    let graph = a.capture(|stream| plan.enqueue(&floats, &output, stream)).unwrap();
    assert_eq!(record.take_waits(), [], "a capture waits for nothing");
    graph.launch(&a).unwrap();
    assert_eq!(record.take_waits(), [(a.handle().0, b.handle().0)], "for the input");
    graph.launch(&b).unwrap();
    let waits = record.take_waits();
    assert_eq!(waits, [(b.handle().0, a.handle().0); 3], "for the output, the partials and the arrivals");
    floats.write(&[2.0; 10], &b).unwrap();
    assert_eq!(record.take_waits(), [(b.handle().0, a.handle().0)], "for the launch that read it");
}

#[test]
fn what_waits_cannot_be_captured() {
    let (device, _record) = Record::device();
    let stream = device.stream().unwrap();
    let plan = Sum.plan(&device, 10).unwrap();
    let (mut floats, output) = (device.zeroed(10).unwrap(), plan.output().unwrap());
    let event = stream.record().unwrap();
    let graph = stream.capture(|stream| plan.enqueue(&floats, &output, stream)).unwrap();
    plan.enqueue(&floats, &output, &stream).unwrap();
    let refused = [
        stream.capture(|stream| plan.launch(&floats, stream).map(drop)),
        stream.capture(|stream| output.read(stream).map(drop)),
        stream.capture(|stream| floats.write(&[1.0; 10], stream)),
        stream.capture(|stream| stream.synchronize()),
        stream.capture(|stream| stream.record().map(drop)),
        stream.capture(|stream| stream.wait(&event)),
        stream.capture(|stream| graph.launch(stream)),
        stream.capture(|stream| stream.capture(|_| Ok(())).map(drop)),
    ];
    for (number, result) in refused.into_iter().enumerate() {
        assert!(matches!(result, Err(Error::InCapture { .. })), "{number}: {result:?}");
    }
    plan.launch(&floats, &stream).unwrap();
}

#[test]
fn a_panic_ends_the_capture() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let caught = catch_unwind(AssertUnwindSafe(|| stream.capture(|_| panic!("the user's"))));
    assert!(caught.is_err());
    assert_eq!(Record::count(&record.live_graphs), 0);
    stream.synchronize().unwrap();
}

#[test]
fn devices_without_graphs_say_so() {
    let stream = Device::cpu().stream().unwrap();
    let refused = stream.capture(|_| Ok(())).unwrap_err();
    assert_eq!(refused.to_string(), "the device `cpu` has no graphs");
}
