//! Threads that meet in one stream, output or buffer: whoever is second is ordered after the first, also where that one
//! is only about to enqueue its work.

use std::sync::Barrier;
use std::thread;
use std::time::Duration;

use super::declarations::Sum;
use super::recorder::Record;
use crate::{Buffer, Device, Error, Graph, ReductionExt, ReductionOutput, ReductionPlan, Stream};

/// A plan with all it needs, and a graph of its launch.
struct Setting {
    a: Stream,
    b: Stream,
    plan: ReductionPlan<Sum>,
    floats: Buffer<f32>,
    output: ReductionOutput<Sum>,
    graph: Graph,
}

impl Setting {
    fn new(device: &Device) -> Self {
        let (a, b) = (device.stream().unwrap(), device.stream().unwrap());
        let plan = Sum.plan(device, 10).unwrap();
        let (floats, output) = (device.zeroed(10).unwrap(), plan.output().unwrap());
        // What a first use on a stream makes is made before.
        plan.launch(&floats, &a).unwrap();
        plan.launch(&floats, &b).unwrap();
        let graph = a.capture(|stream| plan.enqueue(&floats, &output, stream)).unwrap();
        Self { a, b, plan, floats, output, graph }
    }
}

/// Runs `first` until the barrier stops it, then `second` beside it; gives what `seen` says before `first` goes on.
fn meet<T>(
    stop: &Barrier,
    first: impl FnOnce() + Send,
    second: impl FnOnce() + Send,
    seen: impl FnOnce() -> T,
) -> T {
    thread::scope(|scope| {
        scope.spawn(first);
        stop.wait();
        scope.spawn(second);
        thread::sleep(Duration::from_millis(100));
        let seen = seen();
        stop.wait();
        seen
    })
}

/// Long enough for another thread to come by.
fn linger() -> Result<(), Error> {
    thread::sleep(Duration::from_millis(300));
    Ok(())
}

#[test]
fn a_launch_is_ordered_after_a_graph_that_another_thread_is_launching() {
    let (device, record) = Record::device();
    let Setting { a, b, plan, floats, output, graph } = Setting::new(&device);
    record.take_waits();
    let early = meet(
        &record.stop_at("launch_graph"),
        || graph.launch(&a).unwrap(),
        || plan.enqueue(&floats, &output, &b).unwrap(),
        || record.take_waits(),
    );
    assert_eq!(early, [], "nobody can be ordered after what is not enqueued yet");
    assert_eq!(record.take_waits(), [(b.handle().0, a.handle().0)], "for the output");
}

#[test]
fn a_read_is_ordered_after_a_graph_that_another_thread_is_launching() {
    let (device, record) = Record::device();
    let Setting { a, b, output, graph, .. } = Setting::new(&device);
    graph.launch(&a).unwrap();
    record.take_waits();
    let early = meet(
        &record.stop_at("launch_graph"),
        || graph.launch(&a).unwrap(),
        || assert!(output.read(&b).is_ok()),
        || record.take_waits(),
    );
    assert_eq!((early, record.take_waits()), (vec![], vec![(b.handle().0, a.handle().0)]));
}

#[test]
fn a_write_and_a_graph_of_another_thread_are_ordered_whoever_comes_first() {
    let (device, record) = Record::device();
    let Setting { a, b, mut floats, graph, .. } = Setting::new(&device);
    record.take_waits();
    let early = meet(
        &record.stop_at("launch_graph"),
        || graph.launch(&a).unwrap(),
        || floats.write(&[1.0; 10], &b).unwrap(),
        || record.take_waits(),
    );
    assert_eq!((early, record.take_waits()), (vec![], vec![(b.handle().0, a.handle().0)]));
    let early = meet(
        &record.stop_at("write"),
        || floats.write(&[2.0; 10], &b).unwrap(),
        || graph.launch(&a).unwrap(),
        || record.take_waits(),
    );
    assert_eq!((early, record.take_waits()), (vec![], vec![(a.handle().0, b.handle().0)]));
}

#[test]
fn graphs_that_share_outputs_do_not_lock_each_other_out() {
    let (device, _record) = Record::device();
    let Setting { a, b, plan, floats, output, .. } = Setting::new(&device);
    let other = plan.output().unwrap();
    let graph = |outputs: [&ReductionOutput<Sum>; 2]| {
        let enqueue =
            |stream: &Stream| outputs.iter().try_for_each(|output| plan.enqueue(&floats, output, stream));
        a.capture(enqueue).unwrap()
    };
    let (there, back) = (graph([&output, &other]), graph([&other, &output]));
    thread::scope(|scope| {
        for (graph, stream) in [(&there, &a), (&back, &b)] {
            scope.spawn(move || (0..2000).for_each(|_| graph.launch(stream).unwrap()));
        }
        scope.spawn(|| (0..2000).for_each(|_| plan.enqueue(&floats, &other, &b).unwrap()));
        scope.spawn(|| (0..2000).for_each(|_| plan.enqueue(&floats, &output, &a).unwrap()));
    });
}

#[test]
fn work_of_another_thread_is_in_a_capture_or_not_as_it_begins() {
    let (device, record) = Record::device();
    let Setting { a, plan, floats, output, graph, .. } = Setting::new(&device);
    drop(graph);
    let before = record.launches.lock().unwrap().len();
    let mut graph = None;
    let clone = a.clone();
    let early = meet(
        &record.stop_at("begin_capture"),
        || graph = Some(a.capture(|_| linger()).unwrap()),
        || plan.enqueue(&floats, &output, &clone).unwrap(),
        || record.launches.lock().unwrap().len(),
    );
    assert_eq!(early, before, "the device notes or does it, and so must we");
    assert_eq!(record.launches.lock().unwrap().len(), before + 1);
    assert!(matches!(output.read(&a), Err(Error::NothingEnqueued { .. })), "it is in the graph");
    drop((plan, floats, output));
    assert!(Record::count(&record.live_memory) >= 4, "which keeps what it uses");
    graph.unwrap().launch(&a).unwrap();
}

#[test]
fn work_of_another_thread_is_in_a_capture_or_not_as_it_ends() {
    let (device, record) = Record::device();
    let Setting { a, plan, floats, output, graph, .. } = Setting::new(&device);
    drop(graph);
    let before = record.launches.lock().unwrap().len();
    let clone = a.clone();
    let early = meet(
        &record.stop_at("end_capture"),
        || drop(a.capture(|_| Ok(())).unwrap()),
        || plan.enqueue(&floats, &output, &clone).unwrap(),
        || record.launches.lock().unwrap().len(),
    );
    assert_eq!((early, record.launches.lock().unwrap().len()), (before, before + 1));
    output.read(&a).unwrap();
}

#[test]
fn one_stream_is_captured_once_at_a_time() {
    let (device, record) = Record::device();
    let stream = device.stream().unwrap();
    let mut second = None;
    meet(
        &record.stop_at("begin_capture"),
        || drop(stream.capture(|_| linger()).unwrap()),
        || second = Some(stream.capture(|_| Ok(()))),
        || (),
    );
    assert!(matches!(second.unwrap(), Err(Error::InCapture { .. })));
}

#[test]
fn a_capture_leaves_the_result_that_is_there() {
    let (device, _record) = Record::device();
    let Setting { a, plan, floats, output, .. } = Setting::new(&device);
    plan.enqueue(&floats, &output, &a).unwrap();
    let _graph = a.capture(|stream| plan.enqueue(&floats, &output, stream)).unwrap();
    output.read(&a).unwrap();
}

/// Everything that threads can do to each other's streams and outputs, at once.
#[test]
fn nobody_waits_for_ever() {
    let (device, _record) = Record::device();
    let plan = Sum.plan(&device, 10).unwrap();
    let (floats, outputs) = (device.zeroed(10).unwrap(), [plan.output().unwrap(), plan.output().unwrap()]);
    let streams = [device.stream().unwrap(), device.stream().unwrap()];
    thread::scope(|scope| {
        for number in 0..8 {
            let (plan, floats, outputs, streams, device) = (&plan, &floats, &outputs, &streams, &device);
            scope.spawn(move || {
                let (here, there) = (&streams[number % 2], &streams[(number + 1) % 2]);
                for round in 0..500 {
                    let output = &outputs[(number / 2 + round) % 2];
                    // Where another thread captures the stream, much of it is refused.
                    let graph = match number {
                        0..4 => here.capture(|stream| {
                            plan.enqueue(floats, output, stream)?;
                            plan.enqueue(floats, &outputs[0], there)
                        }),
                        _ => plan.launch(floats, here).and_then(|_| there.capture(|_| Ok(()))),
                    };
                    let own = device.stream().unwrap();
                    if let Ok(graph) = graph {
                        graph.launch(&own).unwrap();
                        let _ = graph.launch(there);
                    }
                    plan.enqueue(floats, output, here).unwrap();
                    drop(own);
                    let _ = output.read(there);
                    let _ = here.synchronize();
                }
            });
        }
    });
}
