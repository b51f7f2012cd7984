//! hiprtc: a placeholder with the real one's face.

use std::ffi::OsString;
use std::path::PathBuf;

use wavefold_codegen::KernelText;

use crate::{Error, LibraryError, LibraryProbe};

/// How to start the compile worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// What is added to its environment.
    pub environment: Vec<(OsString, OsString)>,
}

#[derive(Debug)]
pub(crate) enum Hiprtc {}

impl Hiprtc {
    pub(crate) fn in_process() -> Result<Self, Error> {
        Err(Box::new(missing()).into())
    }

    pub(crate) fn worker(_command: WorkerCommand) -> Result<Self, Error> {
        Self::in_process()
    }

    pub(crate) fn compile(&self, _text: &KernelText, _architecture: &str) -> Result<Vec<u8>, Error> {
        match *self {}
    }

    pub(crate) fn probe() -> LibraryProbe {
        LibraryProbe { what: missing().what, found: Err(missing()) }
    }
}

fn missing() -> LibraryError {
    LibraryError { what: "hiprtc", remedy: "this build has none yet".into(), attempts: Vec::new() }
}
