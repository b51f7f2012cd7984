//! The compilers, as one thing.

use std::collections::HashMap;

use anyhow::{Result, ensure};
use wavefold_codegen::WarpSize;
use wavefold_worker::{Job, Outcome, Worker, WorkerCommand};

use super::Compilers;
use super::texts::Text;
use crate::compilers::nvrtc::{self, Nvrtc};
use crate::compilers::rocm::{Rocm, W64};

/// A compiler and what is compiled with it.
pub(super) struct Compiler {
    /// Where it comes from.
    pub(super) origin: String,
    pub(super) version: String,
    /// Its version to the last digit: another one may judge otherwise.
    pub(super) identity: String,
    pub(super) architectures: Vec<&'static str>,
    kind: Kind,
}

enum Kind {
    Hiprtc(WorkerCommand),
    Nvrtc(Nvrtc),
}

/// hiprtc's option for the architecture.
const ARCHITECTURE: &str = "--offload-arch=";

/// A thread's own hiprtc processes, by the compiler's identity.
pub(super) type Workers = HashMap<String, Worker>;

/// The compilers that there are.
pub(super) fn of(compilers: Compilers) -> Vec<Compiler> {
    let mut all: Vec<Compiler> = compilers.rocm.into_iter().map(hiprtc).collect();
    all.extend(compilers.nvrtc.map(|nvrtc| Compiler {
        origin: "PyPI".into(),
        version: nvrtc.version.clone(),
        identity: nvrtc.version.clone(),
        architectures: nvrtc::ARCHITECTURES.into(),
        kind: Kind::Nvrtc(nvrtc),
    }));
    all
}

fn hiprtc(rocm: Rocm) -> Compiler {
    let packages = rocm.suite.map(|suite| suite.packages).unwrap_or_default();
    Compiler {
        identity: format!("{} {}\n{packages}", rocm.info.version, rocm.info.library),
        origin: rocm.origin,
        version: rocm.info.version,
        architectures: rocm.architectures,
        kind: Kind::Hiprtc(rocm.command),
    }
}

/// The width of an architecture's warps.
pub(crate) fn warp_size(architecture: &str) -> WarpSize {
    if W64.contains(&architecture) { WarpSize::W64 } else { WarpSize::W32 }
}

impl Compiler {
    /// All options: those of the library, every warning, and the architecture.
    pub(super) fn options(&self, architecture: &str) -> Vec<String> {
        match self.kind {
            Kind::Hiprtc(_) => {
                let mut options =
                    ["-O3", "-std=c++17", "-ffp-contract=off", "-Wall", "-Wextra"].map(String::from).to_vec();
                options.push(format!("{ARCHITECTURE}{architecture}"));
                options
            }
            Kind::Nvrtc(_) => {
                vec![format!("--gpu-architecture={architecture}"), "--fmad=false".into(), "--std=c++17".into()]
            }
        }
    }

    /// Compiles; what it complains of, if anything.
    pub(super) fn compile(
        &self,
        text: &Text,
        architecture: &str,
        workers: &mut Workers,
    ) -> Result<Option<String>> {
        let complaint = match &self.kind {
            Kind::Nvrtc(nvrtc) => match nvrtc.compile(&text.source, &text.file, &self.options(architecture))? {
                Ok(log) => log,
                Err(log) => format!("refused: {log}"),
            },
            Kind::Hiprtc(command) => {
                let worker = workers.entry(self.identity.clone()).or_insert_with(|| Worker::new(command.clone()));
                let mut options = self.options(architecture);
                // A worker is told the architecture apart, so that it can be checked before hiprtc is asked.
                options.retain(|option| !option.starts_with(ARCHITECTURE));
                let job = Job {
                    source: text.source.clone(),
                    file: text.file.clone(),
                    architecture: Some(architecture.into()),
                    options,
                };
                match worker.compile(&job) {
                    Ok(Outcome::Compiled { log, .. }) => log,
                    Ok(Outcome::Refused { log }) => format!("refused: {log}"),
                    Ok(other) => format!("not compiled: {other:?}"),
                    // The compiler has crashed, which is this text's doing.
                    Err(error) => error.to_string(),
                }
            }
        };
        Ok(Some(complaint.trim().to_owned()).filter(|complaint| !complaint.is_empty()))
    }

    /// Fails if a text that deserves a warning passes: then nothing that passes would mean anything.
    pub(super) fn notices_a_warning(&self) -> Result<()> {
        let canary = Text {
            name: "canary".into(),
            file: "canary.hip".into(),
            source: "extern \"C\" __global__ void canary(int* x) { int unused = 0; x[0] = 1; }\n".into(),
            warp_size: WarpSize::W64,
        };
        for &architecture in &self.architectures {
            let complaint = self.compile(&canary, architecture, &mut Workers::new())?.unwrap_or_default();
            ensure!(
                complaint.contains("unused") && !complaint.contains("refused"),
                "{} does not warn of an unused variable for {architecture}, so that silence means nothing; it says: {complaint}",
                self.version
            );
        }
        Ok(())
    }
}
