//! Events.

use std::ffi::{c_float, c_uint};

use hip_sys::{hipError_t, hipErrorNotReady, hipEvent_t, hipStream_t};

use super::streams::enqueue;
use crate::queue::Work;
use crate::state::{OnFailure, call};

#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventCreateWithFlags(event: *mut hipEvent_t, _flags: c_uint) -> hipError_t {
    call("hipEventCreateWithFlags", OnFailure::Skip, |state| {
        let made = state.events.insert(false);
        // SAFETY: the caller's to be written.
        unsafe { *event = hipEvent_t(made) };
        Ok(format!(" = {}", state.events.name(made)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) -> hipError_t {
    call("hipEventRecord", OnFailure::Skip, |state| {
        let name = state.events.name(event.0);
        if state.events.get(event.0).is_none() {
            return Err(state.not_alive("hipEventRecord", name));
        }
        enqueue(state, "hipEventRecord", stream, Work::Record(event.0))?;
        Ok(format!("({name}) in {}", state.stream_name(stream.0)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventSynchronize(event: hipEvent_t) -> hipError_t {
    call("hipEventSynchronize", OnFailure::RunAnyway, |state| {
        let name = state.events.name(event.0);
        if state.events.get(event.0).is_none() {
            return Err(state.not_alive("hipEventSynchronize", name));
        }
        state.run_until(event.0);
        Ok(format!("({name})"))
    })
}

/// A quarter of a millisecond, between events that have passed.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventElapsedTime(
    milliseconds: *mut c_float,
    start: hipEvent_t,
    stop: hipEvent_t,
) -> hipError_t {
    call("hipEventElapsedTime", OnFailure::Skip, |state| {
        for event in [start, stop] {
            let name = state.events.name(event.0);
            match state.events.get(event.0) {
                None => return Err(state.not_alive("hipEventElapsedTime", name)),
                Some(false) => return Err(hipErrorNotReady),
                Some(true) => {}
            }
        }
        // SAFETY: the caller's to be written.
        unsafe { *milliseconds = 0.25 };
        Ok(format!("({}, {})", state.events.name(start.0), state.events.name(stop.0)))
    })
}

/// Work that waits for it goes on to, so it passes first.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipEventDestroy(event: hipEvent_t) -> hipError_t {
    call("hipEventDestroy", OnFailure::RunAnyway, |state| {
        let name = state.events.name(event.0);
        state.run_until(event.0);
        match state.events.remove(event.0) {
            Some(_) => Ok(format!("({name})")),
            None => Err(state.not_alive("hipEventDestroy", name)),
        }
    })
}
