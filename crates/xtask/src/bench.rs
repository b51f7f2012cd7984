//! `cargo xtask bench`: what needs no GPU, by criterion, and numpy beside it where Python has it.

use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, root, step};

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Only benchmarks whose name contains this
    filter: Option<String>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let mut bench = cargo(&["bench", "--package", "wavefold-bench"]);
    // Not `gpu`, which needs one and is no criterion benchmark: `cargo xtask bundle` packs it.
    bench
        .args(["cpu", "generate", "emulator"].map(|name| format!("--bench={name}")))
        .arg("--")
        .args(&options.filter);
    step("benchmarks", &mut bench)?;
    let script = root().join("crates/wavefold-bench/peers/numpy_peer.py");
    let numpy = Command::new("python3").args(["-c", "import numpy"]).output();
    if numpy.is_ok_and(|output| output.status.success()) {
        step("numpy", Command::new("python3").arg(script))
    } else {
        println!("── numpy: NOT MEASURED, python3 has no numpy (python3 -m pip install numpy)");
        Ok(())
    }
}
