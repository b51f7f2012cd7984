//! `cargo xtask numpy`: numpy, the judge of histograms over floats, from PyPI in a private folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::cargo::{cargo, step};
use crate::compilers::{output_of, target};

/// Its `histogram` has the edges that ours are: `linspace` in f64, rounded to the samples' type, and a guess corrected by
/// them, since 1.x; from 2.0 on only where the ends are given as Python's floats, as the tests do.
const WHEEL: &str = "numpy==2.3.5";

#[derive(clap::Args)]
pub(crate) struct Options {
    /// Also run the tests that it judges
    #[arg(long)]
    test: bool,
}

pub(crate) fn run(options: &Options) -> Result<()> {
    let folder = provide()?;
    println!("   {WHEEL}, in {}", folder.display());
    if options.test { test(&folder, "cpu") } else { Ok(()) }
}

/// Runs the tests, which are `#[ignore]`d elsewhere; the backends of `required` must be there.
pub(crate) fn test(folder: &Path, required: &str) -> Result<()> {
    let mut tests = cargo(&["test", "--quiet", "--test", "numpy", "--", "--ignored"]);
    step("numpy's counts", tests.env("WAVEFOLD_NUMPY", folder).env("WAVEFOLD_REQUIRE", required))
}

/// The folder that Python finds it in, fetched when it is not there yet.
pub(crate) fn provide() -> Result<PathBuf> {
    let folder = target().join("numpy").join(WHEEL.replace("==", "-"));
    if !folder.exists() {
        fetch(&folder).with_context(|| {
            format!(
                "numpy is missing, which histograms are compared with, and it is not in {}; go online, or say \
                 --without numpy",
                folder.display()
            )
        })?;
    }
    Ok(folder)
}

/// Fetches into a folder beside, which becomes `folder` when it is complete.
fn fetch(folder: &Path) -> Result<()> {
    println!("   fetching {WHEEL} with pip");
    let parent = folder.parent().context("a folder has a parent")?;
    fs::create_dir_all(parent)?;
    let fresh = tempfile::Builder::new().prefix("numpy.").tempdir_in(parent)?;
    let pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--only-binary=:all:", "--target"];
    output_of(Command::new("python3").args(pip).arg(fresh.path()).arg(WHEEL))?;
    Ok(fs::rename(fresh.keep(), folder)?)
}
