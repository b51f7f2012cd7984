//! Graphs: launches captured from a stream, launched again as one.

use std::ptr;

use hip_sys::{hipGraph_t, hipGraphExec_t, hipStream_t, hipStreamCaptureModeThreadLocal};

use super::context::Context;
use super::library::call;
use crate::Error;
use crate::backend::{GraphHandle, StreamHandle};

/// All that graphs need.
const FUNCTIONS: [&str; 6] = [
    "hipStreamBeginCapture",
    "hipStreamEndCapture",
    "hipGraphInstantiate",
    "hipGraphLaunch",
    "hipGraphExecDestroy",
    "hipGraphDestroy",
];

impl Context {
    /// Whether the runtime has graphs: ROCm before 4.3 has none.
    pub(super) fn has_graphs(&self) -> bool {
        FUNCTIONS.iter().all(|function| self.runtime().has(function))
    }

    /// Other threads go on as ever: only this one may not allocate or wait until the capture ends. The stream's own work
    /// is waited for first, because that cannot be done meanwhile.
    pub(super) fn begin_capture(&self, stream: StreamHandle) -> Result<(), Error> {
        self.enter()?;
        let stream = hipStream_t::from(stream);
        let mut streams = self.streams_mut();
        self.wait_for(stream)?;
        // SAFETY: callers have the stream from an open handle.
        unsafe { call!(self, hipStreamBeginCapture(stream, hipStreamCaptureModeThreadLocal)) }?;
        streams.capturing.push(stream);
        Ok(())
    }

    /// Ends the capture, whatever became of it, also on a lost device.
    pub(super) fn end_capture(&self, stream: StreamHandle) -> Result<GraphHandle, Error> {
        let stream = hipStream_t::from(stream);
        let ended = self.end(stream);
        let mut streams = self.streams_mut();
        streams.capturing.retain(|&capturing| capturing != stream);
        self.catch_up(&mut streams);
        ended
    }

    fn end(&self, stream: hipStream_t) -> Result<GraphHandle, Error> {
        let mut graph = hipGraph_t::NULL;
        let mut executable = hipGraphExec_t::NULL;
        // Without the device there is no graph, but the capture ends.
        let current = self.make_current();
        // SAFETY: callers have the stream from an open handle and began the capture; `graph` may be written.
        let ended = unsafe { call!(self, hipStreamEndCapture(stream, &mut graph)) };
        let made = current.and(ended).and_then(|()| {
            let (log, node) = (ptr::null_mut(), ptr::null_mut());
            // SAFETY: the graph was just made; `executable` may be written; the rest asks for no details.
            unsafe { call!(self, hipGraphInstantiate(&mut executable, graph, node, log, 0)) }
        });
        if !graph.is_null() {
            // SAFETY: it was made here; what was instantiated does not need it.
            let _ = unsafe { call!(self, hipGraphDestroy(graph)) };
        }
        made.map(|()| GraphHandle(executable.0 as usize))
    }

    /// Enqueues the graph's work.
    ///
    /// # Safety
    /// As for [`Graphs::launch_graph`](crate::backend::Graphs::launch_graph).
    pub(super) unsafe fn launch_graph(&self, graph: GraphHandle, stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: the caller promises it.
        self.enqueue(stream, |queue| unsafe { call!(self, hipGraphLaunch(graph.into(), queue)) })
    }
}

impl From<GraphHandle> for hipGraphExec_t {
    fn from(graph: GraphHandle) -> Self {
        Self(graph.0 as *mut _)
    }
}
