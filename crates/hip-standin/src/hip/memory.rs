//! Memory and copies.

use std::ffi::{c_int, c_void};

use hip_sys::{
    hipDeviceptr_t, hipError_t, hipErrorInvalidDevicePointer, hipErrorInvalidMemcpyDirection,
    hipErrorInvalidValue, hipErrorOutOfMemory, hipMemcpyDeviceToHost, hipMemcpyHostToDevice, hipMemcpyKind,
    hipStream_t,
};

use super::streams::enqueue;
use crate::queue::Work;
use crate::state::{OnFailure, State, call};

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemGetInfo(free: *mut usize, total: *mut usize) -> hipError_t {
    call("hipMemGetInfo", OnFailure::Skip, |state| {
        // SAFETY: the caller's to be written.
        unsafe { (*free, *total) = (state.memory.free_bytes(), state.memory.capacity) };
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMalloc(pointer: *mut hipDeviceptr_t, bytes: usize) -> hipError_t {
    call("hipMalloc", OnFailure::Skip, |state| {
        state.refuse_while_capturing()?;
        if bytes == 0 {
            // SAFETY: the caller's to be written.
            unsafe { *pointer = hipDeviceptr_t::NULL };
            return Ok("(0) = null".into());
        }
        if bytes > state.memory.free_bytes() {
            return Err(hipErrorOutOfMemory);
        }
        let made = state.memory.allocate(bytes).map_err(|_| hipErrorOutOfMemory)?;
        // SAFETY: as above.
        unsafe { *pointer = hipDeviceptr_t(made.address as *mut c_void) };
        Ok(format!("({bytes}) = memory {}", made.number))
    })
}

/// Waits for the device first, as the headers say.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipFree(pointer: hipDeviceptr_t) -> hipError_t {
    call("hipFree", OnFailure::RunAnyway, |state| {
        if pointer.is_null() {
            return Ok("(null)".into());
        }
        state.refuse_while_capturing()?;
        state.run_all();
        match state.memory.free(pointer.0 as usize) {
            Some(freed) => Ok(format!("(memory {})", freed.number)),
            None => {
                state.misused("hipFree was given what is no live memory".into());
                Err(hipErrorInvalidDevicePointer)
            }
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemsetAsync(
    to: hipDeviceptr_t,
    value: c_int,
    bytes: usize,
    stream: hipStream_t,
) -> hipError_t {
    call("hipMemsetAsync", OnFailure::Skip, |state| {
        let to = within(state, "hipMemsetAsync", to.0, bytes)?;
        let name = state.memory.name(to, bytes);
        enqueue(state, "hipMemsetAsync", stream, Work::Set { to, value: value as u8, bytes })?;
        Ok(format!("({name}, {value}, {bytes}) in {}", state.stream_name(stream.0)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipMemcpyAsync(
    to: *mut c_void,
    from: *const c_void,
    bytes: usize,
    kind: hipMemcpyKind,
    stream: hipStream_t,
) -> hipError_t {
    call("hipMemcpyAsync", OnFailure::Skip, |state| {
        let name = "hipMemcpyAsync";
        let (line, device) = if kind == hipMemcpyHostToDevice {
            let to = within(state, name, to, bytes)?;
            (format!("({} from host, {bytes})", state.memory.name(to, bytes)), to)
        } else if kind == hipMemcpyDeviceToHost {
            let from = within(state, name, from.cast_mut(), bytes)?;
            (format!("(host from {}, {bytes})", state.memory.name(from, bytes)), from)
        } else {
            return Err(hipErrorInvalidMemcpyDirection);
        };
        enqueue(state, name, stream, Work::Copy { to: to as usize, from: from as usize, device, bytes })?;
        Ok(format!("{line} in {}", state.stream_name(stream.0)))
    })
}

/// The address, if all the bytes lie within one allocation.
fn within(state: &mut State, function: &str, address: *mut c_void, bytes: usize) -> Result<usize, hipError_t> {
    if state.memory.find(address as usize, bytes).is_some() {
        return Ok(address as usize);
    }
    state.misused(format!("{function} reaches outside the memory of the device"));
    Err(hipErrorInvalidValue)
}
