//! Joining neighbours: in a thread, in a warp, across the warps of a block.

use super::Kernel;
use crate::text::template::fill;

impl Kernel<'_> {
    /// The functions that join neighbours.
    pub(super) fn joins(&self) -> String {
        let template = if self.flagged() { FLAGGED } else { COUNTED };
        fill(
            template,
            &[
                ("T", &self.accumulator),
                ("size", &self.spec.partial_bytes().to_string()),
                ("declared", &self.op_declared),
                ("passed", &self.op_passed),
            ],
        )
    }
}

/// Without a filter, n says which neighbours exist.
const COUNTED: &str = "
// Of `count` neighbours, each `width` wide and the first one beginning at `first`: how many begin below n.
__device__ u32 count_present(u64 n, u64 first, u32 width, u32 count)
{
    if (n <= first) return 0;
    const u64 below = (n - first + width - 1) / width;
    return below < count ? (u32)below : count;
}

// Joins the first `present` of COUNT values, adjacent pairs first; values[0] becomes the total.
template <u32 COUNT>
__device__ void fold_pairs($T (&values)[COUNT], u32 present$declared)
{
    #pragma unroll
    for (u32 width = 1; width < COUNT; width *= 2) {
        #pragma unroll
        for (u32 i = 0; i + width < COUNT; i += 2 * width) {
            if (i + width < present) values[i] = op(values[i], values[i + width]$passed);
        }
    }
}

// Joins the values of the first `present` of LANES lanes, adjacent pairs first; lane 0 returns the total.
template <u32 LANES>
__device__ $T fold_lanes($T total, u32 present$declared)
{
    const u32 lane = threadIdx.x % WARP_SIZE;
    #pragma unroll
    for (u32 width = 1; width < LANES; width *= 2) {
        const $T right = shuffle_down(total, width);
        if (lane + width < present) total = op(total, right$passed);
    }
    return total;
}

// Joins the values that lane 0 of the first `present` warps holds; thread 0 returns the total.
__device__ $T fold_warps($T total, u32 present$declared)
{
    __shared__ $T warps[WARPS];
    const u32 lane = threadIdx.x % WARP_SIZE;
    const u32 warp = threadIdx.x / WARP_SIZE;
    if (lane == 0) warps[warp] = total;
    __syncthreads();
    if (warp == 0) total = fold_lanes<WARPS>(warps[lane % WARPS], present$passed);
    return total;
}
";

/// With a filter, every value says whether it exists.
const FLAGGED: &str = "
// A value that exists only if an element was accepted.
struct Partial {
    $T value;
    bool found;
};
static_assert(sizeof(Partial) == $size, \"the host allocates one for every block\");

__device__ Partial join(Partial left, Partial right$declared)
{
    if (!right.found) return left;
    if (!left.found) return right;
    return Partial{op(left.value, right.value$passed), true};
}

// Joins COUNT values, adjacent pairs first; values[0] becomes the total.
template <u32 COUNT>
__device__ void fold_pairs(Partial (&values)[COUNT]$declared)
{
    #pragma unroll
    for (u32 width = 1; width < COUNT; width *= 2) {
        #pragma unroll
        for (u32 i = 0; i + width < COUNT; i += 2 * width) values[i] = join(values[i], values[i + width]$passed);
    }
}

// Joins the values of LANES lanes, adjacent pairs first; lane 0 returns the total.
template <u32 LANES>
__device__ Partial fold_lanes(Partial total$declared)
{
    #pragma unroll
    for (u32 width = 1; width < LANES; width *= 2) {
        const Partial right = {shuffle_down(total.value, width), shuffle_down(total.found, width)};
        total = join(total, right$passed);
    }
    return total;
}

// Joins the values that lane 0 of every warp holds; thread 0 returns the total.
__device__ Partial fold_warps(Partial total$declared)
{
    __shared__ Partial warps[WARPS];
    const u32 lane = threadIdx.x % WARP_SIZE;
    const u32 warp = threadIdx.x / WARP_SIZE;
    if (lane == 0) warps[warp] = total;
    __syncthreads();
    if (warp == 0) total = fold_lanes<WARPS>(warps[lane % WARPS]$passed);
    return total;
}
";
