//! The CPU as a device: host memory, no kernel text.

use crate::Error;
use crate::backend::{Backend, DevicePointer, HostMemory, Jit, StreamHandle};

/// The processor this program runs on.
#[derive(Debug)]
pub(crate) struct Cpu;

impl Backend for Cpu {
    fn name(&self) -> &str {
        "cpu"
    }

    fn jit(&self) -> Option<&dyn Jit> {
        None
    }

    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        HostMemory::allocate(self.name(), bytes)
    }

    unsafe fn free(&self, pointer: DevicePointer, bytes: usize) {
        // SAFETY: passed on.
        unsafe { HostMemory::free(pointer, bytes) }
    }

    fn open_stream(&self) -> Result<StreamHandle, Error> {
        Ok(HostMemory::STREAM)
    }

    unsafe fn close_stream(&self, _stream: StreamHandle) {}

    unsafe fn synchronize(&self, _stream: StreamHandle) -> Result<(), Error> {
        Ok(())
    }

    unsafe fn write(&self, to: DevicePointer, from: &[u8], _stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { HostMemory::write(to, from) };
        Ok(())
    }

    unsafe fn read(&self, to: &mut [u8], from: DevicePointer, _stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { HostMemory::read(to, from) };
        Ok(())
    }

    unsafe fn zero(&self, to: DevicePointer, bytes: usize, _stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { HostMemory::zero(to, bytes) };
        Ok(())
    }
}
