//! Where NVRTC may be.

use std::env;
use std::path::{Path, PathBuf};

use crate::cuda::library;

/// The names by the CUDA that they are of, newest first.
#[cfg(windows)]
const VERSIONED: [(u32, &str); 3] =
    [(13, "nvrtc64_130_0.dll"), (12, "nvrtc64_120_0.dll"), (11, "nvrtc64_112_0.dll")];
#[cfg(not(windows))]
const VERSIONED: [(u32, &str); 3] = [(13, "libnvrtc.so.13"), (12, "libnvrtc.so.12"), (11, "libnvrtc.so.11.2")];

/// The name of whichever was installed for development.
const UNVERSIONED: Option<&str> = if cfg!(windows) { None } else { Some("libnvrtc.so") };

/// How the name of the part begins that the compiler opens by itself.
const BUILTINS: &str = if cfg!(windows) { "nvrtc-builtins64" } else { "libnvrtc-builtins.so" };

/// Opens what stands beside the compiler: it looks for that part of itself by name when it compiles, and the loader does
/// not search the folder that the compiler came from. Where the loader finds the compiler by itself, it finds both.
pub(super) fn keep_builtins_open(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    for entry in folder.and_then(|folder| folder.read_dir().ok()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if name.to_string_lossy().starts_with(BUILTINS)
            && let Ok(builtins) = library::library(entry.path().as_os_str())
        {
            std::mem::forget(builtins);
        }
    }
}

/// The names and paths tried: by bare name first, then in CUDA's folders, then in a Python environment's.
pub(super) fn names(driver_major: u32) -> impl Iterator<Item = PathBuf> {
    // A driver runs the code of compilers up to its own version, so a newer compiler is the last resort.
    let (mut names, newer): (Vec<_>, Vec<_>) =
        VERSIONED.into_iter().partition(|(major, _)| *major <= driver_major);
    names.extend(newer);
    let names: Vec<_> = names.into_iter().map(|(_, name)| name).chain(UNVERSIONED).collect();
    let folders = folders();
    let bare: Vec<_> = names.iter().map(PathBuf::from).collect();
    let within = folders.into_iter().flat_map(move |folder| {
        let present = |name: &&str| folder.join(name).exists();
        let found: Vec<_> = names.iter().filter(|name| present(name)).map(|name| folder.join(name)).collect();
        // A folder without any is named once.
        if found.is_empty() { names.first().map(|name| folder.join(name)).into_iter().collect() } else { found }
    });
    bare.into_iter().chain(within)
}

/// The folders of this machine that may hold it.
fn folders() -> Vec<PathBuf> {
    let variable = |name| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cuda = ["CUDA_PATH", "CUDA_HOME"].into_iter().filter_map(variable);
    let usual = ["/usr/local/cuda", "/opt/cuda"].map(PathBuf::from);
    let mut folders: Vec<_> = cuda
        .chain(usual)
        .flat_map(|root| {
            ["", "lib64", "lib", "bin", "bin/x64", "targets/x86_64-linux/lib"].map(|sub| root.join(sub))
        })
        .filter(|folder| folder.is_dir() && holds_libraries(folder))
        .collect();
    folders.extend(
        ["VIRTUAL_ENV", "CONDA_PREFIX"].into_iter().filter_map(variable).flat_map(|root| python_folders(&root)),
    );
    folders
}

/// Whether the folder has any library: `CUDA_PATH` itself seldom does.
fn holds_libraries(folder: &Path) -> bool {
    folder.read_dir().is_ok_and(|mut entries| {
        entries.any(|entry| entry.is_ok_and(|entry| entry.file_name().to_string_lossy().contains("nvrtc")))
    })
}

/// Where PyPI's wheels put it in an environment.
fn python_folders(root: &Path) -> Vec<PathBuf> {
    let versions = root.join("lib").read_dir().into_iter().flatten().flatten();
    let packages = versions
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("python"))
        .map(|entry| entry.path().join("site-packages"))
        .chain([root.join("Lib/site-packages")]);
    packages
        .flat_map(|packages| {
            ["nvidia/cu13/lib", "nvidia/cu13/bin/x86_64", "nvidia/cuda_nvrtc/lib", "nvidia/cuda_nvrtc/bin"]
                .map(|folder| packages.join(folder))
        })
        .filter(|folder| folder.is_dir())
        .collect()
}
