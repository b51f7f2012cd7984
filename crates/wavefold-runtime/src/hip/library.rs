//! The HIP runtime as a library: opening it, its version, its devices, and its errors in our words.

use std::ffi::{CStr, c_char, c_int};
use std::mem::zeroed;
use std::path::Path;

use hip_sys::load::LoadError;
use hip_sys::{MissingFunction, Runtime, hipError_t, hipErrorNoDevice, hipSuccess};

use crate::{Attempt, Error, LibraryError, Properties};

/// What the runtime is called in messages.
pub(super) const WHAT: &str = "the HIP runtime (amdhip64)";

/// Hands a call's answer to `check`, with the function's name. Stands within `unsafe`, where the call is justified.
macro_rules! call {
    ($checker:expr, $function:ident($($argument:expr),* $(,)?)) => {
        $checker.check(stringify!($function), $checker.runtime().$function($($argument),*))
    };
}
pub(super) use call;

/// The runtime, initialised.
#[derive(Debug)]
pub(super) struct Library {
    runtime: Runtime,
}

impl Library {
    /// Opens the machine's runtime, or the given file.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, LibraryError> {
        let opened = match path {
            None => Runtime::open(),
            // SAFETY: who set the path in `HipOptions` promised that it is a HIP runtime.
            Some(path) => unsafe { Runtime::open_path(path) },
        };
        Ok(Self { runtime: opened.map_err(not_loaded)? })
    }

    pub(super) fn runtime(&self) -> &Runtime {
        &self.runtime
    }

    /// The version, `6.4.43484` say, where the runtime tells it.
    pub(super) fn version(&self) -> Option<String> {
        let mut version = 0;
        // SAFETY: `version` may be written.
        let answer = unsafe { self.runtime.hipRuntimeGetVersion(&mut version) };
        let known = answer == Ok(hipSuccess) && version > 0;
        known.then(|| format!("{}.{}.{}", version / 10_000_000, version / 100_000 % 100, version % 100_000))
    }

    /// How many devices there are. A runtime that has none says so with an error, which is 0 here.
    pub(super) fn device_count(&self) -> Result<u32, Error> {
        // SAFETY: the flags have to be 0.
        if !self.found_any("hipInit", unsafe { self.runtime.hipInit(0) })? {
            return Ok(0);
        }
        let mut count: c_int = 0;
        // SAFETY: `count` may be written.
        let any = self.found_any("hipGetDeviceCount", unsafe { self.runtime.hipGetDeviceCount(&mut count) })?;
        Ok(if any { u32::try_from(count).unwrap_or(0) } else { 0 })
    }

    /// Whether the answer is not that there is no device.
    fn found_any(
        &self,
        function: &'static str,
        answer: Result<hipError_t, MissingFunction>,
    ) -> Result<bool, Error> {
        if answer == Ok(hipErrorNoDevice) {
            return Ok(false);
        }
        self.check(function, answer).map(|()| true)
    }

    /// What a device is. ROCm 6 laid the struct out anew and gave the function for it a new name.
    pub(super) fn properties(&self, device: c_int) -> Result<Properties, Error> {
        macro_rules! ask {
            ($function:ident) => {{
                // SAFETY: the struct holds numbers and arrays of numbers only.
                let mut found = unsafe { zeroed() };
                // SAFETY: the function writes a struct of this layout.
                unsafe { call!(self, $function(&mut found, device)) }?;
                let architecture = text(&found.gcnArchName);
                let name = Some(text(&found.name).trim().to_owned()).filter(|name| !name.is_empty());
                Properties {
                    name: name.unwrap_or_else(|| architecture.clone()),
                    architecture: Some(architecture),
                    warp_size: u32::try_from(found.warpSize).ok(),
                    compute_units: u32::try_from(found.multiProcessorCount).ok(),
                    memory_bytes: Some(found.totalGlobalMem),
                    shared_memory_bytes: Some(found.sharedMemPerBlock),
                }
            }};
        }
        Ok(if self.runtime.has("hipGetDevicePropertiesR0600") {
            ask!(hipGetDevicePropertiesR0600)
        } else {
            ask!(hipGetDeviceProperties)
        })
    }

    /// The answer of a call that no device is involved in yet.
    pub(super) fn check(
        &self,
        function: &'static str,
        answer: Result<hipError_t, MissingFunction>,
    ) -> Result<(), Error> {
        match answer.map(hipError_t::result) {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(self.failure(WHAT, function, error)),
            Err(missing) => Err(lacks_function(&missing)),
        }
    }

    /// The error of a call that failed.
    pub(super) fn failure(&self, device: &str, function: &'static str, error: hipError_t) -> Error {
        Error::Call {
            device: device.into(),
            function,
            code: error.0.into(),
            name: error.name().unwrap_or("an unknown error").into(),
            message: self.message(error),
        }
    }

    /// What the runtime says about the code; our own words where it does not.
    fn message(&self, error: hipError_t) -> String {
        // SAFETY: any code may be asked about.
        match unsafe { self.runtime.hipGetErrorString(error) } {
            // SAFETY: the text ends with a zero and is never freed.
            Ok(text) if !text.is_null() => unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned(),
            _ => error.meaning().unwrap_or("the runtime has no words for it").into(),
        }
    }
}

/// The text up to its zero; all of it, should there be none.
fn text(characters: &[c_char]) -> String {
    let bytes = characters.iter().map(|&character| character.cast_unsigned());
    let bytes: Vec<u8> = bytes.take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

fn not_loaded(error: LoadError) -> LibraryError {
    LibraryError {
        what: WHAT,
        remedy:
            "install AMD's driver and ROCm 5 or later (on Debian and Ubuntu `libamdhip64-5` or newer), or set \
                 `ROCM_PATH` to where ROCm is"
                .into(),
        attempts: attempts(&error),
    }
}

/// What was tried, in this crate's own type.
pub(super) fn attempts(error: &LoadError) -> Vec<Attempt> {
    let attempts = error.attempts.iter();
    attempts.map(|attempt| Attempt { name: attempt.name.clone(), reason: attempt.reason.clone() }).collect()
}

pub(super) fn lacks_function(missing: &MissingFunction) -> Error {
    let reason = format!("it has no function `{}`", missing.function);
    let remedy = "install a newer ROCm".into();
    Box::new(LibraryError {
        what: WHAT,
        remedy,
        attempts: vec![Attempt { name: missing.library.clone(), reason }],
    })
    .into()
}
