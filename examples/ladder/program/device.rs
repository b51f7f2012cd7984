//! Where the rungs run.

use anyhow::{Context, Result};
use clap::ValueEnum;
use wavefold::Device;
use wavefold::hip::{HipOptions, WorkGroupMode};

use super::options::Options;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DeviceChoice {
    /// The first GPU, or an emulated one where there is none
    #[default]
    Best,
    /// The first AMD GPU
    Hip,
    /// The first NVIDIA GPU
    Cuda,
    /// A GPU emulated on the CPU, which counts instead of measuring; needs a C++ compiler
    Emulated,
}

impl DeviceChoice {
    pub(crate) fn may_be_emulated(self) -> bool {
        matches!(self, Self::Best | Self::Emulated)
    }
}

/// A device, and what it can say of a kernel.
pub(crate) struct Place {
    pub(crate) device: Device,
    /// It counts what kernels do; else it has a clock.
    pub(crate) counts: bool,
}

impl Place {
    /// Opens the device that the options name.
    ///
    /// # Errors
    /// When it is not there, or cannot be used.
    pub(crate) fn open(options: &Options) -> Result<Self> {
        let gpu = |device| Self { device, counts: false };
        match options.device {
            DeviceChoice::Best => {
                // A warp size is only asked of an emulated GPU.
                let best = if options.warp_size.is_some() { Device::cpu() } else { Device::best()? };
                if best == Device::cpu() { Self::emulated(options) } else { Ok(gpu(best)) }
            }
            DeviceChoice::Hip => {
                let mode = if options.cu_mode { WorkGroupMode::Cu } else { WorkGroupMode::CompilerDefault };
                let device = Device::hip_with(&HipOptions::new(0).work_group_mode(mode));
                device.map(gpu).context("--device hip cannot be used; --device emulated needs no GPU")
            }
            DeviceChoice::Cuda => {
                Device::cuda(0).map(gpu).context("--device cuda cannot be used; --device emulated needs no GPU")
            }
            DeviceChoice::Emulated => Self::emulated(options),
        }
    }

    fn emulated(options: &Options) -> Result<Self> {
        let device = Device::counting(options.warp_size()).context("no GPU can be emulated here")?;
        Ok(Self { device, counts: true })
    }

    /// Elements where nobody says how many: on a GPU as many as the tutorials want for peak bandwidth, on an emulated one a
    /// number that divides into nothing.
    pub(crate) fn usual_n(&self) -> usize {
        if self.counts { 100_003 } else { 100_000_000 }
    }
}
