//! How a worker is started.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The program that compiles, and how it is started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WorkerCommand {
    /// The program: `wavefold-worker`, or what starts it.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables that it gets besides those of this process.
    pub environment: Vec<(OsString, OsString)>,
}

impl WorkerCommand {
    /// The program by itself.
    pub fn new(program: impl Into<PathBuf>) -> Self {
        Self { program: program.into(), arguments: Vec::new(), environment: Vec::new() }
    }

    /// The program with the libraries of `folder`, the C library and its loader among them, and no others: an unpacked
    /// ROCm of a newer distribution. The folder holds a whole system's libraries, `/some/root/usr/lib/x86_64-linux-gnu`
    /// say.
    pub fn with_libraries(program: impl AsRef<OsStr>, folder: impl AsRef<Path>) -> Self {
        const LOADER: &str =
            if cfg!(target_arch = "aarch64") { "ld-linux-aarch64.so.1" } else { "ld-linux-x86-64.so.2" };
        let folder = folder.as_ref();
        Self::new(folder.join(LOADER))
            // The machine's cache would find its own libraries of other names.
            .argument("--inhibit-cache")
            .argument("--library-path")
            .argument(folder)
            .argument(program)
            // The other system's ROCm, if there is one, is not to be found first.
            .variable("ROCM_PATH", "")
    }

    /// With one more argument.
    #[must_use]
    pub fn argument(mut self, argument: impl AsRef<OsStr>) -> Self {
        self.arguments.push(argument.as_ref().into());
        self
    }

    /// With one more variable.
    #[must_use]
    pub fn variable(mut self, name: impl AsRef<OsStr>, value: impl AsRef<OsStr>) -> Self {
        self.environment.push((name.as_ref().into(), value.as_ref().into()));
        self
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}
