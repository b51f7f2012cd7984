//! What all kernels share: the compiler, the compiled runtime, a temporary directory, workspaces.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use tempfile::TempDir;

use wavefold_codegen::KernelText;

use super::compiler::{Compiler, Mode};
use super::dynamic;
use super::error::EmulatorError;
use super::workspace::Workspace;

/// The runtime's parts, in the order in which they need each other; after the first the recorder, or what is in its place.
const RUNTIME: [&str; 2] = [
    concat!(include_str!("host/rt_state.h"), include_str!("host/rt_fiber.h")),
    concat!(
        include_str!("host/rt_fault.h"),
        include_str!("host/rt_race.h"),
        include_str!("host/rt_access.h"),
        include_str!("host/rt_atomic.h"),
        include_str!("host/rt_undefined.h"),
        include_str!("host/rt_schedule.h"),
        include_str!("host/rt_launch.h"),
    ),
];
const RECORDER: &str = concat!(
    include_str!("host/rt_count.h"),
    include_str!("host/rt_count_place.h"),
    include_str!("host/rt_count_merge.h"),
);
const NO_RECORDER: &str = include_str!("host/rt_count_none.h");

/// What stands before every kernel text.
const HEADER: &[&str] = &[
    include_str!("host/hip_core.h"),
    include_str!("host/hip_math.h"),
    include_str!("host/hip_warp.h"),
    include_str!("host/hip_atomic.h"),
    include_str!("host/hip_amdgcn.h"),
];
/// Before the header of kernels that count.
const COUNTING: &str = "#define WAVEFOLD_COUNTING 1\n";
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
    /// Compiled, for each mode that has been asked for.
    plain: OnceLock<PathBuf>,
    counting: OnceLock<PathBuf>,
    compiling: Mutex<()>,
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

    pub(crate) fn new(compiler: Compiler) -> Result<Self, EmulatorError> {
        let directory = tempfile::Builder::new()
            .prefix("wavefold-emulator-")
            .tempdir()
            .map_err(|source| EmulatorError::TemporaryFile { what: "a directory".to_owned(), source })?;
        let gaps = directory.path().join("gaps.ld");
        write(&gaps, &gaps_script())?;
        Ok(Self {
            compiler,
            directory,
            plain: OnceLock::new(),
            counting: OnceLock::new(),
            compiling: Mutex::new(()),
            gaps,
            images: AtomicU64::new(0),
            workspaces: Mutex::default(),
        })
    }

    /// The compiled runtime of a mode; the first call compiles it.
    pub(crate) fn object(&self, mode: Mode) -> Result<&Path, EmulatorError> {
        let (place, name, recorder) = match mode {
            Mode::Plain => (&self.plain, "runtime", NO_RECORDER),
            Mode::Counting => (&self.counting, "runtime-counting", RECORDER),
        };
        let _compiling = self.compiling.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(object) = place.get() {
            return Ok(object);
        }
        let path = |extension: &str| self.directory().join(format!("{name}.{extension}"));
        let (text, object) = (path("cpp"), path("o"));
        write(&text, &RUNTIME.join(recorder))?;
        self.compiler
            .compile_runtime(self.directory(), &text, &object)?
            .map_err(|message| EmulatorError::RuntimeFailed { compiler: self.compiler.name(), message })?;
        Ok(place.get_or_init(|| object))
    }

    pub(crate) fn directory(&self) -> &Path {
        self.directory.path()
    }

    #[cfg(test)]
    pub(crate) fn compiler(&self) -> &Compiler {
        &self.compiler
    }

    /// Compiles and links one kernel.
    pub(crate) fn build(&self, warp: u32, mode: Mode, kernel: &KernelText) -> Result<Built, EmulatorError> {
        let KernelText { source, entry, fp, .. } = kernel;
        let runtime = self.object(mode)?;
        let number = self.images.fetch_add(1, Ordering::Relaxed);
        let path = |extension: &str| self.directory().join(format!("kernel{number}.{extension}"));
        let (text, object, frames, image) = (path("cpp"), path("o"), path("su"), path("so"));
        let marked = dynamic::mark(source);
        write(&text, &translation_unit(warp, mode, &marked.text, entry))?;
        let refused = |message| EmulatorError::CompileFailed {
            compiler: self.compiler.name(),
            entry: entry.clone(),
            message,
        };
        let compiled = self
            .compiler
            .compile_kernel(self.directory(), mode, &text, &object, *fp)
            .and_then(|result| result.map_err(refused));
        let linked = compiled.and_then(|()| {
            self.compiler
                .link(self.directory(), [&object, runtime], &self.gaps, &marked.names, &image)
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

fn translation_unit(warp: u32, mode: Mode, source: &str, entry: &str) -> String {
    let counting = if mode == Mode::Counting { COUNTING } else { "" };
    let mut text = format!("{counting}#define WAVEFOLD_WARP {warp}\n#line 1 \"wavefold-hip.h\"\n");
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
