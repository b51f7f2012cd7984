//! Atomics, and lanes that want the same address.

use super::{Aligned, counting, launch_counted};
use wavefold_codegen::WarpSize::{W32, W64};

#[test]
fn a_histogram_with_k_bins() {
    let source = r#"
extern "C" __global__ void k(const unsigned* in, unsigned* bins) {
    __shared__ unsigned counts[64];
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    if (t < 64) counts[t] = 0;
    __syncthreads();
    atomicAdd(&counts[in[i]], 1u);
    __syncthreads();
    if (t < 64) atomicAdd(&bins[t], counts[t]);
}"#;
    for (warp, lanes) in [(W32, 32), (W64, 64)] {
        let kernel = counting(warp, source);
        for bins in [1, 3, 32] {
            let data = Aligned::new(&(0..512).map(|i| i % bins).collect::<Vec<u32>>());
            let mut counts = Aligned::new(&[0u32; 64]);
            let counters = launch_counted(&kernel, 2, 256, &[data.input(), counts.output()]);
            let warps = 512 / lanes;
            assert_eq!((counters.shared_atomics, counters.shared_atomic_lanes), (warps, 512));
            assert_eq!(counters.shared_atomic_collisions, 512 - warps * u64::from(bins));
            // One of each bin and block.
            assert_eq!((counters.global_atomics, counters.global_atomic_lanes), (2 * 64 / lanes, 2 * 64));
            assert_eq!(counters.global_atomic_collisions, 0);
            // They are neither loads nor stores: those are the input, the zeros and the counts.
            assert_eq!((counters.global_loads, counters.global_stores), (warps, 0));
            assert_eq!((counters.shared_stores, counters.shared_loads), (2 * 64 / lanes, 2 * 64 / lanes));
            assert_eq!(counts.values().iter().sum::<u32>(), 512);
        }
    }
}

#[test]
fn each_attempt_of_a_compare_and_swap_counts() {
    let source = r#"
extern "C" __global__ void k(unsigned* word) {
    unsigned expected = 0u, seen;
    while ((seen = atomicCAS(word, expected, expected + 1u)) != expected) expected = seen;
}"#;
    for (warp, lanes) in [(W32, 32), (W64, 64)] {
        let mut word = Aligned::new(&[0u32]);
        let counters = launch_counted(&counting(warp, source), 1, lanes, &[word.output()]);
        // The first lane is right at once; each other one sees its predecessor's word and tries again.
        assert_eq!(word.values()[0], lanes);
        let lanes = u64::from(lanes);
        assert_eq!((counters.global_atomics, counters.global_atomic_lanes), (2, 2 * lanes - 1));
        assert_eq!(counters.global_atomic_collisions, 2 * lanes - 3);
    }
}

#[test]
fn builtins_and_wide_words() {
    let source = r#"
extern "C" __global__ void k(unsigned long long* words) {
    __hip_atomic_fetch_add(&words[threadIdx.x / 2], 1ull, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __atomic_fetch_or(&words[threadIdx.x], 2ull, __ATOMIC_RELAXED);
    if (__hip_atomic_load(&words[0], __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT) == 0ull) words[1] = 0ull;
}"#;
    for warp in [W32, W64] {
        let lanes = u64::from(warp.lanes());
        let mut words = Aligned::new(&[0u64; 64]);
        let counters = launch_counted(&counting(warp, source), 1, warp.lanes(), &[words.output()]);
        assert_eq!((counters.global_atomics, counters.global_atomic_lanes), (2, 2 * lanes));
        assert_eq!(counters.global_atomic_collisions, lanes / 2);
        assert_eq!((counters.global_loads, counters.global_sectors), (1, 1));
    }
}
