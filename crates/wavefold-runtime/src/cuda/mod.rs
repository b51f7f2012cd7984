//! NVIDIA GPUs, through the CUDA driver and NVRTC, both opened at run time.
//!
//! [`cudarc`] owns the context: memory of an application that uses it goes in and out without a copy.

mod compiler;
mod context;
mod devices;
mod driver;
mod graph;
mod interop;
mod kernel;
mod library;
mod memory;
mod nvrtc;
mod probe;
mod slices;
mod stream;
#[cfg(test)]
mod tests;

pub use cudarc;
pub(crate) use probe::{device_count, probe};
pub use slices::{adopt, context, lend, release};

use std::mem::MaybeUninit;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use cudarc::driver::sys::CUevent;
use wavefold_codegen::{KernelText, WarpSize};

use crate::backend::{Backend, DevicePointer, EventHandle, Graphs, Jit, Kernel, StreamHandle};
use crate::compile::check_warp_size;
use crate::{Error, Properties};
use compiler::Compiler;
use context::Context;
use driver::Driver;
use kernel::CudaKernel;

/// An NVIDIA GPU: its primary context, and a compiler for it.
#[derive(Debug)]
pub(crate) struct Cuda {
    context: Arc<Context>,
    compiler: Compiler,
}

impl Cuda {
    /// The device with this number, from 0.
    ///
    /// The driver takes some tenths of a second for it, and so does the compiler for its first text, so both begin at
    /// once; neither goes on when this returns.
    ///
    /// # Errors
    /// [`Error::Library`] without the driver or without NVRTC, [`Error::NoSuchDevice`], and [`Error::Call`] when the
    /// driver refuses.
    pub(crate) fn open(index: u32) -> Result<Self, Error> {
        let driver = &Driver::get().map_err(Box::new)?.functions;
        let (newest, _) = driver.version().map_err(|failure| driver.error("the CUDA driver", failure))?;
        thread::scope(|scope| {
            let compiler = thread::Builder::new()
                .name("wavefold-nvrtc".into())
                .spawn_scoped(scope, move || Compiler::open(newest));
            let context = Arc::new(Context::open(driver, index)?);
            // Where no thread is to be had, or it panicked, this one does it.
            let compiler = compiler.ok().and_then(|thread| thread.join().ok());
            let compiler = compiler.unwrap_or_else(|| Compiler::open(newest))?;
            Ok(Self { context, compiler })
        })
    }
}

impl Backend for Cuda {
    fn name(&self) -> &str {
        self.context.name()
    }

    fn properties(&self) -> Properties {
        self.context.properties().clone()
    }

    fn free_memory(&self) -> Option<usize> {
        self.context.free_memory()
    }

    fn jit(&self) -> Option<&dyn Jit> {
        Some(self)
    }

    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        self.context.allocate(bytes)
    }

    unsafe fn free(&self, pointer: DevicePointer, _bytes: usize) {
        // SAFETY: the caller's promise is the same.
        unsafe { self.context.free(pointer) }
    }

    fn open_stream(&self) -> Result<StreamHandle, Error> {
        self.context.open_stream()
    }

    unsafe fn close_stream(&self, stream: StreamHandle) {
        // SAFETY: the caller's promise is the same.
        unsafe { self.context.close_stream(stream) }
    }

    unsafe fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        self.context.synchronize(stream)
    }

    unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise is the same.
        unsafe { self.context.write(to, from, stream) }
    }

    unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: the caller's promise is the same.
        unsafe { self.context.read(to, from, stream) }
    }

    unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: the caller's promise is the same.
        unsafe { self.context.zero(to, bytes, stream) }
    }

    unsafe fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error> {
        self.context.record(stream)
    }

    unsafe fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error> {
        self.context.wait(stream, event)
    }

    unsafe fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error> {
        self.context.elapsed(start, end)
    }

    unsafe fn close_event(&self, event: EventHandle) {
        self.context.destroy_event(event.0 as CUevent);
    }

    fn graphs(&self) -> Option<&dyn Graphs> {
        Some(&*self.context)
    }
}

impl Jit for Cuda {
    fn warp_size(&self) -> WarpSize {
        WarpSize::W32
    }

    fn shared_memory(&self) -> u32 {
        self.context.most_shared_memory()
    }

    fn compile(&self, text: &KernelText) -> Result<Box<dyn Kernel>, Error> {
        check_warp_size(text, self.context.name(), self.warp_size())?;
        let image = self.compiler.compile(text, self.context.architecture())?;
        Ok(Box::new(CudaKernel::load(Arc::clone(&self.context), &image, &text.entry)?))
    }
}
