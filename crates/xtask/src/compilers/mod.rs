//! The vendors' compilers, provided in `target/`: neither needs a GPU.

mod apt;
mod debian;
pub(crate) mod nvrtc;
pub(crate) mod rocm;

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// Where cargo builds, and where downloads are unpacked.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |target| root().join(target))
}

/// What the command prints. Its failure is an error that holds the end of what it says.
pub(crate) fn output_of(command: &mut Command) -> Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("`{program}` cannot be run; is it installed?"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let lines: Vec<&str> = said.lines().collect();
    let end = lines[lines.len().saturating_sub(8)..].join("\n  ");
    ensure!(output.status.success(), "{command:?} failed ({}):\n  {end}", output.status);
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
