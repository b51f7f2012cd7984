//! Running cargo, and saying what runs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// A cargo command in the root of the workspace.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(arguments).current_dir(root());
    command
}

/// Runs `command` as the step `name`; its failure is the step's.
pub(crate) fn step(name: &str, command: &mut Command) -> Result<()> {
    println!("── {name}");
    let start = Instant::now();
    let status = command.status().with_context(|| format!("{name}: cannot start {:?}", command.get_program()))?;
    ensure!(status.success(), "{name} failed ({status}); run it alone with: {command:?}");
    println!("   {name}: passed in {:.1} s", start.elapsed().as_secs_f64());
    Ok(())
}
