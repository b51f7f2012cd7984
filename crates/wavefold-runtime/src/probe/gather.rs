//! Looking around.

use super::Probe;
use crate::{cuda, emulator, hip};

impl Probe {
    /// Looks for everything. Opens libraries and starts a compiler's `--version`, but leaves devices alone.
    pub(crate) fn gather() -> Self {
        Self {
            backends: vec![hip::probe(), cuda::probe()],
            emulator: emulator::probe(),
            cpu_threads: rayon::current_num_threads(),
        }
    }
}
