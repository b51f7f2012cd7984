//! The emulator as a device: kernel text runs on the CPU, over host memory.

use wavefold_codegen::{KernelText, WarpSize};

use super::{Argument, HostBackend, Jit, Kernel, Launch, StreamHandle};
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

impl HostBackend for Emulated {
    fn name(&self) -> &str {
        &self.name
    }

    fn jit(&self) -> Option<&dyn Jit> {
        Some(self)
    }
}

impl Jit for Emulated {
    fn warp_size(&self) -> WarpSize {
        self.emulator.warp_size()
    }

    /// As much as a block has on most GPUs that are emulated.
    fn shared_memory(&self) -> u32 {
        64 * 1024
    }

    fn compile(&self, text: &KernelText) -> Result<Box<dyn Kernel>, Error> {
        Ok(Box::new(self.emulator.compile_text(text)?))
    }
}

impl Kernel for EmulatedKernel {
    unsafe fn launch(&self, launch: Launch<'_>, _stream: StreamHandle) -> Result<(), Error> {
        let arguments: Vec<_> = launch.arguments.iter().map(emulated).collect();
        // SAFETY: the caller promises that the arguments match the text and that nobody else uses the buffers.
        unsafe { self.launch_with_shared(launch.grid, launch.block, launch.shared_bytes as usize, &arguments) }?;
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
