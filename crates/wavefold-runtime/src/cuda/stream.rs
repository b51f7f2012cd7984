//! Streams and events. A handle is the driver's own.

use std::ffi::c_uint;
use std::ptr;
use std::time::Duration;

use cudarc::driver::sys::{CUevent, CUstream};

use super::context::{Context, OpenStream};
use crate::Error;
use crate::backend::{EventHandle, StreamHandle};

const NON_BLOCKING: c_uint = 1;
/// With a time, and waited for actively: microseconds count.
const TIMED: c_uint = 0;

impl Context {
    /// A stream that does not wait for the driver's default stream.
    pub(super) fn new_stream(&self) -> Result<OpenStream, Error> {
        let driver = self.enter()?;
        let _beside = self.beside_captures();
        let mut stream = ptr::null_mut();
        // SAFETY: the pointer is to a stream.
        self.check(unsafe { driver.cuStreamCreate(&mut stream, NON_BLOCKING) })?;
        let stream = OpenStream(stream);
        self.streams().push(stream);
        Ok(stream)
    }

    pub(super) fn open_stream(&self) -> Result<StreamHandle, Error> {
        self.new_stream().map(|stream| StreamHandle(stream.0 as usize))
    }

    /// Waits, then leaves the table, then goes: whoever settles meanwhile either finds an open stream or misses nothing.
    pub(super) fn destroy_stream(&self, stream: OpenStream) {
        if self.enter().is_ok() {
            // SAFETY: the stream is open. What went wrong in it is reported by whoever reads the results.
            let _ = self.check(unsafe { self.finish(stream.0) });
        }
        self.streams().retain(|open| *open != stream);
        if let Ok(driver) = self.enter() {
            // SAFETY: the stream is open, and nobody has it any more.
            let _ = unsafe { driver.cuStreamDestroy_v2(stream.0) };
        }
    }

    /// # Safety
    /// As of `Backend::close_stream`.
    pub(super) unsafe fn close_stream(&self, stream: StreamHandle) {
        if stream != StreamHandle::DEFAULT {
            self.destroy_stream(OpenStream(stream.0 as CUstream));
        }
    }

    pub(super) fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        if stream == StreamHandle::DEFAULT {
            return self.settle();
        }
        // SAFETY: the handle is of an open stream: only the owner of one has it.
        self.enqueue(stream, |_, stream| unsafe { self.finish(stream) })
    }

    pub(super) fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error> {
        let driver = self.enter()?;
        let mut event: CUevent = ptr::null_mut();
        // SAFETY: the pointer is to an event.
        self.check(unsafe { driver.cuEventCreate(&mut event, TIMED) })?;
        // SAFETY: the event is ours, the stream open.
        let recorded = self.enqueue(stream, |driver, stream| unsafe { driver.cuEventRecord(event, stream) });
        if recorded.is_err() {
            self.destroy_event(event);
        }
        recorded.map(|()| EventHandle(event as usize))
    }

    pub(super) fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error> {
        // SAFETY: the caller's stream is open, and so is its event.
        self.enqueue(stream, |driver, stream| unsafe { driver.cuStreamWaitEvent(stream, event.0 as CUevent, 0) })
    }

    pub(super) fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error> {
        let driver = self.enter()?;
        let (start, end) = (start.0 as CUevent, end.0 as CUevent);
        let mut milliseconds = 0.0;
        // SAFETY: both events are open, and the pointer is to a float.
        self.check(unsafe { driver.cuEventSynchronize(start) })?;
        // SAFETY: as above.
        self.check(unsafe { driver.cuEventSynchronize(end) })?;
        // SAFETY: as above.
        self.check(unsafe { driver.cuEventElapsedTime(&mut milliseconds, start, end) })?;
        // Negative when the events are given in the wrong order.
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }

    /// An event may go while it is pending: the driver lets its waiters finish.
    pub(super) fn destroy_event(&self, event: CUevent) {
        if let Ok(driver) = self.enter() {
            // SAFETY: the event is open, and nobody has it any more.
            let _ = unsafe { driver.cuEventDestroy_v2(event) };
        }
    }
}
