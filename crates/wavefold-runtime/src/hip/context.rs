//! An open device: the runtime with the device made current, and what has gone wrong on it so far.

use std::ffi::c_int;
use std::sync::{Mutex, OnceLock};

use hip_sys::{MissingFunction, Runtime, hipError_t, hipStream_t, hipSuccess};

use super::leftovers::Pending;
use super::library::{Library, call, not_there};
use crate::Error;
use crate::backend::StreamHandle;

/// An open device. Everything that was made on it keeps it alive.
#[derive(Debug)]
pub(super) struct Context {
    library: Library,
    device: c_int,
    name: String,
    /// The fault after which the device is of no use any more.
    lost: OnceLock<String>,
    pub(super) pending: Mutex<Pending>,
}

impl Context {
    pub(super) fn new(library: Library, device: c_int, name: String) -> Self {
        Self { library, device, name, lost: OnceLock::new(), pending: Mutex::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn runtime(&self) -> &Runtime {
        self.library.runtime()
    }

    /// Begins a call: refuses after a fault, and makes the device current.
    pub(super) fn enter(&self) -> Result<(), Error> {
        if let Some(cause) = self.lost.get() {
            return Err(Error::DeviceLost { device: self.name.clone(), cause: cause.clone() });
        }
        self.make_current()
    }

    /// Makes the device the thread's. Asking first is cheaper than setting it anew, which also moves the thread's memory
    /// policy; remembering it here would miss that others in this process set it too.
    pub(super) fn make_current(&self) -> Result<(), Error> {
        let mut current = -1;
        // SAFETY: `current` may be written.
        unsafe { call!(self, hipGetDevice(&mut current)) }?;
        if current != self.device {
            // SAFETY: the device exists: it was counted when it was opened.
            unsafe { call!(self, hipSetDevice(self.device)) }?;
        }
        Ok(())
    }

    /// The answer of a call on the device. A fault makes the device lost: this call tells what happened, and all later
    /// ones that it has.
    pub(super) fn check(
        &self,
        function: &'static str,
        answer: Result<hipError_t, MissingFunction>,
    ) -> Result<(), Error> {
        let error = match answer {
            Ok(hipSuccess) => return Ok(()),
            Ok(error) => error,
            Err(missing) => return Err(not_there(&missing)),
        };
        let failure = self.library.failure(&self.name, function, error);
        if error.is_sticky() {
            self.lost.get_or_init(|| failure.to_string());
        }
        Err(failure)
    }

    /// Waits for everything on the device.
    pub(super) fn wait_for_all(&self) -> Result<(), Error> {
        // SAFETY: it takes nothing.
        unsafe { call!(self, hipDeviceSynchronize()) }
    }

    /// Enqueues work. The user's streams do not wait for the legacy stream, nor it for them, so work in the device's own
    /// stream waits for all that was enqueued before, and is waited for.
    pub(super) fn enqueue(
        &self,
        stream: StreamHandle,
        work: impl FnOnce(hipStream_t) -> Result<(), Error>,
    ) -> Result<(), Error> {
        self.enter()?;
        if stream == StreamHandle::DEFAULT {
            self.wait_for_all()?;
            work(hipStream_t::NULL)?;
            self.wait_for(hipStream_t::NULL)
        } else {
            work(known(stream))
        }
    }

    /// Waits for everything in the stream.
    pub(super) fn wait_for(&self, stream: hipStream_t) -> Result<(), Error> {
        // SAFETY: callers have the stream from an open handle.
        unsafe { call!(self, hipStreamSynchronize(stream)) }
    }
}

/// The stream behind a handle.
pub(super) fn known(stream: StreamHandle) -> hipStream_t {
    hipStream_t(stream.0 as *mut _)
}
