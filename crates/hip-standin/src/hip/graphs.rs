//! Captures and graphs.

use std::ffi::c_char;
use std::mem::take;
use std::thread;

use hip_sys::{
    hipError_t, hipErrorIllegalState, hipErrorInvalidValue, hipErrorStreamCaptureInvalidated,
    hipErrorStreamCaptureUnsupported, hipErrorStreamCaptureWrongThread, hipGraph_t, hipGraphExec_t,
    hipGraphNode_t, hipStream_t, hipStreamCaptureMode, hipStreamCaptureModeThreadLocal,
};

use super::streams::enqueue;
use crate::queue::{Capture, Work};
use crate::state::{OnFailure, call};

#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) -> hipError_t {
    call("hipStreamBeginCapture", OnFailure::Skip, |state| {
        if stream.is_null() {
            return Err(hipErrorStreamCaptureUnsupported);
        }
        if mode != hipStreamCaptureModeThreadLocal {
            return Err(hipErrorInvalidValue);
        }
        let name = state.stream_name(stream.0);
        match state.stream(stream.0) {
            None => Err(state.not_alive("hipStreamBeginCapture", name)),
            Some(found) if found.capture.is_some() => Err(hipErrorIllegalState),
            Some(found) => {
                let thread = thread::current().id();
                found.capture = Some(Capture { thread, noted: Vec::new(), spoilt: false });
                Ok(format!("({name})"))
            }
        }
    })
}

/// Ends the capture also where it fails, as the real one does.
#[unsafe(no_mangle)]
unsafe extern "C" fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) -> hipError_t {
    let mut made = hipGraph_t::NULL;
    let answer = call("hipStreamEndCapture", OnFailure::RunAnyway, |state| {
        let name = state.stream_name(stream.0);
        let Some(found) = state.stream(stream.0) else {
            return Err(state.not_alive("hipStreamEndCapture", name));
        };
        let mut capture = found.capture.take().ok_or(hipErrorIllegalState)?;
        if capture.thread != thread::current().id() {
            return Err(hipErrorStreamCaptureWrongThread);
        }
        if capture.spoilt {
            return Err(hipErrorStreamCaptureInvalidated);
        }
        made.0 = state.graphs.insert(take(&mut capture.noted));
        Ok(format!("({name}) = {}", state.graphs.name(made.0)))
    });
    // SAFETY: the caller's to be written. Also after a failure that was asked for: the graph is the caller's to destroy.
    unsafe { *graph = made };
    answer
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphInstantiate(
    executable: *mut hipGraphExec_t,
    graph: hipGraph_t,
    _error_node: *mut hipGraphNode_t,
    _log: *mut c_char,
    _log_bytes: usize,
) -> hipError_t {
    call("hipGraphInstantiate", OnFailure::Skip, |state| {
        let name = state.graphs.name(graph.0);
        let Some(work) = state.graphs.get(graph.0).cloned() else {
            return Err(state.not_alive("hipGraphInstantiate", name));
        };
        let made = state.executables.insert(work);
        // SAFETY: the caller's to be written.
        unsafe { *executable = hipGraphExec_t(made) };
        Ok(format!("({name}) = {}", state.executables.name(made)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphLaunch(executable: hipGraphExec_t, stream: hipStream_t) -> hipError_t {
    call("hipGraphLaunch", OnFailure::Skip, |state| {
        let name = state.executables.name(executable.0);
        let Some(mut work) = state.executables.get(executable.0).cloned() else {
            return Err(state.not_alive("hipGraphLaunch", name));
        };
        work.push(Work::EndOfGraph(executable.0));
        for work in work {
            let launch = if let Work::Launch(launch) = &work { Some(launch.module) } else { None };
            if let Some(module) = launch.filter(|&module| state.modules.get(module).is_none()) {
                let module = state.modules.name(module);
                state.misused(format!("{name} was launched without {module}"));
            }
            enqueue(state, "hipGraphLaunch", stream, work)?;
        }
        Ok(format!("({name}) in {}", state.stream_name(stream.0)))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphExecDestroy(executable: hipGraphExec_t) -> hipError_t {
    call("hipGraphExecDestroy", OnFailure::RunAnyway, |state| {
        let name = state.executables.name(executable.0);
        if state.executables.remove(executable.0).is_none() {
            return Err(state.not_alive("hipGraphExecDestroy", name));
        }
        if state.in_flight(|work| matches!(work, Work::EndOfGraph(graph) if *graph == executable.0)) {
            state.misused(format!("{name} was destroyed while in flight"));
        }
        Ok(format!("({name})"))
    })
}

#[unsafe(no_mangle)]
unsafe extern "C" fn hipGraphDestroy(graph: hipGraph_t) -> hipError_t {
    call("hipGraphDestroy", OnFailure::RunAnyway, |state| {
        let name = state.graphs.name(graph.0);
        match state.graphs.remove(graph.0) {
            Some(_) => Ok(format!("({name})")),
            None => Err(state.not_alive("hipGraphDestroy", name)),
        }
    })
}
