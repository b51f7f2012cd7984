//! hiprtc's functions, looked up by name.

use std::ffi::{c_char, c_int, c_void};

use hip_sys::load::{Library, LoadError, candidates};

use crate::hiprtcResult;

/// Where hiprtc may be, newest first. ROCm 5 has it inside the HIP runtime, and later runtimes have a copy.
pub const LIBRARIES: &[&str] = if cfg!(windows) {
    &[
        "hiprtc0702.dll",
        "hiprtc0701.dll",
        "hiprtc0700.dll",
        "hiprtc0604.dll",
        "hiprtc0603.dll",
        "hiprtc0602.dll",
        "hiprtc0601.dll",
        "hiprtc0600.dll",
        "hiprtc0507.dll",
        "hiprtc0506.dll",
        "hiprtc0505.dll",
        "hiprtc.dll",
        "amdhip64_7.dll",
        "amdhip64_6.dll",
        "amdhip64.dll",
    ]
} else {
    &[
        "libhiprtc.so.7",
        "libhiprtc.so.6",
        "libhiprtc.so.5",
        "libhiprtc.so",
        "libamdhip64.so.7",
        "libamdhip64.so.6",
        "libamdhip64.so.5",
        "libamdhip64.so",
    ]
};

/// A program: a source that is, or can be, compiled.
#[allow(non_camel_case_types, reason = "the library's name for it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(transparent)]
pub struct hiprtcProgram(pub *mut c_void);

impl hiprtcProgram {
    /// No program yet.
    pub const NULL: Self = Self(std::ptr::null_mut());
}

macro_rules! functions {
    ($($(#[$doc:meta])* $name:ident: fn($($argument:ident: $ty:ty),*) -> $result:ty;)+) => {
        /// hiprtc's functions; one that the library does not have is `None`.
        #[allow(non_snake_case, reason = "the library's names for them")]
        #[derive(Clone, Copy, Debug)]
        #[non_exhaustive]
        pub struct Functions {
            $($(#[$doc])* pub $name: Option<unsafe extern "C" fn($($argument: $ty),*) -> $result>,)+
        }

        impl Functions {
            /// Looks every function up.
            ///
            /// # Safety
            /// What the library exports under hiprtc's names is hiprtc's.
            pub unsafe fn of(library: &Library) -> Self {
                // SAFETY: the types are those of AMD's header, and the caller promises that it is that library.
                unsafe { Self { $($name: library.function(stringify!($name)),)+ } }
            }
        }
    };
}

functions! {
    /// The version of the interface, which is 9.0 for every ROCm so far: [`Compiler::version`](crate::Compiler::version)
    /// tells them apart.
    hiprtcVersion: fn(major: *mut c_int, minor: *mut c_int) -> hiprtcResult;
    /// What a result means, as text that lives as long as the library.
    hiprtcGetErrorString: fn(result: hiprtcResult) -> *const c_char;
    /// Makes a program of a source, a file name for messages, and headers with the names by which they are included.
    hiprtcCreateProgram: fn(
        program: *mut hiprtcProgram,
        source: *const c_char,
        name: *const c_char,
        headers: c_int,
        header_sources: *const *const c_char,
        header_names: *const *const c_char
    ) -> hiprtcResult;
    /// Compiles. The options are passed as a mutable array in AMD's header, but are only read. **Ends the process** for
    /// an architecture that it does not know.
    hiprtcCompileProgram: fn(program: hiprtcProgram, options: c_int, list: *const *const c_char) -> hiprtcResult;
    /// The size of the log in bytes: without a terminator, unlike NVRTC's.
    hiprtcGetProgramLogSize: fn(program: hiprtcProgram, size: *mut usize) -> hiprtcResult;
    /// Writes as many bytes as the size says, and no terminator.
    hiprtcGetProgramLog: fn(program: hiprtcProgram, log: *mut c_char) -> hiprtcResult;
    /// The size of the code object in bytes.
    hiprtcGetCodeSize: fn(program: hiprtcProgram, size: *mut usize) -> hiprtcResult;
    /// Writes the code object.
    hiprtcGetCode: fn(program: hiprtcProgram, code: *mut c_char) -> hiprtcResult;
    /// Destroys the program and sets it to null.
    hiprtcDestroyProgram: fn(program: *mut hiprtcProgram) -> hiprtcResult;
}

/// Opens the first library that has hiprtc in it.
pub(crate) fn open() -> Result<(Library, Functions), LoadError> {
    let bind = |library: &Library| {
        // SAFETY: nothing but ROCm has libraries of these names.
        let functions = unsafe { Functions::of(library) };
        functions.hiprtcCompileProgram.map(|_| functions).ok_or_else(|| "it has no hiprtc in it".to_owned())
    };
    // SAFETY: nothing but ROCm has libraries of these names, and those may be loaded at any time.
    unsafe { Library::open_with(&candidates(LIBRARIES), bind) }
}
