//! What can be asked for on the command line.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use clap::{ArgAction, Parser, ValueEnum};
use wavefold::WarpSize;

use super::device::DeviceChoice;
use super::operations::Op;
use super::rungs::Ladder;
use super::samples::Distribution;
use super::size::elements;

/// Runs every kernel of the tutorials, from the bottom of the ladder to its top, and checks every result.
#[derive(Parser, Debug)]
#[command(name = "ladder")]
pub(crate) struct Options {
    /// Which ladder; both when none is given
    #[arg(value_enum)]
    ladders: Vec<Ladder>,
    /// Where the kernels run
    #[arg(long, value_enum, default_value_t)]
    pub(crate) device: DeviceChoice,
    /// Lanes of a warp of the emulated GPU, and of the kernel that --kernel prints [default: 32]
    #[arg(long, value_name = "32|64")]
    pub(crate) warp_size: Option<WarpSize>,
    /// Compiles for CU mode: a block's warps run on one compute unit of the pair (HIP, RDNA)
    #[arg(long)]
    pub(crate) cu_mode: bool,
    /// What reductions join
    #[arg(long, value_enum, default_value_t)]
    pub(crate) op: Op,
    /// What histograms count
    #[arg(long, value_enum, default_value_t)]
    pub(crate) distribution: Distribution,
    /// Elements: 100003, 100M, 2^28 [default: 100M on a GPU, 100003 on an emulated one]
    #[arg(long, value_parser = elements)]
    pub(crate) n: Option<usize>,
    /// Threads of a block, in place of a preset's own
    #[arg(long, value_name = "THREADS")]
    pub(crate) block: Option<u32>,
    /// Elements of a thread, in place of a preset's own, where it has more than one
    #[arg(long, value_name = "ELEMENTS")]
    pub(crate) items: Option<u32>,
    /// Runs each row that has items with 1, 2, 4, … 64 of them, and says which are enough
    #[arg(long, value_enum, value_name = "WHAT", conflicts_with = "items")]
    pub(crate) sweep: Option<Sweep>,
    /// Only these rows, by their names
    #[arg(long, value_name = "ROW", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) only: Vec<String>,
    /// Measurements of each row on a GPU, of which the median counts
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) iterations: u32,
    /// Measurements before those, which do not count
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(0..=100_000))]
    pub(crate) warm_up: u32,
    /// Compares the total of every block with the CPU's, where blocks leave one
    #[arg(long)]
    pub(crate) check_partials: bool,
    /// Writes the rows as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub(crate) csv: Option<PathBuf>,
    /// Writes the rows, with the counters of each kernel, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Draws the rows
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Shows what rocprofv3, nsys or ncu measured of these kernels, beside the table
    #[arg(long, value_name = "FILE")]
    pub(crate) profile_csv: Option<PathBuf>,
    /// Only prints the kernels of this row
    #[arg(long, value_name = "ROW")]
    pub(crate) kernel: Option<String>,
    /// Only lists the rows: ours, whose they are, and the names of their kernels
    #[arg(long)]
    pub(crate) list: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Sweep {
    /// Elements of a thread
    Items,
}

impl Options {
    /// The ladders asked for.
    pub(crate) fn ladders(&self) -> &[Ladder] {
        if self.ladders.is_empty() { Ladder::value_variants() } else { &self.ladders }
    }

    /// The warp size of what is emulated or printed.
    pub(crate) fn warp_size(&self) -> WarpSize {
        self.warp_size.unwrap_or(WarpSize::W32)
    }

    /// Finds options that cannot go together.
    ///
    /// # Errors
    /// Names them and what to do.
    pub(crate) fn check(&self) -> Result<()> {
        let printed_only = self.list || self.kernel.is_some();
        ensure!(
            self.warp_size.is_none() || printed_only || self.device.may_be_emulated(),
            "--warp-size is for --device emulated: a GPU has the warp size that it has; leave it out"
        );
        ensure!(
            !self.cu_mode || self.device == DeviceChoice::Hip,
            "--cu-mode is for --device hip: only AMD GPUs have that mode; leave it out, or say --device hip"
        );
        Ok(())
    }
}
