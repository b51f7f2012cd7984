//! What this machine has: libraries and devices of every backend, and what is missing.

mod gather;
mod install;
mod report;
#[cfg(test)]
mod tests;

use crate::emulator::EmulatorError;
use crate::{Error, LibraryError};

/// What was looked for on this machine and what was found. `Display` writes a report with a verdict, and what to
/// install for what is missing.
#[derive(Debug)]
#[non_exhaustive]
pub struct Probe {
    /// Every backend that drives GPUs, in the order in which [`Device::best`](crate::Device::best) prefers them.
    pub backends: Vec<BackendProbe>,
    /// The C++ compiler that the emulator uses, or why there is none.
    pub emulator: Result<FoundCompiler, EmulatorError>,
    /// Threads that the CPU device uses.
    pub cpu_threads: usize,
}

/// The libraries and devices of one backend.
#[derive(Debug)]
#[non_exhaustive]
pub struct BackendProbe {
    /// `HIP` or `CUDA`.
    pub kind: &'static str,
    /// The libraries that the backend needs, in this order: the runtime (or driver), the compiler.
    pub libraries: Vec<LibraryProbe>,
    /// The devices; why they cannot be listed, where the runtime is there and refuses. Empty without a runtime.
    pub devices: Result<Vec<Properties>, Error>,
}

impl BackendProbe {
    /// Whether there is a device, and every library that it needs.
    pub fn is_usable(&self) -> bool {
        self.has_devices() && self.libraries.iter().all(|library| library.found.is_ok())
    }

    fn has_devices(&self) -> bool {
        self.devices.as_ref().is_ok_and(|devices| !devices.is_empty())
    }
}

/// A library that was looked for.
#[derive(Debug)]
#[non_exhaustive]
pub struct LibraryProbe {
    /// What it is: `the HIP runtime (amdhip64)`.
    pub what: &'static str,
    /// The library, or all that was tried.
    pub found: Result<FoundLibrary, LibraryError>,
}

/// A library that was loaded.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FoundLibrary {
    /// The name or path by which it was loaded.
    pub name: String,
    /// Its version in its own words, where it says one.
    pub version: Option<String>,
}

/// A C++ compiler that answers.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct FoundCompiler {
    /// How it is called: `g++`, `ccache clang++`.
    pub command: String,
    /// Its version in its own words, where it says one.
    pub version: Option<String>,
}

/// What a device is.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Properties {
    /// As the vendor calls it: `NVIDIA H200`; `cpu` on the CPU.
    pub name: String,
    /// What kernels are compiled for: `gfx942:sramecc+:xnack-`, `sm_90`; `None` where nothing is compiled for a GPU.
    pub architecture: Option<String>,
    /// Lanes of a warp; `None` on the CPU.
    pub warp_size: Option<u32>,
    /// Compute units or multiprocessors.
    pub compute_units: Option<u32>,
    /// Bytes of its memory.
    pub memory_bytes: Option<usize>,
    /// Bytes of shared memory that a block may have without asking for more.
    pub shared_memory_bytes: Option<usize>,
}
