//! `cargo xtask bundle`: what a machine with a GPU and without Rust needs to test and measure this checkout.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, root, step};
use crate::programs::build;

/// What it takes from the checkout beside programs.
const DATA: [&str; 5] = [
    "examples/data/astronaut.png",
    "examples/data/mauna_loa_co2.csv",
    "crates/wavefold-bench/peers/cub_peer.cu",
    "crates/wavefold-bench/peers/ladder_peer.cu",
    "crates/wavefold-bench/peers/ladder_peer.cuh",
];

/// Test programs that run kernels; the others need this machine's compiler or files.
const TESTS: [&str; 8] =
    ["conformance", "tutorial", "cases", "expressions", "errors", "gpu", "gpu_fault", "wavefold_runtime"];

#[derive(clap::Args)]
pub(crate) struct Options {
    /// The folder to fill; it is emptied first
    #[arg(long, default_value = "target/bundle")]
    out: PathBuf,
    /// Only the tests: no examples, no benchmarks
    #[arg(long)]
    tests_only: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let out = root().join(&options.out);
    if out.exists() {
        ensure!(
            out.join("run.sh").exists(),
            "{} is not a bundle; remove it, or give another --out",
            out.display()
        );
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    let mut programs = build(&["test", "--no-run", "--workspace", "--tests"], &TESTS)?;
    if !options.tests_only {
        programs.extend(build(
            &["build", "--release", "--bin", "wavefold", "--example", "quickstart", "--example", "ladder"],
            &["wavefold", "quickstart", "ladder"],
        )?);
        programs.extend(build(&["bench", "--no-run", "--package", "wavefold-bench", "--bench", "gpu"], &["gpu"])?);
    }
    let mut bytes = 0;
    for program in &programs {
        let to = out.join(&program.name);
        strip(&program.path, &to)?;
        let size = fs::metadata(&to)?.len();
        println!("   {:<28} {:>6.1} MiB", program.name, size as f64 / f64::from(1 << 20));
        bytes += size;
    }
    for file in DATA {
        let from = root().join(file);
        let name = from.file_name().context("a file has a name")?;
        fs::copy(&from, out.join(name)).with_context(|| format!("cannot copy {file}"))?;
    }
    if !options.tests_only {
        let mut programs = cargo(&["run", "--quiet", "--example", "standalone", "--"]);
        step("programs without Rust", programs.arg(out.join("standalone")))?;
    }
    fs::write(out.join("run.sh"), include_str!("run.sh"))?;
    println!(
        "── bundle of {:.0} MiB in {}; on the GPU machine: bash run.sh",
        bytes as f64 / f64::from(1 << 20),
        out.display()
    );
    Ok(())
}

/// Copies without symbols and debug information.
fn strip(from: &Path, to: &Path) -> Result<()> {
    let status = Command::new("strip").arg("-o").arg(to).arg(from).status().context("cannot start `strip`")?;
    ensure!(status.success(), "strip failed on {}", from.display());
    Ok(())
}
