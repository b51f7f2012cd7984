//! The context of a device: current where it is used, its streams, and what becomes of it after a fault.

use std::ffi::c_int;
use std::fmt;
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use cudarc::driver::sys::{CUstream, CUstreamCaptureMode};
use cudarc::driver::{CudaContext, DriverError};

use super::devices::{Facts, count};
use super::driver::{self, Driver};
use super::library::Failure;
use crate::backend::StreamHandle;
use crate::{Error, LibraryError, Properties};

/// The primary context of a device, which every library in the process shares.
pub(super) struct Context {
    driver: &'static Driver,
    /// cudarc's, so that an application's slices and ours meet in it.
    owner: Arc<CudaContext>,
    name: String,
    properties: Properties,
    architecture: u32,
    most_shared_memory: u32,
    /// The fault after which nothing in the context works any more.
    lost: OnceLock<String>,
    /// Every open stream.
    streams: Mutex<Vec<OpenStream>>,
    /// What stands for [`StreamHandle::DEFAULT`]; among `streams` too. The driver's own default stream would not do:
    /// its work does not wait for that of the other streams, which are non-blocking.
    own: OpenStream,
}

/// A stream's address. It is used by its owner, and by whoever holds the table of open streams.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct OpenStream(pub(super) CUstream);

// SAFETY: the driver's streams may be used from any thread.
unsafe impl Send for OpenStream {}
// SAFETY: as above.
unsafe impl Sync for OpenStream {}

impl Context {
    /// The context of the device with this number.
    pub(super) fn open(driver: &'static Driver, index: u32) -> Result<Self, Error> {
        let found = count(driver)?;
        if index >= found {
            return Err(Error::NoSuchDevice { kind: "CUDA", index, found });
        }
        let facts = Facts::of(driver, index).map_err(|failure| driver.error(&format!("cuda {index}"), failure))?;
        let name = format!("cuda {index} ({})", facts.properties.name);
        if let Some(lanes) = facts.properties.warp_size.filter(|lanes| *lanes != 32) {
            return Err(Error::Unsupported {
                what: "warps of 32 lanes",
                device: format!("{name}: {lanes} lanes"),
            });
        }
        let owner = CudaContext::new(index as usize)
            .map_err(|error| cudarc_error(driver, &name, "cuDevicePrimaryCtxRetain", error))?;
        let mut context = Self {
            driver,
            owner,
            name,
            properties: facts.properties,
            architecture: facts.architecture,
            most_shared_memory: facts.most_shared_memory,
            lost: OnceLock::new(),
            streams: Mutex::new(Vec::new()),
            own: OpenStream(ptr::null_mut()),
        };
        context.check_library()?;
        context.own = context.new_stream()?;
        Ok(context)
    }

    /// cudarc opens the driver by itself, by names of its own. It must be the library that the rest is called from.
    fn check_library(&self) -> Result<(), Error> {
        let mut current = ptr::null_mut();
        // SAFETY: the pointer is to a pointer. cudarc has just made its context current.
        self.check(unsafe { self.driver.cuCtxGetCurrent(&mut current) })?;
        if current == self.owner.cu_ctx() {
            return Ok(());
        }
        Err(Box::new(LibraryError {
            what: driver::WHAT,
            remedy: "two different libraries answer to its names; remove one of them (a toolkit's `stubs` folder, say) \
                     from the loader's search path"
                .into(),
            attempts: Vec::new(),
        })
        .into())
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn properties(&self) -> &Properties {
        &self.properties
    }

    /// `sm_90` is 90.
    /// Bytes of shared memory that a kernel may ask for.
    pub(super) fn most_shared_memory(&self) -> u32 {
        self.most_shared_memory
    }

    pub(super) fn architecture(&self) -> u32 {
        self.architecture
    }

    pub(super) fn driver(&self) -> &'static Driver {
        self.driver
    }

    /// What stands for the default stream.
    pub(super) fn own_stream(&self) -> CUstream {
        self.own.0
    }

    /// The context as cudarc knows it.
    pub(super) fn cudarc(&self) -> &Arc<CudaContext> {
        &self.owner
    }

    /// Makes the context the calling thread's, which others may have changed, and gives the driver. It stays the
    /// thread's afterwards. Costs tens of nanoseconds where it already is.
    pub(super) fn enter(&self) -> Result<&'static Driver, Error> {
        if let Some(cause) = self.lost.get() {
            return Err(Error::DeviceLost { device: self.name.clone(), cause: cause.clone() });
        }
        let mut current = ptr::null_mut();
        // SAFETY: the pointer is to a pointer.
        self.check(unsafe { self.driver.cuCtxGetCurrent(&mut current) })?;
        if current != self.owner.cu_ctx() {
            // SAFETY: the context lives as long as its owner.
            self.check(unsafe { self.driver.cuCtxSetCurrent(self.owner.cu_ctx()) })?;
        }
        Ok(self.driver)
    }

    /// The error behind a failure. After a fault that leaves the context useless, it alone is told in full: the driver
    /// would give the same answer to every later call, whatever that is.
    pub(super) fn check(&self, answer: Result<(), Failure>) -> Result<(), Error> {
        let Err(failure) = answer else { return Ok(()) };
        let error = self.driver.error(&self.name, failure);
        if !is_final(failure.code) {
            return Err(error);
        }
        match self.lost.set(error.to_string()) {
            Ok(()) => Err(error),
            Err(_) => self.enter().map(drop),
        }
    }

    /// Waits for everything that was enqueued in any stream, and reports what went wrong there. A stream that is being
    /// captured has nothing in flight, and asking it to wait would end the capture.
    ///
    /// Not the driver's call for the whole context: that one fails while any thread captures.
    pub(super) fn settle(&self) -> Result<(), Error> {
        let driver = self.enter()?;
        let settle = |stream: &OpenStream| {
            let mut capturing: c_int = 0;
            // SAFETY: a stream in the table is open.
            self.check(unsafe { driver.cuStreamIsCapturing(stream.0, &mut capturing) })?;
            // SAFETY: as above.
            if capturing == 0 { self.check(unsafe { self.finish(stream.0) }) } else { Ok(()) }
        };
        // All of them, whatever one says: what is given back next must not be in use.
        self.streams().iter().map(settle).fold(Ok(()), Result::and)
    }

    /// Waits for a stream, also while the thread captures another one. Where it captures this one, that is an error, and
    /// the end of the capture.
    ///
    /// # Safety
    /// The context is current and the stream open.
    pub(super) unsafe fn finish(&self, stream: CUstream) -> Result<(), Failure> {
        let _beside = self.beside_captures();
        // SAFETY: the caller promises it.
        unsafe { self.driver.cuStreamSynchronize(stream) }
    }

    /// Enqueues work into a stream. In the default stream it comes after all that was enqueued before, and is done when
    /// this returns.
    pub(super) fn enqueue(
        &self,
        stream: StreamHandle,
        work: impl FnOnce(&Driver, CUstream) -> Result<(), Failure>,
    ) -> Result<(), Error> {
        if stream == StreamHandle::DEFAULT {
            self.settle()?;
            let driver = self.enter()?;
            self.check(work(driver, self.own.0))?;
            // SAFETY: our own stream is open until the context goes.
            return self.check(unsafe { self.finish(self.own.0) });
        }
        let driver = self.enter()?;
        self.check(work(driver, stream.0 as CUstream))
    }

    /// Lets the calling thread allocate, free, load and wait while it captures a stream: none of that becomes part of a
    /// graph.
    pub(super) fn beside_captures(&self) -> BesideCaptures {
        let mut mode = CUstreamCaptureMode::CU_STREAM_CAPTURE_MODE_RELAXED as c_int;
        // SAFETY: the pointer is to a mode, which is exchanged for the thread's.
        let exchanged = unsafe { self.driver.cuThreadExchangeStreamCaptureMode(&mut mode) };
        BesideCaptures { driver: self.driver, before: exchanged.is_ok().then_some(mode) }
    }

    /// The open streams, locked.
    pub(super) fn streams(&self) -> MutexGuard<'_, Vec<OpenStream>> {
        self.streams.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Context {
    /// Everything else that came from the context held it, so only its own stream is left.
    fn drop(&mut self) {
        if !self.own.0.is_null() {
            self.destroy_stream(self.own);
        }
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("name", &self.name).field("lost", &self.lost).finish_non_exhaustive()
    }
}

/// Gives the thread its way of capturing back.
pub(super) struct BesideCaptures {
    driver: &'static Driver,
    before: Option<c_int>,
}

impl Drop for BesideCaptures {
    fn drop(&mut self) {
        if let Some(mut mode) = self.before {
            // SAFETY: the mode is the one that the thread had.
            let _ = unsafe { self.driver.cuThreadExchangeStreamCaptureMode(&mut mode) };
        }
    }
}

/// The error behind one of cudarc's, which does not say which of the driver's functions it called: the one that matters.
pub(super) fn cudarc_error(driver: &Driver, device: &str, function: &'static str, error: DriverError) -> Error {
    driver.error(device, Failure { function, code: error.0 as c_int })
}

/// Whether the driver answers every later call in the context with this code too.
fn is_final(code: c_int) -> bool {
    const UNCORRECTABLE: [c_int; 2] = [214, 220]; // memory; NVLink
    const FAULTS: [c_int; 12] = [
        700, // illegal address
        702, // timeout of a display's watchdog
        709, // destroyed context
        710, // assertion
        714, // hardware stack
        715, // illegal instruction
        716, // misaligned address
        717, // invalid address space
        718, // invalid program counter
        719, // launch failure, unspecified
        721, // tensor memory leak
        911, // external device
    ];
    UNCORRECTABLE.contains(&code) || FAULTS.contains(&code)
}
