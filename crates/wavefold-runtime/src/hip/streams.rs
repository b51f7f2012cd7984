//! Streams.

use hip_sys::{hipStream_t, hipStreamNonBlocking};

use super::context::{Context, known};
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
        Ok(StreamHandle(stream.0 as usize))
    }

    /// Waits for everything in the stream; the device's own stream is behind all others.
    pub(super) fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        self.enter()?;
        if stream == StreamHandle::DEFAULT { self.wait_for_all() } else { self.wait_for(known(stream)) }
    }
}
