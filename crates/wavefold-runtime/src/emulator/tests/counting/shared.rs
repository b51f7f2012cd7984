//! Shared memory and its banks: three trees over 256 elements.

use super::counted;
use wavefold_codegen::WarpSize::{self, W32, W64};

/// `step` is the body of the loop over `s`.
pub(super) fn tree(levels: &str, step: &str) -> String {
    format!(
        r#"
extern "C" __global__ void k(const float* in, float* out) {{
    __shared__ float tile[256];
    unsigned t = threadIdx.x;
    tile[t] = in[blockIdx.x * 256 + t];
    __syncthreads();
    for ({levels}) {{
        {step}
        __syncthreads();
    }}
    if (t == 0) out[blockIdx.x] = tile[0];
}}"#
    )
}

pub(super) const UP: &str = "unsigned s = 1; s < 256; s *= 2";
pub(super) const DOWN: &str = "unsigned s = 128; s > 0; s /= 2";
pub(super) const INTERLEAVED: &str = "if (t % (2 * s) == 0) tile[t] += tile[t + s];";
pub(super) const CONTIGUOUS: &str = "unsigned i = 2 * s * t; if (i < 256) tile[i] += tile[i + s];";
pub(super) const SEQUENTIAL: &str = "if (t < s) tile[t] += tile[t + s];";

#[test]
fn interleaved_addressing_parts_every_warp() {
    // Levels below the warp size part every warp; above it, those that have a lane at work.
    for (warp, warps, parted, at_work) in
        [(W32, 8, 5 * 8 + 4 + 2 + 1, 5 * 8 + 4 + 2 + 1), (W64, 4, 6 * 4 + 2 + 1, 6 * 4 + 2 + 1)]
    {
        let counters = counted(warp, 1, 256, &tree(UP, INTERLEAVED));
        assert_eq!((counters.blocks, counters.threads, counters.warps), (1, 256, warps));
        assert_eq!(counters.barriers, 1 + 8);
        // The last `if` parts the first warp.
        assert_eq!(counters.divergent_branches, parted + 1);
        // The loop's condition nine times, the `if` eight times, the last one.
        assert_eq!(counters.branches, warps * (9 + 8 + 1));
        assert_eq!(counters.shared_loads, 2 * at_work + 1);
        assert_eq!(counters.shared_stores, warps + at_work);
        assert_eq!(counters.bank_conflicts, 0);
    }
}

#[test]
fn contiguous_threads_conflict_instead() {
    for (warp, parted) in [(W32, 5), (W64, 6)] {
        let counters = counted(warp, 1, 256, &tree(UP, CONTIGUOUS));
        // Per level: groups of 32 lanes × (elements in one bank − 1) × (two loads and a store).
        let per_level = [4, 2 * 3, 7, 7, 7, 3, 1, 0];
        assert_eq!(counters.bank_conflicts, 3 * per_level.iter().sum::<u64>());
        assert_eq!(counters.divergent_branches, parted + 1);
    }
}

#[test]
fn sequential_addressing_does_neither() {
    for (warp, parted) in [(W32, 5), (W64, 6)] {
        let counters = counted(warp, 1, 256, &tree(DOWN, SEQUENTIAL));
        assert_eq!((counters.bank_conflicts, counters.divergent_branches), (0, parted + 1));
    }
}

/// The conflicts of one warp that reads elements of `type_name` at `index`, after writing without any.
fn conflicts(warp: WarpSize, type_name: &str, index: &str) -> u64 {
    let source = format!(
        r#"
extern "C" __global__ void k(const float* in, float* out) {{
    __shared__ {type_name} tile[2048];
    unsigned t = threadIdx.x;
    if (t == 0) for (unsigned i = 0; i < 2048; ++i) tile[i] = {{}};
    __syncthreads();
    {type_name} value = tile[{index}];
    out[t] = in[t] + *(const unsigned char*)&value;
}}"#
    );
    counted(warp, 1, warp.lanes(), &source).bank_conflicts
}

#[test]
fn banks_by_hand() {
    for (type_name, index, of_half) in [
        ("float", "t", 0),
        ("float", "5", 0),
        ("float", "t / 2", 0),
        ("float", "t * 2", 1),
        ("float", "t % 32 * 33", 0),
        ("float", "t % 32 * 32", 31),
        // Pairs of lanes share a word: 16 words in one bank.
        ("float", "t % 32 / 2 * 32", 15),
        ("unsigned char", "t", 0),
        ("unsigned char", "t % 32 * 4", 0),
        ("unsigned char", "t % 32 * 8", 1),
        // 64 words need two cycles; twice as far apart they lie in half the banks.
        ("double", "t", 0),
        ("double", "t * 2", 2),
        ("float4", "t", 0),
        ("float4", "t * 2", 4),
    ] {
        for warp in [W32, W64] {
            let halves = u64::from(warp.lanes() / 32);
            assert_eq!(conflicts(warp, type_name, index), of_half * halves, "{type_name} [{index}], {warp:?}");
        }
    }
}
