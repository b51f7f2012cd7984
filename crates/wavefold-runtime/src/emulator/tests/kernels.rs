//! Kernels that are right.

use super::{compile, input, launch, output};
use crate::emulator::Argument;
use wavefold_codegen::WarpSize::{self, W32, W64};

pub(super) const COPY: &str = r#"
extern "C" __global__ void copy(const float4* __restrict__ in, float4* __restrict__ out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i];
}"#;

/// A block sum by shuffles and shared memory; the last block to finish folds the partials.
pub(super) fn sum(warp: WarpSize) -> String {
    format!(
        r#"
#define WARP {}
__device__ __forceinline__ float warp_sum(float value) {{
    #pragma unroll
    for (int delta = WARP / 2; delta > 0; delta /= 2) value += __shfl_down(value, delta);
    return value;
}}
__device__ float block_sum(float value) {{
    __shared__ float partials[1024 / WARP];
    value = warp_sum(value);
    if (threadIdx.x % WARP == 0) partials[threadIdx.x / WARP] = value;
    __syncthreads();
    if (threadIdx.x < WARP) {{
        value = threadIdx.x < blockDim.x / WARP ? partials[threadIdx.x] : 0.0f;
        value = warp_sum(value);
    }}
    __syncthreads();
    return value;
}}
extern "C" __global__ void __launch_bounds__(256) sum(const float* __restrict__ in, float* __restrict__ partials, unsigned* __restrict__ counter,
                                                      float* __restrict__ out, unsigned n) {{
    __shared__ bool last;
    float value = 0.0f;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value += in[i];
    value = block_sum(value);
    if (threadIdx.x == 0) {{
        partials[blockIdx.x] = value;
        __threadfence();
        last = atomicInc(counter, gridDim.x - 1) == gridDim.x - 1;
    }}
    __syncthreads();
    if (!last) return;
    value = 0.0f;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x) value += partials[i];
    value = block_sum(value);
    if (threadIdx.x == 0) *out = value;
}}"#,
        warp.lanes()
    )
}

#[test]
fn copies_vectors() {
    let data: Vec<f32> = (0..1000).map(|i| i as f32).collect();
    let mut out = vec![0.0f32; 1000];
    let kernel = compile(W32, COPY, "copy");
    let n = 250u32.to_ne_bytes();
    // float4 needs 16 bytes of alignment, which a Vec<f32> does not promise.
    let mut aligned: Vec<u128> = vec![0; 250];
    bytemuck::cast_slice_mut(&mut aligned).copy_from_slice(&data);
    let mut target: Vec<u128> = vec![0; 250];
    launch(&kernel, 1, 256, &[input(&aligned), output(&mut target), Argument::Value(&n)]).unwrap();
    out.copy_from_slice(bytemuck::cast_slice(&target));
    assert_eq!(out, data);
}

#[test]
fn sums_with_both_warp_sizes_and_many_blocks() {
    for warp in [W32, W64] {
        let kernel = compile(warp, &sum(warp), "sum");
        let data: Vec<f32> = (0..10_000).map(|i| (i % 7) as f32).collect();
        let (mut partials, mut counter, mut out) = ([0.0f32; 16], [0u32], [0.0f32]);
        let n = 10_000u32.to_ne_bytes();
        for _ in 0..3 {
            let arguments =
                [input(&data), output(&mut partials), output(&mut counter), output(&mut out), Argument::Value(&n)];
            launch(&kernel, 16, 256, &arguments).unwrap();
            assert_eq!((out[0], counter[0]), (data.iter().sum(), 0));
        }
    }
}

pub(super) const HISTOGRAM: &str = r#"
extern "C" __global__ void histogram(const unsigned char* in, unsigned* out, unsigned n) {
    __shared__ unsigned counts[256];
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x) counts[bin] = 0;
    __syncthreads();
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) atomicAdd(&counts[in[i]], 1u);
    __syncthreads();
    for (unsigned bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (counts[bin] != 0) atomicAdd(&out[bin], counts[bin]);
}"#;

#[test]
fn counts_with_shared_atomics() {
    let data: Vec<u8> = (0..20_000u32).map(|i| (i * i % 251) as u8).collect();
    let mut expected = [0u32; 256];
    data.iter().for_each(|&value| expected[value as usize] += 1);
    let mut out = [0u32; 256];
    let kernel = compile(W32, HISTOGRAM, "histogram");
    launch(&kernel, 7, 100, &[input(&data), output(&mut out), Argument::Value(&20_000u32.to_ne_bytes())]).unwrap();
    assert_eq!(out, expected);
}

#[test]
fn empty_buffers_are_arguments_too() {
    let kernel = compile(W32, HISTOGRAM, "histogram");
    let mut out = [0u32; 256];
    launch(&kernel, 2, 64, &[input::<u8>(&[]), output(&mut out), Argument::Value(&0u32.to_ne_bytes())]).unwrap();
    launch(&kernel, 0, 64, &[input::<u8>(&[]), output::<u32>(&mut []), Argument::Value(&0u32.to_ne_bytes())])
        .unwrap();
    assert_eq!(out, [0; 256]);
}

#[test]
fn warps_may_use_shared_memory_between_their_own_rendezvous() {
    let source = r#"
extern "C" __global__ void rotate(int* out) {
    __shared__ int words[64];
    words[threadIdx.x] = (int)threadIdx.x;
    __builtin_amdgcn_wave_barrier();
    int value = words[threadIdx.x ^ 31];
    __builtin_amdgcn_wave_barrier();
    words[threadIdx.x ^ 1] = value;
    __builtin_amdgcn_wave_barrier();
    out[threadIdx.x] = words[threadIdx.x];
}"#;
    let mut out = [0i32; 64];
    launch(&compile(W32, source, "rotate"), 1, 64, &[output(&mut out)]).unwrap();
    let expected: Vec<i32> = (0..64).map(|i| i ^ 1 ^ 31).collect();
    assert_eq!(out.to_vec(), expected);
}

#[test]
fn diverging_lanes_meet_in_groups() {
    // Lanes leave the loop at different times; those inside shuffle among themselves.
    let source = r#"
extern "C" __global__ void groups(unsigned long long* masks, int* first) {
    int lane = (int)__lane_id();
    unsigned long long seen = 0;
    for (int round = 0; round < lane % 4; ++round) seen = __ballot(1);
    masks[threadIdx.x] = seen;
    if (lane < 8) first[lane] = __builtin_amdgcn_readfirstlane(lane + 100);
    else first[lane] = __shfl(lane, 8 + lane % 2);
}"#;
    for warp in [W32, W64] {
        let lanes = warp.lanes() as usize;
        let (mut masks, mut first) = (vec![0u64; lanes], vec![0i32; lanes]);
        launch(&compile(warp, source, "groups"), 1, warp.lanes(), &[output(&mut masks), output(&mut first)])
            .unwrap();
        for lane in 0..lanes {
            let expected =
                (0..lanes).filter(|other| other % 4 >= lane % 4).map(|other| 1u64 << other).sum::<u64>();
            assert_eq!(masks[lane], if lane % 4 == 0 { 0 } else { expected }, "lane {lane}");
            assert_eq!(first[lane], if lane < 8 { 100 } else { 8 + lane as i32 % 2 });
        }
    }
}

#[test]
fn kernels_run_at_once_and_in_turn() {
    let (copy, reduce) = (compile(W32, COPY, "copy"), compile(W64, &sum(W64), "sum"));
    let data = vec![1.0f32; 4096];
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                for _ in 0..20 {
                    let (source, mut target) = (vec![7u128; 256], vec![0u128; 256]);
                    launch(
                        &copy,
                        2,
                        128,
                        &[input(&source), output(&mut target), Argument::Value(&256u32.to_ne_bytes())],
                    )
                    .unwrap();
                    assert_eq!(source, target);
                }
            });
            scope.spawn(|| {
                for _ in 0..20 {
                    let (mut partials, mut counter, mut out) = ([0.0f32; 4], [0u32], [0.0f32]);
                    let n = 4096u32.to_ne_bytes();
                    let arguments = [
                        input(&data),
                        output(&mut partials),
                        output(&mut counter),
                        output(&mut out),
                        Argument::Value(&n),
                    ];
                    launch(&reduce, 4, 128, &arguments).unwrap();
                    assert_eq!(out[0], 4096.0);
                }
            });
        }
    });
}
