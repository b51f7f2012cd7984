//! Everything the stand-in knows, and the frame around every call: counted, made to fail if so wished, recorded.

use std::collections::BTreeMap;
use std::ffi::{CString, c_int, c_void};
use std::sync::{Mutex, PoisonError};
use std::thread;

use hip_sys::{
    hipError_t, hipErrorInvalidHandle, hipErrorLaunchFailure, hipErrorStreamCaptureUnsupported, hipSuccess,
};

use crate::executor::Executor;
use crate::image::{Image, Kernel};
use crate::memory::Memory;
use crate::objects::Objects;
use crate::queue::{Stream, Work};

/// The devices, all alike.
#[derive(Debug)]
pub(crate) struct Devices {
    pub(crate) count: c_int,
    pub(crate) architecture: String,
    pub(crate) warp_size: c_int,
}

/// A kernel with its module.
#[derive(Debug)]
pub(crate) struct Function {
    pub(crate) module: *mut c_void,
    pub(crate) kernel: Kernel,
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) devices: Devices,
    pub(crate) memory: Memory,
    pub(crate) legacy: Stream,
    pub(crate) streams: Objects<Stream>,
    /// Whether each has passed.
    pub(crate) events: Objects<bool>,
    pub(crate) modules: Objects<Image>,
    /// Not counted: a module takes its functions along.
    pub(crate) functions: Objects<Function>,
    pub(crate) graphs: Objects<Vec<Work>>,
    pub(crate) executables: Objects<Vec<Work>>,
    /// What executes kernels, where they are executed.
    pub(crate) executor: Option<Executor>,
    /// What a kernel did wrong that nobody was told yet.
    pub(crate) fault: Option<String>,
    calls: BTreeMap<&'static str, u32>,
    failures: Vec<(String, u32, hipError_t)>,
    pub(crate) trace: Vec<String>,
    pub(crate) misuse: Vec<String>,
    /// What `hipGetErrorString` has said, which is never freed.
    pub(crate) texts: BTreeMap<u32, CString>,
}

// SAFETY: the pointers are handles, followed by nobody.
unsafe impl Send for State {}

static STATE: Mutex<State> = Mutex::new(State::new());

/// Runs something on the state.
pub(crate) fn with<T>(f: impl FnOnce(&mut State) -> T) -> T {
    f(&mut STATE.lock().unwrap_or_else(PoisonError::into_inner))
}

/// A call of the runtime's function: `body` does it and gives what the trace says after the name. Where the call was
/// told to fail, `on_failure` says whether `body` runs. A call that waits for work tells what a kernel did wrong.
pub(crate) fn call(
    function: &'static str,
    on_failure: OnFailure,
    body: impl FnOnce(&mut State) -> Result<String, hipError_t>,
) -> hipError_t {
    with(|state| {
        let count = state.calls.entry(function).or_default();
        *count += 1;
        let count = *count;
        let wanted = state.failures.iter().find(|(name, nth, _)| name == function && *nth == count);
        let wanted = wanted.map(|&(_, _, code)| code);
        let done = match (wanted, on_failure) {
            (Some(code), OnFailure::Skip) => Err(code),
            (Some(code), OnFailure::RunAnyway) => body(state).and(Err(code)),
            (None, _) => body(state),
        };
        let waits = function.ends_with("Synchronize");
        let done = match state.fault.take_if(|_| waits) {
            Some(_) => done.and(Err(hipErrorLaunchFailure)),
            None => done,
        };
        match done {
            Ok(line) => {
                state.trace.push(format!("{function}{line}"));
                hipSuccess
            }
            Err(code) => {
                state.trace.push(format!("{function} failed: {code:?}"));
                code
            }
        }
    })
}

/// What becomes of a call that fails because it was told to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum OnFailure {
    /// It does nothing.
    Skip,
    /// It waits or gives something back, and does so nevertheless: the error is one that work has left behind.
    RunAnyway,
}

impl State {
    pub(crate) const fn new() -> Self {
        Self {
            devices: Devices { count: 1, architecture: String::new(), warp_size: 64 },
            memory: Memory::new(),
            legacy: Stream::new(),
            streams: Objects::new("stream", 1),
            events: Objects::new("event", 2),
            modules: Objects::new("module", 3),
            functions: Objects::new("function", 4),
            graphs: Objects::new("graph", 5),
            executables: Objects::new("executable", 6),
            executor: None,
            fault: None,
            calls: BTreeMap::new(),
            failures: Vec::new(),
            trace: Vec::new(),
            misuse: Vec::new(),
            texts: BTreeMap::new(),
        }
    }

    /// Lets the `nth` call of the function fail, counted from the first ever.
    pub(crate) fn fail(&mut self, function: String, nth: u32, code: hipError_t) {
        self.failures.push((function, nth, code));
    }

    /// Notes what a program must not do.
    pub(crate) fn misused(&mut self, what: String) {
        self.misuse.push(what);
    }

    /// The error for a handle of nothing that is alive.
    pub(crate) fn not_alive(&mut self, function: &str, name: String) -> hipError_t {
        self.misused(format!("{function} was given {name}, which is not alive"));
        hipErrorInvalidHandle
    }

    /// Refuses what may not happen in a thread that captures, and spoils its captures, as the real runtime does.
    pub(crate) fn refuse_while_capturing(&mut self) -> Result<(), hipError_t> {
        let thread = thread::current().id();
        let handles: Vec<_> = self.streams.iter().map(|(handle, _)| handle).collect();
        let mut refused = false;
        for handle in handles {
            let capture = self.streams.get(handle).and_then(|stream| stream.capture.as_mut());
            if let Some(capture) = capture.filter(|capture| capture.thread == thread) {
                capture.spoilt = true;
                refused = true;
            }
        }
        if refused { Err(hipErrorStreamCaptureUnsupported) } else { Ok(()) }
    }

    /// How a trace calls a stream.
    pub(crate) fn stream_name(&self, stream: *mut c_void) -> String {
        if stream.is_null() { "legacy stream".into() } else { self.streams.name(stream) }
    }

    /// Everything that has not been given back, in words.
    pub(crate) fn live(&self) -> Vec<String> {
        let memory = self.memory.live().len();
        let memory = (memory > 0).then(|| format!("{memory} × memory"));
        let objects = [
            self.streams.count(),
            self.events.count(),
            self.modules.count(),
            self.graphs.count(),
            self.executables.count(),
        ];
        memory.into_iter().chain(objects.into_iter().flatten()).collect()
    }
}
