//! An allocation of a device, freed when it is dropped.

use crate::backend::{Argument, DevicePointer, StreamHandle};
use crate::{Device, Error, Stream};

/// Device memory that keeps its device alive. Empty memory has an address too.
#[derive(Debug)]
pub(crate) struct Memory {
    device: Device,
    pointer: DevicePointer,
    bytes: usize,
}

impl Memory {
    /// Memory filled with zeros.
    pub(crate) fn zeroed(device: &Device, bytes: usize) -> Result<Self, Error> {
        let memory = Self::uninitialised(device, bytes)?;
        // SAFETY: the memory is ours and holds so many bytes; the default stream is always open.
        unsafe { device.backend().zero(memory.pointer, bytes, StreamHandle::DEFAULT)? };
        Ok(memory)
    }

    /// Memory filled with these bytes.
    pub(crate) fn upload(device: &Device, bytes: &[u8]) -> Result<Self, Error> {
        let memory = Self::uninitialised(device, bytes.len())?;
        // SAFETY: as in `zeroed`.
        unsafe { device.backend().write(memory.pointer, bytes, StreamHandle::DEFAULT)? };
        Ok(memory)
    }

    fn uninitialised(device: &Device, bytes: usize) -> Result<Self, Error> {
        let pointer = device.backend().allocate(bytes)?;
        Ok(Self { device: device.clone(), pointer, bytes })
    }

    pub(crate) fn device(&self) -> &Device {
        &self.device
    }

    pub(crate) fn pointer(&self) -> DevicePointer {
        self.pointer
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Part of it as an argument that the kernel writes.
    pub(crate) fn writable(&self, offset: usize, bytes: usize) -> Argument {
        debug_assert!(offset + bytes <= self.bytes, "the part lies within the memory");
        // SAFETY: the part lies within the allocation.
        Argument::Memory { pointer: unsafe { self.pointer.add(offset) }, bytes, writable: true }
    }

    /// Sets all of it to zero, in stream order.
    pub(crate) fn zero(&mut self, stream: &Stream) -> Result<(), Error> {
        // SAFETY: the memory is ours and holds so many bytes; a `Stream` is open.
        stream.watch(unsafe { self.device.backend().zero(self.pointer, self.bytes, stream.handle()) })
    }

    /// Overwrites the bytes from `offset` on, in stream order.
    pub(crate) fn write(&mut self, from: &[u8], offset: usize, stream: &Stream) -> Result<(), Error> {
        assert!(offset + from.len() <= self.bytes, "more bytes than the memory holds");
        // SAFETY: the part lies within the memory, which is borrowed exclusively; a `Stream` is open.
        stream.watch(unsafe { self.device.backend().write(self.pointer.add(offset), from, stream.handle()) })
    }

    /// Waits for the stream's work and copies from `offset` on.
    pub(crate) fn read(&self, to: &mut [u8], offset: usize, stream: &Stream) -> Result<(), Error> {
        assert!(offset + to.len() <= self.bytes, "more bytes than the memory holds");
        // SAFETY: the part lies within the memory, which was initialised when it was made; a `Stream` is open.
        stream.watch(unsafe { self.device.backend().read(to, self.pointer.add(offset), stream.handle()) })
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: it came from this device's `allocate(bytes)` and nobody has the address any more.
        unsafe { self.device.backend().free(self.pointer, self.bytes) }
    }
}
