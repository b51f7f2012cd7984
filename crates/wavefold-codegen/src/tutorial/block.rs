//! How the threads of a block join their values.

use super::axis::Axis;
use super::text::{Parts, Text};
use super::warp::WarpFold;
use crate::WarpSize;
use crate::text::template::fill;

/// How the threads of a block join their values.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockFold {
    /// A tree whose working threads lie further and further apart, over values in global memory.
    InterleavedInGlobal,
    /// The same tree over values in shared memory.
    Interleaved,
    /// The same pairs, but joined by the first threads: whole warps have nothing to do, and the values lie further and
    /// further apart.
    Contiguous,
    /// The first threads join the lower half of the values with the upper half: neighbouring threads, neighbouring values.
    Sequential,
    /// Every warp joins its values for itself, and the first warp joins what they come to.
    Warps,
}

impl Axis for BlockFold {
    const KEY: &'static str = "block";
    const ALL: &'static [Self] =
        &[Self::InterleavedInGlobal, Self::Interleaved, Self::Contiguous, Self::Sequential, Self::Warps];

    fn name(self) -> &'static str {
        match self {
            Self::InterleavedInGlobal => "interleaved_in_global",
            Self::Interleaved => "interleaved",
            Self::Contiguous => "contiguous",
            Self::Sequential => "sequential",
            Self::Warps => "warps",
        }
    }

    fn label(self) -> String {
        self.name().into()
    }

    fn words(self) -> String {
        match self {
            Self::InterleavedInGlobal => "an interleaved tree in global memory",
            Self::Interleaved => "an interleaved tree in shared memory",
            Self::Contiguous => "an interleaved tree whose working threads are neighbours",
            Self::Sequential => "a tree that halves the values",
            Self::Warps => "warps first, then their totals",
        }
        .into()
    }
}

/// Where a block's values lie while it joins them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    /// An array in shared memory.
    Shared,
    /// The block's part of an array in global memory.
    Global,
    /// Registers: the function takes a value and returns one.
    Registers,
}

impl BlockFold {
    /// Whether a single warp is left at its end, which can join its values in a way of its own.
    pub(super) const fn leaves_a_warp(self) -> bool {
        matches!(self, Self::Sequential | Self::Warps)
    }

    /// Where the values lie.
    pub(super) const fn values(self, warp: WarpFold) -> Values {
        match (self, warp) {
            (Self::InterleavedInGlobal, _) => Values::Global,
            (Self::Sequential | Self::Warps, WarpFold::Shuffle) => Values::Registers,
            _ => Values::Shared,
        }
    }

    /// How many values a block of so many threads has in shared memory.
    pub(super) const fn shared_values(self, warp: WarpFold, block_size: u32) -> u32 {
        // A total for every warp, of which those of 32 lanes are the most.
        let warps = block_size.div_ceil(WarpSize::W32.lanes());
        match (self, warp) {
            (Self::InterleavedInGlobal, _) => 0,
            (Self::Interleaved | Self::Contiguous | Self::Sequential, _) => block_size,
            (Self::Warps, WarpFold::Shuffle) => warps,
            (Self::Warps, _) => block_size + warps,
        }
    }

    /// The block sizes that it can work with, in words, and whether this is one of them.
    pub(super) fn block_sizes(self, block_size: u32, warp: WarpFold, warp_size: WarpSize) -> (String, bool) {
        let lanes = warp_size.lanes();
        if self == Self::Warps {
            let fits = block_size.is_multiple_of(lanes) && (lanes..=1024).contains(&block_size);
            return (format!("a multiple of {lanes} up to 1024"), fits);
        }
        // The last warp joins two values a lane.
        let least = if warp == WarpFold::Barriers { 2 } else { 2 * lanes };
        let fits = block_size.is_power_of_two() && (least..=1024).contains(&block_size);
        (format!("a power of two from {least} to 1024"), fits)
    }

    /// The parts of the declaration that `fold_block` calls.
    pub(super) const fn parts(self) -> Parts {
        match self {
            Self::Warps => Parts::OP_AND_IDENTITY,
            _ => Parts::OP,
        }
    }

    /// The function `fold_block`.
    pub(super) fn fold(self, text: &Text<'_>, warp: WarpFold) -> String {
        let (declared, _) = text.forward(self.parts());
        let template = match (self, warp) {
            (Self::InterleavedInGlobal | Self::Interleaved, _) => INTERLEAVED,
            (Self::Contiguous, _) => CONTIGUOUS,
            (Self::Sequential, WarpFold::Barriers) => SEQUENTIAL,
            (Self::Sequential, WarpFold::Shared) => SEQUENTIAL_SHARED,
            (Self::Sequential, WarpFold::Shuffle) => SEQUENTIAL_SHUFFLE,
            (Self::Warps, WarpFold::Shuffle) => WARPS_SHUFFLE,
            (Self::Warps, _) => WARPS_SHARED,
        };
        let at = |index: &str| format!("values[{index}]");
        let pair = |left: &str, right: &str| text.joined(&at(left), &at(right));
        fill(
            template,
            &[
                ("T", &text.accumulator),
                ("declared", &declared),
                ("passed", &text.forward(Parts::OP).1),
                ("identity", &text.identity()),
                ("neighbours", &pair("threadIdx.x", "threadIdx.x + stride")),
                ("pair", &pair("left", "left + stride")),
                ("last_two", &pair("threadIdx.x", "threadIdx.x + WARP_SIZE")),
            ],
        )
    }
}

const INTERLEAVED: &str = "
// Joins the values of a block's threads, neighbours first; the first value becomes the total.
__device__ void fold_block($T* values$declared)
{
    for (u32 stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        if (threadIdx.x % (2 * stride) == 0) values[threadIdx.x] = $neighbours;
    }
}
";

const CONTIGUOUS: &str = "
// Joins the values of a block's threads, neighbours first, by the first threads; the first value becomes the total.
__device__ void fold_block($T* values$declared)
{
    for (u32 stride = 1; stride < BLOCK_SIZE; stride *= 2) {
        __syncthreads();
        const u32 left = 2 * stride * threadIdx.x;
        if (left < BLOCK_SIZE) values[left] = $pair;
    }
}
";

const SEQUENTIAL: &str = "
// Joins the values of a block's threads, the lower half with the upper half; the first value becomes the total.
__device__ void fold_block($T* values$declared)
{
    for (u32 stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) values[threadIdx.x] = $neighbours;
    }
}
";

const SEQUENTIAL_SHARED: &str = "
// Joins the values of a block's threads, the lower half with the upper half; the first value becomes the total.
__device__ void fold_block($T* values$declared)
{
    for (u32 stride = BLOCK_SIZE / 2; stride > WARP_SIZE; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) values[threadIdx.x] = $neighbours;
    }
    __syncthreads();
    // Two values a lane are left for the first warp, which needs no barrier of the block.
    if (threadIdx.x < WARP_SIZE) {
        values[threadIdx.x] = $last_two;
        fold_warp(values$passed);
    }
}
";

const SEQUENTIAL_SHUFFLE: &str = "
// Joins the values of a block's threads, the lower half with the upper half; thread 0 returns the total.
__device__ $T fold_block($T total$declared)
{
    __shared__ $T values[BLOCK_SIZE];
    values[threadIdx.x] = total;
    for (u32 stride = BLOCK_SIZE / 2; stride > WARP_SIZE; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) values[threadIdx.x] = $neighbours;
    }
    __syncthreads();
    // Two values a lane are left for the first warp, which goes on in registers.
    if (threadIdx.x < WARP_SIZE) total = fold_warp($last_two$passed);
    return total;
}
";

const WARPS_SHARED: &str = "
// Joins the values of a block's threads, every warp its own; the first value becomes the total.
__device__ void fold_block($T* values$declared)
{
    __shared__ $T totals[WARPS];
    const u32 lane = threadIdx.x % WARP_SIZE;
    const u32 warp = threadIdx.x / WARP_SIZE;
    fold_warp(values + warp * WARP_SIZE$passed);
    if (lane == 0) totals[warp] = values[threadIdx.x];
    __syncthreads();
    // The first warp joins the totals of all.
    if (warp == 0) {
        values[lane] = lane < WARPS ? totals[lane] : $identity;
        fold_warp(values$passed);
    }
}
";

const WARPS_SHUFFLE: &str = "
// Joins the values of a block's threads, every warp its own; thread 0 returns the total.
__device__ $T fold_block($T total$declared)
{
    __shared__ $T totals[WARPS];
    const u32 lane = threadIdx.x % WARP_SIZE;
    const u32 warp = threadIdx.x / WARP_SIZE;
    total = fold_warp(total$passed);
    if (lane == 0) totals[warp] = total;
    __syncthreads();
    // The first warp joins the totals of all.
    if (warp == 0) total = fold_warp(lane < WARPS ? totals[lane] : $identity$passed);
    return total;
}
";
