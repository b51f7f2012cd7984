//! Programs that cargo builds, and where it puts them.

use std::io::BufReader;
use std::path::PathBuf;
use std::process::Stdio;

use anyhow::{Context, Result, ensure};
use cargo_metadata::{Artifact, Message};

use crate::cargo::cargo;

/// An executable and its name, which of a benchmark begins with `bench_`.
pub(crate) struct Program {
    pub(crate) name: String,
    pub(crate) path: PathBuf,
}

/// Builds with cargo; gives the executables of these names.
pub(crate) fn build(arguments: &[&str], names: &[&str]) -> Result<Vec<Program>> {
    println!("── cargo {}", arguments.join(" "));
    let mut command = cargo(arguments);
    command.arg("--message-format=json-render-diagnostics").stdout(Stdio::piped());
    let mut child = command.spawn()?;
    let output = BufReader::new(child.stdout.take().context("cargo's output is piped")?);
    let tests = arguments[0] == "test";
    let mut programs = Vec::new();
    for message in Message::parse_stream(output) {
        if let Message::CompilerArtifact(artifact) = message?
            && names.contains(&artifact.target.name.as_str())
            && (!tests || artifact.profile.test)
        {
            programs.extend(program(artifact));
        }
    }
    let status = child.wait()?;
    ensure!(status.success(), "cargo {} failed ({status})", arguments.join(" "));
    for name in names {
        let count = programs.iter().filter(|program| program.name.trim_start_matches("bench_") == *name).count();
        ensure!(count == 1, "cargo {} made {count} programs `{name}`", arguments.join(" "));
    }
    Ok(programs)
}

fn program(artifact: Artifact) -> Option<Program> {
    let path = artifact.executable?.into_std_path_buf();
    let prefix = if artifact.target.is_bench() { "bench_" } else { "" };
    Some(Program { name: format!("{prefix}{}", artifact.target.name), path })
}
