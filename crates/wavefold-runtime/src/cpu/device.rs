//! The CPU as a device: host memory, no kernel text.

use crate::backend::{HostBackend, Jit};

/// The processor this program runs on.
#[derive(Debug)]
pub(crate) struct Cpu;

impl HostBackend for Cpu {
    fn name(&self) -> &str {
        "cpu"
    }

    fn jit(&self) -> Option<&dyn Jit> {
        None
    }
}
