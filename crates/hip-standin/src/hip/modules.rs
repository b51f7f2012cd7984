//! Modules and launches.

use std::ffi::{CStr, c_char, c_uint, c_void};
use std::slice;

use hip_sys::{
    hipError_t, hipErrorInvalidConfiguration, hipErrorInvalidImage, hipErrorNotFound, hipFunction_t, hipModule_t,
    hipStream_t,
};

use super::streams::enqueue;
use crate::image::Image;
use crate::launch::{Launch, SHARED_BYTES};
use crate::memory::Memory;
use crate::queue::Work;
use crate::state::{Function, OnFailure, call};

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleLoadData(module: *mut hipModule_t, image: *const c_void) -> hipError_t {
    call("hipModuleLoadData", OnFailure::Skip, |state| {
        let image = match &mut state.executor {
            // SAFETY: the caller promises a code object.
            None => unsafe { Image::read(image) },
            // SAFETY: as above.
            Some(executor) => match unsafe { Image::load(image, executor, &state.devices.architecture) } {
                Ok(image) => Some(image),
                Err(message) => {
                    state.misused(format!("hipModuleLoadData: {message}"));
                    None
                }
            },
        };
        let image = image.ok_or(hipErrorInvalidImage)?;
        let made = state.modules.insert(image);
        // SAFETY: the caller's to be written.
        unsafe { *module = hipModule_t(made) };
        Ok(format!(" = {}", state.modules.name(made)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleGetFunction(
    function: *mut hipFunction_t,
    module: hipModule_t,
    name: *const c_char,
) -> hipError_t {
    call("hipModuleGetFunction", OnFailure::Skip, |state| {
        // SAFETY: the caller's text, which ends with a zero.
        let wanted = unsafe { CStr::from_ptr(name) }.to_string_lossy();
        let module_name = state.modules.name(module.0);
        let Some(found) = state.modules.get(module.0) else {
            return Err(state.not_alive("hipModuleGetFunction", module_name));
        };
        let kernel = found.kernels.iter().find(|kernel| kernel.name == wanted);
        let kernel = kernel.cloned().ok_or(hipErrorNotFound)?;
        let made = state.functions.insert(Function { module: module.0, kernel });
        // SAFETY: the caller's to be written.
        unsafe { *function = hipFunction_t(made) };
        Ok(format!("({module_name}, {wanted})"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipModuleUnload(module: hipModule_t) -> hipError_t {
    call("hipModuleUnload", OnFailure::RunAnyway, |state| {
        let name = state.modules.name(module.0);
        let Some(image) = state.modules.remove(module.0) else {
            return Err(state.not_alive("hipModuleUnload", name));
        };
        // SAFETY: the caller keeps the image as long as the module, or the test fails.
        if !unsafe { image.is_intact() } {
            state.misused(format!("the image of {name} was freed before it"));
        }
        if state.in_flight(|work| matches!(work, Work::Launch(launch) if launch.module == module.0)) {
            state.misused(format!("{name} was unloaded while a launch of it was in flight"));
        }
        if let (Some(executor), Some(number)) = (&mut state.executor, image.number)
            && let Err(message) = executor.forget(number)
        {
            state.misused(format!("hipModuleUnload: {message}"));
        }
        Ok(format!("({name})"))
    })
}

#[unsafe(no_mangle)]
#[allow(clippy::too_many_arguments, reason = "the runtime's arguments")]
unsafe extern "C" fn hipModuleLaunchKernel(
    function: hipFunction_t,
    grid_x: c_uint,
    grid_y: c_uint,
    grid_z: c_uint,
    block_x: c_uint,
    block_y: c_uint,
    block_z: c_uint,
    shared_bytes: c_uint,
    stream: hipStream_t,
    arguments: *mut *mut c_void,
    extra: *mut *mut c_void,
) -> hipError_t {
    call("hipModuleLaunchKernel", OnFailure::Skip, |state| {
        let flat = (grid_y, grid_z, block_y, block_z) == (1, 1, 1, 1);
        if !flat || shared_bytes > SHARED_BYTES || !extra.is_null() {
            return Err(hipErrorInvalidConfiguration);
        }
        let name = state.functions.name(function.0);
        let Some(Function { module, kernel }) = state.functions.get(function.0) else {
            return Err(state.not_alive("hipModuleLaunchKernel", name));
        };
        let (module, kernel) = (*module, kernel.clone());
        let module_name = state.modules.name(module);
        let Some(image) = state.modules.get(module).map(|image| image.number) else {
            return Err(state.not_alive("hipModuleLaunchKernel", module_name));
        };
        let values = kernel.arguments.iter().enumerate().map(|(index, &bytes)| {
            // SAFETY: the caller gives a pointer for each argument, to as many bytes as the kernel takes.
            unsafe { slice::from_raw_parts((*arguments.add(index)).cast::<u8>(), bytes) }.to_vec()
        });
        let arguments: Vec<_> = values.collect();
        let shown: Vec<_> = arguments.iter().map(|value| shown(&state.memory, value)).collect();
        let shared = if shared_bytes == 0 { String::new() } else { format!(", {shared_bytes} shared") };
        let line = format!("({}, {grid_x} × {block_x}{shared}, [{}])", kernel.name, shown.join(", "));
        let launch =
            Launch { module, image, kernel: kernel.name, grid: grid_x, block: block_x, shared_bytes, arguments };
        enqueue(state, "hipModuleLaunchKernel", stream, Work::Launch(launch))?;
        Ok(format!("{line} in {}", state.stream_name(stream.0)))
    })
}

/// An argument as a trace shows it: memory by its number, what else there is as a number.
fn shown(memory: &Memory, value: &[u8]) -> String {
    if let Ok(bytes) = <[u8; 8]>::try_from(value) {
        let address = u64::from_le_bytes(bytes) as usize;
        if memory.find(address, 1).is_some() {
            return memory.name(address, 1);
        }
    }
    let digits = value.iter().rev().map(|byte| format!("{byte:02x}")).collect::<String>();
    format!("{}:0x{}", value.len(), digits.trim_start_matches('0'))
}
