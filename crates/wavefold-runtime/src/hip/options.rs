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
    /// Where the warps of a block run.
    pub work_group_mode: WorkGroupMode,
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

    /// Compiles kernels for this mode.
    pub fn work_group_mode(self, work_group_mode: WorkGroupMode) -> Self {
        Self { work_group_mode, ..self }
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

/// Where the warps of a block run on RDNA (gfx10 and later), whose compute units come in pairs that share one LDS. All
/// kernels of a device are compiled for one mode. It changes the speed, never a result.
///
/// GPUs before RDNA (gfx9: CDNA and Vega) have no pairs and run each block on one compute unit: there no mode changes
/// anything.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WorkGroupMode {
    /// What hiprtc does when it is told nothing: that of ROCm 5.7 compiles for CU mode, that of 6.4 for WGP mode.
    #[default]
    CompilerDefault,
    /// On both compute units of a pair, a *work-group processor* (`-mno-cumode`): a block has more room.
    Wgp,
    /// On one compute unit (`-mcumode`), beside its own half of the LDS. Blocks of few warps may be faster so.
    Cu,
}
