//! Graphs: work noted once and launched many times.

use std::any::Any;
use std::fmt;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};

use smallvec::SmallVec;

use crate::backend::{GraphHandle, Graphs};
use crate::memory::Allocation;
use crate::stream::Access;
use crate::{Device, Error, Stream};

/// Work that [`Stream::capture`] noted, ready to be launched as one.
///
/// It has scratch of its own and keeps alive what it uses: buffers, outputs and kernels, also when their owners drop
/// them.
pub struct Graph {
    device: Device,
    handle: GraphHandle,
    captured: Captured,
    /// Held while launching: a graph is ordered after its own last launch.
    launching: Mutex<()>,
}

/// What the noted work uses.
#[derive(Default)]
pub(crate) struct Captured {
    /// In the end sorted by address.
    uses: Vec<(Arc<Allocation>, Access)>,
    keeps: Vec<Box<dyn Any + Send + Sync>>,
}

impl Captured {
    /// Notes a use of memory.
    pub(crate) fn uses(&mut self, memory: &Arc<Allocation>, access: Access) {
        match self.uses.iter_mut().find(|(known, _)| Arc::ptr_eq(known, memory)) {
            Some((_, known)) if access == Access::Write => *known = access,
            Some(_) => {}
            None => self.uses.push((Arc::clone(memory), access)),
        }
    }

    /// Keeps something alive.
    pub(crate) fn keep(&mut self, something: Box<dyn Any + Send + Sync>) {
        self.keeps.push(something);
    }
}

impl Graph {
    pub(crate) fn capture(
        stream: &Stream,
        work: impl FnOnce(&Stream) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let device = stream.device().clone();
        let graphs = graphs(&device)?;
        begin(stream, graphs)?;
        // A panic too must not leave the stream capturing.
        let worked = panic::catch_unwind(AssertUnwindSafe(|| work(stream)));
        let (handle, mut captured) = end(stream, graphs);
        captured.uses.sort_by_key(|(memory, _)| Arc::as_ptr(memory).addr());
        let graph =
            handle.map(|handle| Self { device: device.clone(), handle, captured, launching: Mutex::new(()) });
        match worked {
            Ok(Ok(())) => graph,
            Ok(Err(error)) => Err(error),
            Err(panic) => panic::resume_unwind(panic),
        }
    }

    /// The device it belongs to.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Enqueues its work into a stream: that which it was captured in, or any other of the device.
    ///
    /// # Errors
    /// When the stream belongs to another device or is itself being captured.
    pub fn launch(&self, stream: &Stream) -> Result<(), Error> {
        self.device.check_owns("stream", stream.device())?;
        let _working = stream.work_at_once("launch of another graph")?;
        let graphs = graphs(&self.device)?;
        let _launching = self.launching.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody else orders himself there until the launch is enqueued. All graphs lock in one order, by address, and
        // who is no graph holds one of them at a time.
        let ordered = self.captured.uses.iter().map(|(memory, access)| stream.order(memory, *access));
        let _ordered = ordered.collect::<Result<SmallVec<[_; 8]>, _>>()?;
        // SAFETY: the stream is open; `captured` keeps alive what the graph uses, and conflicting work in other
        // streams was ordered before this.
        stream.watch(unsafe { graphs.launch_graph(self.handle, stream.handle()) })?;
        for (memory, _) in self.captured.uses.iter().filter(|(_, access)| *access == Access::Write) {
            memory.note_filled();
        }
        Ok(())
    }
}

fn begin(stream: &Stream, graphs: &dyn Graphs) -> Result<(), Error> {
    let _turning = stream.turn();
    if stream.is_capturing() {
        return Err(Error::InCapture { what: "capture" });
    }
    // What other streams order themselves after is done by now.
    stream.finish()?;
    // SAFETY: the stream is open, and it is not capturing.
    unsafe { graphs.begin_capture(stream.handle())? };
    stream.set_captured(Some(Captured::default()));
    Ok(())
}

fn end(stream: &Stream, graphs: &dyn Graphs) -> (Result<GraphHandle, Error>, Captured) {
    let _turning = stream.turn();
    let captured = stream.set_captured(None).unwrap_or_default();
    // SAFETY: this thread began the capture of the open stream, and ends it once.
    (unsafe { graphs.end_capture(stream.handle()) }, captured)
}

fn graphs(device: &Device) -> Result<&dyn Graphs, Error> {
    let unsupported = || Error::Unsupported { what: "graphs", device: device.name().into() };
    device.backend().graphs().ok_or_else(unsupported)
}

impl Drop for Graph {
    fn drop(&mut self) {
        if let Some(graphs) = self.device.backend().graphs() {
            // SAFETY: made by this device's backend and closed once.
            unsafe { graphs.close_graph(self.handle) }
        }
    }
}

impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Graph").field("device", &self.device).finish_non_exhaustive()
    }
}
