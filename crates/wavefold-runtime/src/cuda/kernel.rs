//! Kernels: a module loaded into the context, and its launch.

use std::ffi::{CString, c_int};
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use cudarc::driver::sys::{CUfunction, CUfunction_attribute, CUmodule};
use wavefold_codegen::SHARED_MEMORY;

use super::context::Context;
use crate::Error;
use crate::backend::{Kernel, Launch, StreamHandle};

/// A kernel in the context that it was loaded into.
pub(super) struct CudaKernel {
    context: Arc<Context>,
    module: CUmodule,
    function: CUfunction,
    /// Bytes of shared memory that launches may ask for now: as many as every kernel may, until more are granted.
    granted: Mutex<u32>,
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
        let granted = Mutex::new(SHARED_MEMORY);
        let mut kernel = Self { context: Arc::clone(&context), module, function: ptr::null_mut(), granted };
        // An entry with a NUL in it would not have compiled.
        let entry = CString::new(entry).unwrap_or_default();
        // SAFETY: the module was just loaded, the name is terminated.
        context.check(unsafe { driver.cuModuleGetFunction(&mut kernel.function, module, entry.as_ptr()) })?;
        Ok(kernel)
    }

    /// Asks the driver to let launches have so much shared memory. More than the device has is an error of its.
    fn grant(&self, shared_bytes: u32) -> Result<(), Error> {
        let mut granted = self.granted.lock().unwrap_or_else(PoisonError::into_inner);
        if shared_bytes <= *granted {
            return Ok(());
        }
        let attribute = CUfunction_attribute::CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES as c_int;
        let driver = self.context.enter()?;
        // SAFETY: the function is of a module that stays loaded.
        let code = unsafe { driver.cuFuncSetAttribute(self.function, attribute, shared_bytes as c_int) };
        self.context.check(code)?;
        *granted = shared_bytes;
        Ok(())
    }
}

impl Kernel for CudaKernel {
    unsafe fn launch(&self, launch: Launch<'_>, stream: StreamHandle) -> Result<(), Error> {
        self.grant(launch.shared_bytes)?;
        let mut arguments = launch.pointers();
        self.context.enqueue(stream, |driver, stream| {
            let (grid, block, shared_bytes) = (launch.grid, launch.block, launch.shared_bytes);
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
                    shared_bytes,
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
