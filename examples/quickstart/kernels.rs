//! The kernels of the declarations, by name.

use clap::ValueEnum;
use wavefold::Error;
use wavefold::prelude::*;

use super::{ChannelSums, Growth, Levels, Luma, Mean, Peak, SquaredDeviation};

/// What is declared at the top of `main.rs`.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
#[value(rename_all = "verbatim")]
pub(crate) enum Declaration {
    Peak,
    Growth,
    Mean,
    SquaredDeviation,
    Levels,
    ChannelSums,
    #[default]
    Luma,
}

impl Declaration {
    /// The text that a GPU of this warp size compiles.
    pub(crate) fn source(self, warp_size: WarpSize) -> Result<String, Error> {
        match self {
            Self::Peak => Peak::source(warp_size),
            Self::Growth => Growth::source(warp_size),
            Self::Mean => Mean::source(warp_size),
            Self::SquaredDeviation => SquaredDeviation::source(warp_size),
            Self::Levels => Levels::source(warp_size),
            Self::ChannelSums => ChannelSums::source(warp_size),
            Self::Luma => Luma::source(warp_size),
        }
    }

    /// The names of all others, as `--kernel` takes them.
    pub(crate) fn others(self) -> impl Iterator<Item = String> {
        Self::value_variants().iter().filter(move |&&other| other != self).map(|other| format!("{other:?}"))
    }
}
