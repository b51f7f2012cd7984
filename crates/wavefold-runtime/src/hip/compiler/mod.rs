//! hiprtc, which makes code objects of kernel text: in this process, or in a worker.

#[cfg(test)]
mod tests;

use std::fmt;

use hip_rtc_sys::{CompileError, Compiler, LoadError, hiprtcResult};
use wavefold_codegen::{Fp, KernelText};
use wavefold_worker::{Job, Outcome, Worker, WorkerCommand, WorkerError};

use super::WorkGroupMode;
use super::library::attempts;
use crate::{Attempt, Error, FoundLibrary, LibraryError, LibraryProbe, compile};

/// What hiprtc is called in messages.
const WHAT: &str = "hiprtc, AMD's run-time compiler";

/// Besides the architecture: as the snapshots are validated. Contraction changes bits, so only `fp: fast` has it. Never `-I`: a text includes
/// nothing, and what another's folder holds is not ours.
fn options(fp: Fp, mode: WorkGroupMode) -> Vec<&'static str> {
    let contraction = match fp {
        Fp::Strict => "-ffp-contract=off",
        Fp::Fast => "-ffp-contract=fast",
    };
    let mut options = vec!["-O3", "-std=c++17", contraction];
    match mode {
        WorkGroupMode::CompilerDefault => {}
        // Ignored with a warning where there are no modes, and that warning with it: nothing of a log is shown that passed.
        WorkGroupMode::Wgp => options.push("-mno-cumode"),
        WorkGroupMode::Cu => options.push("-mcumode"),
    }
    options
}

/// What makes code objects of text.
pub(super) trait Compile: fmt::Debug + Send + Sync {
    /// The code object of the text for the architecture, features included, as the device calls it:
    /// `gfx942:sramecc+:xnack-`.
    fn compile(&self, text: &KernelText, architecture: &str, mode: WorkGroupMode) -> Result<Vec<u8>, Error>;
}

/// hiprtc, found.
#[derive(Debug)]
pub(crate) struct Hiprtc {
    place: Place,
    /// It and its version, for messages.
    version: String,
}

#[derive(Debug)]
enum Place {
    InProcess(Compiler),
    Worker(Worker),
}

impl Hiprtc {
    /// hiprtc in this process.
    pub(crate) fn in_process() -> Result<Self, Error> {
        let compiler = Compiler::open().map_err(|error| Box::new(not_found(attempts(&error))))?;
        compiler.architectures().map_err(|error| Box::new(no_comgr(error)))?;
        Ok(Self { version: compiler.version(), place: Place::InProcess(compiler) })
    }

    /// hiprtc in a worker, which is started here and whenever it has died.
    pub(crate) fn worker(command: WorkerCommand) -> Result<Self, Error> {
        let worker = Worker::new(command);
        let info = worker.info().map_err(worker_error)?;
        Ok(Self { version: info.version, place: Place::Worker(worker) })
    }

    /// What of hiprtc is on this machine.
    pub(crate) fn probe() -> LibraryProbe {
        let found = Compiler::open().map_err(|error| not_found(attempts(&error))).and_then(|compiler| {
            compiler.architectures().map_err(no_comgr)?;
            Ok(FoundLibrary { name: compiler.name().into(), version: Some(compiler.version()) })
        });
        LibraryProbe { what: WHAT, found }
    }

    fn explain(&self, error: CompileError, text: &KernelText, architecture: &str) -> Error {
        match error {
            CompileError::Refused { log } => self.refused(text, architecture, &log),
            CompileError::UnknownArchitecture { known, .. } => self.unknown(architecture, known),
            CompileError::NoComgr(error) => Box::new(no_comgr(&error)).into(),
            CompileError::Call { function, result, message } => self.failed(function, Some(result), message),
            other => self.failed("hiprtc", None, other.to_string()),
        }
    }

    fn refused(&self, text: &KernelText, architecture: &str, log: &str) -> Error {
        compile::refused(text, &self.version, architecture, log).into()
    }

    fn unknown(&self, architecture: &str, known: Vec<String>) -> Error {
        Error::UnknownArchitecture { compiler: self.version.clone(), architecture: architecture.into(), known }
    }

    /// The error of a call that failed, or was not made at all.
    fn failed(&self, function: &'static str, result: Option<hiprtcResult>, message: String) -> Error {
        let (code, name) = match result {
            Some(result) => (result.0.into(), result.name().unwrap_or("an unknown error")),
            None => (0, "an error of its caller"),
        };
        Error::Call { device: self.version.clone(), function, code, name: name.into(), message }
    }
}

impl Compile for Hiprtc {
    fn compile(&self, text: &KernelText, architecture: &str, mode: WorkGroupMode) -> Result<Vec<u8>, Error> {
        let source = compile::marked(text);
        let file = compile::kernel_file(&text.entry);
        let options = options(text.fp, mode);
        match &self.place {
            Place::InProcess(compiler) => compiler
                .compile(&source, &file, architecture, &options)
                .map(|compiled| compiled.code)
                .map_err(|error| self.explain(error, text, architecture)),
            Place::Worker(worker) => {
                let options = options.into_iter().map(str::to_owned).collect();
                let job = Job { source, file, architecture: Some(architecture.into()), options };
                match worker.compile(&job).map_err(worker_error)? {
                    Outcome::Compiled { code, .. } => Ok(code),
                    Outcome::Refused { log } => Err(self.refused(text, architecture, &log)),
                    Outcome::UnknownArchitecture { known, .. } => Err(self.unknown(architecture, known)),
                    Outcome::Failed { message } => Err(self.failed("hiprtc", None, message)),
                    other => Err(self.failed("hiprtc", None, format!("the worker answers {other:?}"))),
                }
            }
        }
    }
}

fn worker_error(error: WorkerError) -> Error {
    match error {
        WorkerError::NoCompiler { attempts } => {
            let attempts =
                attempts.into_iter().map(|attempt| Attempt { name: attempt.name, reason: attempt.reason });
            Box::new(not_found(attempts.collect())).into()
        }
        other => other.into(),
    }
}

fn not_found(attempts: Vec<Attempt>) -> LibraryError {
    LibraryError {
        what: WHAT,
        remedy:
            "install hiprtc (Debian and Ubuntu: libhiprtc6, or libamdhip64-5 for ROCm 5; Fedora: rocm-hip; Arch: \
                 hip-runtime-amd; Windows: AMD's HIP SDK), or set ROCM_PATH"
                .into(),
        attempts,
    }
}

fn no_comgr(error: &LoadError) -> LibraryError {
    LibraryError {
        what: "comgr, which hiprtc compiles with,",
        remedy: "install it (Debian and Ubuntu: libamd-comgr3, or libamd-comgr2 for ROCm 5), or set ROCM_PATH"
            .into(),
        attempts: attempts(error),
    }
}
