//! Streams: opening them, waiting for them, and the device's own.

use hip_sys::{hipStream_t, hipStreamNonBlocking};

use super::context::{Context, Streams};
use super::library::call;
use crate::Error;
use crate::backend::StreamHandle;

impl Context {
    /// A stream that neither waits for the legacy stream nor makes it wait, whoever uses that.
    pub(super) fn open_stream(&self) -> Result<StreamHandle, Error> {
        self.enter()?;
        let mut stream = hipStream_t::NULL;
        // SAFETY: `stream` may be written.
        unsafe { call!(self, hipStreamCreateWithFlags(&mut stream, hipStreamNonBlocking)) }?;
        self.streams_mut().open.push(stream);
        Ok(StreamHandle(stream.0 as usize))
    }

    /// Enqueues work. Work in the device's own stream, the legacy one, waits for all that was enqueued before, and is
    /// waited for.
    pub(super) fn enqueue(
        &self,
        stream: StreamHandle,
        work: impl FnOnce(hipStream_t) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if stream == StreamHandle::DEFAULT {
            self.synchronize(stream)?;
            work(hipStream_t::NULL)?;
            self.wait_for(hipStream_t::NULL)
        } else {
            self.enter()?;
            work(stream.into())
        }
    }

    /// Waits for everything in the stream. The device's own is done when its calls return, so what is left is all others.
    pub(super) fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        self.enter()?;
        if stream == StreamHandle::DEFAULT {
            self.wait_for_all(&self.streams())
        } else {
            self.wait_for(stream.into())
        }
    }

    /// Waits for every stream. A stream that is captured has nothing to wait for. `hipDeviceSynchronize` would do, but it
    /// spoils every capture of the process, of other threads and other libraries too.
    pub(super) fn wait_for_all(&self, streams: &Streams) -> Result<(), Error> {
        let others = streams.open.iter().filter(|stream| !streams.capturing.contains(stream));
        // All of them, whatever one says: what is given back next must not be in use.
        others.map(|&stream| self.wait_for(stream)).fold(Ok(()), Result::and)
    }

    /// Waits for everything in the stream.
    pub(super) fn wait_for(&self, stream: hipStream_t) -> Result<(), Error> {
        // SAFETY: callers have the stream from an open handle.
        unsafe { call!(self, hipStreamSynchronize(stream)) }
    }
}

impl From<StreamHandle> for hipStream_t {
    fn from(stream: StreamHandle) -> Self {
        Self(stream.0 as *mut _)
    }
}
