//! What takes a process of its own: leaving one at once, and breaking the device for it.

use super::texts::{Add, launch_on, text};
use super::{Memory, Stream, child, gpu, gpu_alone};
use crate::Error;
use crate::backend::{Backend, Jit, StreamHandle};
use crate::cuda::Cuda;
use crate::element::{as_bytes, as_room};

#[test]
fn a_fault_is_told_and_then_the_device_is_lost() {
    let Some(_gpu) = gpu_alone() else { return };
    println!("{}", child("process::fault"));
}

#[test]
#[ignore = "breaks the device for its process: run by `a_fault_is_told_and_then_the_device_is_lost`"]
fn fault() {
    let cuda = gpu().unwrap();
    let good = Add::compile(&cuda);
    let bad = cuda
        .compile(&text("extern \"C\" __global__ void bad(unsigned* x) { *(x + (1ull << 40)) = 1; }", "bad"))
        .unwrap();
    let (stream, other) = (Stream::open(&cuda), Stream::open(&cuda));
    let memory = Memory::zeroed(&cuda, 4);
    let graphs = cuda.graphs().unwrap();
    // SAFETY: the stream is open and captured by this thread; an empty graph uses nothing.
    let (event, graph) = unsafe {
        graphs.begin_capture(other.handle).unwrap();
        (cuda.record(stream.handle).unwrap(), graphs.end_capture(other.handle).unwrap())
    };
    launch_on(&*bad, memory.pointer, stream.handle).unwrap();
    let first = stream.synchronize().unwrap_err();
    println!("first: {first}");
    match &first {
        Error::Call { function: "cuStreamSynchronize", code: 700, name, message, .. } => {
            assert_eq!(name, "CUDA_ERROR_ILLEGAL_ADDRESS");
            assert!(message.contains("illegal memory access"), "{message}");
        }
        other => panic!("{other:?}"),
    }
    let cause = first.to_string();
    let lost = |what: &str, result: Result<(), Error>| match result {
        Err(Error::DeviceLost { device, cause: told }) => {
            assert_eq!((device.as_str(), told), (cuda.name(), cause.clone()))
        }
        other => panic!("{what}: {other:?}"),
    };
    // SAFETY: everything is open; nothing happens in a lost device.
    unsafe {
        lost("synchronize", stream.synchronize());
        lost("another stream", other.synchronize());
        lost("the default stream", cuda.synchronize(StreamHandle::DEFAULT));
        lost("allocate", cuda.allocate(4).map(drop));
        lost("write", cuda.write(memory.pointer, as_bytes(&[0_u8; 4]), other.handle));
        lost("read", cuda.read(as_room(&mut [0; 4]), memory.pointer, other.handle));
        lost("zero", cuda.zero(memory.pointer, 4, other.handle));
        lost("launch", good.try_enqueue(&memory, 1, 0, other.handle));
        lost("a stream", cuda.open_stream().map(drop));
        lost("record", cuda.record(other.handle).map(drop));
        lost("wait", cuda.wait(other.handle, event));
        lost("elapsed", cuda.elapsed(event, event).map(drop));
        lost("capture", graphs.begin_capture(other.handle));
        lost("a graph", graphs.launch_graph(graph, other.handle));
        lost("compile", cuda.compile(&text("extern \"C\" __global__ void f() {}", "f")).map(drop));
        assert_eq!(cuda.free_memory(), None);
        graphs.close_graph(graph);
        cuda.close_event(event);
    }
    drop((good, bad, memory, stream, other));
    drop(cuda);
    println!("opened again: {:?}", Cuda::open(0).map(|cuda| Memory::zeroed(&cuda, 4).read(StreamHandle::DEFAULT)));
}

/// The compiler is still warming up then.
#[test]
fn a_device_that_is_dropped_at_once_neither_hangs_nor_crashes() {
    let Some(_gpu) = gpu_alone() else { return };
    for _ in 0..5 {
        child("process::open_and_go");
    }
}

#[test]
#[ignore = "ends at once: run by `a_device_that_is_dropped_at_once_neither_hangs_nor_crashes`"]
fn open_and_go() {
    let error = Cuda::open(u32::MAX).unwrap_err();
    assert!(matches!(error, Error::NoSuchDevice { .. }), "{error}");
    for _ in 0..3 {
        drop(Cuda::open(0).unwrap());
    }
}
