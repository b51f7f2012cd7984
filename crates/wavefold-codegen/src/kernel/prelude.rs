//! The only places where HIP and CUDA differ, written once.

use crate::text::template::fill;

/// `shuffle_down` for a scalar type, by the vendors' own overloads; narrow types travel as `int`.
pub(crate) fn shuffle_down(ty: &str) -> String {
    fill(SHUFFLE, &[("template", ""), ("T", ty)])
}

/// `shuffle_down` for every scalar type.
pub(crate) fn shuffle_down_any() -> String {
    fill(SHUFFLE, &[("template", "template <typename T>"), ("T", "T")])
}

/// `shuffle_down` for any other type, which the vendors do not move.
pub(crate) fn shuffle_down_words(ty: &str) -> String {
    fill(WORDS, &[("T", ty)])
}

const SHUFFLE: &str = "
// The value of the lane `offset` further up.
$template
__device__ $T shuffle_down($T value, u32 offset)
{
#ifdef __CUDACC__
    return __shfl_down_sync(0xffffffffu, value, offset);
#else
    return __shfl_down(value, offset, WARP_SIZE);
#endif
}
";

const WORDS: &str = "
// The value of the lane `offset` further up, moved word by word.
__device__ $T shuffle_down($T value, u32 offset)
{
    u32 words[(sizeof($T) + 3) / 4] = {};
    memcpy(words, &value, sizeof($T));
    #pragma unroll
    for (u32& word : words) {
#ifdef __CUDACC__
        word = __shfl_down_sync(0xffffffffu, word, offset);
#else
        word = __shfl_down(word, offset, WARP_SIZE);
#endif
    }
    memcpy(&value, words, sizeof($T));
    return value;
}
";

/// The hand-over between blocks: what the other blocks wrote before they arrived is visible to the last one.
pub(crate) const LAST_TO_ARRIVE: &str = "
// True for every thread of the block that arrives last, which then sees what the others wrote before.
__device__ bool last_to_arrive(u32* arrivals)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();  // release what this block wrote
        // Wraps to 0 at the last arrival, ready for the next launch.
        last = atomicInc(arrivals, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();  // acquire what the others wrote
    }
    __syncthreads();
    __threadfence();  // and let no thread's cache be older
    return last;
}
";
