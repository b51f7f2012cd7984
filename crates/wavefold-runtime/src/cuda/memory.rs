//! Device memory.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr::NonNull;

use cudarc::driver::sys::CUdeviceptr;

use super::context::Context;
use super::library::Failure;
use crate::Error;
use crate::backend::{DevicePointer, StreamHandle};

const OUT_OF_MEMORY: c_int = 2;

impl Context {
    /// Bytes that are free now, by all that use the device.
    pub(super) fn free_memory(&self) -> Option<usize> {
        let driver = self.enter().ok()?;
        let (mut free, mut total) = (0, 0);
        // SAFETY: both pointers are to sizes.
        unsafe { driver.cuMemGetInfo_v2(&mut free, &mut total) }.ok()?;
        Some(free)
    }

    /// The driver aligns to 256 bytes or more. It has no empty allocations: those are of one byte.
    pub(super) fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        let driver = self.enter()?;
        let _beside = self.beside_captures();
        let mut pointer: CUdeviceptr = 0;
        // SAFETY: the pointer is to an address.
        match unsafe { driver.cuMemAlloc_v2(&mut pointer, bytes.max(1)) } {
            Err(Failure { code: OUT_OF_MEMORY, .. }) => {
                return Err(Error::OutOfMemory { device: self.name().into(), bytes, free: self.free_memory() });
            }
            answer => self.check(answer)?,
        }
        debug_assert_eq!(pointer % 256, 0, "the driver aligns memory to 256 bytes");
        device_pointer(pointer).ok_or_else(|| Error::OutOfMemory {
            device: self.name().into(),
            bytes,
            free: self.free_memory(),
        })
    }

    /// Waits for all work first. The driver usually does so within its own call, but does not promise it for streams
    /// like ours, and memory given back too early would be written by a kernel of its former owner.
    ///
    /// # Safety
    /// As of `Backend::free`.
    pub(super) unsafe fn free(&self, pointer: DevicePointer) {
        let _beside = self.beside_captures();
        // After a fault nothing is in flight, and there is nobody to tell.
        let _ = self.settle();
        if let Ok(driver) = self.enter() {
            // SAFETY: the caller promises that it is an allocation that nobody uses any more.
            let _ = unsafe { driver.cuMemFree_v2(address(pointer)) };
        }
    }

    /// The driver may still be reading `from` when its own call returns, where that memory is page-locked or is the
    /// device's too; so the copy is waited for.
    ///
    /// # Safety
    /// As of `Backend::write`.
    pub(super) unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        stream: StreamHandle,
    ) -> Result<(), Error> {
        if from.is_empty() {
            return Ok(());
        }
        self.enqueue(stream, |driver, stream| {
            // SAFETY: the caller promises the room, and `from` is alive until the stream is done below.
            unsafe {
                driver.cuMemcpyHtoDAsync_v2(address(to), from.as_ptr().cast(), from.len(), stream)?;
                self.finish(stream)
            }
        })
    }

    /// # Safety
    /// As of `Backend::read`.
    pub(super) unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        if to.is_empty() {
            // There is nothing to copy, but what went wrong in the stream is reported here all the same.
            return self.synchronize(stream);
        }
        self.enqueue(stream, |driver, stream| {
            // SAFETY: the caller promises the bytes, and `to` is borrowed until the stream is done.
            unsafe {
                driver.cuMemcpyDtoHAsync_v2(to.as_mut_ptr().cast(), address(from), to.len(), stream)?;
                self.finish(stream)
            }
        })
    }

    /// # Safety
    /// As of `Backend::zero`.
    pub(super) unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error> {
        if bytes == 0 {
            return Ok(());
        }
        // SAFETY: the caller promises the room.
        self.enqueue(stream, |driver, stream| unsafe { driver.cuMemsetD8Async(address(to), 0, bytes, stream) })
    }
}

/// The driver's form of an address.
pub(super) fn address(pointer: DevicePointer) -> CUdeviceptr {
    pointer.0.as_ptr() as CUdeviceptr
}

/// Our form of the driver's address; `None` for null.
pub(super) fn device_pointer(address: CUdeviceptr) -> Option<DevicePointer> {
    NonNull::new(address as *mut u8).map(DevicePointer)
}
