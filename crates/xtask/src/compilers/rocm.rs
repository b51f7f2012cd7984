//! `cargo xtask rocm`: hiprtc, from a ROCm on this machine, else from Debian's packages.

use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use wavefold_worker::{CompilerInfo, Worker, WorkerCommand, WorkerError};

use super::debian::{self, Suite};
use super::target;
use crate::amd;
use crate::cargo::{cargo, step};

/// What kernels are compiled for: 64 lanes a warp.
pub(crate) const W64: &[&str] = &["gfx906", "gfx908", "gfx90a", "gfx942", "gfx950"];
/// What kernels are compiled for: 32 lanes a warp.
pub(crate) const W32: &[&str] = &["gfx1030", "gfx1100", "gfx1151", "gfx1201"];

/// Debian's suites with ROCm: the stable one, whose compiler stays what it is, and the next one for what that does not
/// know.
const SUITES: [&str; 2] = ["trixie", "forky"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Fetch Debian's packages again: the coming suite moves
    #[arg(long)]
    renew: bool,
    /// Run the tests that need AMD's libraries
    #[arg(long)]
    test: bool,
}

/// One hiprtc.
#[derive(Clone, Debug)]
pub(crate) struct Rocm {
    /// Where it comes from.
    pub(crate) origin: String,
    /// What is to be compiled with it, and is not compiled with an earlier one.
    pub(crate) architectures: Vec<&'static str>,
    /// How a worker with it is started.
    pub(crate) command: WorkerCommand,
    pub(crate) info: CompilerInfo,
    /// Debian's, if it is from there.
    pub(crate) suite: Option<Suite>,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let found = provide(options.renew)?;
    for rocm in &found {
        println!("   {}: {}", rocm.origin, rocm.info.version);
        if let Some(suite) = &rocm.suite {
            println!("     libraries: {}", suite.libraries.display());
        }
        println!("     knows {}", rocm.info.architectures.join(" "));
        println!("     compiles for {}", rocm.architectures.join(" "));
    }
    if options.test { amd::test(&found) } else { Ok(()) }
}

/// As many compilers as it takes to know all architectures; each knows some that the earlier ones do not.
pub(crate) fn provide(renew: bool) -> Result<Vec<Rocm>> {
    let program = worker()?;
    let mut missing: Vec<&'static str> = W64.iter().chain(W32).copied().collect();
    let mut found = Vec::new();
    let machine = WorkerCommand::new(&program);
    match Worker::new(machine.clone()).info() {
        Ok(info) => found.extend(taking("this machine".into(), machine, info, None, &mut missing)),
        Err(WorkerError::NoCompiler { .. }) => {}
        Err(other) => return Err(other.into()),
    }
    for name in SUITES {
        if missing.is_empty() {
            break;
        }
        let suite = debian::provide(name, renew).with_context(|| {
            format!(
                "hiprtc is missing, which compiles for {}; go online, install ROCm, or say --without rocm",
                missing.join(" ")
            )
        })?;
        let command = WorkerCommand::with_libraries(&program, &suite.libraries);
        let info = Worker::new(command.clone()).info()?;
        let origin = match suite.version("libhiprtc").or_else(|| suite.version("libamdhip64-")) {
            Some(version) => format!("Debian {name}, {version}"),
            None => format!("Debian {name}"),
        };
        found.extend(taking(origin, command, info, Some(suite), &mut missing));
    }
    ensure!(
        missing.is_empty(),
        "no hiprtc knows {}: if Debian's is an old download, run cargo xtask rocm --renew",
        missing.join(" ")
    );
    Ok(found)
}

/// The compiler, if it knows any of the architectures that are missing, which then are missing no more.
fn taking(
    origin: String,
    command: WorkerCommand,
    info: CompilerInfo,
    suite: Option<Suite>,
    missing: &mut Vec<&'static str>,
) -> Option<Rocm> {
    let knows = |name: &&'static str| info.architectures.iter().any(|known| known == name);
    let (architectures, rest): (Vec<_>, Vec<_>) = missing.iter().copied().partition(knows);
    *missing = rest;
    (!architectures.is_empty()).then_some(Rocm { origin, architectures, command, info, suite })
}

/// The worker, built.
pub(crate) fn worker() -> Result<PathBuf> {
    step("compile worker", &mut cargo(&["build", "--quiet", "--package", "wavefold-worker", "--bins"]))?;
    let program = target().join("debug").join(format!("wavefold-worker{}", std::env::consts::EXE_SUFFIX));
    ensure!(program.exists(), "cargo has built no {}", program.display());
    Ok(program)
}
