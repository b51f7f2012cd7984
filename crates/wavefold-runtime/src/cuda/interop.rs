//! Memory of other libraries in and out, without a copy: cudarc's slices, and raw device pointers.
//!
//! Both sides use the device's primary context, so an address means the same to both. What has to be agreed on is order:
//! cudarc keeps its own streams in step by events on each slice, and the streams here wait for none of its streams.

use std::any::Any;
use std::mem::{self, ManuallyDrop};
use std::ptr::NonNull;
use std::sync::Arc;

use cudarc::driver::sys::{CUdeviceptr, CUstream};
use cudarc::driver::{CudaContext, CudaSlice, CudaStream, DevicePtr, DevicePtrMut, DriverError};

use super::Cuda;
use super::context::{Context, cudarc_error};
use super::memory::{address, device_pointer};
use crate::Error;
use crate::backend::{DevicePointer, StreamHandle};

/// Device memory that belongs to somebody else, for as long as the owner is kept.
pub(crate) struct Adopted {
    /// Where it begins.
    pub(crate) pointer: DevicePointer,
    /// Elements.
    pub(crate) len: usize,
    /// Dropping the last clone waits for the work in flight and gives the memory back.
    pub(crate) owner: Arc<dyn Any + Send + Sync>,
}

/// A slice that was taken over. Its memory goes after the work in flight here.
struct Keeper<T> {
    slice: Option<CudaSlice<T>>,
    context: Arc<Context>,
}

impl<T> Drop for Keeper<T> {
    fn drop(&mut self) {
        if self.slice.is_some() {
            let _ = self.context.settle();
        }
    }
}

/// Work here that the owner of the memory does not wait for yet.
struct Unordered<'c>(&'c Context);

impl Drop for Unordered<'_> {
    fn drop(&mut self) {
        let _ = self.0.settle();
    }
}

impl Cuda {
    /// The context of the device as cudarc knows it: what is allocated in it can be used here.
    pub(crate) fn cudarc_context(&self) -> &Arc<CudaContext> {
        self.context.cudarc()
    }

    /// Takes a slice over, after the work that its own side has enqueued on it.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] when the slice is of another device or another context.
    pub(crate) fn adopt<T: 'static>(&self, mut slice: CudaSlice<T>) -> Result<Adopted, Error> {
        let len = slice.len();
        let theirs = Arc::clone(slice.stream());
        self.check_context("slice", theirs.context())?;
        let ours = self.stream_for(&theirs, StreamHandle::DEFAULT)?;
        let (address, _) = slice.device_ptr_mut(&ours);
        self.check_cudarc("cuStreamWaitEvent", ours.join(&theirs).and_then(|()| ours.synchronize()))?;
        let owner = Arc::new(Keeper { slice: Some(slice), context: Arc::clone(&self.context) });
        Ok(Adopted { pointer: pointer_or_dangling(address), len, owner })
    }

    /// Gives an adopted slice back, after the work in flight here. The owner comes back where it is of another type, or
    /// something else still uses it.
    pub(crate) fn release<T: 'static>(
        owner: Arc<dyn Any + Send + Sync>,
    ) -> Result<Result<CudaSlice<T>, Error>, Arc<dyn Any + Send + Sync>> {
        let mut keeper = Arc::try_unwrap(owner.downcast::<Keeper<T>>()?).map_err(|owner| owner as Arc<_>)?;
        let settled = keeper.context.settle();
        // A keeper has its slice until it is taken here or the keeper goes.
        let slice = keeper
            .slice
            .take()
            .ok_or(Error::Unsupported { what: "slice to give back", device: keeper.context.name().into() });
        Ok(settled.and(slice))
    }

    /// Makes memory of ours a slice of `len` elements, which frees it in `stream` when it is dropped.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] when the stream is of another device or another context.
    ///
    /// # Safety
    /// The pointer comes from `allocate` of this backend, for at least `len` initialised elements, and is neither used
    /// nor freed afterwards.
    pub(crate) unsafe fn give_up<T>(
        &self,
        pointer: DevicePointer,
        len: usize,
        stream: &Arc<CudaStream>,
    ) -> Result<CudaSlice<T>, Error> {
        self.check_context("stream", stream.context())?;
        // cudarc panics where it cannot make its events, so what it needs is tried first.
        self.check_cudarc("cuCtxSetCurrent", stream.context().bind_to_thread())?;
        self.context.settle()?;
        // SAFETY: the caller gives the memory up, and all work here is done.
        Ok(unsafe { stream.upgrade_device_ptr(address(pointer), len) })
    }

    /// Lets `launch` read a slice or a view that stays its owner's: work enqueued in `stream` within it begins after
    /// what the owner has enqueued, and the owner's later work, giving the memory back too, waits for it.
    ///
    /// `launch` gets the address and the number of elements. It answers with its result and, where the slice was used in
    /// that stream only, or the stream waits for the others, with what keeps the stream from being captured: otherwise, and
    /// when it panics, all work on the device is waited for. Not while the stream is captured.
    ///
    /// # Errors
    /// [`Error::WrongDevice`] when the slice is of another device or another context, and those of `launch`.
    pub(crate) fn lend<T, S: DevicePtr<T>, R, Working>(
        &self,
        slice: &S,
        stream: StreamHandle,
        launch: impl FnOnce(DevicePointer, usize) -> (Result<R, Error>, Option<Working>),
    ) -> Result<R, Error> {
        let theirs = slice.stream();
        self.check_context("slice", theirs.context())?;
        let ours = self.stream_for(theirs, stream)?;
        // The slice's events tell of all its uses only where cudarc tracks them; its own stream is waited for anyway.
        let (address, read) = slice.device_ptr(&ours);
        self.check_cudarc("cuStreamWaitEvent", ours.join(theirs))?;
        // What has been waited for needs no event, and none may be recorded in a stream that somebody captures.
        let read = ManuallyDrop::new(read);
        let unordered = Unordered(&self.context);
        let (launched, working) = launch(pointer_or_dangling(address), slice.len());
        let Some(_working) = working else { return launched };
        drop(ManuallyDrop::into_inner(read));
        let joined = self.check_cudarc("cuStreamWaitEvent", theirs.join(&ours));
        if joined.is_ok() {
            mem::forget(unordered);
        }
        launched.and_then(|result| joined.map(|()| result))
    }

    /// One of our streams as one of cudarc's. It is of the other side's context object, which decides whether cudarc
    /// keeps track of events.
    fn stream_for(&self, theirs: &Arc<CudaStream>, stream: StreamHandle) -> Result<Arc<CudaStream>, Error> {
        self.context.enter()?;
        let raw = self.context.raw_stream(stream);
        // SAFETY: the stream is open and of this context, which was compared; the wrapper goes before the stream does.
        Ok(unsafe { theirs.context().wrap_borrowed_stream(raw) })
    }

    /// Refuses a stream of another device or another context.
    pub(crate) fn check_stream(&self, stream: &CudaStream) -> Result<(), Error> {
        self.check_context("stream", stream.context())
    }

    fn check_context(&self, what: &'static str, found: &CudaContext) -> Result<(), Error> {
        if found.cu_ctx() == self.cudarc_context().cu_ctx() {
            return Ok(());
        }
        let ordinal = found.ordinal();
        let which = if ordinal == self.cudarc_context().ordinal() { "another context of " } else { "" };
        Err(self.wrong_device(what, format!("{which}cuda {ordinal}")))
    }

    fn wrong_device(&self, what: &'static str, found: String) -> Error {
        Error::WrongDevice { what, expected: self.context.name().into(), found }
    }

    fn check_cudarc(&self, function: &'static str, answer: Result<(), DriverError>) -> Result<(), Error> {
        answer.map_err(|error| cudarc_error(self.context.driver(), self.context.name(), function, error))
    }
}

impl Context {
    fn raw_stream(&self, stream: StreamHandle) -> CUstream {
        if stream == StreamHandle::DEFAULT { self.own_stream() } else { stream.0 as CUstream }
    }
}

/// Empty slices may have no address.
fn pointer_or_dangling(address: CUdeviceptr) -> DevicePointer {
    device_pointer(address).unwrap_or(DevicePointer(NonNull::without_provenance(std::num::NonZero::<usize>::MIN)))
}
