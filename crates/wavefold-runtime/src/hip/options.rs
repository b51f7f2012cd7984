//! Which device to open, and how.

use std::path::{Path, PathBuf};

use wavefold_worker::WorkerCommand;

/// Which AMD GPU to open, and how. `HipOptions::default()` is device 0 with the compiler in this process.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct HipOptions {
    /// The device's number.
    pub index: u32,
    /// Where kernels are compiled.
    pub compiler: HipCompiler,
    runtime: Option<PathBuf>,
}

impl HipOptions {
    /// The device of this number, with the compiler in this process.
    pub fn new(index: u32) -> Self {
        Self { index, ..Self::default() }
    }

    /// Compiles kernels there.
    pub fn compiler(self, compiler: HipCompiler) -> Self {
        Self { compiler, ..self }
    }

    /// Opens this file as the HIP runtime, instead of searching for it.
    ///
    /// # Safety
    /// It is a HIP runtime: its functions have the types that AMD's headers say, and do what those say.
    pub unsafe fn runtime(self, path: impl Into<PathBuf>) -> Self {
        Self { runtime: Some(path.into()), ..self }
    }

    /// The file given as the runtime.
    pub(super) fn runtime_path(&self) -> Option<&Path> {
        self.runtime.as_deref()
    }
}

/// Where kernels are compiled.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum HipCompiler {
    /// By hiprtc in this process: nothing else is started. One kernel is compiled at a time, because hiprtc has one lock.
    #[default]
    InProcess,
    /// By hiprtc in a process of its own, which contains its aborts and works past its lock.
    Worker(WorkerCommand),
}
