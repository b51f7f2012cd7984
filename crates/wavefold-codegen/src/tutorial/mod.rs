//! The ladder: reductions and histograms as tutorials build them up, step by step, for any declaration.
//!
//! A schedule is a value on each of a few axes, a file each: how a thread [loads](Load), how a [block](BlockFold), a
//! [warp](WarpFold) and the [grid](GridFold) join values; where a histogram's [counts](TutorialCounts) live. A file holds all
//! there is to know of its axis: names, what goes with what, text. [`TutorialReduction`] and [`TutorialHistogram`] are the schedules,
//! [`REDUCTIONS`] and [`HISTOGRAMS`] the points that tutorials teach, [`ROWS`] what these call them.
//!
//! These schedules join elements in an order of their own: floats may differ in rounding from one to the next, and from the
//! canonical order of all others. `docs/ladder.md` climbs them.

mod atomic;
mod axis;
mod block;
mod counts;
mod entry;
mod grid;
mod histogram;
mod kernel;
mod launch;
mod load;
mod presets;
mod reduction;
mod text;
mod vectors;
mod warp;

pub use axis::Axis;
pub use block::BlockFold;
pub use counts::TutorialCounts;
pub use grid::GridFold;
pub use histogram::TutorialHistogram;
pub use kernel::{histogram_texts, reduction_texts};
pub use launch::{Argument, Launch, Scratch};
pub use load::Load;
pub use presets::*;
pub use reduction::TutorialReduction;
pub use warp::WarpFold;

/// A kernel of a text that may hold several.
struct TutorialKernel {
    entry: String,
    text: String,
    parameters: Vec<usize>,
}

/// Blocks of a grid at most: HIP takes fewer than 2^32 threads in all.
const fn most_blocks(block_size: u32) -> u64 {
    let blocks = u32::MAX / if block_size == 0 { 1 } else { block_size };
    if blocks > i32::MAX as u32 { i32::MAX as u64 } else { blocks as u64 }
}

/// Blocks of a striding grid, for each compute unit; 1024 in all where their number is not known.
const BLOCKS_PER_UNIT: u32 = 8;

/// Blocks that fill a device.
fn filling_blocks(compute_units: Option<u32>) -> u64 {
    compute_units.map_or(1024, |units| units.saturating_mul(BLOCKS_PER_UNIT).max(1)).into()
}
