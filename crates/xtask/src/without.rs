//! What a check may be told to leave out.

use std::fmt;

use clap::ValueEnum;

/// Something that a machine may not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Part {
    /// A C++ compiler: kernel text is not executed
    Emulator,
    /// AMD's hiprtc: kernel text is not compiled for AMD GPUs
    Rocm,
    /// NVIDIA's NVRTC: kernel text is not compiled for NVIDIA GPUs
    Nvrtc,
    /// numpy: histograms over floats are not compared with it
    Numpy,
}

/// The parts to leave out, comma separated. What was left out is said at the end.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Without {
    /// Leave out what this machine has not got, and say at the end what was not checked
    #[arg(long = "without", value_enum, value_delimiter = ',', value_name = "PART")]
    parts: Vec<Part>,
}

impl Without {
    pub(crate) fn has(&self, part: Part) -> bool {
        self.parts.contains(&part)
    }

    /// A line for everything that was left out, hard to overlook.
    pub(crate) fn report(&self) {
        for part in
            [Part::Emulator, Part::Rocm, Part::Nvrtc, Part::Numpy].into_iter().filter(|part| self.has(*part))
        {
            println!("*** NOT CHECKED (--without): {part}");
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Emulator => "kernel text was not executed on the emulator",
            Self::Rocm => "no kernel was compiled for AMD GPUs, and nothing was tested with AMD's libraries",
            Self::Nvrtc => "no kernel was compiled for NVIDIA GPUs",
            Self::Numpy => "histograms over floats were not compared with numpy",
        })
    }
}
