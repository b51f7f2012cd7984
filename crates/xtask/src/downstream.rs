//! `examples/downstream`, a crate that uses wavefold from outside: tested as a copy that lies elsewhere, because that is
//! what it is for.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{root, step};
use crate::compilers::target;
use crate::snapshots;

/// Where it lies, from the root of the workspace.
const FOLDER: &str = "examples/downstream";
/// What its readme says to change.
const DEPENDENCY: &str = "path = \"../../crates/wavefold\"";

/// Copies the crate out of the repository, points its dependency here, and runs its tests there.
pub(crate) fn test() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let copy = folder.path();
    copy_folder(&root().join(FOLDER), copy)?;
    let manifest = fs::read_to_string(copy.join("Cargo.toml"))?;
    ensure!(manifest.matches(DEPENDENCY).count() == 1, "{FOLDER}/Cargo.toml does not say `{DEPENDENCY}` once");
    let here = format!("path = {:?}", root().join("crates/wavefold"));
    fs::write(copy.join("Cargo.toml"), manifest.replace(DEPENDENCY, &here))?;
    lock(copy)?;

    step("downstream: format", cargo(copy, &["fmt"]).arg("--check"))?;
    let lints = ["clippy", "--all-targets", "--quiet", "--offline", "--", "-D", "warnings"];
    step("downstream: lints", &mut cargo(copy, &lints))?;
    let references = tempfile::NamedTempFile::new()?;
    let mut tests = cargo(copy, &["test", "--quiet", "--offline"]);
    tests.env("INSTA_UPDATE", "no").env("INSTA_SNAPSHOT_REFERENCES_FILE", references.path());
    step("downstream: tests, outside the repository", &mut tests)?;
    snapshots::reject_unreferenced(references.path(), &[copy.to_path_buf()])?;
    // Programs of a copy are of no use to the next one.
    step("downstream: clean", &mut cargo(copy, &["clean", "--quiet", "--offline", "--package", "downstream"]))
}

/// Accepts its kernels as they are now, where it lies.
pub(crate) fn bless() -> Result<()> {
    let folder = root().join(FOLDER);
    lock(&folder)?;
    let references = tempfile::NamedTempFile::new()?;
    let mut tests = cargo(&folder, &["test", "--quiet", "--offline", "--test", "kernels"]);
    tests
        .env("INSTA_UPDATE", "always")
        .env("INSTA_FORCE_UPDATE", "1")
        .env("INSTA_SNAPSHOT_REFERENCES_FILE", references.path());
    step("downstream: kernel snapshots", &mut tests)?;
    snapshots::delete_unreferenced(references.path(), &[folder])
}

/// Gives it the versions of our own lock file, so that nothing is fetched.
fn lock(folder: &Path) -> Result<()> {
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).context("cannot copy Cargo.lock")?;
    Ok(())
}

/// Cargo in `folder`. With our target folder and profile, most of what it needs is there already.
fn cargo(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = crate::cargo::cargo(arguments);
    command
        .current_dir(folder)
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "1")
        .env("CARGO_PROFILE_DEV_DEBUG", "line-tables-only");
    command
}

/// Copies all that belongs to the crate.
fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("cannot read {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if !entry.file_type()?.is_dir() {
            fs::copy(entry.path(), target)?;
        } else if entry.file_name() != "target" {
            copy_folder(&entry.path(), &target)?;
        }
    }
    Ok(())
}
