//! How a warp joins its values, where a block leaves one to it.

use super::axis::Axis;
use super::block::BlockFold;
use super::text::{Parts, Text};
use crate::kernel::prelude;
use crate::text::template::fill;

/// How a warp joins its values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum WarpFold {
    /// As the block does, with a barrier of the block for every level of the tree.
    Barriers,
    /// In shared memory, with a barrier of the warp for every level.
    Shared,
    /// In registers: the lanes hand their values on.
    Shuffle,
}

impl Axis for WarpFold {
    const KEY: &'static str = "warp";
    const ALL: &'static [Self] = &[Self::Barriers, Self::Shared, Self::Shuffle];

    fn name(self) -> &'static str {
        match self {
            Self::Barriers => "barriers",
            Self::Shared => "shared",
            Self::Shuffle => "shuffle",
        }
    }

    fn label(self) -> String {
        match self {
            Self::Barriers => String::new(),
            other => other.name().into(),
        }
    }

    fn words(self) -> String {
        match self {
            Self::Barriers => "with a barrier for every level",
            Self::Shared => "a warp joins what is left to it in shared memory",
            Self::Shuffle => "a warp joins what is left to it in registers",
        }
        .into()
    }
}

impl WarpFold {
    /// Whether it can end what the block begins.
    pub(super) fn goes_with(self, block: BlockFold) -> bool {
        match self {
            Self::Barriers => block != BlockFold::Warps,
            Self::Shared | Self::Shuffle => block.leaves_a_warp(),
        }
    }

    /// The function `fold_warp` and what it needs; nothing where the block does without.
    pub(super) fn fold(self, text: &Text<'_>) -> String {
        let (declared, _) = text.forward(Parts::OP);
        let (template, joined) = match self {
            Self::Barriers => return String::new(),
            Self::Shared => (SHARED, text.joined("values[lane]", "values[lane + stride]")),
            Self::Shuffle => (SHUFFLE, text.joined("total", "shuffle_down(total, stride)")),
        };
        let before = match self {
            Self::Shuffle => text.shuffle_down(),
            _ => prelude::SYNC_WARP.trim_start().to_owned(),
        };
        let fold = fill(template, &[("T", &text.accumulator), ("declared", &declared), ("joined", &joined)]);
        format!("{before}\n{fold}")
    }
}

const SHARED: &str = "
// Joins WARP_SIZE values that the lanes of a warp have written; the first becomes the total.
__device__ void fold_warp($T* values$declared)
{
    const u32 lane = threadIdx.x % WARP_SIZE;
    #pragma unroll
    for (u32 stride = WARP_SIZE / 2; stride > 0; stride /= 2) {
        sync_warp();
        if (lane < stride) values[lane] = $joined;
    }
}
";

const SHUFFLE: &str = "
// Joins the values of a warp's lanes; lane 0 returns the total.
__device__ $T fold_warp($T total$declared)
{
    #pragma unroll
    for (u32 stride = WARP_SIZE / 2; stride > 0; stride /= 2) total = $joined;
    return total;
}
";
