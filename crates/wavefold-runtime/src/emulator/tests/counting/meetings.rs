//! Barriers and warp operations.

use super::counted;
use wavefold_codegen::WarpSize::{W32, W64};

#[test]
fn meetings_by_hand() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    unsigned t = threadIdx.x;
    float value = in[t];
    for (unsigned delta = 16; delta > 0; delta /= 2) value += __shfl_xor(value, delta);
    __syncthreads();
    if (t % 2) value += __shfl(value, 1);
    else value += __shfl(value, 0);
    __syncwarp();
    if (__any(value > 0.0f)) out[blockIdx.x * blockDim.x + t] = value;
    __syncthreads();
}"#;
    for (warp, warps) in [(W32, 4), (W64, 2)] {
        let counters = counted(warp, 3, 128, source);
        let warps = 3 * warps;
        assert_eq!(counters.warps, warps);
        assert_eq!(counters.barriers, 3 * 2);
        // Five, then one on each side of the branch, then the vote.
        assert_eq!(counters.warp_operations, warps * (5 + 2 + 1));
        assert_eq!(counters.warp_barriers, warps);
        assert_eq!(counters.branches, warps * (6 + 1 + 1));
        assert_eq!(counters.divergent_branches, warps);
    }
}
