//! Races, barriers and warp operations gone wrong; the line with `//!` is the one to name.

use super::run;
use crate::emulator::FaultKind;

#[test]
fn missing_barrier() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) tile[63 - threadIdx.x] += 1.0f; //!
    out[threadIdx.x] = tile[threadIdx.x];
}"#;
    // The reads come too early to be a race: nobody has written yet.
    assert!(matches!(run(source), FaultKind::UninitialisedShared(_)));

    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    tile[threadIdx.x] += 1.0f; //!
    out[threadIdx.x] = tile[threadIdx.x ^ 32];
}"#;
    // The first warp has run on to the last line when the second comes to the addition.
    let FaultKind::Race { other_lines, other_writes, other_thread, .. } = run(source) else { panic!() };
    assert_eq!((other_writes, other_thread), (false, Some(0)));
    assert_eq!(other_lines[0].line, 7);
}

#[test]
fn race_within_a_warp() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    float up = __shfl_up(in[threadIdx.x], 1);
    float next = tile[threadIdx.x ^ 1]; //!
    tile[threadIdx.x] = next + up;
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x];
}"#;
    assert!(matches!(run(source), FaultKind::Race { other_thread: Some(0), .. }));
}

#[test]
fn race_in_global_memory() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    out[threadIdx.x / 2] = in[threadIdx.x]; //!
}"#;
    assert!(matches!(run(source), FaultKind::Race { other_writes: true, .. }));
}

#[test]
fn atomic_against_plain() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    atomicAdd(&out[0], in[threadIdx.x]);
    if (threadIdx.x == 63) out[1] = out[0]; //!
}"#;
    assert!(matches!(run(source), FaultKind::Race { other_atomic: true, .. }));
}

#[test]
fn divergent_barrier() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    if (threadIdx.x < 32) {
        out[threadIdx.x] = in[threadIdx.x];
        __syncthreads(); //!
    } else {
        __syncthreads();
    }
}"#;
    let FaultKind::DivergentBarrier { other_thread: 32, other_lines } = run(source) else { panic!() };
    assert_eq!(other_lines[0].line, 7);
}

#[test]
fn early_exit_before_a_barrier() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    if (threadIdx.x >= 60) return;
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads(); //!
}"#;
    assert_eq!(run(source), FaultKind::ExitedBeforeBarrier { other_thread: 60 });
}

#[test]
fn shuffle_from_a_lane_outside() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    float value = in[threadIdx.x];
    if (threadIdx.x % 32 < 16) {
        value += __shfl_down(value, 8); //!
    }
    out[threadIdx.x] = value;
}"#;
    assert_eq!(run(source), FaultKind::LaneOutsideGroup { lane: 16 });
}

#[test]
fn waits_for_ever() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    if (threadIdx.x == 0) while (((volatile float*)out)[1] == 0.0f) {} //!
    __syncthreads();
}"#;
    assert_eq!(run(source), FaultKind::NoProgress);
}
