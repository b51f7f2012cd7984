//! Handles, constants and structs.

use std::ffi::{c_char, c_int, c_uint, c_void};

/// Opaque handles: pointers that only the runtime follows.
macro_rules! handles {
    ($($(#[$doc:meta])+ $name:ident;)+) => {
        $(
            $(#[$doc])+
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            #[repr(transparent)]
            pub struct $name(pub *mut c_void);

            impl $name {
                /// No such thing; of streams, the device's legacy stream.
                pub const NULL: Self = Self(std::ptr::null_mut());

                /// Whether it is [`NULL`](Self::NULL).
                pub fn is_null(self) -> bool {
                    self.0.is_null()
                }
            }

            // SAFETY: the handle alone does nothing, and the runtime's functions may be called from any thread.
            unsafe impl Send for $name {}
            // SAFETY: as above.
            unsafe impl Sync for $name {}
        )+
    };
}

handles! {
    /// A queue of work on a device, done in order. `NULL` is the device's legacy stream.
    hipStream_t;
    /// A point in a stream that can be waited for and timed.
    hipEvent_t;
    /// A code object that is loaded on a device.
    hipModule_t;
    /// A kernel of a module, valid as long as that.
    hipFunction_t;
    /// Work as a graph, captured from a stream.
    hipGraph_t;
    /// A graph that is ready to launch.
    hipGraphExec_t;
    /// A node of a graph.
    hipGraphNode_t;
    /// An address in a device's memory, or one that both sides can reach.
    hipDeviceptr_t;
}

/// Enumerations of the headers, open for values that these bindings do not know.
macro_rules! enumerations {
    ($($(#[$doc:meta])+ $type:ident { $($(#[$value_doc:meta])+ $name:ident = $value:literal;)+ })+) => {
        $(
            $(#[$doc])+
            #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
            #[repr(transparent)]
            pub struct $type(pub c_uint);

            $($(#[$value_doc])+ pub const $name: $type = $type($value);)+
        )+

        /// Every constant with its value, for the check against the headers.
        #[doc(hidden)]
        pub const ENUMERATIONS: &[(&str, c_uint)] = &[$($((stringify!($name), $value)),+),+];
    };
}

enumerations! {
    /// From where to where a copy goes.
    hipMemcpyKind {
        /// From the host to the device.
        hipMemcpyHostToDevice = 1;
        /// From the device to the host.
        hipMemcpyDeviceToHost = 2;
        /// Within the device.
        hipMemcpyDeviceToDevice = 3;
    }
    /// What a capture forbids that could disturb it.
    hipStreamCaptureMode {
        /// Such calls of every thread.
        hipStreamCaptureModeGlobal = 0;
        /// Such calls of the thread that captures.
        hipStreamCaptureModeThreadLocal = 1;
        /// None.
        hipStreamCaptureModeRelaxed = 2;
    }
}

/// Of [`hipStreamCreateWithFlags`](crate::Runtime::hipStreamCreateWithFlags): the stream and the legacy stream do not
/// wait for each other.
pub const hipStreamNonBlocking: c_uint = 1;

/// Of [`hipEventCreateWithFlags`](crate::Runtime::hipEventCreateWithFlags): the event has a time.
pub const hipEventDefault: c_uint = 0;

/// What a device is, as [`hipGetDevicePropertiesR0600`](crate::Runtime::hipGetDevicePropertiesR0600) of ROCm 6 and later
/// writes it. Only what is of use here has a name; the rest is padding of the right size.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipDeviceProp_tR0600 {
    /// The device's name, ended by a zero.
    pub name: [c_char; 256],
    _uuid_to_luid: [u8; 32],
    /// Bytes of its memory.
    pub totalGlobalMem: usize,
    /// Bytes of shared memory that a block may have.
    pub sharedMemPerBlock: usize,
    _regs_per_block: c_int,
    /// Lanes of a warp.
    pub warpSize: c_int,
    _pitch_to_overlap: [u8; 76],
    /// Compute units.
    pub multiProcessorCount: c_int,
    _timeout_to_reserved: [u8; 768],
    /// The architecture with its features, ended by a zero: `gfx942:sramecc+:xnack-`.
    pub gcnArchName: [c_char; 256],
    _shared_to_revision: [u8; 56],
}

/// What a device is, as [`hipGetDeviceProperties`](crate::Runtime::hipGetDeviceProperties) writes it: the only layout of
/// ROCm 5, and what later versions still give under the old name.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipDeviceProp_tR0000 {
    /// The device's name, ended by a zero.
    pub name: [c_char; 256],
    /// Bytes of its memory.
    pub totalGlobalMem: usize,
    /// Bytes of shared memory that a block may have.
    pub sharedMemPerBlock: usize,
    _regs_per_block: c_int,
    /// Lanes of a warp.
    pub warpSize: c_int,
    _threads_to_minor: [u8; 56],
    /// Compute units.
    pub multiProcessorCount: c_int,
    _cache_to_arch: [u8; 56],
    /// The architecture with its features, ended by a zero: `gfx90a:sramecc+:xnack-`.
    pub gcnArchName: [c_char; 256],
    _integrated_to_page_tables: [u8; 140],
}
