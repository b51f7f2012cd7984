//! The few functions of NVRTC that compile a text.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::path::{Path, PathBuf};
use std::ptr;

use anyhow::{Result, ensure};
use libloading::Library;

type Program = *mut c_void;
type Size = unsafe extern "C" fn(Program, *mut usize) -> c_int;

/// `NVRTC_ERROR_COMPILATION`
const COMPILATION: c_int = 6;

/// NVRTC, loaded; threads may compile at the same time.
pub(crate) struct Nvrtc {
    /// `NVRTC 13.0.88`
    pub(crate) version: String,
    /// Where it lies.
    pub(crate) folder: PathBuf,
    create: unsafe extern "C" fn(
        *mut Program,
        *const c_char,
        *const c_char,
        c_int,
        *const *const c_char,
        *const *const c_char,
    ) -> c_int,
    compile: unsafe extern "C" fn(Program, c_int, *const *const c_char) -> c_int,
    log_size: Size,
    log: unsafe extern "C" fn(Program, *mut c_char) -> c_int,
    cubin_size: Size,
    destroy: unsafe extern "C" fn(*mut Program) -> c_int,
    meaning: unsafe extern "C" fn(c_int) -> *const c_char,
    /// The functions' code. NVRTC looks for its builtins by name, and finds them when they are loaded already.
    _libraries: [Library; 2],
}

impl Nvrtc {
    pub(super) fn open(builtins: &Path, library: &Path, version: &str) -> Result<Self> {
        // SAFETY: NVIDIA's library has no initialiser that matters.
        let builtins = unsafe { Library::new(builtins) }?;
        // SAFETY: as above.
        let nvrtc = unsafe { Library::new(library) }?;
        // SAFETY: the types are those of NVIDIA's header, and the library is kept as long as the functions.
        let nvrtc = unsafe {
            Self {
                version: format!("NVRTC {version}"),
                folder: library.parent().map(Path::to_path_buf).unwrap_or_default(),
                create: *nvrtc.get("nvrtcCreateProgram")?,
                compile: *nvrtc.get("nvrtcCompileProgram")?,
                log_size: *nvrtc.get("nvrtcGetProgramLogSize")?,
                log: *nvrtc.get("nvrtcGetProgramLog")?,
                cubin_size: *nvrtc.get("nvrtcGetCUBINSize")?,
                destroy: *nvrtc.get("nvrtcDestroyProgram")?,
                meaning: *nvrtc.get("nvrtcGetErrorString")?,
                _libraries: [builtins, nvrtc],
            }
        };
        Ok(nvrtc)
    }

    /// Compiles to machine code; the log, which is empty when there is nothing to say.
    pub(crate) fn compile(&self, source: &str, file: &str, options: &[String]) -> Result<Result<String, String>> {
        let (source, file) = (CString::new(source)?, CString::new(file)?);
        let options: Vec<CString> =
            options.iter().map(|option| CString::new(option.as_str())).collect::<Result<_, _>>()?;
        let pointers: Vec<*const c_char> = options.iter().map(|option| option.as_ptr()).collect();
        let mut program = ptr::null_mut();
        let none = ptr::null();
        // SAFETY: the strings are terminated and live through the call; there are no headers.
        let created = unsafe { (self.create)(&mut program, source.as_ptr(), file.as_ptr(), 0, none, none) };
        ensure!(created == 0, "nvrtcCreateProgram: {}", self.meaning(created));
        // SAFETY: the program is live; the options are terminated and live through the call.
        let compiled = unsafe { (self.compile)(program, pointers.len() as c_int, pointers.as_ptr()) };
        let log = self.log(program);
        let mut size = 0;
        // SAFETY: the program is live, and `size` a place for a number.
        let sized = unsafe { (self.cubin_size)(program, &mut size) };
        // SAFETY: the program is live, and not used again.
        unsafe { (self.destroy)(&mut program) };
        let log = log?;
        match compiled {
            0 => {
                ensure!(sized == 0 && size > 0, "NVRTC has compiled, but gives no machine code");
                Ok(Ok(log))
            }
            COMPILATION => Ok(Err(log)),
            other => Ok(Err(format!("{}\n{log}", self.meaning(other)))),
        }
    }

    fn log(&self, program: Program) -> Result<String> {
        let mut size = 0;
        // SAFETY: the program is live, and `size` a place for a number.
        let sized = unsafe { (self.log_size)(program, &mut size) };
        ensure!(sized == 0, "nvrtcGetProgramLogSize: {}", self.meaning(sized));
        let mut bytes = vec![0u8; size + 1];
        // SAFETY: there is room for as many bytes as the size says.
        let read = unsafe { (self.log)(program, bytes.as_mut_ptr().cast()) };
        ensure!(read == 0, "nvrtcGetProgramLog: {}", self.meaning(read));
        Ok(String::from_utf8_lossy(&bytes).trim_end_matches('\0').to_owned())
    }

    fn meaning(&self, result: c_int) -> String {
        // SAFETY: any number may be asked for; the answer is a static, terminated string.
        unsafe { CStr::from_ptr((self.meaning)(result)) }.to_string_lossy().into_owned()
    }
}
