//! An AMD GPU that is none: kernels compiled by AMD's compiler, launched through the stand-in for the HIP runtime, and
//! executed on the CPU, instruction by instruction. `cargo xtask amdemu` sets the variables that ask for it.

use std::env::{var, var_os};
use std::path::PathBuf;
use std::sync::LazyLock;

use hip_standin::{Options, Standin};
use wavefold::hip::{HipCompiler, HipOptions, WorkerCommand};
use wavefold::{Device, Error};

/// One for all tests of this process, loaded when the first one needs it.
static STANDIN: LazyLock<Standin> = LazyLock::new(|| {
    let folder = PathBuf::from(var_os("WAVEFOLD_AMDEMU").expect("`wanted` has been asked"));
    let architecture = var("WAVEFOLD_AMDEMU_ARCHITECTURE").expect("WAVEFOLD_AMDEMU_ARCHITECTURE names a GPU");
    let warp_size = if architecture.starts_with("gfx9") { 64 } else { 32 };
    let options =
        Options { architecture: &architecture, warp_size, executor: Some(&folder), ..Options::default() };
    Standin::new(&options)
});

/// Whether kernels are to be executed so: `WAVEFOLD_AMDEMU` is the folder of the tool that does it.
pub(super) fn wanted() -> bool {
    var_os("WAVEFOLD_AMDEMU").is_some()
}

pub(super) fn open() -> Result<Device, Error> {
    let worker = var_os("WAVEFOLD_WORKER").expect("WAVEFOLD_WORKER is the program that compiles");
    let worker = match var_os("WAVEFOLD_HIP_LIBRARIES") {
        Some(folder) => WorkerCommand::with_libraries(worker, PathBuf::from(folder)),
        None => WorkerCommand::new(worker),
    };
    // SAFETY: the stand-in has the functions of a HIP runtime, with their types.
    let options = unsafe { HipOptions::new(0).runtime(STANDIN.path()) };
    Device::hip_with(&options.compiler(HipCompiler::Worker(worker)))
}

/// Fails if the runtime was ever used as it must not be, or if a kernel's fault went unnoticed.
pub(super) fn assert_no_misuse() {
    if wanted() {
        assert_eq!(STANDIN.misuse(), [""; 0]);
    }
}
