//! Memory of the device, and copies.

use std::mem::MaybeUninit;
use std::ptr::NonNull;

use hip_sys::{hipDeviceptr_t, hipErrorOutOfMemory, hipMemcpyDeviceToHost, hipMemcpyHostToDevice};

use super::context::Context;
use super::leftovers::Leftover;
use super::library::call;
use crate::Error;
use crate::backend::{DevicePointer, StreamHandle};

/// What the backend promises. The runtime gives whole pages, but does not say so.
const ALIGNMENT: usize = 256;

impl Context {
    /// Bytes that are free now.
    pub(super) fn free_memory(&self) -> Result<usize, Error> {
        self.enter()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both may be written.
        unsafe { call!(self, hipMemGetInfo(&mut free, &mut total)) }?;
        Ok(free)
    }

    /// At least so many bytes. Empty memory has an address too, for which the runtime has to give something.
    pub(super) fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        self.enter()?;
        let mut pointer = hipDeviceptr_t::NULL;
        // SAFETY: `pointer` may be written.
        let answer = unsafe { self.runtime().hipMalloc(&mut pointer, bytes.max(1)) };
        if answer == Ok(hipErrorOutOfMemory) {
            let free = self.free_memory().ok();
            return Err(Error::OutOfMemory { device: self.name().into(), bytes, free });
        }
        self.check("hipMalloc", answer)?;
        match NonNull::new(pointer.0.cast::<u8>()) {
            Some(address) if address.addr().get().is_multiple_of(ALIGNMENT) => Ok(DevicePointer(address)),
            _ => {
                // SAFETY: it was made here (or is null, which is freed to no effect) and is used nowhere.
                unsafe { self.give_back(Leftover::Memory(pointer)) };
                Err(Error::Unsupported { what: "memory aligned to 256 bytes", device: self.name().into() })
            }
        }
    }

    /// # Safety
    /// As for [`Backend::write`](crate::backend::Backend::write).
    pub(super) unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        stream: StreamHandle,
    ) -> Result<(), Error> {
        if from.is_empty() {
            return self.enter();
        }
        self.enqueue(stream, |queue| {
            let (to, kind) = (to.0.as_ptr().cast(), hipMemcpyHostToDevice);
            // SAFETY: the caller promises the room, and `from` is borrowed until the copy is done.
            unsafe { call!(self, hipMemcpyAsync(to, from.as_ptr().cast(), from.len(), kind, queue)) }
        })?;
        self.finish(stream)
    }

    /// # Safety
    /// As for [`Backend::read`](crate::backend::Backend::read).
    pub(super) unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        if to.is_empty() {
            return self.enter();
        }
        self.enqueue(stream, |queue| {
            let (from, kind) = (from.0.as_ptr().cast_const().cast(), hipMemcpyDeviceToHost);
            // SAFETY: the caller promises the bytes, and `to` is borrowed until the copy is done.
            unsafe { call!(self, hipMemcpyAsync(to.as_mut_ptr().cast(), from, to.len(), kind, queue)) }
        })?;
        self.finish(stream)
    }

    /// # Safety
    /// As for [`Backend::zero`](crate::backend::Backend::zero).
    pub(super) unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error> {
        if bytes == 0 {
            return self.enter();
        }
        self.enqueue(stream, |queue| {
            let to = hipDeviceptr_t(to.0.as_ptr().cast());
            // SAFETY: the caller promises the room.
            unsafe { call!(self, hipMemsetAsync(to, 0, bytes, queue)) }
        })
    }

    /// Waits until a copy no longer needs the host memory. Whether the copying call does so for memory that is not pinned
    /// depends on its size and on the runtime's version.
    fn finish(&self, stream: StreamHandle) -> Result<(), Error> {
        if stream == StreamHandle::DEFAULT { Ok(()) } else { self.wait_for(stream.into()) }
    }
}
