//! The tests that need AMD's libraries. They are `#[ignore]`d, so that a plain `cargo test` says that it leaves them out;
//! here they run with each ROCm that was provided, and then the libraries are required.
//!
//! Debian's libraries need their own C library. Tests that load them into their own process run under that library's
//! loader, which cargo is given as its runner. Those of modules called `amd_worker` run as they are, and start the worker
//! under that loader: `WAVEFOLD_HIP_LIBRARIES` names the folder, `WAVEFOLD_WORKER` the program. Tests that compare with
//! AMD's headers find them by `HIP_INCLUDE`.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::cargo::cargo;
use crate::compilers::rocm::{Rocm, worker};

/// Runs them with every ROCm.
pub(crate) fn test(rocms: &[Rocm]) -> Result<()> {
    let program = worker()?;
    for rocm in rocms {
        println!("── AMD's libraries, {}", rocm.origin);
        let runner = rocm.suite.as_ref().map(|suite| suite.runner());
        let under_loader = runner.iter().flat_map(|runner| ["--config", runner]);
        let under_loader: Vec<&str> = ["test"].into_iter().chain(under_loader).collect();
        let runs: [(&str, &[&str], &[&str]); 3] = [
            (
                "by themselves",
                &under_loader,
                &["-p", "wavefold-hip-rtc-sys", "-p", "wavefold-hip-sys", "--tests", "--", "--ignored"],
            ),
            (
                "in the runtime",
                &under_loader,
                &["-p", "wavefold-runtime", "--lib", "--", "--ignored", "hip::", "--skip", "amd_worker"],
            ),
            (
                "in a worker",
                &["test"],
                &[
                    "-p",
                    "wavefold-worker",
                    "-p",
                    "wavefold-runtime",
                    "--lib",
                    "--tests",
                    "--",
                    "--ignored",
                    "amd_worker",
                ],
            ),
        ];
        for (how, first, rest) in runs {
            let mut command = cargo(first);
            command.arg("--quiet").args(rest);
            with_libraries(&mut command, rocm, &program);
            let count = passed(&mut command).with_context(|| format!("AMD's libraries {how}, {}", rocm.origin))?;
            println!("   {how}: {count} tests passed");
        }
    }
    Ok(())
}

/// Runs tests; how many have passed. None is a failure: names that no test has would go unnoticed.
fn passed(command: &mut Command) -> Result<usize> {
    let output = command.stderr(Stdio::inherit()).output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "{said}\n{command:?} failed ({})", output.status);
    let results = said.lines().filter_map(|line| line.strip_prefix("test result: ok. "));
    let count = results.filter_map(|result| result.split(' ').next()?.parse::<usize>().ok()).sum();
    ensure!(count > 0, "{said}\n{command:?} has run no test");
    Ok(count)
}

fn with_libraries(command: &mut Command, rocm: &Rocm, program: &Path) {
    // What is tested is what is there without a GPU, also where there is one.
    command.env("WAVEFOLD_WORKER", program).env("HIP_VISIBLE_DEVICES", "-1");
    match &rocm.suite {
        Some(suite) => command.env("WAVEFOLD_HIP_LIBRARIES", &suite.libraries).env("ROCM_PATH", ""),
        None => command.env_remove("WAVEFOLD_HIP_LIBRARIES"),
    };
    if let Some(suite) = &rocm.suite {
        command.env("HIP_INCLUDE", &suite.include);
    }
}
