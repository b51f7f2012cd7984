//! The backends under test, and what becomes of one that is not there.
//!
//! `WAVEFOLD_REQUIRE=cpu,emulated` names those that must be there. A required backend that is missing fails; one
//! that is not required and missing is reported as not run, past the test harness' capture.

#[cfg(target_os = "linux")]
mod amdemu;

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::Mutex;

use wavefold::Error;
use wavefold::prelude::*;

/// What `WAVEFOLD_REQUIRE` may name.
const NAMES: [&str; 4] = ["cpu", "emulated", "hip", "cuda"];

/// A kind of device that every suite is instantiated for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Backend {
    Cpu,
    EmulatedW32,
    EmulatedW64,
    Hip,
    Cuda,
}

impl Backend {
    pub(crate) const ALL: [Self; 5] = [Self::Cpu, Self::EmulatedW32, Self::EmulatedW64, Self::Hip, Self::Cuda];

    /// Its name in `WAVEFOLD_REQUIRE`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::EmulatedW32 | Self::EmulatedW64 => "emulated",
            Self::Hip => "hip",
            Self::Cuda => "cuda",
        }
    }

    fn open(self) -> Result<Device, Error> {
        match self {
            Self::Cpu => Ok(Device::cpu()),
            Self::EmulatedW32 => Device::emulated(WarpSize::W32),
            Self::EmulatedW64 => Device::emulated(WarpSize::W64),
            #[cfg(target_os = "linux")]
            Self::Hip if amdemu::wanted() => amdemu::open(),
            Self::Hip => Device::hip(0),
            Self::Cuda => Device::cuda(0),
        }
    }

    /// The device; `None`, loudly, where it is missing and nobody requires it.
    pub(crate) fn device(self) -> Option<Device> {
        match self.open() {
            Ok(device) => Some(device),
            Err(error) if required().contains(self.name()) => {
                panic!("WAVEFOLD_REQUIRE names `{}`, but {self:?} is missing: {error}", self.name())
            }
            Err(error) => {
                report_missing(self, &error);
                None
            }
        }
    }

    /// Runs a test on the device, where there is one.
    pub(crate) fn run(self, test: impl FnOnce(&Device)) {
        if let Some(device) = self.device() {
            test(&device);
            drop(device);
            #[cfg(target_os = "linux")]
            amdemu::assert_no_misuse();
        }
    }
}

/// The names in `WAVEFOLD_REQUIRE`.
pub(crate) fn required() -> BTreeSet<String> {
    let names = std::env::var("WAVEFOLD_REQUIRE").unwrap_or_default();
    let names: BTreeSet<String> =
        names.split(',').map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect();
    for name in &names {
        assert!(
            NAMES.contains(&name.as_str()),
            "WAVEFOLD_REQUIRE names `{name}`, which is no backend; there are {}",
            NAMES.join(", ")
        );
    }
    names
}

/// Says once per process that a backend was not tested. The harness captures `eprintln!` of passing tests, but
/// not what is written to the stream itself.
fn report_missing(backend: Backend, error: &Error) {
    static REPORTED: Mutex<BTreeSet<Backend>> = Mutex::new(BTreeSet::new());
    if REPORTED.lock().unwrap().insert(backend) {
        let _ = writeln!(std::io::stderr(), "\n*** NOT RUN on {backend:?}: {error}\n");
    }
}

/// Declares each named function, which takes a `&Device`, as one test per backend.
macro_rules! on_every_backend {
    ($($test:ident),+ $(,)?) => {
        on_every_backend!(@ cpu Cpu $($test)+);
        on_every_backend!(@ emulated_w32 EmulatedW32 $($test)+);
        on_every_backend!(@ emulated_w64 EmulatedW64 $($test)+);
        on_every_backend!(@ hip Hip $($test)+);
        on_every_backend!(@ cuda Cuda $($test)+);
    };
    (@ $module:ident $backend:ident $($test:ident)+) => {
        mod $module {
            $(
                #[test]
                fn $test() {
                    $crate::backends::Backend::$backend.run(super::$test);
                }
            )+
        }
    };
}

/// As [`on_every_backend!`], for what only GPUs can show.
#[allow(unused_macros, reason = "not every suite needs it")]
macro_rules! on_every_gpu {
    ($($test:ident),+ $(,)?) => {
        on_every_backend!(@ hip Hip $($test)+);
        on_every_backend!(@ cuda Cuda $($test)+);
    };
}

/// As [`on_every_gpu!`], for what only NVIDIA's have.
#[allow(unused_macros, reason = "not every suite needs it")]
macro_rules! on_cuda {
    ($($test:ident),+ $(,)?) => {
        on_every_backend!(@ cuda Cuda $($test)+);
    };
}
