//! The compiler, with the traps closed.

use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

use hip_sys::load::{Library, LoadError};

use crate::comgr::Comgr;
use crate::program::{Failure, Program};
use crate::{CompileError, Functions, functions, hiprtcResult, log};

/// hiprtc, loaded. It may be used from several threads, but compiles one source at a time: it has one lock, so that only
/// several processes compile in parallel.
#[derive(Debug)]
pub struct Compiler {
    library: Library,
    functions: Functions,
    comgr: Result<Comgr, LoadError>,
}

/// What a source compiles to.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Compiled {
    /// The code object.
    pub code: Vec<u8>,
    /// What the compiler says although it compiles: warnings. Empty if nothing.
    pub log: String,
}

impl Compiler {
    /// Loads hiprtc: the newest in `ROCM_PATH`, where the system searches, or in `/opt/rocm`.
    ///
    /// # Errors
    /// When there is none: every name that was tried, with its reason.
    pub fn open() -> Result<Self, LoadError> {
        let (library, functions) = functions::open()?;
        // hiprtc loads its comgr with the first program.
        if let Ok(source) = CString::new("// nothing") {
            drop(Program::create(&functions, &source, c"nothing.hip"));
        }
        Ok(Self { library, functions, comgr: Comgr::open() })
    }

    /// The functions themselves.
    pub fn functions(&self) -> &Functions {
        &self.functions
    }

    /// The name or path that hiprtc was loaded by.
    pub fn name(&self) -> &str {
        self.library.name()
    }

    /// hiprtc and comgr with their versions: `hiprtc 6.4.43484 with comgr 3.0`. The interface itself says 9.0 for every
    /// ROCm, so the number is that of the library's file; where that says none, the interface's.
    pub fn version(&self) -> String {
        let hiprtc = self.file().as_deref().and_then(version_of_file).unwrap_or_else(|| self.interface_version());
        match &self.comgr {
            Ok(comgr) => {
                let (major, minor) = comgr.version();
                format!("hiprtc {hiprtc} with comgr {major}.{minor}")
            }
            Err(_) => format!("hiprtc {hiprtc} without comgr"),
        }
    }

    /// The architectures it knows, without features: `gfx942`, `gfx1100`.
    ///
    /// # Errors
    /// When comgr, which knows them, cannot be loaded.
    pub fn architectures(&self) -> Result<Vec<String>, &LoadError> {
        self.comgr.as_ref().map(|comgr| comgr.architectures())
    }

    /// Compiles `source` for `architecture`, features included: `gfx942:sramecc+:xnack-`. Messages call the source
    /// `file`. Options are clang's, one each: `-O3`.
    ///
    /// # Errors
    /// When the compiler refuses the source or does not know the architecture, when an option names one, and when a call
    /// fails. Options go to the compiler as they are, so they should not come from somebody who is not trusted.
    pub fn compile(
        &self,
        source: &str,
        file: &str,
        architecture: &str,
        options: &[&str],
    ) -> Result<Compiled, CompileError> {
        let comgr = self.comgr.as_ref().map_err(|error| CompileError::NoComgr(error.clone()))?;
        if !comgr.knows(architecture) {
            return Err(CompileError::UnknownArchitecture {
                version: self.version(),
                architecture: architecture.into(),
                known: comgr.architectures(),
            });
        }
        if let Some(option) = options.iter().find(|option| names_architecture(option)) {
            return Err(CompileError::ArchitectureInOptions { option: (*option).into() });
        }
        let target = format!("--offload-arch={architecture}");
        let all: Vec<&str> = [target.as_str()].into_iter().chain(options.iter().copied()).collect();
        // SAFETY: exactly one architecture is named, and it is known.
        unsafe { self.compile_unchecked(source, file, &all) }
    }

    /// Compiles `source` with the options as they are, the architecture among them.
    ///
    /// # Errors
    /// When the compiler refuses the source, and when a call fails.
    ///
    /// # Safety
    /// The options name one architecture, and hiprtc knows it: otherwise it corrupts memory or ends the process. Without
    /// one it asks for the first GPU's.
    pub unsafe fn compile_unchecked(
        &self,
        source: &str,
        file: &str,
        options: &[&str],
    ) -> Result<Compiled, CompileError> {
        if source.is_empty() {
            return Err(CompileError::EmptySource);
        }
        if file.is_empty() || file == "." || file == ".." || file.contains(['/', '\\']) {
            return Err(CompileError::FileName { name: file.into() });
        }
        let string = |text: &str, what| CString::new(text).map_err(|_| CompileError::ZeroByte { what });
        let (source, file) = (string(source, "source")?, string(file, "file name")?);
        let options: Vec<CString> =
            options.iter().map(|option| string(option, "option")).collect::<Result<_, _>>()?;
        let created = Program::create(&self.functions, &source, &file);
        let program = created.map_err(|failure| self.explain(failure))?;
        // SAFETY: the caller promises it.
        let result = unsafe { program.compile(&options) };
        let log = || program.log().map(|log| log::without_folders(&log));
        match result {
            Ok(()) => {
                let log = log().map_err(|failure| self.explain(failure))?;
                if log::has_error(&log) {
                    return Err(CompileError::Refused { log });
                }
                Ok(Compiled { code: program.code().map_err(|failure| self.explain(failure))?, log })
            }
            Err(failure) if failure.result == Some(hiprtcResult::COMPILATION) => {
                Err(CompileError::Refused { log: log().map_err(|failure| self.explain(failure))? })
            }
            Err(failure) => Err(self.explain(failure)),
        }
    }

    fn explain(&self, Failure { function, result }: Failure) -> CompileError {
        match result {
            None => CompileError::Missing { function, library: self.name().into() },
            Some(result) => CompileError::Call { function, result, message: self.meaning(result) },
        }
    }

    fn meaning(&self, result: hiprtcResult) -> String {
        let Some(get) = self.functions.hiprtcGetErrorString else { return String::new() };
        // SAFETY: any number may be asked for.
        let text = unsafe { get(result) };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: hiprtc's strings are static and terminated.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    fn interface_version(&self) -> String {
        let (mut major, mut minor) = (0, 0);
        let known = self
            .functions
            .hiprtcVersion
            // SAFETY: both are places for a number.
            .is_some_and(|version| unsafe { version(&mut major, &mut minor) }.is_success());
        if known { format!("{major}.{minor}") } else { "of no known version".into() }
    }

    /// The file that hiprtc lies in, all links followed; `None` where the system does not tell.
    #[cfg(unix)]
    pub fn file(&self) -> Option<PathBuf> {
        use std::os::unix::ffi::OsStrExt;
        let function = self.functions.hiprtcCompileProgram? as *const std::ffi::c_void;
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: any address may be asked for, and `info` is a place for the answer.
        if unsafe { libc::dladdr(function, info.as_mut_ptr()) } == 0 {
            return None;
        }
        // SAFETY: it was zeroed, which is valid, and then filled.
        let path = unsafe { info.assume_init() }.dli_fname;
        if path.is_null() {
            return None;
        }
        // SAFETY: the loader's names are terminated and live as long as the library, which stays loaded.
        let path = unsafe { CStr::from_ptr(path) };
        std::fs::canonicalize(std::ffi::OsStr::from_bytes(path.to_bytes())).ok()
    }

    /// The file that hiprtc lies in, all links followed; `None` where the system does not tell.
    #[cfg(not(unix))]
    pub fn file(&self) -> Option<PathBuf> {
        None
    }
}

/// `6.4.43484` of `libhiprtc.so.6.4.43484`.
fn version_of_file(file: &Path) -> Option<String> {
    let (_, version) = file.file_name()?.to_str()?.split_once(".so.")?;
    let numbers = version.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    (numbers && version.contains('.')).then(|| version.to_owned())
}

/// Whether an option chooses what to compile for.
fn names_architecture(option: &str) -> bool {
    let name = option.trim_start().trim_start_matches('-');
    ["offload-arch", "gpu-architecture", "cuda-gpu-arch", "march", "mcpu"].iter().any(|key| name.starts_with(key))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{names_architecture, version_of_file};

    #[test]
    fn a_file_says_its_version_or_nothing() {
        let version = |name: &str| version_of_file(Path::new(name));
        assert_eq!(version("/usr/lib/libhiprtc.so.6.4.43484").as_deref(), Some("6.4.43484"));
        assert_eq!(version("/usr/lib/libamdhip64.so.5"), None, "a soname is no version");
        assert_eq!(version("hiprtc0604.dll"), None);
        assert_eq!(version("libhiprtc.so.6.4-debug"), None);
    }

    #[test]
    fn options_that_choose_an_architecture_are_recognised() {
        for option in
            ["--offload-arch=gfx90a", "--offload-arch", "--gpu-architecture=sm_80", "-mcpu=gfx90a", " -march=x"]
        {
            assert!(names_architecture(option), "{option}");
        }
        for option in ["-O3", "-std=c++17", "-ffp-contract=off", "-Wall", "-DNAME=march", "-mwavefrontsize64"] {
            assert!(!names_architecture(option), "{option}");
        }
    }
}
