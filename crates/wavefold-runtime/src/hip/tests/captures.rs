//! Graphs, and that nothing else disturbs a capture.

use hip_standin::Options;
use hip_sys::hipErrorStreamCaptureInvalidated;

use super::{Rig, arguments, graph, memory, stream, text};
use crate::Error;
use crate::backend::{Backend, Graphs, Jit, Launch, StreamHandle};
use crate::element::{as_bytes, as_room};

#[test]
fn a_graph_does_what_was_captured_as_often_as_it_is_launched() {
    let rig = Rig::new();
    let (input, output) = (memory(&rig.hip, 4000).unwrap(), memory(&rig.hip, 4).unwrap());
    let (stream, kernel) = (stream(&rig.hip).unwrap(), rig.hip.compile(&text("")).unwrap());
    rig.standin.take_trace();
    let arguments = arguments(input.1, output.1);
    // SAFETY: memory and stream are open; the arguments are the kernel's.
    let work = || unsafe {
        rig.hip.zero(output.1, 4, stream.1)?;
        kernel.launch(Launch { grid: 4, block: 256, shared_bytes: 0, arguments: &arguments }, stream.1)
    };
    let graph = graph(&rig.hip, stream.1, work).unwrap();
    let trace = rig.standin.take_trace();
    assert!(!trace.contains(&"(ran max_abs)".into()), "what is captured is not done: {trace:?}");
    // SAFETY: what it uses is alive.
    unsafe { rig.hip.launch_graph(graph.1, stream.1).and_then(|()| rig.hip.launch_graph(graph.1, stream.1)) }
        .unwrap();
    // In flight, it is waited for.
    drop(graph);
    let trace = rig.standin.take_trace();
    assert_eq!(trace.iter().filter(|line| *line == "(ran max_abs)").count(), 2, "{trace:?}");
    assert_eq!(trace.last().unwrap(), "hipGraphExecDestroy(executable 1)");
    drop((input, output, stream, kernel));
    rig.close();
}

/// Waiting and freeing spoil a capture; they are put off, on whatever thread they come up.
#[test]
fn what_goes_during_a_capture_is_given_back_at_its_end() {
    let rig = Rig::new();
    let (kept, first, second) =
        (memory(&rig.hip, 1).unwrap(), memory(&rig.hip, 2).unwrap(), memory(&rig.hip, 3).unwrap());
    let (captured, other) = (stream(&rig.hip).unwrap(), stream(&rig.hip).unwrap());
    let kernel = rig.hip.compile(&text("")).unwrap();
    let graph = graph(&rig.hip, captured.1, || {
        drop((first, other, kernel));
        std::thread::scope(|scope| scope.spawn(|| drop(second)).join().unwrap());
        assert_eq!(rig.standin.live(), ["3 × memory", "2 × stream", "1 × module"]);
        // SAFETY: memory and stream are open.
        unsafe { rig.hip.zero(kept.1, 1, captured.1) }
    })
    .unwrap();
    assert_eq!(rig.standin.live(), ["1 × memory", "1 × stream", "1 × executable"]);
    drop((kept, captured, graph));
    rig.close();
}

/// Whoever comes after the work of a stream that is gone relies on its being done.
#[test]
fn a_stream_that_goes_during_a_capture_has_been_waited_for() {
    for on_the_capturing_thread in [true, false] {
        let rig = Rig::new();
        let memory = memory(&rig.hip, 4).unwrap();
        let (captured, other) = (stream(&rig.hip).unwrap(), stream(&rig.hip).unwrap());
        // SAFETY: memory and stream are open, and hold so much.
        unsafe { rig.hip.zero(memory.1, 4, other.1) }.unwrap();
        let mut read = [1; 4];
        let captured_graph = graph(&rig.hip, captured.1, || {
            if on_the_capturing_thread {
                drop(other);
            } else {
                std::thread::scope(|scope| scope.spawn(|| drop(other)).join().unwrap());
            }
            std::thread::scope(|scope| {
                let read = || {
                    let stream = stream(&rig.hip)?;
                    // SAFETY: as above.
                    unsafe { rig.hip.read(as_room(&mut read), memory.1, stream.1) }
                };
                scope.spawn(read).join().unwrap()
            })
        });
        drop(captured_graph.unwrap());
        assert_eq!(read, [0; 4], "on the capturing thread: {on_the_capturing_thread}");
        drop((memory, captured));
        rig.close();
    }
}

/// Another thread may do what it likes, also in the device's own stream.
#[test]
fn other_threads_do_not_disturb_a_capture() {
    let rig = Rig::new();
    let (memory_of_graph, stream_of_graph) = (memory(&rig.hip, 4).unwrap(), stream(&rig.hip).unwrap());
    let graph = graph(&rig.hip, stream_of_graph.1, || {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| {
                let (memory, stream) = (memory(&rig.hip, 4)?, stream(&rig.hip)?);
                // SAFETY: memory and stream are open, and hold so much.
                unsafe {
                    rig.hip.write(memory.1, as_bytes(&[1_u8; 4]), StreamHandle::DEFAULT)?;
                    rig.hip.zero(memory.1, 4, stream.1)?;
                    rig.hip.synchronize(stream.1)?;
                    rig.hip.synchronize(StreamHandle::DEFAULT)
                }
            });
            other.join().unwrap()
        })?;
        // SAFETY: memory and stream are open.
        unsafe { rig.hip.zero(memory_of_graph.1, 4, stream_of_graph.1) }
    });
    drop(graph.unwrap());
    drop((memory_of_graph, stream_of_graph));
    rig.close();
}

#[test]
fn work_from_before_the_capture_is_done_before_it() {
    let rig = Rig::new();
    let (memory, stream) = (memory(&rig.hip, 4).unwrap(), stream(&rig.hip).unwrap());
    // SAFETY: memory and stream are open, and hold so much.
    unsafe { rig.hip.zero(memory.1, 4, stream.1) }.unwrap();
    let mut read = [1; 4];
    let graph = graph(&rig.hip, stream.1, || {
        std::thread::scope(|scope| {
            // SAFETY: as above.
            let read = || unsafe { rig.hip.read(as_room(&mut read), memory.1, StreamHandle::DEFAULT) };
            scope.spawn(read).join().unwrap()
        })
    });
    drop(graph.unwrap());
    assert_eq!(read, [0; 4], "the device's own stream comes after it, though the stream cannot be waited for");
    drop((memory, stream));
    rig.close();
}

#[test]
fn a_spoilt_capture_is_an_error_and_over() {
    let rig = Rig::new();
    let stream = stream(&rig.hip).unwrap();
    let spoilt = graph(&rig.hip, stream.1, || {
        let refused = rig.hip.allocate(4).map(|_| ());
        assert!(matches!(refused, Err(Error::Call { function: "hipMalloc", .. })), "{refused:?}");
        Ok(())
    });
    let spoilt = spoilt.map(|_| ());
    let Err(Error::Call { function: "hipStreamEndCapture", code, .. }) = spoilt else { panic!("it is spoilt") };
    assert_eq!(code, i64::from(hipErrorStreamCaptureInvalidated.0));
    drop(graph(&rig.hip, stream.1, || Ok(())).unwrap());
    // SAFETY: never captured: the runtime refuses its legacy stream.
    let own = unsafe { rig.hip.begin_capture(StreamHandle::DEFAULT) };
    assert!(matches!(own, Err(Error::Call { function: "hipStreamBeginCapture", .. })));
    drop(stream);
    rig.close();
}

#[test]
fn a_runtime_without_graphs_has_none() {
    for function in ["hipStreamBeginCapture", "hipGraphInstantiate", "hipGraphLaunch", "hipGraphDestroy"] {
        let rig = Rig::with(&Options { without: &[function], ..Options::default() });
        assert!(rig.hip.graphs().is_none());
        rig.close();
    }
    let rig = Rig::new();
    assert!(rig.hip.graphs().is_some());
    rig.close();
}
