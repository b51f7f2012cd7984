//! The stand-in as a test sees it.

use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::{fs, slice};

use hip_sys::hipError_t;
use hip_sys::load::Library;
use tempfile::NamedTempFile;

use crate::control::{LIVE, MISUSE, Sink, TRACE};
use crate::image::MAGIC;

/// A stand-in with its own state: a copy of the library, loaded.
#[derive(Debug)]
pub struct Standin {
    file: NamedTempFile,
    devices: unsafe extern "C" fn(c_int, *const c_char, c_int, usize),
    execute: unsafe extern "C" fn(*const c_char) -> bool,
    fail: unsafe extern "C" fn(*const c_char, c_uint, c_uint),
    report: unsafe extern "C" fn(c_uint, Sink, *mut c_void),
}

/// What it stands in for.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// How many devices.
    pub devices: i32,
    /// The architecture of each: `gfx942:sramecc+:xnack-`.
    pub architecture: &'a str,
    /// Lanes of a warp.
    pub warp_size: i32,
    /// Bytes of memory.
    pub memory: usize,
    /// Functions that the library does not have.
    pub without: &'a [&'a str],
    /// The folder of the tool that executes AMD's code objects (`run_co.py`), for the stand-in to load and run those
    /// instead of its own.
    pub executor: Option<&'a Path>,
}

impl Default for Options<'_> {
    fn default() -> Self {
        Self {
            devices: 1,
            architecture: "gfx942:sramecc+:xnack-",
            warp_size: 64,
            memory: 1 << 34,
            without: &[],
            executor: None,
        }
    }
}

impl Standin {
    /// A stand-in of its own.
    ///
    /// # Panics
    /// When the library is not where cargo builds it, or cannot be copied or loaded; when the executor cannot be started.
    pub fn new(options: &Options<'_>) -> Self {
        let mut bytes = fs::read(library()).expect("the stand-in can be read");
        options.without.iter().for_each(|function| hide(&mut bytes, function));
        let mut file = NamedTempFile::with_suffix(".so").expect("a temporary file");
        file.write_all(&bytes).expect("the stand-in can be copied");
        // SAFETY: it is this crate, built as a library.
        let library = unsafe { Library::open(&[file.path()]) }.expect("the stand-in can be loaded");
        // SAFETY: the types are those in `control`.
        let (devices, execute, fail, report) = unsafe {
            (
                library.function("standin_devices").expect("the stand-in's own function"),
                library.function("standin_execute").expect("the stand-in's own function"),
                library.function("standin_fail").expect("the stand-in's own function"),
                library.function("standin_report").expect("the stand-in's own function"),
            )
        };
        let standin = Self { file, devices, execute, fail, report };
        standin.begin(options);
        standin
    }

    /// Forgets everything that happened and begins anew with these devices; functions stay as they are. What was opened
    /// before must not be used any more.
    pub fn begin(&self, options: &Options<'_>) {
        let architecture = CString::new(options.architecture).expect("a name without zeros");
        // SAFETY: text that ends with a zero, and numbers.
        unsafe { (self.devices)(options.devices, architecture.as_ptr(), options.warp_size, options.memory) };
        if let Some(folder) = options.executor {
            let name = CString::new(folder.as_os_str().as_bytes()).expect("a path without zeros");
            // SAFETY: text that ends with a zero.
            let started = unsafe { (self.execute)(name.as_ptr()) };
            assert!(started, "no Python can be started for the executor in {}", folder.display());
        }
    }

    /// The file to open as the HIP runtime.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Lets the `nth` call of the function fail with this code, counted from its first ever, which is 1.
    pub fn fail(&self, function: &str, nth: u32, code: hipError_t) {
        let function = CString::new(function).expect("a name without zeros");
        // SAFETY: text that ends with a zero, and numbers.
        unsafe { (self.fail)(function.as_ptr(), nth, code.0) }
    }

    /// The calls since this was last asked, a line each.
    pub fn take_trace(&self) -> Vec<String> {
        self.told(TRACE)
    }

    /// What was done that a program must not do, and the fault of a kernel that nobody was told.
    pub fn misuse(&self) -> Vec<String> {
        self.told(MISUSE)
    }

    /// What has not been given back: `2 × memory`.
    pub fn live(&self) -> Vec<String> {
        self.told(LIVE)
    }

    /// A code object of one kernel whose arguments have so many bytes.
    pub fn code_object(kernel: &str, arguments: &[usize]) -> Vec<u8> {
        let arguments: String = arguments.iter().map(|bytes| format!(" {bytes}")).collect();
        format!("{MAGIC}\n{kernel}{arguments}\n\0").into_bytes()
    }

    fn told(&self, what: c_uint) -> Vec<String> {
        unsafe extern "C" fn keep(text: *const u8, bytes: usize, along: *mut c_void) {
            // SAFETY: the stand-in gives text with its length, and what is given along below.
            let (text, lines) = unsafe { (slice::from_raw_parts(text, bytes), &mut *along.cast::<Vec<String>>()) };
            lines.push(String::from_utf8_lossy(text).into_owned());
        }
        let mut lines = Vec::<String>::new();
        // SAFETY: `keep` takes a vector along.
        unsafe { (self.report)(what, keep, (&raw mut lines).cast()) };
        lines
    }
}

/// Where cargo builds the library: beside the tests that depend on this crate.
fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows where it is");
    let folders = test.ancestors().skip(1).take(3);
    let mut names =
        folders.flat_map(|folder| [folder.join("libhip_standin.so"), folder.join("deps/libhip_standin.so")]);
    names
        .find(|name| name.exists())
        .unwrap_or_else(|| panic!("there is no libhip_standin.so beside {}", test.display()))
}

/// Makes a name in the library another one, so that it cannot be found.
fn hide(library: &mut [u8], function: &str) {
    let name = [b"\0", function.as_bytes(), b"\0"].concat();
    let places: Vec<_> = library.windows(name.len()).enumerate().filter(|(_, bytes)| *bytes == name).collect();
    let places: Vec<_> = places.into_iter().map(|(at, _)| at).collect();
    assert!(!places.is_empty(), "the stand-in has no function `{function}`");
    places.into_iter().for_each(|at| library[at + 1] = b'_');
}
