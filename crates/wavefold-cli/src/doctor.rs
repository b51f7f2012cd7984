//! `wavefold doctor`: what this machine has.

use std::io::{self, ErrorKind, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use wavefold::{Device, Probe};

/// Show the libraries, GPUs and compilers that are here, what was tried, and what to install
///
/// The exit code is 0, since the CPU can always be used. It is 1 when something that `--require` names is missing.
#[derive(Args)]
pub(crate) struct Options {
    /// Fail when one of these cannot be used
    #[arg(long, value_enum, value_delimiter = ',', value_name = "BACKEND")]
    require: Vec<Backend>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Backend {
    /// AMD GPUs: the HIP runtime, hiprtc and a device
    Hip,
    /// NVIDIA GPUs: the driver, NVRTC and a device
    Cuda,
    /// The emulator: a C++ compiler
    Emulated,
}

impl Backend {
    const ALL: [(Self, &str); 3] = [(Self::Hip, "hip"), (Self::Cuda, "cuda"), (Self::Emulated, "emulated")];

    fn is_usable(self, probe: &Probe) -> bool {
        let gpu = |kind| probe.backends.iter().any(|backend| backend.kind == kind && backend.is_usable());
        match self {
            Self::Hip => gpu("HIP"),
            Self::Cuda => gpu("CUDA"),
            Self::Emulated => probe.emulator.is_ok(),
        }
    }
}

pub(crate) fn run(options: &Options) -> anyhow::Result<ExitCode> {
    let probe = Device::probe();
    match writeln!(io::stdout(), "{probe}") {
        // `wavefold doctor | head` has read enough.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => {}
        written => written?,
    }
    let missing: Vec<&str> = Backend::ALL
        .into_iter()
        .filter(|(backend, _)| options.require.contains(backend) && !backend.is_usable(&probe))
        .map(|(_, name)| name)
        .collect();
    if missing.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("required, and not usable on this machine: {}", missing.join(", "));
    Ok(ExitCode::FAILURE)
}
