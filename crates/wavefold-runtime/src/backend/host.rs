//! Device memory that is host memory, and streams whose work is done at once: what the CPU and the emulator share.

use std::alloc::{Layout, alloc, dealloc};
use std::ptr::NonNull;

use super::{DevicePointer, StreamHandle};
use crate::Error;

/// Aligned as GPUs align, so that alignment-dependent paths are the same everywhere.
const ALIGNMENT: usize = 256;

/// Host memory in the role of device memory.
#[derive(Debug)]
pub(crate) struct HostMemory;

impl HostMemory {
    /// See [`Backend::allocate`](super::Backend::allocate).
    pub(crate) fn allocate(device: &str, bytes: usize) -> Result<DevicePointer, Error> {
        let exhausted = || Error::OutOfMemory { device: device.into(), bytes };
        let layout = layout(bytes).ok_or_else(exhausted)?;
        // SAFETY: `layout` never has size zero.
        NonNull::new(unsafe { alloc(layout) }).map(DevicePointer).ok_or_else(exhausted)
    }

    /// See [`Backend::free`](super::Backend::free).
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn free(pointer: DevicePointer, bytes: usize) {
        if let Some(layout) = layout(bytes) {
            // SAFETY: allocated above with this layout.
            unsafe { dealloc(pointer.0.as_ptr(), layout) }
        }
    }

    /// See [`Backend::write`](super::Backend::write).
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn write(to: DevicePointer, from: &[u8]) {
        // SAFETY: the caller promises the room; host and device memory never overlap.
        unsafe { to.0.copy_from_nonoverlapping(NonNull::from(from).cast(), from.len()) }
    }

    /// See [`Backend::read`](super::Backend::read).
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn read(to: &mut [u8], from: DevicePointer) {
        // SAFETY: the caller promises the bytes; host and device memory never overlap.
        unsafe { from.0.copy_to_nonoverlapping(NonNull::from(&mut *to).cast(), to.len()) }
    }

    /// See [`Backend::zero`](super::Backend::zero).
    ///
    /// # Safety
    /// As there.
    pub(crate) unsafe fn zero(to: DevicePointer, bytes: usize) {
        // SAFETY: the caller promises the room.
        unsafe { to.0.write_bytes(0, bytes) }
    }

    /// Every stream is the same: work is done when its call returns.
    pub(crate) const STREAM: StreamHandle = StreamHandle::DEFAULT;
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), ALIGNMENT).ok()
}
