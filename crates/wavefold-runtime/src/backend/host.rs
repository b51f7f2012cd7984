//! Device memory that is host memory, and streams whose work is done at once: what the CPU and the emulator share.

use std::alloc::{Layout, alloc, dealloc};
use std::any::Any;
use std::fmt::Debug;
use std::mem::MaybeUninit;
use std::ptr::NonNull;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use super::{Backend, DevicePointer, EventHandle, Jit, StreamHandle};
use crate::{Error, Properties};

/// Aligned as GPUs align, so that alignment-dependent paths are the same everywhere.
const ALIGNMENT: usize = 256;

/// A device over host memory.
pub(crate) trait HostBackend: Any + Debug + Send + Sync {
    /// See [`Backend::name`].
    fn name(&self) -> &str;

    /// See [`Backend::jit`].
    fn jit(&self) -> Option<&dyn Jit>;
}

impl<B: HostBackend> Backend for B {
    fn name(&self) -> &str {
        HostBackend::name(self)
    }

    fn properties(&self) -> Properties {
        let warp_size = HostBackend::jit(self).map(|jit| jit.warp_size().lanes());
        Properties {
            name: HostBackend::name(self).into(),
            architecture: None,
            warp_size,
            compute_units: None,
            memory_bytes: None,
            shared_memory_bytes: None,
        }
    }

    fn free_memory(&self) -> Option<usize> {
        None
    }

    fn jit(&self) -> Option<&dyn Jit> {
        HostBackend::jit(self)
    }

    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        let exhausted = || Error::OutOfMemory { device: HostBackend::name(self).into(), bytes, free: None };
        let layout = layout(bytes).ok_or_else(exhausted)?;
        // SAFETY: `layout` never has size zero.
        NonNull::new(unsafe { alloc(layout) }).map(DevicePointer).ok_or_else(exhausted)
    }

    unsafe fn free(&self, pointer: DevicePointer, bytes: usize) {
        if let Some(layout) = layout(bytes) {
            // SAFETY: allocated above with this layout.
            unsafe { dealloc(pointer.0.as_ptr(), layout) }
        }
    }

    /// Every stream is the same: work is done when its call returns.
    fn open_stream(&self) -> Result<StreamHandle, Error> {
        Ok(StreamHandle::DEFAULT)
    }

    unsafe fn close_stream(&self, _stream: StreamHandle) {}

    unsafe fn synchronize(&self, _stream: StreamHandle) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        _stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: the caller promises the room; host and device memory never overlap.
        unsafe { to.0.copy_from_nonoverlapping(NonNull::from(from).cast(), from.len()) };
        Ok(())
    }

    unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        _stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: the caller promises the bytes; host and device memory never overlap.
        unsafe { from.0.copy_to_nonoverlapping(NonNull::from(&mut *to).cast(), to.len()) };
        Ok(())
    }

    unsafe fn zero(&self, to: DevicePointer, bytes: usize, _stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: the caller promises the room.
        unsafe { to.0.write_bytes(0, bytes) };
        Ok(())
    }

    /// All work is done by now, so an event is a time: nanoseconds since the first one.
    unsafe fn record(&self, _stream: StreamHandle) -> Result<EventHandle, Error> {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
        Ok(EventHandle(START.elapsed().as_nanos() as usize))
    }

    unsafe fn wait(&self, _stream: StreamHandle, _event: EventHandle) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error> {
        Ok(Duration::from_nanos(end.0.saturating_sub(start.0) as u64))
    }

    unsafe fn close_event(&self, _event: EventHandle) {}
}

fn layout(bytes: usize) -> Option<Layout> {
    Layout::from_size_align(bytes.max(1), ALIGNMENT).ok()
}
