//! Snapshots that no test asks for any more are mistakes waiting to be trusted.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};

use crate::cargo::root;

/// Where the workspace has its snapshots.
pub(crate) fn ours() -> [PathBuf; 2] {
    ["snapshots", "crates"].map(|folder| root().join(folder))
}

/// Fails when a snapshot exists in `folders` that the test run, whose references insta wrote to `references`, did not use.
pub(crate) fn reject_unreferenced(references: &Path, folders: &[PathBuf]) -> Result<()> {
    let (used, stale) = unreferenced(references, folders)?;
    let stale: Vec<String> = stale.iter().map(|path| path.display().to_string()).collect();
    ensure!(
        stale.is_empty(),
        "no test uses these snapshots any more; delete them, or run cargo xtask bless:\n{}",
        stale.join("\n")
    );
    println!("   snapshots: {used} compared, none stale");
    Ok(())
}

/// Deletes the snapshots in `folders` that the run did not use.
pub(crate) fn delete_unreferenced(references: &Path, folders: &[PathBuf]) -> Result<()> {
    for path in unreferenced(references, folders)?.1 {
        fs::remove_file(&path)?;
        println!("   deleted {}", path.display());
    }
    Ok(())
}

/// How many snapshots the run used, and those that it did not.
fn unreferenced(references: &Path, folders: &[PathBuf]) -> Result<(usize, Vec<PathBuf>)> {
    // A snapshot that the run made or deleted itself may be gone by now.
    let used: BTreeSet<PathBuf> = fs::read_to_string(references)
        .context("insta wrote no list of the snapshots it used")?
        .lines()
        .filter_map(|line| fs::canonicalize(line).ok())
        .collect();
    ensure!(!used.is_empty(), "no snapshot was compared: did the snapshot tests run?");
    let mut present = BTreeSet::new();
    for folder in folders {
        collect(folder, &mut present)?;
    }
    Ok((used.len(), present.difference(&used).cloned().collect()))
}

/// All `.snap` files below `folder`.
fn collect(folder: &Path, into: &mut BTreeSet<PathBuf>) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            collect(&path, into)?;
        } else if path.extension().is_some_and(|extension| extension == "snap") {
            into.insert(fs::canonicalize(path)?);
        }
    }
    Ok(())
}
