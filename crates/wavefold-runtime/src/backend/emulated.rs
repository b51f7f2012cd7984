//! The emulator as a device: kernel text runs on the CPU, over host memory.

use wavefold_codegen::{KernelText, WarpSize};

use super::{Argument, Backend, DevicePointer, HostMemory, Jit, Kernel, Launch, StreamHandle};
use crate::Error;
use crate::emulator::{self, EmulatedKernel, Emulator};

/// A GPU with this warp size, emulated.
#[derive(Debug)]
pub(crate) struct Emulated {
    name: String,
    emulator: Emulator,
}

impl Emulated {
    pub(crate) fn new(warp_size: WarpSize) -> Result<Self, Error> {
        Ok(Self { name: format!("emulated (warp size {warp_size})"), emulator: Emulator::new(warp_size)? })
    }
}

impl Backend for Emulated {
    fn name(&self) -> &str {
        &self.name
    }

    fn jit(&self) -> Option<&dyn Jit> {
        Some(self)
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

impl Jit for Emulated {
    fn warp_size(&self) -> WarpSize {
        self.emulator.warp_size()
    }

    fn compile(&self, text: &KernelText) -> Result<Box<dyn Kernel>, Error> {
        Ok(Box::new(self.emulator.compile(&text.source, &text.entry)?))
    }
}

impl Kernel for EmulatedKernel {
    unsafe fn launch(&self, launch: Launch<'_>, _stream: StreamHandle) -> Result<(), Error> {
        let arguments: Vec<_> = launch.arguments.iter().map(emulated).collect();
        // SAFETY: the caller promises that the arguments match the text and that nobody else uses the buffers.
        unsafe { EmulatedKernel::launch(self, launch.grid, launch.block, &arguments) }?;
        Ok(())
    }
}

fn emulated(argument: &Argument) -> emulator::Argument<'_> {
    match argument {
        Argument::Value(value) => emulator::Argument::Value(value.as_bytes()),
        &Argument::Memory { pointer, bytes, writable } => {
            emulator::Argument::Buffer { pointer: pointer.0.as_ptr(), bytes, writable }
        }
    }
}
