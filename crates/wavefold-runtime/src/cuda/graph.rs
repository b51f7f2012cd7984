//! Graphs: a stream's work noted once and launched as one.

use std::ffi::c_int;
use std::ptr;

use cudarc::driver::sys::{CUgraph, CUgraphExec, CUstreamCaptureMode};

use super::context::Context;
use crate::Error;
use crate::backend::{GraphHandle, Graphs, StreamHandle};

impl Graphs for Context {
    /// The stream is idle when its capture begins, so that what waits for all work need not look into it.
    unsafe fn begin_capture(&self, stream: StreamHandle) -> Result<(), Error> {
        if stream == StreamHandle::DEFAULT {
            return Err(Error::Unsupported {
                what: "capture of its default stream; capture a new one",
                device: self.name().into(),
            });
        }
        self.synchronize(stream)?;
        // Whoever settles holds the table of streams: a stream does not begin to capture between its two questions.
        let _streams = self.streams();
        self.enqueue(stream, |driver, stream| {
            // Only this thread is kept from calls that would end the capture; others work as ever.
            let mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_THREAD_LOCAL as c_int;
            // SAFETY: the caller promises an open stream that is not capturing.
            unsafe { driver.cuStreamBeginCapture_v2(stream, mode) }
        })
    }

    unsafe fn end_capture(&self, stream: StreamHandle) -> Result<GraphHandle, Error> {
        let mut graph: CUgraph = ptr::null_mut();
        // SAFETY: the caller promises that the stream is capturing; the pointer is to a graph.
        self.enqueue(stream, |driver, stream| unsafe { driver.cuStreamEndCapture(stream, &mut graph) })?;
        let driver = self.enter()?;
        let _beside = self.beside_captures();
        let mut executable: CUgraphExec = ptr::null_mut();
        // SAFETY: the graph was just made; it is not needed once it is instantiated.
        let instantiated = unsafe {
            let instantiated = driver.cuGraphInstantiateWithFlags(&mut executable, graph, 0);
            let _ = driver.cuGraphDestroy(graph);
            instantiated
        };
        self.check(instantiated)?;
        Ok(GraphHandle(executable as usize))
    }

    unsafe fn launch_graph(&self, graph: GraphHandle, stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: the caller promises that both are open and that what the graph uses is alive.
        self.enqueue(stream, |driver, stream| unsafe { driver.cuGraphLaunch(graph.0 as CUgraphExec, stream) })
    }

    unsafe fn close_graph(&self, graph: GraphHandle) {
        let _beside = self.beside_captures();
        let _ = self.settle();
        if let Ok(driver) = self.enter() {
            // SAFETY: the caller gives the graph up, and its work is done.
            let _ = unsafe { driver.cuGraphExecDestroy(graph.0 as CUgraphExec) };
        }
    }
}
