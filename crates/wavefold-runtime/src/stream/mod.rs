//! Streams: work in order.

mod event;
mod gate;
mod graph;
mod uses;

pub use event::Event;
pub use graph::Graph;
pub(crate) use uses::{Access, Uses};

use std::any::Any;
use std::ffi::c_void;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use self::gate::{Gate, Turning, Working};
use self::graph::Captured;
use crate::backend::StreamHandle;
use crate::memory::Allocation;
use crate::{Device, Error};

/// A queue of work on a device, done in order. Cloning is cheap and gives the same stream.
///
/// On the CPU and on the emulator work is done at once, in the calling thread's time: when a call returns, its
/// work is done. On a GPU it is queued; reading an output waits for it.
///
/// Streams of one device may use the same buffers and outputs: work that conflicts with earlier work in another
/// stream waits for it on the device. Dropping the last clone waits for the work.
#[derive(Clone)]
pub struct Stream {
    shared: Arc<Shared>,
}

struct Shared {
    device: Device,
    handle: StreamHandle,
    faults: AtomicU64,
    /// Work comes before a capture begins, within it or after it has ended.
    gate: Gate,
    /// Whether there is a `capture`, so that a launch need not lock to know.
    capturing: AtomicBool,
    capture: Mutex<Option<Captured>>,
    closed: Arc<OnceLock<()>>,
}

impl Stream {
    pub(crate) fn open(device: &Device) -> Result<Self, Error> {
        let handle = device.backend().open_stream()?;
        Ok(Self {
            shared: Arc::new(Shared {
                device: device.clone(),
                handle,
                faults: AtomicU64::new(0),
                gate: Gate::default(),
                capturing: AtomicBool::new(false),
                capture: Mutex::new(None),
                closed: Arc::default(),
            }),
        })
    }

    /// The device it belongs to.
    pub fn device(&self) -> &Device {
        &self.shared.device
    }

    /// Waits until everything in it is done.
    ///
    /// # Errors
    /// What went wrong in the work.
    pub fn synchronize(&self) -> Result<(), Error> {
        let _working = self.work_at_once("synchronize")?;
        self.finish()
    }

    /// An event at the end of what is in the stream now.
    ///
    /// # Errors
    /// When the device has no more of them, or the stream is being captured.
    pub fn record(&self) -> Result<Event, Error> {
        let _working = self.work_at_once("record")?;
        Event::record(self)
    }

    /// Lets what is enqueued from now on begin only after the event. The host does not wait.
    ///
    /// # Errors
    /// When the event belongs to another device, or the stream is being captured.
    pub fn wait(&self, event: &Event) -> Result<(), Error> {
        self.device().check_owns("event", event.device())?;
        let _working = self.work_at_once("wait")?;
        // SAFETY: the stream is open, the event is closed when it is dropped.
        self.watch(unsafe { self.device().backend().wait(self.handle(), event.handle()) })
    }

    /// Notes what `work` enqueues into this stream instead of doing it, as a graph that can be launched many times at
    /// the cost of one launch.
    ///
    /// Within `work` only `enqueue` works on this stream: what waits for a result is an error, because nothing runs
    /// yet. That goes for all threads: what others enqueue into this stream meanwhile is part of the graph too.
    ///
    /// ```no_run
    /// # use wavefold_runtime::{Device, Error, Reduction, ReductionExt};
    /// # fn example<R: Reduction<Inputs = (f32,)>>(reduction: R, device: Device) -> Result<(), Error> {
    /// let (plan, stream) = (reduction.plan(&device, 1000)?, device.stream()?);
    /// let (buffer, output) = (device.zeroed::<f32>(1000)?, plan.output()?);
    /// let graph = stream.capture(|stream| plan.enqueue(&buffer, &output, stream))?;
    /// graph.launch(&stream)?;
    /// let result = output.read(&stream)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// The first of `work`, and [`Unsupported`](Error::Unsupported) where the device has no graphs.
    pub fn capture(&self, work: impl FnOnce(&Self) -> Result<(), Error>) -> Result<Graph, Error> {
        Graph::capture(self, work)
    }

    /// The vendor's handle, a `hipStream_t` or `CUstream`, for other code that enqueues work into it; null on the CPU
    /// and the emulator. It is valid until the last clone of this stream is dropped.
    pub fn as_raw(&self) -> *mut c_void {
        std::ptr::without_provenance_mut(self.handle().0)
    }

    pub(crate) fn handle(&self) -> StreamHandle {
        self.shared.handle
    }

    /// Waits for everything in it.
    pub(crate) fn finish(&self) -> Result<(), Error> {
        // SAFETY: the stream is open until it is dropped.
        self.watch(unsafe { self.device().backend().synchronize(self.handle()) })
    }

    /// Lets the next work on the memory begin after what other streams still do there. In a capture that is left to
    /// the graph's launches.
    ///
    /// As long as the answer lives, no other thread can order its work after this stream's: that work has to be enqueued
    /// first. Where nobody can have work that conflicts, the answer may go at once. The caller holds [`work`](Self::work).
    pub(crate) fn order<'m>(
        &self,
        memory: &'m Arc<Allocation>,
        access: Access,
    ) -> Result<Option<MutexGuard<'m, Uses>>, Error> {
        if self.is_capturing()
            && let Some(captured) = &mut *self.captured()
        {
            if memory.is_borrowed() {
                return Err(Error::InCapture { what: "use of borrowed memory" });
            }
            captured.uses(memory, access);
            return Ok(None);
        }
        let mut uses = memory.uses();
        self.watch(uses.order(access, self))?;
        Ok(Some(uses))
    }

    /// Lets the next work begin after what is in another stream now.
    pub(crate) fn follow(&self, other: &StreamToken) -> Result<(), Error> {
        // A stream that is gone or that is being captured has waited for its work.
        let Some(other) = other.upgrade_or_wait() else { return Ok(()) };
        let working = other.work();
        if other.is_capturing() {
            return Ok(());
        }
        let event = Event::record(&other)?;
        drop(working);
        // SAFETY: the stream is open, the event not closed yet.
        unsafe { self.device().backend().wait(self.handle(), event.handle()) }
    }

    /// Keeps something alive for as long as the graph that is being captured, if one is.
    pub(crate) fn keep(&self, something: impl FnOnce() -> Box<dyn Any + Send + Sync>) {
        if self.is_capturing()
            && let Some(captured) = &mut *self.captured()
        {
            captured.keep(something());
        }
    }

    /// Whether work is being noted instead of done.
    pub(crate) fn is_capturing(&self) -> bool {
        self.shared.capturing.load(Ordering::Acquire)
    }

    /// Begins or ends to note work; gives what was noted before.
    pub(crate) fn set_captured(&self, captured: Option<Captured>) -> Option<Captured> {
        let mut current = self.captured();
        self.shared.capturing.store(captured.is_some(), Ordering::Release);
        std::mem::replace(&mut *current, captured)
    }

    fn captured(&self) -> MutexGuard<'_, Option<Captured>> {
        self.shared.capture.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins work: until the answer goes, no capture begins or ends.
    pub(crate) fn work(&self) -> Working<'_> {
        self.shared.gate.work()
    }

    /// Begins work that cannot be part of a graph.
    pub(crate) fn work_at_once(&self, what: &'static str) -> Result<Working<'_>, Error> {
        let working = self.work();
        if self.is_capturing() { Err(Error::InCapture { what }) } else { Ok(working) }
    }

    /// Waits until no thread works in the stream: a capture is about to begin or to end.
    pub(crate) fn turn(&self) -> Turning<'_> {
        self.shared.gate.turn()
    }

    /// Remembers the stream without keeping it alive.
    pub(crate) fn token(&self) -> StreamToken {
        StreamToken { shared: Arc::downgrade(&self.shared), closed: Arc::clone(&self.shared.closed) }
    }

    /// Faults so far. A kernel may have been cut short by one, so scratch older than it is reset.
    pub(crate) fn faults(&self) -> u64 {
        self.shared.faults.load(Ordering::Acquire)
    }

    /// Counts an error as a fault of this stream.
    pub(crate) fn watch<T>(&self, result: Result<T, Error>) -> Result<T, Error> {
        if result.is_err() {
            self.shared.faults.fetch_add(1, Ordering::AcqRel);
        }
        result
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        // SAFETY: opened by this device's backend and closed once.
        unsafe { self.device.backend().close_stream(self.handle) }
        let _ = self.closed.set(());
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("device", self.device()).field("handle", &self.handle()).finish()
    }
}

/// Remembers a stream without keeping it alive.
#[derive(Clone)]
pub(crate) struct StreamToken {
    shared: Weak<Shared>,
    closed: Arc<OnceLock<()>>,
}

impl StreamToken {
    /// Whether it is this stream. A later stream is never taken for it: the token keeps the address in use.
    pub(crate) fn is(&self, stream: &Stream) -> bool {
        std::ptr::eq(self.shared.as_ptr(), Arc::as_ptr(&stream.shared))
    }

    /// Whether it still exists, or another thread is still waiting for its last work.
    pub(crate) fn exists(&self) -> bool {
        self.closed.get().is_none()
    }

    /// Waits for the stream's work. What goes wrong in it is reported by whoever reads the results.
    pub(crate) fn finish(&self) {
        if let Some(stream) = self.upgrade_or_wait() {
            let working = stream.work();
            if !stream.is_capturing() {
                let _ = stream.finish();
            }
            drop(working);
        }
    }

    /// The stream; where it is gone, after its last work is done.
    fn upgrade_or_wait(&self) -> Option<Stream> {
        let shared = self.shared.upgrade();
        if shared.is_none() {
            self.closed.wait();
        }
        Some(Stream { shared: shared? })
    }
}

impl fmt::Debug for StreamToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamToken").field("exists", &self.exists()).finish()
    }
}
