//! Looking around.

use super::Probe;
use crate::emulator;

impl Probe {
    /// Looks for everything. Opens libraries and starts a compiler's `--version`, but leaves devices alone.
    pub(crate) fn gather() -> Self {
        Self {
            backends: vec![stand_in::hip(), stand_in::cuda()],
            emulator: emulator::probe(),
            cpu_threads: rayon::current_num_threads(),
        }
    }
}

/// Until `crate::hip::probe` and `crate::cuda::probe` are here.
mod stand_in {
    use crate::{BackendProbe, LibraryError, LibraryProbe};

    pub(super) fn hip() -> BackendProbe {
        missing("HIP", ["the HIP runtime (amdhip64)", "hiprtc, AMD's run-time compiler"])
    }

    pub(super) fn cuda() -> BackendProbe {
        missing("CUDA", ["the CUDA driver (libcuda)", "NVIDIA's run-time compiler (NVRTC)"])
    }

    fn missing(kind: &'static str, libraries: [&'static str; 2]) -> BackendProbe {
        let library = |what| {
            let remedy = "this build does not look for it".into();
            LibraryProbe { what, found: Err(LibraryError { what, remedy, attempts: Vec::new() }) }
        };
        BackendProbe { kind, libraries: libraries.map(library).into(), devices: Ok(Vec::new()) }
    }
}
