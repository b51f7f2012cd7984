//! Loaded kernels, and their launches.

use std::mem::take;
use std::ptr;
use std::sync::Arc;

use hip_sys::{hipFunction_t, hipModule_t};

use super::context::Context;
use super::leftovers::Leftover;
use super::library::call;
use crate::Error;
use crate::backend::{Kernel, Launch, StreamHandle};

/// A kernel of a code object that is loaded on a device.
pub(super) struct HipKernel {
    context: Arc<Context>,
    module: hipModule_t,
    function: hipFunction_t,
    /// The code object: the runtime keeps its address as long as the module.
    image: Vec<u8>,
}

impl HipKernel {
    /// Loads the code object and finds its kernel.
    pub(super) fn load(context: &Arc<Context>, image: Vec<u8>, entry: &str) -> Result<Self, Error> {
        context.enter()?;
        let mut module = hipModule_t::NULL;
        // SAFETY: `module` may be written; the compiler made the image, and it stays where it is until the end.
        unsafe { call!(context, hipModuleLoadData(&mut module, image.as_ptr().cast())) }?;
        // From here on the kernel's drop unloads the module.
        let mut kernel = Self { context: Arc::clone(context), module, function: hipFunction_t::NULL, image };
        let name = format!("{entry}\0");
        // SAFETY: the function may be written; the module is loaded; the name ends with a zero.
        unsafe { call!(context, hipModuleGetFunction(&mut kernel.function, module, name.as_ptr().cast())) }?;
        Ok(kernel)
    }
}

impl Kernel for HipKernel {
    unsafe fn launch(&self, launch: Launch<'_>, stream: StreamHandle) -> Result<(), Error> {
        let (grid, block, shared) = (launch.grid, launch.block, launch.shared_bytes);
        let mut arguments = launch.pointers();
        let (values, extra) = (arguments.as_mut_ptr(), ptr::null_mut());
        self.context.enqueue(stream, |queue| {
            let function = self.function;
            // SAFETY: the caller promises that the arguments are those of the text; the values are copied in the call.
            unsafe {
                call!(
                    self.context,
                    hipModuleLaunchKernel(function, grid, 1, 1, block, 1, 1, shared, queue, values, extra)
                )
            }
        })
    }
}

impl Drop for HipKernel {
    fn drop(&mut self) {
        // SAFETY: loaded by this, and launches hold the kernel; those in flight are waited for.
        unsafe { self.context.give_back(Leftover::Module(self.module, take(&mut self.image))) }
    }
}
