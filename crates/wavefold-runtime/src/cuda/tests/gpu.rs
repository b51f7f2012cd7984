//! A real GPU: memory, streams, events, graphs, kernels.

use std::thread;
use std::time::{Duration, Instant};

use super::texts::{Add, LONG, text};
use super::{Memory, Stream, gpu, gpu_alone};
use crate::Error;
use crate::backend::{Backend, Jit, StreamHandle};
use crate::cuda::Cuda;

#[test]
fn what_it_is() {
    let Some(cuda) = gpu() else { return };
    let properties = cuda.properties();
    assert!(cuda.name().starts_with("cuda 0 (") && cuda.name().contains(&properties.name), "{}", cuda.name());
    assert_eq!(properties.warp_size, Some(32));
    assert!(properties.architecture.as_ref().is_some_and(|name| name.starts_with("sm_")), "{properties:?}");
    assert!(properties.compute_units.is_some_and(|units| units > 0), "{properties:?}");
    assert!(properties.shared_memory_bytes.is_some_and(|bytes| bytes >= 48 << 10), "{properties:?}");
    let free = cuda.free_memory().unwrap();
    assert!(free > 0 && properties.memory_bytes.is_some_and(|bytes| bytes > free), "{properties:?} {free}");
}

#[test]
fn memory_of_any_size_is_aligned_and_keeps_its_bytes() {
    let Some(cuda) = gpu() else { return };
    let stream = Stream::open(&cuda);
    for bytes in [0, 4, 1028, 70_000, 5 << 20] {
        for handle in [StreamHandle::DEFAULT, stream.handle] {
            let memory = Memory::zeroed(&cuda, bytes);
            assert_eq!(memory.pointer.0.as_ptr() as usize % 256, 0);
            assert!(memory.read(handle).iter().all(|value| *value == 0));
            let values: Vec<u32> = (0..bytes as u32 / 4).map(|i| i.wrapping_mul(2_654_435_769)).collect();
            memory.write(&values, handle);
            assert_eq!(memory.read(handle), values, "{bytes} bytes");
            // SAFETY: the memory holds them.
            unsafe { cuda.zero(memory.pointer, bytes, handle) }.unwrap();
            assert!(memory.read(handle).iter().all(|value| *value == 0));
        }
    }
}

#[test]
fn more_memory_than_there_is_is_an_error_with_both_sizes() {
    let Some(cuda) = gpu() else { return };
    match cuda.allocate(1 << 46) {
        Err(Error::OutOfMemory { device, bytes, free: Some(free) }) => {
            assert_eq!((device.as_str(), bytes), (cuda.name(), 1 << 46));
            assert!(free > 0 && free < bytes);
        }
        other => panic!("{other:?}"),
    }
    assert_eq!(Memory::zeroed(&cuda, 8).read(StreamHandle::DEFAULT), [0, 0], "the device is good afterwards");
}

#[test]
fn the_default_stream_comes_after_all_others_and_is_done_when_it_returns() {
    let Some(cuda) = gpu_alone() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    add.enqueue(&memory, 1, LONG, stream.handle);
    add.enqueue(&memory, 2, 0, StreamHandle::DEFAULT);
    let start = Instant::now();
    stream.synchronize().unwrap();
    assert!(start.elapsed() < Duration::from_millis(20), "the default stream waited: {:?}", start.elapsed());
    assert_eq!(memory.read(stream.handle), [3; 1024]);
}

#[test]
fn giving_memory_back_waits_for_its_kernels() {
    let Some(cuda) = gpu_alone() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    let start = Instant::now();
    add.enqueue(&memory, 1, LONG, stream.handle);
    let enqueued = start.elapsed();
    drop(memory);
    let freed = start.elapsed();
    stream.synchronize().unwrap();
    let waited = start.elapsed();
    assert!(enqueued < Duration::from_millis(20), "a launch does not wait: {enqueued:?}");
    assert!(freed > Duration::from_millis(50), "giving back waits: {freed:?}");
    assert!(waited - freed < Duration::from_millis(20), "and nothing is left then: {:?}", waited - freed);
}

#[test]
fn an_event_orders_two_streams_and_two_of_them_measure() {
    let Some(cuda) = gpu_alone() else { return };
    let (add, one, two) = (Add::compile(&cuda), Stream::open(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    memory.write(&[5; 1024], one.handle);
    // SAFETY: both streams are open, the events are closed once, at the end.
    unsafe {
        let start = cuda.record(one.handle).unwrap();
        add.enqueue(&memory, 1, LONG, one.handle);
        let end = cuda.record(one.handle).unwrap();
        cuda.wait(two.handle, end).unwrap();
        assert_eq!(memory.read(two.handle), [6; 1024]);
        let elapsed = cuda.elapsed(start, end).unwrap();
        assert!(elapsed > Duration::from_millis(50) && elapsed < Duration::from_secs(2), "{elapsed:?}");
        assert_eq!(cuda.elapsed(end, start).unwrap(), Duration::ZERO, "the wrong way round");
        cuda.close_event(start);
        cuda.close_event(end);
    }
}

#[test]
fn a_text_that_does_not_compile_says_why() {
    let Some(cuda) = gpu() else { return };
    let Err(Error::Compile(error)) = cuda.compile(&text("extern \"C\" __global__ void f() { int x = y; }", "f"))
    else {
        panic!("undeclared");
    };
    assert!(error.log.contains("identifier \"y\" is undefined"), "{}", error.log);
    assert!(error.compiler.starts_with("NVRTC ") && error.architecture.starts_with("sm_"), "{error:?}");
    let Err(error) = cuda.compile(&text("\nconstexpr u32 WARP_SIZE = 64;", "f")) else {
        panic!("it has 32 lanes")
    };
    assert!(error.to_string().ends_with("has no warps of 64 lanes"), "{error}");
}

/// Capturing notes work and does none of it.
#[test]
fn a_graph_does_again_what_was_noted() {
    let Some(cuda) = gpu() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    let graphs = cuda.graphs().unwrap();
    // SAFETY: the stream is open and captured by this thread; the memory outlives the graph.
    let graph = unsafe {
        assert!(matches!(graphs.begin_capture(StreamHandle::DEFAULT), Err(Error::Unsupported { .. })));
        add.enqueue(&memory, 0, LONG, stream.handle);
        graphs.begin_capture(stream.handle).unwrap();
        add.enqueue(&memory, 1, 0, stream.handle);
        add.enqueue(&memory, 2, 0, stream.handle);
        graphs.end_capture(stream.handle).unwrap()
    };
    assert_eq!(memory.read(stream.handle), [0; 1024], "nothing is done while it is noted");
    // SAFETY: as above; the graph is closed once.
    unsafe {
        for _ in 0..3 {
            graphs.launch_graph(graph, stream.handle).unwrap();
        }
        graphs.close_graph(graph);
    }
    assert_eq!(memory.read(stream.handle), [9; 1024]);
}

/// What happens beside a capture, in its thread and in another, is neither part of the graph nor in its way. (Under
/// `compute-sanitizer` it is: that waits for the whole context when a module is loaded.)
#[test]
fn memory_kernels_and_streams_come_and_go_beside_a_capture() {
    let Some(cuda) = gpu() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    let graphs = cuda.graphs().unwrap();
    // SAFETY: the stream is open and captured by this thread; the memory outlives the graph, which is closed once.
    unsafe {
        graphs.begin_capture(stream.handle).unwrap();
        beside(&cuda);
        thread::scope(|scope| scope.spawn(|| beside(&cuda)).join()).unwrap();
        add.enqueue(&memory, 2, 0, stream.handle);
        let graph = graphs.end_capture(stream.handle).unwrap();
        graphs.launch_graph(graph, stream.handle).unwrap();
        graphs.close_graph(graph);
    }
    assert_eq!(memory.read(stream.handle), [2; 1024]);
}

fn beside(cuda: &Cuda) {
    let (add, stream) = (Add::compile(cuda), Stream::open(cuda));
    let memory = Memory::zeroed(cuda, 4096);
    add.enqueue(&memory, 7, 0, stream.handle);
    assert_eq!(memory.read(stream.handle), [7; 1024]);
    assert_eq!(memory.read(StreamHandle::DEFAULT), [7; 1024]);
}

#[test]
fn a_capture_that_fails_leaves_the_stream_usable() {
    let Some(cuda) = gpu() else { return };
    let (add, stream) = (Add::compile(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4096);
    let graphs = cuda.graphs().unwrap();
    // SAFETY: the stream is open and captured by this thread.
    unsafe {
        graphs.begin_capture(stream.handle).unwrap();
        add.enqueue(&memory, 1, 0, stream.handle);
        let error = cuda.synchronize(stream.handle).unwrap_err();
        assert!(error.to_string().contains("CUDA_ERROR_STREAM_CAPTURE_"), "{error}");
        let error = graphs.end_capture(stream.handle).unwrap_err();
        assert!(matches!(&error, Error::Call { function: "cuStreamEndCapture", .. }), "{error}");
    }
    add.enqueue(&memory, 4, 0, stream.handle);
    assert_eq!(memory.read(stream.handle), [4; 1024]);
}

#[test]
fn threads_share_a_device() {
    let Some(cuda) = gpu() else { return };
    let add = Add::compile(&cuda);
    thread::scope(|scope| {
        for thread in 1..=4 {
            let (cuda, add) = (&cuda, &add);
            scope.spawn(move || {
                for round in 0..50 {
                    let stream = Stream::open(cuda);
                    let memory = Memory::zeroed(cuda, 4096);
                    add.enqueue(&memory, thread, 0, stream.handle);
                    add.enqueue(&memory, round, 0, stream.handle);
                    assert_eq!(memory.read(stream.handle), [thread + round; 1024]);
                }
            });
        }
    });
}

#[test]
fn a_thousand_rounds_leave_nothing_behind() {
    let Some(cuda) = gpu_alone() else { return };
    let round = |kernels: bool| {
        let stream = Stream::open(&cuda);
        let memory = Memory::zeroed(&cuda, 3 << 20);
        let add = kernels.then(|| Add::compile(&cuda));
        let graphs = cuda.graphs().unwrap();
        // SAFETY: everything is closed once, and before what it uses.
        unsafe {
            let event = cuda.record(stream.handle).unwrap();
            graphs.begin_capture(stream.handle).unwrap();
            if let Some(add) = &add {
                add.enqueue(&memory, 1, 0, stream.handle);
            }
            let graph = graphs.end_capture(stream.handle).unwrap();
            graphs.launch_graph(graph, stream.handle).unwrap();
            graphs.close_graph(graph);
            cuda.close_event(event);
        }
    };
    let rounds = || (0..1000).for_each(|number| round(number % 50 == 0));
    rounds();
    let before = cuda.free_memory().unwrap();
    rounds();
    let after = cuda.free_memory().unwrap();
    assert!(after + (2 << 20) > before, "{before} bytes were free, {after} are left");
}
