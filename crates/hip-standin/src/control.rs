//! What steers a loaded stand-in. Plain C functions: the test and the library it loaded are two copies of this crate.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};

use hip_sys::hipError_t;

use crate::executor::Executor;
use crate::state::{Devices, State, with};

/// Takes a piece of text: its bytes, their number, and what was given along.
pub(crate) type Sink = unsafe extern "C" fn(*const u8, usize, *mut c_void);

/// What [`standin_report`] tells.
pub(crate) const TRACE: c_uint = 0;
pub(crate) const MISUSE: c_uint = 1;
pub(crate) const LIVE: c_uint = 2;

/// Forgets everything and begins with these devices: how many, of which architecture, with which warp size and how much
/// memory.
#[unsafe(no_mangle)]
unsafe extern "C" fn standin_devices(count: c_int, architecture: *const c_char, warp_size: c_int, bytes: usize) {
    // SAFETY: the caller's text, which ends with a zero.
    let architecture = unsafe { CStr::from_ptr(architecture) }.to_string_lossy().into_owned();
    with(|state| {
        let texts = std::mem::take(&mut state.texts);
        *state = State::new();
        state.texts = texts;
        state.devices = Devices { count, architecture, warp_size };
        state.memory.capacity = bytes;
    });
}

/// Executes kernels with the tool in this folder; whether that could be started.
#[unsafe(no_mangle)]
unsafe extern "C" fn standin_execute(folder: *const c_char) -> bool {
    // SAFETY: the caller's text, which ends with a zero.
    let folder = unsafe { CStr::from_ptr(folder) }.to_string_lossy().into_owned();
    with(|state| {
        let started = state.memory.path().and_then(|memory| Executor::start(folder.as_ref(), &memory));
        state.executor = started.ok();
        state.executor.is_some()
    })
}

/// Lets the nth call of a function fail, counted from the first ever.
#[unsafe(no_mangle)]
unsafe extern "C" fn standin_fail(function: *const c_char, nth: c_uint, code: c_uint) {
    // SAFETY: the caller's text, which ends with a zero.
    let function = unsafe { CStr::from_ptr(function) }.to_string_lossy().into_owned();
    with(|state| state.fail(function, nth, hipError_t(code)));
}

/// Tells each line of the trace (and forgets it), each misuse, or each kind of object that is alive.
#[unsafe(no_mangle)]
unsafe extern "C" fn standin_report(what: c_uint, sink: Sink, along: *mut c_void) {
    let lines = with(|state| match what {
        TRACE => std::mem::take(&mut state.trace),
        MISUSE => state.misuse.iter().chain(&state.fault).cloned().collect(),
        LIVE => state.live(),
        _ => Vec::new(),
    });
    for line in lines {
        // SAFETY: the caller's function takes text, and is given it with what came along.
        unsafe { sink(line.as_ptr(), line.len(), along) }
    }
}
