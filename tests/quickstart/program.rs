//! Running the example in a folder of its own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use tempfile::TempDir;

/// The example, built as these tests are. Cargo tells tests the path of a binary, but not of an example.
fn executable() -> &'static Path {
    static EXECUTABLE: OnceLock<PathBuf> = OnceLock::new();
    EXECUTABLE.get_or_init(|| {
        // target/debug/deps/quickstart-0123456789abcdef
        let test = std::env::current_exe().expect("a test knows its own path");
        let [_, folder, target] = [1, 2, 3].map(|up| test.ancestors().nth(up).expect("in a folder of cargo's"));
        let profile = match folder.file_name().and_then(|name| name.to_str()) {
            Some("debug") | None => "dev",
            Some(profile) => profile,
        };
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        // The whole workspace, so that the dependencies have the features they were built with for the tests.
        let status = Command::new(cargo)
            .args(["build", "--quiet", "--workspace", "--example", "quickstart", "--profile", profile])
            .arg("--target-dir")
            .arg(target)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .status();
        assert!(status.expect("cargo runs").success(), "the example is built");
        folder.join("examples").join(format!("quickstart{}", std::env::consts::EXE_SUFFIX))
    })
}

/// A folder with input files, and the quickstart running in it.
pub(crate) struct Sandbox {
    folder: TempDir,
}

/// What a run said.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Sandbox {
    pub(crate) fn new() -> Self {
        Self { folder: tempfile::tempdir().expect("there is room for a folder") }
    }

    /// A sandbox with one file in it.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let sandbox = Self::new();
        fs::write(sandbox.path(name), content).expect("the folder is writable");
        sandbox
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Runs without a C++ compiler, which saves the time of the emulator.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        self.start(self.command(arguments).env("PATH", "").env_remove("CXX"))
    }

    /// Runs with whatever compiler this machine has.
    pub(crate) fn run_with_compiler(&self, arguments: &[&str]) -> Run {
        self.start(&mut self.command(arguments))
    }

    /// Runs with what must fail: says why, writes nothing, and does not panic.
    pub(crate) fn refuse(&self, arguments: &[&str]) -> String {
        let Run { code, out, err } = self.run(arguments);
        assert_eq!(code, Some(1), "{arguments:?} is refused\n{out}\n{err}");
        assert!(err.starts_with("error: "), "{err}");
        assert_eq!(out, "", "nothing is printed before the input is known to be good");
        assert!(!self.path("out").exists(), "no picture of what was refused");
        err
    }

    /// The names of the files in the folder of the picture.
    pub(crate) fn pictures(&self) -> Vec<String> {
        let entries = fs::read_dir(self.path("out")).expect("the folder was made");
        entries.map(|entry| entry.expect("it is readable").file_name().to_string_lossy().into_owned()).collect()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(executable());
        command.args(arguments).current_dir(self.folder.path());
        if !arguments.contains(&"--out") {
            command.args(["--out", "out"]);
        }
        command
    }

    fn start(&self, command: &mut Command) -> Run {
        let Output { status, stdout, stderr } = command.output().expect("the example starts");
        let [out, err] = [stdout, stderr].map(|text| String::from_utf8(text).expect("it speaks UTF-8"));
        assert!(!err.contains("panicked"), "{err}");
        Run { code: status.code(), out, err }
    }
}

impl Run {
    /// The output of a run that must succeed.
    pub(crate) fn succeeds(self) -> String {
        assert_eq!((self.code, self.err.as_str()), (Some(0), ""), "{}", self.out);
        self.out
    }
}

/// The result in the row of that name.
pub(crate) fn row<'a>(out: &'a str, name: &str) -> &'a str {
    let row = out.lines().find_map(|line| line.strip_prefix("    ")?.strip_prefix(name));
    row.unwrap_or_else(|| panic!("no row {name} in\n{out}")).trim()
}
