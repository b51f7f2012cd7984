//! What all kernels share: the compiler, the compiled runtime, a temporary directory, workspaces.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tempfile::TempDir;

use wavefold_codegen::Fp;

use super::compiler::Compiler;
use super::dynamic;
use super::error::EmulatorError;
use super::workspace::Workspace;

/// The runtime's parts, in the order in which they need each other.
const RUNTIME: &[&str] = &[
    include_str!("host/rt_state.h"),
    include_str!("host/rt_fiber.h"),
    include_str!("host/rt_fault.h"),
    include_str!("host/rt_race.h"),
    include_str!("host/rt_access.h"),
    include_str!("host/rt_atomic.h"),
    include_str!("host/rt_undefined.h"),
    include_str!("host/rt_schedule.h"),
    include_str!("host/rt_launch.h"),
];

/// What stands before every kernel text.
const HEADER: &[&str] = &[
    include_str!("host/hip_core.h"),
    include_str!("host/hip_math.h"),
    include_str!("host/hip_warp.h"),
    include_str!("host/hip_atomic.h"),
    include_str!("host/hip_amdgcn.h"),
];
const TRAMPOLINE: &str = include_str!("host/trampoline.h");

/// The name that lines of the kernel text have in messages and debug information.
pub(crate) const KERNEL_FILE: &str = "kernel";

/// Shared by all emulators of the process that live at the same time; the files go with the last of them.
static SHARED: Mutex<Weak<Runtime>> = Mutex::new(Weak::new());

/// A kernel, compiled and linked.
pub(crate) struct Built {
    pub(crate) image: PathBuf,
    /// Bytes of the stack frames of all its functions together.
    pub(crate) frames: usize,
}

#[derive(Debug)]
pub(crate) struct Runtime {
    compiler: Compiler,
    directory: TempDir,
    object: PathBuf,
    gaps: PathBuf,
    images: AtomicU64,
    workspaces: Mutex<Vec<Workspace>>,
}

impl Runtime {
    pub(crate) fn shared() -> Result<Arc<Self>, EmulatorError> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(runtime) = shared.upgrade() {
            return Ok(runtime);
        }
        let runtime = Arc::new(Self::new(Compiler::find()?)?);
        *shared = Arc::downgrade(&runtime);
        Ok(runtime)
    }

    fn new(compiler: Compiler) -> Result<Self, EmulatorError> {
        let directory = tempfile::Builder::new()
            .prefix("wavefold-emulator-")
            .tempdir()
            .map_err(|source| EmulatorError::TemporaryFile { what: "a directory".to_owned(), source })?;
        let (text, object) = (directory.path().join("runtime.cpp"), directory.path().join("runtime.o"));
        write(&text, &RUNTIME.concat())?;
        let gaps = directory.path().join("gaps.ld");
        write(&gaps, &gaps_script())?;
        compiler
            .compile_runtime(directory.path(), &text, &object)?
            .map_err(|message| EmulatorError::RuntimeFailed { compiler: compiler.name(), message })?;
        Ok(Self { compiler, directory, object, gaps, images: AtomicU64::new(0), workspaces: Mutex::default() })
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    #[cfg(test)]
    pub(crate) fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    /// Compiles and links one kernel.
    pub(crate) fn build(&self, warp: u32, source: &str, entry: &str, fp: Fp) -> Result<Built, EmulatorError> {
        let number = self.images.fetch_add(1, Ordering::Relaxed);
        let path = |extension: &str| self.directory().join(format!("kernel{number}.{extension}"));
        let (text, object, frames, image) = (path("cpp"), path("o"), path("su"), path("so"));
        let marked = dynamic::mark(source);
        write(&text, &translation_unit(warp, &marked.text, entry))?;
        let refused = |message| EmulatorError::CompileFailed {
            compiler: self.compiler.name(),
            entry: entry.to_owned(),
            message,
        };
        let compiled = self
            .compiler
            .compile_kernel(self.directory(), &text, &object, fp)
            .and_then(|result| result.map_err(refused));
        let linked = compiled.and_then(|()| {
            self.compiler
                .link(self.directory(), [&object, &self.object], &self.gaps, &marked.names, &image)
                .and_then(|result| result.map_err(refused))
        });
        let bytes = std::fs::read_to_string(&frames).map_or(0, |usage| sum_of_frames(&usage));
        // Only the image is needed from here on; what cannot be removed goes with the directory.
        let _ = std::fs::remove_file(&text);
        let _ = std::fs::remove_file(&object);
        let _ = std::fs::remove_file(&frames);
        linked.map(|()| Built { image, frames: bytes })
    }

    /// A workspace that no other launch uses.
    pub(crate) fn take_workspace(&self) -> Workspace {
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    pub(crate) fn return_workspace(&self, workspace: Workspace) {
        self.workspaces.lock().unwrap_or_else(PoisonError::into_inner).push(workspace);
    }
}

/// The sum of what `-fstack-usage` says: `kernel:12:3:float map(float)`, tab, bytes, tab, kind, a function a line.
/// Kernels do not recurse, so that no chain of calls needs more.
fn sum_of_frames(usage: &str) -> usize {
    usage.lines().filter_map(|line| line.rsplit('\t').nth(1)?.parse::<usize>().ok()).sum()
}

fn translation_unit(warp: u32, source: &str, entry: &str) -> String {
    let mut text = format!("#define WAVEFOLD_WARP {warp}\n#line 1 \"wavefold-hip.h\"\n");
    HEADER.iter().for_each(|part| text.push_str(part));
    text.push_str(&format!(
        "#line 1 \"{KERNEL_FILE}\"\n{source}\n#line 1 \"wavefold-trampoline.h\"\n#define WAVEFOLD_ENTRY {entry}\n"
    ));
    text.push_str(TRAMPOLINE);
    text
}

/// Lays shared variables apart, so that an index past the end of one is not an element of the next. Variables beyond the
/// numbered ones are gathered without gaps.
fn gaps_script() -> String {
    let mut script = String::from("SECTIONS { wavefold_shared : { . += 256;");
    (0..64).for_each(|number| script.push_str(&format!(" *(wavefold_shared_{number}) . += 256;")));
    script.push_str(" *(wavefold_shared_*) . += 256; } } INSERT AFTER .data;\n");
    script
}

fn write(path: &Path, text: &str) -> Result<(), EmulatorError> {
    std::fs::write(path, text)
        .map_err(|source| EmulatorError::TemporaryFile { what: path.display().to_string(), source })
}
