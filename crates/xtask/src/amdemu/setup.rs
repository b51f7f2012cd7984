//! What executing code objects takes: a tool in a folder of its own, and what that is built on.

use std::env::{split_paths, var_os};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, bail};

/// Names the folder.
const FOLDER: &str = "WAVEFOLD_AMDEMU";
/// Names the checkout of tinygrad that the tool takes its emulator from.
const TINYGRAD: &str = "TINYGRAD";

/// What Python has to import, and the packages that have it.
const PACKAGES: [(&str, &str); 4] =
    [("numpy", "numpy"), ("msgpack", "msgpack"), ("elftools", "pyelftools"), ("ml_dtypes", "ml_dtypes")];

/// The tool, which works.
pub(super) struct Tool {
    pub(super) folder: PathBuf,
}

impl Tool {
    /// Whether somebody has set it up.
    pub(super) fn is_wanted() -> bool {
        var_os(FOLDER).is_some()
    }

    /// The tool, tried. The error names everything that is missing, and how to get it.
    pub(super) fn find() -> Result<Self> {
        let Some(folder) = var_os(FOLDER).map(PathBuf::from) else {
            bail!(
                "{FOLDER} is not set: it is the folder of the tool that executes code objects (tests/README.md)"
            );
        };
        let mut missing = Vec::new();
        if !folder.join("run_co.py").exists() {
            missing.push(format!("{FOLDER}: there is no `run_co.py` in {}", folder.display()));
        }
        let emulator = Path::new("test/mockgpu/amd/emu.py");
        match var_os(TINYGRAD).map(PathBuf::from) {
            None => {
                missing.push(format!("{TINYGRAD} is not set: it is a checkout of tinygrad, a9069c17 or newer"))
            }
            Some(checkout) if !checkout.join(emulator).exists() => {
                missing.push(format!("{TINYGRAD}: there is no {} in {}", emulator.display(), checkout.display()));
            }
            Some(_) => {}
        }
        if !folder.join("bin/clang").exists() && !in_path("clang") {
            missing.push(format!(
                "clang: install `clang-19`, then `mkdir -p {0}/bin && ln -s \"$(command -v clang-19)\" {0}/bin/clang`",
                folder.display()
            ));
        }
        if !in_path("gcc") {
            missing.push("gcc: install `gcc`".into());
        }
        let python = python(&folder);
        let imports = |module: &str| {
            let output = Command::new(&python).args(["-c", &format!("import {module}")]).output();
            output.is_ok_and(|output| output.status.success())
        };
        let packages = PACKAGES.iter().filter(|(module, _)| !imports(module)).map(|&(_, package)| package);
        let packages = packages.collect::<Vec<_>>().join(" ");
        if !packages.is_empty() {
            missing.push(format!(
                "Python's {packages}: `python3 -m venv {0}/venv && {0}/venv/bin/pip install {packages}`",
                folder.display()
            ));
        }
        if missing.is_empty() {
            // Also has the tool compile its core, before several processes do so at once.
            let mut works = Command::new(&python);
            works.args(["-c", "import sys; sys.path.insert(0, sys.argv[1]); import run_co; run_co.emu()"]);
            let output = works.arg(&folder).output()?;
            if !output.status.success() {
                missing.push(format!("the tool does not start: {}", String::from_utf8_lossy(&output.stderr)));
            }
        }
        if !missing.is_empty() {
            bail!("AMD's code objects cannot be executed here:\n  {}", missing.join("\n  "));
        }
        Ok(Self { folder })
    }
}

/// As the stand-in's executor chooses it.
fn python(folder: &Path) -> PathBuf {
    let own = folder.join("venv/bin/python");
    if own.exists() { own } else { "python3".into() }
}

fn in_path(program: &str) -> bool {
    split_paths(&var_os("PATH").unwrap_or_default()).any(|folder| folder.join(program).exists())
}
