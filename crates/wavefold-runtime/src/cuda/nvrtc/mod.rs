//! NVRTC, NVIDIA's run-time compiler, which needs no GPU.
//!
//! cudarc has bindings of it too, but opens `libnvrtc.so` before any other name, whatever that is, knows no folder, and
//! panics where it finds nothing. These functions are opened where they are and answer with errors.

mod places;

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Mutex, Once, PoisonError};

use wavefold_codegen::Fp;

use self::places::{keep_builtins_open, names};
use super::library::{self, Failure, Found, functions};
use crate::{Error, LibraryError};

/// What messages call it.
pub(super) const WHAT: &str = "NVIDIA's run-time compiler (NVRTC)";

/// The answer to a text that does not compile.
const DOES_NOT_COMPILE: c_int = 6;

type Program = *mut c_void;

functions! {
    /// NVRTC's functions that are used here.
    struct Functions;
    fn nvrtcVersion(major: *mut c_int, minor: *mut c_int);
    fn nvrtcGetNumSupportedArchs(count: *mut c_int);
    fn nvrtcGetSupportedArchs(architectures: *mut c_int);
    fn nvrtcCreateProgram(
        program: *mut Program,
        source: *const c_char,
        name: *const c_char,
        headers: c_int,
        header_texts: *const *const c_char,
        header_names: *const *const c_char,
    );
    fn nvrtcCompileProgram(program: Program, count: c_int, options: *const *const c_char);
    fn nvrtcDestroyProgram(program: *mut Program);
    fn nvrtcGetProgramLogSize(program: Program, bytes: *mut usize);
    fn nvrtcGetProgramLog(program: Program, log: *mut c_char);
    fn nvrtcGetCUBINSize(program: Program, bytes: *mut usize);
    fn nvrtcGetCUBIN(program: Program, image: *mut c_char);
    fn nvrtcGetPTXSize(program: Program, bytes: *mut usize);
    fn nvrtcGetPTX(program: Program, image: *mut c_char);
}

/// NVRTC, opened.
#[derive(Debug)]
pub(super) struct Nvrtc {
    found: Found<Functions>,
    version: (u32, u32),
    architectures: Vec<u32>,
    warmed: Once,
}

/// Why there is no image.
pub(super) enum Refusal {
    /// The text does not compile: what the compiler says.
    Text(String),
    /// The compiler itself fails.
    Compiler(Error),
}

/// What is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    /// Machine code of this architecture: `sm_90` is 90.
    Machine(u32),
    /// PTX, which the driver compiles for a newer architecture.
    Virtual(u32),
}

impl Nvrtc {
    /// The compiler, opened once in a process: the newest whose code a driver understands that is as new as CUDA
    /// `driver_major`, else any. A failure is not kept: the library may be installed later.
    pub(super) fn get(driver_major: u32) -> Result<&'static Self, LibraryError> {
        static LOADED: Mutex<Option<&'static Nvrtc>> = Mutex::new(None);
        let mut loaded = LOADED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(nvrtc) = *loaded {
            return Ok(nvrtc);
        }
        let remedy = || {
            "install CUDA's NVRTC (Debian and Ubuntu: `libnvrtc12` or `cuda-nvrtc-13-0`; PyPI: `nvidia-cuda-nvrtc`), or \
             set CUDA_PATH to the folder that holds it"
                .into()
        };
        let found = library::open(WHAT, remedy, names(driver_major), |library, path| {
            keep_builtins_open(path);
            let functions = Functions::bind(library)?;
            let facts = functions.facts().map_err(|failure| {
                format!("its function `{}` fails with error {}", failure.function, failure.code)
            })?;
            Ok((functions, facts))
        })?;
        let Found { name, functions: (functions, (version, architectures)) } = found;
        let found = Found { name, functions };
        Ok(loaded.insert(Box::leak(Box::new(Self { found, version, architectures, warmed: Once::new() }))))
    }

    /// The name or path by which it was opened.
    pub(super) fn name(&self) -> &str {
        &self.found.name
    }

    /// Its version: `13.0`.
    pub(super) fn version(&self) -> String {
        format!("{}.{}", self.version.0, self.version.1)
    }

    /// What messages call it: `NVRTC 13.0`.
    pub(super) fn title(&self) -> String {
        format!("NVRTC {}", self.version())
    }

    /// The architectures that it makes machine code for: `sm_90` is 90.
    pub(super) fn architectures(&self) -> &[u32] {
        &self.architectures
    }

    /// Compiles next to nothing: the first compilation in a process reads the library from the disk.
    pub(super) fn warm(&self) {
        self.warmed.call_once(|| {
            if let Some(&architecture) = self.architectures.last() {
                let text = c"extern \"C\" __global__ void warm(float* x) { x[threadIdx.x] = 0.0f; }";
                // An unsuccessful one helps as much, and the next compilation has the error.
                let _ = self.compile(text, c"warm.hip", Target::Machine(architecture), Fp::Strict);
            }
        });
    }

    /// The image of a text: a cubin, or PTX with its terminator. Threads may compile at the same time.
    pub(super) fn compile(&self, source: &CStr, name: &CStr, target: Target, fp: Fp) -> Result<Vec<u8>, Refusal> {
        let nvrtc = &self.found.functions;
        let mut program = ProgramGuard { nvrtc, program: ptr::null_mut() };
        // SAFETY: both strings are terminated and outlive the program; there are no headers.
        unsafe {
            nvrtc.nvrtcCreateProgram(
                &mut program.program,
                source.as_ptr(),
                name.as_ptr(),
                0,
                ptr::null(),
                ptr::null(),
            )
        }
        .map_err(|failure| Refusal::Compiler(self.error(failure, "")))?;

        let options = options(target, fp);
        let options: Vec<_> = options.iter().map(|option| option.as_ptr()).collect();
        // SAFETY: the program is open, and the options are so many terminated strings.
        let compiled =
            unsafe { nvrtc.nvrtcCompileProgram(program.program, options.len() as c_int, options.as_ptr()) };
        if let Err(failure) = compiled {
            let log = self
                .output(&program, Functions::nvrtcGetProgramLogSize, Functions::nvrtcGetProgramLog)
                .map(|log| String::from_utf8_lossy(&log).trim_end_matches('\0').trim_end().to_owned())
                .unwrap_or_default();
            return Err(match failure.code {
                DOES_NOT_COMPILE => Refusal::Text(log),
                _ => Refusal::Compiler(self.error(failure, &log)),
            });
        }
        let image = match target {
            Target::Machine(_) => self.output(&program, Functions::nvrtcGetCUBINSize, Functions::nvrtcGetCUBIN),
            Target::Virtual(_) => self.output(&program, Functions::nvrtcGetPTXSize, Functions::nvrtcGetPTX),
        };
        image.map_err(|failure| Refusal::Compiler(self.error(failure, "")))
    }

    /// One of a program's outputs: its size, then its bytes.
    fn output(
        &self,
        program: &ProgramGuard<'_>,
        size: unsafe fn(&Functions, Program, *mut usize) -> Result<(), Failure>,
        get: unsafe fn(&Functions, Program, *mut c_char) -> Result<(), Failure>,
    ) -> Result<Vec<u8>, Failure> {
        let mut bytes = 0;
        // SAFETY: the program is open, the pointer is to a size.
        unsafe { size(program.nvrtc, program.program, &mut bytes)? };
        let mut output = vec![0; bytes];
        // SAFETY: the program is open, and the room is as large as it said.
        unsafe { get(program.nvrtc, program.program, output.as_mut_ptr().cast())? };
        Ok(output)
    }

    fn error(&self, failure: Failure, log: &str) -> Error {
        let message = if log.is_empty() { "no further explanation" } else { log };
        Error::Call {
            device: self.title(),
            function: failure.function,
            code: failure.code.into(),
            name: name_of(failure.code).into(),
            message: message.into(),
        }
    }
}

impl Functions {
    /// The version and the architectures, in rising order.
    fn facts(&self) -> Result<((u32, u32), Vec<u32>), Failure> {
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: every pointer is to an integer.
        unsafe {
            self.nvrtcVersion(&mut major, &mut minor)?;
            self.nvrtcGetNumSupportedArchs(&mut count)?;
        }
        let mut architectures = vec![0; count.max(0) as usize];
        // SAFETY: there is room for as many as it said.
        unsafe { self.nvrtcGetSupportedArchs(architectures.as_mut_ptr())? };
        let mut architectures: Vec<_> = architectures.into_iter().map(c_int::unsigned_abs).collect();
        architectures.sort_unstable();
        Ok(((major.unsigned_abs(), minor.unsigned_abs()), architectures))
    }
}

/// A program that is destroyed when it is dropped.
struct ProgramGuard<'a> {
    nvrtc: &'a Functions,
    program: Program,
}

impl Drop for ProgramGuard<'_> {
    fn drop(&mut self) {
        if !self.program.is_null() {
            // SAFETY: made by this library and destroyed once. What it answers changes nothing.
            let _ = unsafe { self.nvrtc.nvrtcDestroyProgram(&mut self.program) };
        }
    }
}

/// The options that the bits depend on, and the lines of the source for NVIDIA's tools, which change no instruction.
fn options(target: Target, fp: Fp) -> [CString; 4] {
    let architecture = match target {
        Target::Machine(number) => format!("--gpu-architecture=sm_{number}"),
        Target::Virtual(number) => format!("--gpu-architecture=compute_{number}"),
    };
    let contraction = match fp {
        Fp::Strict => c"--fmad=false",
        Fp::Fast => c"--fmad=true",
    };
    [
        CString::new(architecture).unwrap_or_default(),
        c"--std=c++17".into(),
        contraction.into(),
        c"--generate-line-info".into(),
    ]
}

/// The names of NVRTC's errors, as its header has them. Its own function would do, but codes that it lacks are an error
/// of that function's.
fn name_of(code: c_int) -> &'static str {
    match code {
        1 => "NVRTC_ERROR_OUT_OF_MEMORY",
        2 => "NVRTC_ERROR_PROGRAM_CREATION_FAILURE",
        3 => "NVRTC_ERROR_INVALID_INPUT",
        4 => "NVRTC_ERROR_INVALID_PROGRAM",
        5 => "NVRTC_ERROR_INVALID_OPTION",
        6 => "NVRTC_ERROR_COMPILATION",
        7 => "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE",
        11 => "NVRTC_ERROR_INTERNAL_ERROR",
        _ => "an unknown error",
    }
}
