//! Kernels: a module loaded into the context, and its launch.

use std::ffi::CString;
use std::ptr;
use std::sync::Arc;

use cudarc::driver::sys::{CUfunction, CUmodule};

use super::context::Context;
use crate::Error;
use crate::backend::{Kernel, Launch, StreamHandle};

/// A kernel in the context that it was loaded into.
pub(super) struct CudaKernel {
    context: Arc<Context>,
    module: CUmodule,
    function: CUfunction,
}

// SAFETY: the driver's modules and functions may be used from any thread.
unsafe impl Send for CudaKernel {}
// SAFETY: as above.
unsafe impl Sync for CudaKernel {}

impl CudaKernel {
    /// Loads a cubin, or PTX with its terminator, as the compiler gives them.
    pub(super) fn load(context: Arc<Context>, image: &[u8], entry: &str) -> Result<Self, Error> {
        let driver = context.enter()?;
        let _beside = context.beside_captures();
        let mut module: CUmodule = ptr::null_mut();
        // SAFETY: the image is whole, and the driver copies it.
        context.check(unsafe { driver.cuModuleLoadData(&mut module, image.as_ptr().cast()) })?;
        let mut kernel = Self { context: Arc::clone(&context), module, function: ptr::null_mut() };
        // An entry with a NUL in it would not have compiled.
        let entry = CString::new(entry).unwrap_or_default();
        // SAFETY: the module was just loaded, the name is terminated.
        context.check(unsafe { driver.cuModuleGetFunction(&mut kernel.function, module, entry.as_ptr()) })?;
        Ok(kernel)
    }
}

impl Kernel for CudaKernel {
    unsafe fn launch(&self, launch: Launch<'_>, stream: StreamHandle) -> Result<(), Error> {
        let mut arguments = launch.pointers();
        self.context.enqueue(stream, |driver, stream| {
            let (grid, block) = (launch.grid, launch.block);
            // SAFETY: the caller promises arguments that match the text and an open stream; the driver copies their
            // values before it returns.
            unsafe {
                driver.cuLaunchKernel(
                    self.function,
                    grid,
                    1,
                    1,
                    block,
                    1,
                    1,
                    0,
                    stream,
                    arguments.as_mut_ptr(),
                    ptr::null_mut(),
                )
            }
        })
    }
}

impl Drop for CudaKernel {
    fn drop(&mut self) {
        let _beside = self.context.beside_captures();
        let _ = self.context.settle();
        if let Ok(driver) = self.context.enter() {
            // SAFETY: loaded once, and nothing runs from it any more.
            let _ = unsafe { driver.cuModuleUnload(self.module) };
        }
    }
}
