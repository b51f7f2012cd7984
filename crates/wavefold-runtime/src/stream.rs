//! Streams: work in order.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};

use crate::backend::StreamHandle;
use crate::{Device, Error};

/// A queue of work on a device, done in order. Cloning is cheap and gives the same stream.
///
/// On the CPU and on the emulator work is done at once, in the calling thread's time: when a call returns, its
/// work is done. On a GPU it is queued; reading an output waits for it.
#[derive(Clone)]
pub struct Stream {
    shared: Arc<Shared>,
}

struct Shared {
    device: Device,
    handle: StreamHandle,
    faults: AtomicU64,
}

impl Stream {
    pub(crate) fn open(device: &Device) -> Result<Self, Error> {
        let handle = device.backend().open_stream()?;
        Ok(Self { shared: Arc::new(Shared { device: device.clone(), handle, faults: AtomicU64::new(0) }) })
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
        // SAFETY: the stream is open until it is dropped.
        self.watch(unsafe { self.device().backend().synchronize(self.handle()) })
    }

    pub(crate) fn handle(&self) -> StreamHandle {
        self.shared.handle
    }

    /// Remembers the stream without keeping it alive.
    pub(crate) fn token(&self) -> StreamToken {
        StreamToken(Arc::downgrade(&self.shared))
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
    }
}

impl fmt::Debug for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stream").field("device", self.device()).field("handle", &self.handle()).finish()
    }
}

/// Remembers a stream without keeping it alive.
#[derive(Clone)]
pub(crate) struct StreamToken(Weak<Shared>);

impl StreamToken {
    /// Whether it is this stream. A later stream is never taken for it: the token keeps the address in use.
    pub(crate) fn is(&self, stream: &Stream) -> bool {
        std::ptr::eq(self.0.as_ptr(), Arc::as_ptr(&stream.shared))
    }

    /// Whether it still exists.
    pub(crate) fn exists(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl fmt::Debug for StreamToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamToken").field("exists", &self.exists()).finish()
    }
}
