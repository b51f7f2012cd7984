//! `cargo xtask nvrtc`: NVIDIA's run-time compiler, from PyPI's wheel `nvidia-cuda-nvrtc`, in a private folder.

mod library;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{output_of, target};

pub(crate) use library::Nvrtc;

/// What kernels are compiled for.
pub(crate) const ARCHITECTURES: &[&str] = &["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// The first CUDA that has all of the architectures, and still the oldest of them.
const WHEEL: &str = "nvidia-cuda-nvrtc==13.0.*";

pub(crate) fn run() -> Result<()> {
    let nvrtc = provide()?;
    println!("   {}, in {}", nvrtc.version, nvrtc.folder.display());
    Ok(())
}

/// NVRTC, fetched when it is not there yet.
pub(crate) fn provide() -> Result<Nvrtc> {
    let folder = target().join("nvrtc");
    if !folder.join("version.txt").exists() {
        fetch(&folder).with_context(|| {
            format!(
                "NVRTC is missing, which compiles for NVIDIA GPUs, and it is not in {}; go online, or say --without nvrtc",
                folder.display()
            )
        })?;
    }
    let version = fs::read_to_string(folder.join("version.txt"))?;
    let builtins = find(&folder, "libnvrtc-builtins.so.")?;
    let library = find(&folder, "libnvrtc.so.")?;
    Nvrtc::open(&builtins, &library, version.trim())
        .with_context(|| format!("{} is damaged; delete it", folder.display()))
}

/// Fetches into a folder beside, which takes the place of `folder` when it is complete.
fn fetch(folder: &Path) -> Result<()> {
    println!("   fetching {WHEEL} with pip");
    let parent = folder.parent().context("a folder has a parent")?;
    fs::create_dir_all(parent)?;
    let fresh = tempfile::Builder::new().prefix("nvrtc.").tempdir_in(parent)?;
    let pip = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary=:all:", "--dest"];
    output_of(Command::new("python3").args(pip).arg(fresh.path()).arg(WHEEL))?;
    let wheel = find(fresh.path(), "nvidia_cuda_nvrtc-")?;
    output_of(Command::new("python3").args(["-m", "zipfile", "-e"]).arg(&wheel).arg(fresh.path()))?;
    let name = wheel.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let version = name.split('-').nth(1).context("a wheel's name has a version")?;
    fs::write(fresh.path().join("version.txt"), version)?;
    fs::remove_file(&wheel)?;
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    Ok(fs::rename(fresh.keep(), folder)?)
}

/// The file below `folder` whose name begins so.
fn find(folder: &Path, beginning: &str) -> Result<PathBuf> {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).with_context(|| format!("cannot read {}", folder.display()))? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(beginning)) {
                return Ok(path);
            }
        }
    }
    bail!("{} has no {beginning}…", folder.display())
}
