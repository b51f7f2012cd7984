//! Kernels that are right in ways which a race detector easily mistakes.

use super::{compile, input, launch, output};
use wavefold_codegen::WarpSize::{self, W32, W64};

/// `k(const float* in, float* out)` on one block; the result is `out`.
fn run(warp: WarpSize, source: &str, block: u32) -> Vec<f32> {
    let data: Vec<f32> = (0..block).map(|i| i as f32).collect();
    let mut out = vec![0.0f32; block as usize];
    // Twice: what the first block and launch leave behind must not be taken for theirs.
    for _ in 0..2 {
        launch(&compile(warp, source, "k"), 2, block, &[input(&data), output(&mut out)]).unwrap();
    }
    out
}

#[test]
fn a_part_of_a_warp_folds_by_itself() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[256];
    unsigned t = threadIdx.x;
    tile[t] = in[t];
    __syncthreads();
    for (unsigned half = blockDim.x / 2; half > 16; half /= 2) {
        if (t < half) tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t < 32) { // half a warp of 64
        for (unsigned half = 16; half > 0; half /= 2) {
            if (t < half) tile[t] += tile[t + half];
            __builtin_amdgcn_wave_barrier();
        }
    }
    if (t < 16)
        for (unsigned half = 8; half > 0; half /= 2) {
            float other = tile[t ^ half];
            __builtin_amdgcn_wave_barrier();
            if (t == 0) tile[half] = other;
            __builtin_amdgcn_wave_barrier();
        }
    if (t == 0) out[0] = tile[0];
}"#;
    for (warp, block) in [(W32, 256), (W64, 256), (W64, 64)] {
        assert_eq!(run(warp, source, block)[0], (0..block).sum::<u32>() as f32);
    }
}

#[test]
fn a_warp_has_counters_of_its_own() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ unsigned counts[2][WAVEFOLD_WARP];
    unsigned lane = threadIdx.x % WAVEFOLD_WARP, warp = threadIdx.x / WAVEFOLD_WARP;
    counts[warp][lane] = 0;
    __syncwarp();
    for (int round = 0; round < 3; ++round) atomicAdd(&counts[warp][(unsigned)in[threadIdx.x] % 8u], 1u);
    __syncwarp();
    if (lane == 0) counts[warp][1] += counts[warp][0];
    __syncthreads();
    out[threadIdx.x] = (float)(counts[0][lane] + counts[1][lane]);
    __syncthreads();
    counts[1 - warp][lane] = 0;
}"#;
    for warp in [W32, W64] {
        let lanes = warp.lanes();
        let out = run(warp, source, 2 * lanes);
        let each = (lanes / 8 * 3 * 2) as f32;
        assert_eq!(out[..9], [each, 2.0 * each, each, each, each, each, each, each, 0.0]);
    }
}

#[test]
fn readers_of_many_warps_then_a_writer_behind_the_barrier() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float shared_value;
    for (int round = 0; round < 4; ++round) {
        if (threadIdx.x == (unsigned)(round * 40 % 100)) shared_value = in[round];
        __syncthreads();
        out[threadIdx.x] += shared_value;
        __syncthreads();
    }
}"#;
    assert_eq!(run(W32, source, 100), [24.0; 100]);
}

#[test]
fn bytes_of_one_word_belong_to_different_threads() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ unsigned char bytes[256];
    bytes[threadIdx.x] = (unsigned char)in[threadIdx.x];
    ((unsigned char*)out)[threadIdx.x] = bytes[threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 64) out[threadIdx.x] = (float)((unsigned char*)out)[threadIdx.x * 4] + (float)bytes[threadIdx.x];
}"#;
    // The first 64 words are both read as bytes and written: every thread stays within its own word.
    assert_eq!(run(W64, source, 256)[1], 4.0 + 1.0);
}
