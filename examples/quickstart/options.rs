//! What can be asked for on the command line.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Parser, ValueEnum};
use wavefold::{Device, WarpSize};

use super::kernels::Declaration;

/// Declares reductions and histograms, prints a kernel, and runs everything on a photograph and a table.
#[derive(Parser)]
#[command(name = "quickstart")]
pub(crate) struct Options {
    /// PNG or JPEG image to count, instead of the astronaut
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
    /// Table of comma-separated values, instead of CO2 at Mauna Loa
    #[arg(long, value_name = "PATH")]
    csv: Option<PathBuf>,
    /// Column of the table: its name, or its number from 1
    #[arg(long, value_name = "NAME_OR_NUMBER")]
    column: Option<String>,
    /// What runs the declarations
    #[arg(long, value_enum, default_value_t)]
    pub(crate) device: DeviceChoice,
    /// Folder for the picture [default: target/quickstart beside the examples]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print only the kernel of this declaration
    #[arg(long, value_name = "NAME", value_enum, ignore_case = true)]
    pub(crate) kernel: Option<Declaration>,
    /// Warp size of the printed kernel
    #[arg(long, value_name = "LANES", value_enum, default_value_t)]
    pub(crate) warp_size: Lanes,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum DeviceChoice {
    /// The best there is: so far always the CPU
    #[default]
    Best,
    /// The threads of this machine
    Cpu,
    /// A GPU of warp size 32, emulated; needs a C++ compiler
    Emulated32,
    /// A GPU of warp size 64, emulated; needs a C++ compiler
    Emulated64,
}

#[derive(Clone, Copy, Default, ValueEnum)]
pub(crate) enum Lanes {
    #[value(name = "32")]
    W32,
    #[default]
    #[value(name = "64")]
    W64,
}

impl From<Lanes> for WarpSize {
    fn from(lanes: Lanes) -> Self {
        match lanes {
            Lanes::W32 => Self::W32,
            Lanes::W64 => Self::W64,
        }
    }
}

impl DeviceChoice {
    pub(crate) fn open(self) -> Result<Device> {
        match self {
            Self::Best => Device::best().context("no device"),
            Self::Cpu => Ok(Device::cpu()),
            Self::Emulated32 => emulated(WarpSize::W32),
            Self::Emulated64 => emulated(WarpSize::W64),
        }
    }
}

fn emulated(warp_size: WarpSize) -> Result<Device> {
    Device::emulated(warp_size).context("the device that --device names cannot be used; --device cpu always can")
}

impl Options {
    pub(crate) fn image_path(&self) -> PathBuf {
        self.image.clone().unwrap_or_else(|| data("astronaut.png"))
    }

    pub(crate) fn csv_path(&self) -> PathBuf {
        self.csv.clone().unwrap_or_else(|| data("mauna_loa_co2.csv"))
    }

    pub(crate) fn column_name(&self) -> Option<&str> {
        match &self.column {
            None if self.csv.is_none() => Some("co2"),
            column => column.as_deref(),
        }
    }

    pub(crate) fn out_dir(&self) -> PathBuf {
        self.out.clone().unwrap_or_else(|| root().join("target/quickstart"))
    }

    /// Whether the image is the one whose results are known.
    pub(crate) fn is_own_image(&self) -> bool {
        self.image.is_some()
    }

    /// The same for the column.
    pub(crate) fn is_own_column(&self) -> bool {
        self.csv.is_some() || self.column_name() != Some("co2")
    }
}

/// The root of the workspace, wherever the program is started.
fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn data(name: &str) -> PathBuf {
    root().join("examples/data").join(name)
}

/// A path as one would type it in the current folder.
pub(crate) fn shown(path: &Path) -> Cow<'_, str> {
    let here = std::env::current_dir().ok();
    here.and_then(|here| path.strip_prefix(here).ok()).unwrap_or(path).to_string_lossy()
}
