//! Devices, versions and errors.

use std::cell::Cell;
use std::ffi::{CString, c_char, c_int, c_uint};

use hip_sys::{hipDeviceProp_tR0000, hipDeviceProp_tR0600, hipError_t, hipErrorInvalidDevice, hipErrorNoDevice};

use crate::launch::SHARED_BYTES;
use crate::state::{Devices, OnFailure, State, call, with};

thread_local! {
    static CURRENT: Cell<c_int> = const { Cell::new(0) };
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipInit(_flags: c_uint) -> hipError_t {
    call("hipInit", OnFailure::Skip, |state| any(state).map(|_| String::new()))
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipRuntimeGetVersion(version: *mut c_int) -> hipError_t {
    call("hipRuntimeGetVersion", OnFailure::Skip, |_| {
        // SAFETY: the caller's to be written.
        unsafe { *version = 60_412_345 };
        Ok(String::new())
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDeviceCount(count: *mut c_int) -> hipError_t {
    call("hipGetDeviceCount", OnFailure::Skip, |state| {
        // SAFETY: the caller's to be written.
        unsafe { *count = state.devices.count };
        any(state).map(|count| format!(" = {count}"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDevice(device: *mut c_int) -> hipError_t {
    call("hipGetDevice", OnFailure::Skip, |state| {
        any(state)?;
        let current = CURRENT.get();
        // SAFETY: the caller's to be written.
        unsafe { *device = current };
        Ok(format!(" = {current}"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipSetDevice(device: c_int) -> hipError_t {
    call("hipSetDevice", OnFailure::Skip, |state| {
        checked(state, device)?;
        CURRENT.set(device);
        Ok(format!("({device})"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDevicePropertiesR0600(to: *mut hipDeviceProp_tR0600, device: c_int) -> hipError_t {
    call("hipGetDevicePropertiesR0600", OnFailure::Skip, |state| {
        let free = state.memory.capacity;
        let devices = checked(state, device)?;
        // SAFETY: the caller's to be written; numbers and arrays of numbers may be anything.
        let to = unsafe {
            to.write_bytes(0xFF, 1);
            &mut *to
        };
        write(&mut to.name, &format!("Stand-in {device}"));
        write(&mut to.gcnArchName, &devices.architecture);
        (to.totalGlobalMem, to.sharedMemPerBlock) = (free, SHARED_BYTES as usize);
        (to.warpSize, to.multiProcessorCount) = (devices.warp_size, 304);
        Ok(format!("({device})"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetDeviceProperties(to: *mut hipDeviceProp_tR0000, device: c_int) -> hipError_t {
    call("hipGetDeviceProperties", OnFailure::Skip, |state| {
        let free = state.memory.capacity;
        let devices = checked(state, device)?;
        // SAFETY: the caller's to be written; numbers and arrays of numbers may be anything.
        let to = unsafe {
            to.write_bytes(0xFF, 1);
            &mut *to
        };
        // Old runtimes may not know a device's name.
        write(&mut to.name, "");
        write(&mut to.gcnArchName, &devices.architecture);
        (to.totalGlobalMem, to.sharedMemPerBlock) = (free, SHARED_BYTES as usize);
        (to.warpSize, to.multiProcessorCount) = (devices.warp_size, 104);
        Ok(format!("({device})"))
    })
}

/// The runtime's own words, which differ from those of the bindings.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipGetErrorString(error: hipError_t) -> *const c_char {
    with(|state| {
        let text = || CString::new(format!("the stand-in's words for {}", error.0)).unwrap_or_default();
        state.texts.entry(error.0).or_insert_with(text).as_ptr()
    })
}

fn any(state: &State) -> Result<c_int, hipError_t> {
    if state.devices.count > 0 { Ok(state.devices.count) } else { Err(hipErrorNoDevice) }
}

fn checked(state: &State, device: c_int) -> Result<&Devices, hipError_t> {
    let known = 0..any(state)?;
    if known.contains(&device) { Ok(&state.devices) } else { Err(hipErrorInvalidDevice) }
}

fn write(to: &mut [c_char; 256], text: &str) {
    let bytes = text.bytes().chain([0]);
    to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = byte.cast_signed());
}
