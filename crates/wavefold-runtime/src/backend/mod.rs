//! What a device must be able to do. One implementation per kind of device, chosen at run time.

mod emulated;
mod host;
mod launch;

pub(crate) use emulated::Emulated;
pub(crate) use host::HostBackend;
pub(crate) use launch::{Argument, ByValue, Launch};

use std::any::Any;
use std::fmt::Debug;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::time::Duration;

use wavefold_codegen::{KernelText, WarpSize};

use crate::{Error, Properties};

/// Memory and streams of a device.
///
/// The safe layer above keeps what the unsafe functions ask for: a [`Buffer`](crate::Buffer) frees its memory
/// once, with the backend that gave it, and a [`Stream`](crate::Stream) destroys its handle once.
pub(crate) trait Backend: Any + Debug + Send + Sync {
    /// What messages call the device: `cpu`, `emulated (warp size 64)`.
    fn name(&self) -> &str;

    /// What the device is.
    fn properties(&self) -> Properties;

    /// Bytes of its memory that are free now, where it says so.
    fn free_memory(&self) -> Option<usize>;

    /// What compiles kernel text. `None` only where the Rust face runs natively, and memory is host memory.
    fn jit(&self) -> Option<&dyn Jit>;

    /// At least `bytes` bytes (which may be 0), aligned to 256.
    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error>;

    /// Gives memory back, after the work in flight that may use it.
    ///
    /// # Safety
    /// The pointer comes from `allocate(bytes)` of this backend and is not used afterwards.
    unsafe fn free(&self, pointer: DevicePointer, bytes: usize);

    /// A new stream.
    fn open_stream(&self) -> Result<StreamHandle, Error>;

    /// Waits for the stream's work and gives the stream back.
    ///
    /// # Safety
    /// The handle comes from `open_stream` of this backend and is not used afterwards.
    unsafe fn close_stream(&self, stream: StreamHandle);

    /// Waits for everything in the stream and reports what went wrong there.
    ///
    /// # Safety
    /// The stream is open.
    unsafe fn synchronize(&self, stream: StreamHandle) -> Result<(), Error>;

    /// Copies host bytes to the device, in stream order; `from` may be reused when it returns. Padding among them is copied
    /// as it is.
    ///
    /// # Safety
    /// The stream is open; the device memory holds that many bytes and nothing outside the stream uses it.
    unsafe fn write(&self, to: DevicePointer, from: &[MaybeUninit<u8>], stream: StreamHandle)
    -> Result<(), Error>;

    /// Copies device bytes to the host, in stream order; they are there, all of `to`, when it returns without an error.
    ///
    /// # Safety
    /// The stream is open; the device memory holds that many bytes and nothing outside the stream
    /// writes them.
    unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error>;

    /// Sets device bytes to zero, in stream order.
    ///
    /// # Safety
    /// As for `write`.
    unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error>;

    /// Notes the point that the work in the stream has reached when everything enqueued so far is done.
    ///
    /// # Safety
    /// The stream is open.
    unsafe fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error>;

    /// Lets what is enqueued from now on begin only after the event; the host does not wait.
    ///
    /// # Safety
    /// The stream is open, the event not closed.
    unsafe fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error>;

    /// Waits for both events and gives the device's time between them.
    ///
    /// # Safety
    /// Neither event is closed.
    unsafe fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error>;

    /// Gives the event back.
    ///
    /// # Safety
    /// The event comes from `record` of this backend and is not used afterwards.
    unsafe fn close_event(&self, event: EventHandle);

    /// What captures launches into graphs; `None` where the device has no such thing.
    fn graphs(&self) -> Option<&dyn Graphs> {
        None
    }
}

/// Launches captured once, to be launched again as one.
pub(crate) trait Graphs {
    /// From now on, this thread's work in the stream is noted instead of done.
    ///
    /// # Safety
    /// The stream is open and not capturing.
    unsafe fn begin_capture(&self, stream: StreamHandle) -> Result<(), Error>;

    /// Ends the capture, also after a failure within it, and makes what was noted ready to launch.
    ///
    /// # Safety
    /// The stream is open and capturing, begun by this thread.
    unsafe fn end_capture(&self, stream: StreamHandle) -> Result<GraphHandle, Error>;

    /// Enqueues the graph's work.
    ///
    /// # Safety
    /// The stream is open; everything that the graph uses is alive, and nothing outside the stream uses it.
    unsafe fn launch_graph(&self, graph: GraphHandle, stream: StreamHandle) -> Result<(), Error>;

    /// Gives the graph back, after the work in flight that came of it.
    ///
    /// # Safety
    /// The graph comes from `end_capture` of this backend and is not used afterwards.
    unsafe fn close_graph(&self, graph: GraphHandle);
}

/// Turns kernel text into something that can be launched.
pub(crate) trait Jit {
    /// Lanes of a warp: the text is made for it.
    fn warp_size(&self) -> WarpSize;

    /// Bytes of shared memory that a launch may ask for.
    fn shared_memory(&self) -> u32;

    /// Compiles and loads the text.
    fn compile(&self, text: &KernelText) -> Result<Box<dyn Kernel>, Error>;
}

/// A loaded kernel. It keeps alive what it was loaded from.
pub(crate) trait Kernel: Send + Sync {
    /// Launches it in the stream; a device that works at once reports faults here, others when synchronised.
    ///
    /// # Safety
    /// The arguments are those of the text in number, order and type; buffers hold what the text reads and
    /// writes and nothing outside the stream uses them; the stream is open and of the kernel's backend.
    unsafe fn launch(&self, launch: Launch<'_>, stream: StreamHandle) -> Result<(), Error>;
}

/// An address in device memory, never null. Only its backend may follow it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub(crate) struct DevicePointer(pub(crate) NonNull<u8>);

// SAFETY: an address by itself does nothing; every use is unsafe and says what it needs.
unsafe impl Send for DevicePointer {}
// SAFETY: as above.
unsafe impl Sync for DevicePointer {}

impl DevicePointer {
    /// The address `bytes` further.
    ///
    /// # Safety
    /// It lies within the same allocation, or at its end.
    pub(crate) unsafe fn add(self, bytes: usize) -> Self {
        // SAFETY: the caller promises it.
        Self(unsafe { self.0.add(bytes) })
    }
}

/// A stream as its backend knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StreamHandle(pub(crate) usize);

impl StreamHandle {
    /// The device's own stream, always open: work in it comes after all work enqueued before, and is done when
    /// its call returns.
    pub(crate) const DEFAULT: Self = Self(0);
}

/// An event as its backend knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EventHandle(pub(crate) usize);

/// A graph, ready to launch, as its backend knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GraphHandle(pub(crate) usize);
