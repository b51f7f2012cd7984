//! The CUDA driver's functions.
//!
//! cudarc has bindings of them too, and owns the context here. What is called often or may fail goes through these: a
//! function that the driver lacks is an error and no panic, an unknown error code is a number and no invalid enum, and
//! no function depends on the version of CUDA that cudarc was built for.

use std::ffi::{CStr, c_char, c_int, c_uint, c_ulonglong, c_void};
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use cudarc::driver::sys::{
    CUcontext, CUdevice, CUdeviceptr, CUevent, CUfunction, CUgraph, CUgraphExec, CUmodule, CUstream,
};

use super::library::{self, Failure, Found, functions};
use crate::{Error, LibraryError};

/// What messages call it.
pub(super) const WHAT: &str = "the CUDA driver (libcuda)";

functions! {
    /// The driver's functions that are used here or by cudarc on our behalf.
    struct Driver;
    fn cuInit(flags: c_uint);
    fn cuDriverGetVersion(version: *mut c_int);
    fn cuGetErrorName(code: c_int, name: *mut *const c_char);
    fn cuGetErrorString(code: c_int, text: *mut *const c_char);
    fn cuDeviceGetCount(count: *mut c_int);
    fn cuDeviceGet(device: *mut CUdevice, index: c_int);
    fn cuDeviceGetName(name: *mut c_char, length: c_int, device: CUdevice);
    fn cuDeviceGetAttribute(value: *mut c_int, attribute: c_int, device: CUdevice);
    fn cuDeviceTotalMem_v2(bytes: *mut usize, device: CUdevice);
    fn cuDevicePrimaryCtxRetain(context: *mut CUcontext, device: CUdevice);
    fn cuDevicePrimaryCtxRelease_v2(device: CUdevice);
    fn cuCtxGetCurrent(context: *mut CUcontext);
    fn cuCtxSetCurrent(context: CUcontext);
    fn cuThreadExchangeStreamCaptureMode(mode: *mut c_int);
    fn cuMemAlloc_v2(pointer: *mut CUdeviceptr, bytes: usize);
    fn cuMemFree_v2(pointer: CUdeviceptr);
    fn cuMemGetInfo_v2(free: *mut usize, total: *mut usize);
    fn cuMemcpyHtoDAsync_v2(to: CUdeviceptr, from: *const c_void, bytes: usize, stream: CUstream);
    fn cuMemcpyDtoHAsync_v2(to: *mut c_void, from: CUdeviceptr, bytes: usize, stream: CUstream);
    fn cuMemsetD8Async(to: CUdeviceptr, value: u8, bytes: usize, stream: CUstream);
    fn cuStreamCreate(stream: *mut CUstream, flags: c_uint);
    fn cuStreamDestroy_v2(stream: CUstream);
    fn cuStreamSynchronize(stream: CUstream);
    fn cuStreamWaitEvent(stream: CUstream, event: CUevent, flags: c_uint);
    fn cuStreamIsCapturing(stream: CUstream, status: *mut c_int);
    fn cuStreamBeginCapture_v2(stream: CUstream, mode: c_int);
    fn cuStreamEndCapture(stream: CUstream, graph: *mut CUgraph);
    fn cuEventCreate(event: *mut CUevent, flags: c_uint);
    fn cuEventRecord(event: CUevent, stream: CUstream);
    fn cuEventSynchronize(event: CUevent);
    fn cuEventElapsedTime(milliseconds: *mut f32, start: CUevent, end: CUevent);
    fn cuEventDestroy_v2(event: CUevent);
    fn cuGraphInstantiateWithFlags(executable: *mut CUgraphExec, graph: CUgraph, flags: c_ulonglong);
    fn cuGraphLaunch(graph: CUgraphExec, stream: CUstream);
    fn cuGraphDestroy(graph: CUgraph);
    fn cuGraphExecDestroy(graph: CUgraphExec);
    fn cuModuleLoadData(module: *mut CUmodule, image: *const c_void);
    fn cuModuleGetFunction(function: *mut CUfunction, module: CUmodule, name: *const c_char);
    fn cuModuleUnload(module: CUmodule);
    fn cuFuncSetAttribute(function: CUfunction, attribute: c_int, value: c_int);
    fn cuLaunchKernel(
        function: CUfunction,
        grid_x: c_uint, grid_y: c_uint, grid_z: c_uint,
        block_x: c_uint, block_y: c_uint, block_z: c_uint,
        shared_bytes: c_uint,
        stream: CUstream,
        arguments: *mut *mut c_void,
        extra: *mut *mut c_void,
    );
}

impl Driver {
    /// The driver, opened once in a process. A failure is not kept: the library may be installed later.
    pub(super) fn get() -> Result<&'static Found<Self>, LibraryError> {
        static LOADED: Mutex<Option<&'static Found<Driver>>> = Mutex::new(None);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(driver) = *loaded {
            return Ok(driver);
        }
        let remedy = || {
            "install NVIDIA's driver (Debian: `nvidia-driver`; Ubuntu: `ubuntu-drivers install`; on Windows it comes with the \
             display driver); \
             in a container, let the runtime pass the GPU through"
                .into()
        };
        let driver = library::open(WHAT, remedy, names(), |library, _| {
            // cudarc opens the driver by its bare name: what was opened by a path must be what that name then finds.
            library::library(bare_name().as_os_str())
                .map_err(|reason| format!("found, but not by name: {reason}"))?;
            Self::bind(library)
        })?;
        Ok(loaded.insert(Box::leak(Box::new(driver))))
    }

    /// The newest CUDA that the driver understands, as (major, minor).
    pub(super) fn version(&self) -> Result<(u32, u32), Failure> {
        let mut version = 0;
        // SAFETY: the pointer is to an integer; the function needs no initialisation.
        unsafe { self.cuDriverGetVersion(&mut version)? };
        Ok((version.unsigned_abs() / 1000, version.unsigned_abs() % 1000 / 10))
    }

    /// Initialises the driver, which may be done often.
    pub(super) fn initialise(&self) -> Result<(), Failure> {
        // SAFETY: 0 is the only legal flag.
        unsafe { self.cuInit(0) }
    }

    /// The error behind a failure on a device, or of the driver itself.
    pub(super) fn error(&self, device: &str, failure: Failure) -> Error {
        Error::Call {
            device: device.into(),
            function: failure.function,
            code: failure.code.into(),
            name: self.describe(Self::cuGetErrorName, failure.code).unwrap_or_else(|| "an unknown error".into()),
            message: self
                .describe(Self::cuGetErrorString, failure.code)
                .unwrap_or_else(|| "the driver has no message for it".into()),
        }
    }

    fn describe(
        &self,
        ask: unsafe fn(&Self, c_int, *mut *const c_char) -> Result<(), Failure>,
        code: c_int,
    ) -> Option<String> {
        let mut text = ptr::null();
        // SAFETY: any code may be asked about, and the pointer is to a pointer.
        unsafe { ask(self, code, &mut text) }.ok()?;
        // SAFETY: the driver answers with a string of its own that lives as long as the library, or with null.
        (!text.is_null()).then(|| unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }
}

/// The name under which the dynamic loader knows the driver, once it is open.
fn bare_name() -> PathBuf {
    if cfg!(windows) { "nvcuda.dll" } else { "libcuda.so.1" }.into()
}

/// The names tried. Where WSL and NixOS keep the driver, not every loader looks.
fn names() -> impl Iterator<Item = PathBuf> {
    let elsewhere = ["/usr/lib/wsl/lib", "/run/opengl-driver/lib"]
        .into_iter()
        .filter(|directory| cfg!(unix) && Path::new(directory).is_dir())
        .map(|directory| Path::new(directory).join(bare_name()));
    let development = cfg!(unix).then(|| "libcuda.so".into());
    [bare_name()].into_iter().chain(development).chain(elsewhere)
}
