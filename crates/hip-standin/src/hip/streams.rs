//! Streams.

use std::ffi::c_uint;

use hip_sys::{
    hipError_t, hipErrorInvalidValue, hipErrorStreamCaptureUnsupported, hipEvent_t, hipStream_t,
    hipStreamNonBlocking,
};

use crate::queue::{Stream, Work};
use crate::state::{OnFailure, State, call};

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) -> hipError_t {
    call("hipStreamCreateWithFlags", OnFailure::Skip, |state| {
        if flags != hipStreamNonBlocking {
            return Err(hipErrorInvalidValue);
        }
        let made = state.streams.insert(Stream::new());
        // SAFETY: the caller's to be written.
        unsafe { *stream = hipStream_t(made) };
        Ok(format!(" = {}", state.streams.name(made)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamDestroy(stream: hipStream_t) -> hipError_t {
    call("hipStreamDestroy", OnFailure::RunAnyway, |state| {
        let name = state.streams.name(stream.0);
        match state.streams.remove(stream.0) {
            Some(stream) => {
                if !stream.queue.is_empty() || stream.capture.is_some() {
                    state.misused(format!("{name} was destroyed with work in it"));
                }
                Ok(format!("({name})"))
            }
            None => Err(state.not_alive("hipStreamDestroy", name)),
        }
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamSynchronize(stream: hipStream_t) -> hipError_t {
    call("hipStreamSynchronize", OnFailure::RunAnyway, |state| {
        let name = state.stream_name(stream.0);
        let Some(found) = state.stream(stream.0) else {
            return Err(state.not_alive("hipStreamSynchronize", name));
        };
        if let Some(capture) = &mut found.capture {
            capture.spoilt = true;
            return Err(hipErrorStreamCaptureUnsupported);
        }
        if !stream.is_null() {
            state.refuse_while_capturing()?;
        }
        state.run(stream.0);
        Ok(format!("({name})"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) -> hipError_t {
    call("hipStreamWaitEvent", OnFailure::Skip, |state| {
        let name = state.events.name(event.0);
        if state.events.get(event.0).is_none() {
            return Err(state.not_alive("hipStreamWaitEvent", name));
        }
        if flags != 0 {
            return Err(hipErrorInvalidValue);
        }
        enqueue(state, "hipStreamWaitEvent", stream, Work::Wait(event.0))?;
        Ok(format!("({name}) in {}", state.stream_name(stream.0)))
    })
}

/// Puts work into the stream's queue, or notes it where the stream is captured.
pub(super) fn enqueue(
    state: &mut State,
    function: &str,
    stream: hipStream_t,
    work: Work,
) -> Result<(), hipError_t> {
    let name = state.stream_name(stream.0);
    let Some(found) = state.stream(stream.0) else {
        return Err(state.not_alive(function, name));
    };
    match &mut found.capture {
        Some(capture) => capture.noted.push(work),
        None => found.queue.push_back(work),
    }
    Ok(())
}
