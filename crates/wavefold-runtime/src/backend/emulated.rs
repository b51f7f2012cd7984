//! The emulator as a device: kernel text runs on the CPU, over host memory.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use wavefold_codegen::{KernelText, WarpSize};

use super::{Argument, HostBackend, Jit, Kernel, Launch, StreamHandle};
use crate::Error;
use crate::emulator::{self, EmulatedKernel, Emulator, LaunchCounts};

/// A GPU with this warp size, emulated.
#[derive(Debug)]
pub(crate) struct Emulated {
    name: String,
    emulator: Emulator,
    /// Of a device that counts: a record a launch.
    counts: Option<Counts>,
}

type Counts = Arc<Mutex<Vec<LaunchCounts>>>;

fn lock(counts: &Counts) -> MutexGuard<'_, Vec<LaunchCounts>> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Emulated {
    pub(crate) fn new(warp_size: WarpSize) -> Result<Self, Error> {
        let name = format!("emulated (warp size {warp_size})");
        Ok(Self { name, emulator: Emulator::new(warp_size)?, counts: None })
    }

    /// One that counts what its kernels do.
    pub(crate) fn counting(warp_size: WarpSize) -> Result<Self, Error> {
        let name = format!("emulated (warp size {warp_size}, counting)");
        Ok(Self { name, emulator: Emulator::counting(warp_size)?, counts: Some(Counts::default()) })
    }

    /// What has been counted since the last call.
    pub(crate) fn take_counts(&self) -> Vec<LaunchCounts> {
        self.counts.as_ref().map_or_else(Vec::new, |counts| mem::take(&mut *lock(counts)))
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
        let kernel = self.emulator.compile_text(text)?;
        Ok(match &self.counts {
            Some(counts) => Box::new(Counting { kernel, counts: Arc::clone(counts) }),
            None => Box::new(kernel),
        })
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

/// A kernel of a device that counts.
struct Counting {
    kernel: EmulatedKernel,
    counts: Counts,
}

impl Kernel for Counting {
    unsafe fn launch(&self, launch: Launch<'_>, _stream: StreamHandle) -> Result<(), Error> {
        let arguments: Vec<_> = launch.arguments.iter().map(emulated).collect();
        let Launch { grid, block, shared_bytes, .. } = launch;
        // SAFETY: as above.
        let counted = unsafe { self.kernel.launch_counted(grid, block, shared_bytes as usize, &arguments) }?;
        lock(&self.counts).push(counted);
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
