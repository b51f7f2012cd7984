//! An open device: the runtime with the device made current, and what has gone wrong on it so far.

use std::ffi::c_int;
use std::sync::{OnceLock, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hip_sys::{MissingFunction, Runtime, hipError_t, hipStream_t};

use super::leftovers::Leftovers;
use super::library::{Library, call, lacks_function};
use crate::Error;

/// An open device. Everything that was made on it keeps it alive.
#[derive(Debug)]
pub(super) struct Context {
    library: Library,
    device: c_int,
    name: String,
    /// The fault after which the device is of no use any more.
    lost: OnceLock<String>,
    streams: RwLock<Streams>,
    pub(super) leftovers: Leftovers,
}

/// The device's streams.
#[derive(Default, Debug)]
pub(super) struct Streams {
    /// Every open one.
    pub(super) open: Vec<hipStream_t>,
    /// Those that are captured.
    pub(super) capturing: Vec<hipStream_t>,
}

impl Context {
    pub(super) fn new(library: Library, device: c_int, name: String) -> Self {
        let (lost, streams, leftovers) = Default::default();
        Self { library, device, name, lost, streams, leftovers }
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
        let error = match answer.map(hipError_t::result) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(error)) => error,
            Err(missing) => return Err(lacks_function(&missing)),
        };
        let failure = self.library.failure(&self.name, function, error);
        if error.is_sticky() {
            self.lost.get_or_init(|| failure.to_string());
        }
        Err(failure)
    }

    /// The streams. As long as they are borrowed, no capture begins and none is closed: for waiting and giving back.
    pub(super) fn streams(&self) -> RwLockReadGuard<'_, Streams> {
        self.streams.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The streams, once nobody is waiting for any: for opening, closing, and the ends of captures.
    pub(super) fn streams_mut(&self) -> RwLockWriteGuard<'_, Streams> {
        self.streams.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // Every capture is ended by who began it; should one not be, this is the last time to give anything back.
        let mut streams = self.streams_mut();
        streams.capturing.clear();
        self.catch_up(&mut streams);
    }
}
