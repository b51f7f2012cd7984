//! The functions, each looked up by its name when the library is opened, and each optional.

use std::ffi::{c_char, c_float, c_int, c_uint, c_void};
use std::fmt;
use std::path::Path;

use thiserror::Error;

use crate::load::{Library, LoadError, candidates};
use crate::*;

/// The names that the runtime has, newest first.
const NAMES: &[&str] = if cfg!(windows) {
    &["amdhip64_7.dll", "amdhip64_6.dll", "amdhip64.dll"]
} else {
    &["libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"]
};

/// A function that the library does not have.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{library} has no function `{function}`")]
#[non_exhaustive]
pub struct MissingFunction {
    /// The function.
    pub function: &'static str,
    /// The library, by the name that it was opened by.
    pub library: String,
}

/// Declares the table: a field and a method a function, and the signatures for the check against the headers.
macro_rules! functions {
    ($($(#[$doc:meta])+ fn $name:ident($($argument:ident: $type:ty),*) -> $answer:ty;)+) => {
        #[derive(Clone, Copy)]
        struct Table {
            $($name: Option<unsafe extern "C" fn($($type),*) -> $answer>,)+
        }

        impl Table {
            fn of(library: &Library) -> Self {
                // SAFETY: the types are those of the headers, which the test `layout` compares them with.
                unsafe { Self { $($name: library.function(stringify!($name)),)+ } }
            }
        }

        impl Runtime {
            $(
                $(#[$doc])+
                ///
                /// # Errors
                /// When the library has no such function.
                ///
                /// # Safety
                /// As the headers say: pointers and handles are good for what the function does with them.
                #[allow(clippy::too_many_arguments, reason = "the headers' arguments")]
                pub unsafe fn $name(&self, $($argument: $type),*) -> Result<$answer, MissingFunction> {
                    match self.table.$name {
                        // SAFETY: the caller promises it.
                        Some(function) => Ok(unsafe { function($($argument),*) }),
                        None => Err(self.missing(stringify!($name))),
                    }
                }
            )+

            /// Whether the library has the function.
            pub fn has(&self, function: &str) -> bool {
                match function {
                    $(stringify!($name) => self.table.$name.is_some(),)+
                    _ => false,
                }
            }
        }

        /// Every function with the types of its arguments and its answer, for the check against the headers.
        #[doc(hidden)]
        pub const SIGNATURES: &[(&str, &[&str], &str)] =
            &[$((stringify!($name), &[$(stringify!($type)),*], stringify!($answer))),+];
    };
}

/// The HIP runtime: a loaded `amdhip64`. Every method is the function of its name, or an error where the library has
/// none.
///
/// The library stays loaded until the process ends, also when this is dropped.
pub struct Runtime {
    library: Library,
    table: Table,
}

impl Runtime {
    /// Opens the runtime of this machine: the newest of its names that is found in `ROCM_PATH`, where the system
    /// searches, or in `/opt/rocm`.
    ///
    /// # Errors
    /// When there is none; the error has every name that was tried, and why it did not do.
    pub fn open() -> Result<Self, LoadError> {
        // SAFETY: ROCm's libraries are made to be loaded at any time; another library of these names is none.
        unsafe { Library::open(&candidates(NAMES)) }.map(Self::of)
    }

    /// Opens this file.
    ///
    /// # Errors
    /// When it cannot be loaded.
    ///
    /// # Safety
    /// It is a HIP runtime: its functions have the types that the headers say, and its initialisers are sound to run.
    pub unsafe fn open_path(path: &Path) -> Result<Self, LoadError> {
        // SAFETY: the caller promises it.
        unsafe { Library::open(&[path]) }.map(Self::of)
    }

    fn of(library: Library) -> Self {
        Self { table: Table::of(&library), library }
    }

    /// The name or path by which it was opened.
    pub fn name(&self) -> &str {
        self.library.name()
    }

    fn missing(&self, function: &'static str) -> MissingFunction {
        MissingFunction { function, library: self.name().into() }
    }
}

impl fmt::Debug for Runtime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Runtime").field(&self.name()).finish()
    }
}

functions! {
    /// Initialises the runtime; `flags` is 0.
    fn hipInit(flags: c_uint) -> hipError_t;
    /// The runtime's version: `major * 10_000_000 + minor * 100_000 + patch`. Works without a device.
    fn hipRuntimeGetVersion(version: *mut c_int) -> hipError_t;
    /// How many devices there are; [`hipErrorNoDevice`] where there is none.
    fn hipGetDeviceCount(count: *mut c_int) -> hipError_t;
    /// The calling thread's device.
    fn hipGetDevice(device: *mut c_int) -> hipError_t;
    /// Makes it the calling thread's device.
    fn hipSetDevice(device: c_int) -> hipError_t;
    /// What a device is, in the layout of ROCm 6; ROCm 5 has no such function.
    fn hipGetDevicePropertiesR0600(properties: *mut hipDeviceProp_tR0600, device: c_int) -> hipError_t;
    /// What a device is, in the layout of ROCm 5.
    fn hipGetDeviceProperties(properties: *mut hipDeviceProp_tR0000, device: c_int) -> hipError_t;
    /// What a code means, ended by a zero and never freed.
    fn hipGetErrorString(error: hipError_t) -> *const c_char;

    /// Bytes of the thread's device that are free, and all it has.
    fn hipMemGetInfo(free: *mut usize, total: *mut usize) -> hipError_t;
    /// Memory of the thread's device; null and success for 0 bytes.
    fn hipMalloc(pointer: *mut hipDeviceptr_t, bytes: usize) -> hipError_t;
    /// Gives memory back, and waits for the device first.
    fn hipFree(pointer: hipDeviceptr_t) -> hipError_t;
    /// Sets bytes, in stream order.
    fn hipMemsetAsync(to: hipDeviceptr_t, value: c_int, bytes: usize, stream: hipStream_t) -> hipError_t;
    /// Copies bytes, in stream order; host memory is in use until the stream has come past it.
    fn hipMemcpyAsync(
        to: *mut c_void,
        from: *const c_void,
        bytes: usize,
        kind: hipMemcpyKind,
        stream: hipStream_t
    ) -> hipError_t;

    /// A new stream of the thread's device.
    fn hipStreamCreateWithFlags(stream: *mut hipStream_t, flags: c_uint) -> hipError_t;
    /// Gives a stream back.
    fn hipStreamDestroy(stream: hipStream_t) -> hipError_t;
    /// Waits for everything in the stream.
    fn hipStreamSynchronize(stream: hipStream_t) -> hipError_t;
    /// Lets what is enqueued in the stream from now on begin after the event; `flags` is 0.
    fn hipStreamWaitEvent(stream: hipStream_t, event: hipEvent_t, flags: c_uint) -> hipError_t;

    /// A new event of the thread's device.
    fn hipEventCreateWithFlags(event: *mut hipEvent_t, flags: c_uint) -> hipError_t;
    /// Puts the event into the stream.
    fn hipEventRecord(event: hipEvent_t, stream: hipStream_t) -> hipError_t;
    /// Waits for the event.
    fn hipEventSynchronize(event: hipEvent_t) -> hipError_t;
    /// Milliseconds between two events that have passed.
    fn hipEventElapsedTime(milliseconds: *mut c_float, start: hipEvent_t, stop: hipEvent_t) -> hipError_t;
    /// Gives an event back; work that waits for it goes on to.
    fn hipEventDestroy(event: hipEvent_t) -> hipError_t;

    /// Loads a code object on the thread's device. The runtime may keep the image's address, so it outlives the module.
    fn hipModuleLoadData(module: *mut hipModule_t, image: *const c_void) -> hipError_t;
    /// The kernel of this name, valid as long as the module.
    fn hipModuleGetFunction(function: *mut hipFunction_t, module: hipModule_t, name: *const c_char) -> hipError_t;
    /// Gives a module back.
    fn hipModuleUnload(module: hipModule_t) -> hipError_t;
    /// Enqueues a kernel: blocks, threads of a block, bytes of shared memory, stream, and where each argument's value
    /// lies. The values are copied before it returns; `extra` is null.
    fn hipModuleLaunchKernel(
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
        extra: *mut *mut c_void
    ) -> hipError_t;

    /// From now on, work in the stream is noted instead of done.
    fn hipStreamBeginCapture(stream: hipStream_t, mode: hipStreamCaptureMode) -> hipError_t;
    /// Ends the capture; the graph is null where it was spoilt.
    fn hipStreamEndCapture(stream: hipStream_t, graph: *mut hipGraph_t) -> hipError_t;
    /// Makes a graph ready to launch. The last three may be null, null and 0.
    fn hipGraphInstantiate(
        executable: *mut hipGraphExec_t,
        graph: hipGraph_t,
        error_node: *mut hipGraphNode_t,
        log: *mut c_char,
        log_bytes: usize
    ) -> hipError_t;
    /// Enqueues the graph's work.
    fn hipGraphLaunch(executable: hipGraphExec_t, stream: hipStream_t) -> hipError_t;
    /// Gives an executable graph back.
    fn hipGraphExecDestroy(executable: hipGraphExec_t) -> hipError_t;
    /// Gives a graph back; what was instantiated from it stays.
    fn hipGraphDestroy(graph: hipGraph_t) -> hipError_t;
}
