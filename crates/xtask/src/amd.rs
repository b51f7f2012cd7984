//! The tests that need AMD's libraries. They are `#[ignore]`d, so that a plain `cargo test` says that it leaves them out;
//! here they run with each ROCm that was provided, and then the libraries are required.
//!
//! Debian's libraries need their own C library. Tests that load them into their own process run under that library's
//! loader, which cargo is given as its runner. Tests of modules called `amd_worker` run as they are, and start the worker
//! under that loader: `WAVEFOLD_HIP_LIBRARIES` names the folder, `WAVEFOLD_WORKER` the program.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, step};
use crate::compilers::rocm::{Rocm, worker};

/// Runs them with every ROCm.
pub(crate) fn test(rocms: &[Rocm]) -> Result<()> {
    let program = worker()?;
    for rocm in rocms {
        let runner = rocm.suite.as_ref().map(|suite| suite.runner());
        let with_loader = |arguments: &[&str]| {
            let mut command = cargo(&["test", "--quiet"]);
            command.args(runner.iter().flat_map(|runner| ["--config", runner])).args(arguments);
            with_libraries(&mut command, rocm, &program);
            command
        };
        let mut libraries =
            with_loader(&["-p", "wavefold-hip-rtc-sys", "-p", "wavefold-hip-sys", "--tests", "--", "--ignored"]);
        if let Some(suite) = &rocm.suite {
            libraries.env("HIP_INCLUDE", &suite.include);
        }
        step(&format!("AMD's libraries, {}", rocm.origin), &mut libraries)?;
        let mut in_process =
            with_loader(&["-p", "wavefold-runtime", "--lib", "--", "--ignored", "amd_in_process"]);
        step(&format!("AMD's compiler in the runtime, {}", rocm.origin), &mut in_process)?;

        let mut in_worker = cargo(&["test", "--quiet", "-p", "wavefold-worker", "-p", "wavefold-runtime"]);
        in_worker.args(["--lib", "--tests", "--", "--ignored", "amd_worker"]);
        with_libraries(&mut in_worker, rocm, &program);
        step(&format!("AMD's compiler in a worker, {}", rocm.origin), &mut in_worker)?;
    }
    Ok(())
}

fn with_libraries(command: &mut Command, rocm: &Rocm, program: &Path) {
    command.env("WAVEFOLD_WORKER", program);
    match &rocm.suite {
        Some(suite) => command.env("WAVEFOLD_HIP_LIBRARIES", &suite.libraries).env("ROCM_PATH", ""),
        None => command.env_remove("WAVEFOLD_HIP_LIBRARIES"),
    };
}
