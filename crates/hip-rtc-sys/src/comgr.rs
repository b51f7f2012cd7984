//! Which architectures hiprtc knows: comgr, the library that it compiles with, says so.

use std::ffi::{CStr, CString, c_char, c_int};

use hip_sys::load::{Library, LoadError, candidates};

/// Where comgr may be, newest first.
const LIBRARIES: &[&str] = if cfg!(windows) {
    &[
        "amd_comgr_3.dll",
        "amd_comgr0702.dll",
        "amd_comgr0701.dll",
        "amd_comgr0700.dll",
        "amd_comgr_2.dll",
        "amd_comgr0604.dll",
        "amd_comgr0603.dll",
        "amd_comgr0602.dll",
        "amd_comgr0601.dll",
        "amd_comgr0600.dll",
        "amd_comgr.dll",
    ]
} else {
    &["libamd_comgr.so.3", "libamd_comgr.so.2", "libamd_comgr.so"]
};

/// What comgr puts in front of an architecture's name to make it an ISA's.
const ISA: &str = "amdgcn-amd-amdhsa--";

/// `amd_comgr_status_t`, where 0 is success.
type Status = c_int;

/// `amd_comgr_action_info_t`.
#[derive(Clone, Copy)]
#[repr(C)]
struct ActionInfo {
    handle: u64,
}

/// The functions of comgr that say what it knows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Comgr {
    get_version: unsafe extern "C" fn(major: *mut usize, minor: *mut usize),
    get_isa_count: unsafe extern "C" fn(count: *mut usize) -> Status,
    get_isa_name: unsafe extern "C" fn(index: usize, name: *mut *const c_char) -> Status,
    create_action_info: unsafe extern "C" fn(info: *mut ActionInfo) -> Status,
    action_info_set_isa_name: unsafe extern "C" fn(info: ActionInfo, name: *const c_char) -> Status,
    destroy_action_info: unsafe extern "C" fn(info: ActionInfo) -> Status,
}

impl Comgr {
    /// Opens the comgr that hiprtc uses. Call it when hiprtc has loaded its own, after the first program was created:
    /// where several are installed, the one in use is preferred.
    pub(crate) fn open() -> Result<Self, LoadError> {
        let mut names = candidates(LIBRARIES);
        names.splice(0..0, LIBRARIES.iter().filter(|name| is_loaded(name)).map(Into::into));
        let bind = |library: &Library| {
            // SAFETY: nothing but comgr has libraries of these names.
            unsafe { Self::of(library) }.ok_or_else(|| "it lacks functions of comgr 2".to_owned())
        };
        // SAFETY: nothing but comgr has libraries of these names, and it may be loaded at any time.
        unsafe { Library::open_with(&names, bind) }.map(|(_, comgr)| comgr)
    }

    /// # Safety
    /// The library is comgr.
    unsafe fn of(library: &Library) -> Option<Self> {
        // SAFETY: the types are those of AMD's header, and the caller promises that it is that library.
        unsafe {
            Some(Self {
                get_version: library.function("amd_comgr_get_version")?,
                get_isa_count: library.function("amd_comgr_get_isa_count")?,
                get_isa_name: library.function("amd_comgr_get_isa_name")?,
                create_action_info: library.function("amd_comgr_create_action_info")?,
                action_info_set_isa_name: library.function("amd_comgr_action_info_set_isa_name")?,
                destroy_action_info: library.function("amd_comgr_destroy_action_info")?,
            })
        }
    }

    /// Its version, major and minor.
    pub(crate) fn version(self) -> (usize, usize) {
        let (mut major, mut minor) = (0, 0);
        // SAFETY: both are places for a number.
        unsafe { (self.get_version)(&mut major, &mut minor) };
        (major, minor)
    }

    /// The architectures it knows, without features: `gfx942`, `gfx1100`.
    pub(crate) fn architectures(self) -> Vec<String> {
        let mut count = 0;
        // SAFETY: `count` is a place for a number.
        if unsafe { (self.get_isa_count)(&mut count) } != 0 {
            return Vec::new();
        }
        (0..count)
            .filter_map(|index| {
                let mut name = std::ptr::null();
                // SAFETY: the index is below the count, and `name` a place for a pointer.
                let status = unsafe { (self.get_isa_name)(index, &mut name) };
                if status != 0 || name.is_null() {
                    return None;
                }
                // SAFETY: comgr's names are static, terminated strings.
                let name = unsafe { CStr::from_ptr(name) }.to_str().ok()?;
                Some(name.strip_prefix(ISA)?.to_owned())
            })
            .collect()
    }

    /// Whether it can compile for `architecture`, features included. hiprtc makes this very call, and ends the process
    /// when the answer is no.
    pub(crate) fn knows(self, architecture: &str) -> bool {
        let Ok(name) = CString::new(format!("{ISA}{architecture}")) else { return false };
        let mut info = ActionInfo { handle: 0 };
        // SAFETY: `info` is a place for a handle.
        if unsafe { (self.create_action_info)(&mut info) } != 0 {
            return false;
        }
        // SAFETY: the handle is live, and the name a terminated string.
        let known = unsafe { (self.action_info_set_isa_name)(info, name.as_ptr()) } == 0;
        // SAFETY: the handle is live, and not used again.
        unsafe { (self.destroy_action_info)(info) };
        known
    }
}

/// Whether the process has a library of this name already.
#[cfg(unix)]
fn is_loaded(name: &str) -> bool {
    let Ok(name) = CString::new(name) else { return false };
    // SAFETY: the name is a terminated string; with RTLD_NOLOAD nothing is loaded and no initialiser runs. The reference
    // that a hit counts is never given back, for the library stays loaded anyway.
    !unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) }.is_null()
}

#[cfg(not(unix))]
fn is_loaded(_name: &str) -> bool {
    false
}
