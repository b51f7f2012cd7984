//! Copies, overlapping buffers, and what the checks must not complain about.

use super::{assert_marked, compile, fault, input, launch, output};
use crate::emulator::workspace::Workspace;
use crate::emulator::{Argument, FaultKind};
use wavefold_codegen::WarpSize::W32;

#[test]
fn copies_of_structs_are_seen() {
    // g++ copies large structs by `rep movs` or memcpy, and instruments either; an explicit memcpy is ours.
    for copy in [
        "out[1] = *in",
        "Big local = *in; local.word[7] += 0; __syncthreads(); out[1] = local",
        "memcpy(out + 1, in, bytes)",
    ] {
        let source = format!(
            r#"
extern "C" void* memcpy(void*, const void*, size_t);
struct Big {{ int word[300]; }};
extern "C" __global__ void k(const Big* in, Big* out, unsigned bytes) {{
    {copy}; //!
}}"#
        );
        let kernel = compile(W32, &source, "k");
        let data = [3i32; 300];
        let (mut exact, mut short) = ([0i32; 600], [0i32; 599]);
        let bytes = Argument::Value(&[0xb0, 4, 0, 0]);
        launch(&kernel, 1, 1, &[input(&data), output(&mut exact), bytes]).unwrap();
        assert_eq!(exact[300..], data);
        let found = fault(launch(&kernel, 1, 1, &[input(&data), output(&mut short), bytes]));
        assert_marked(&source, &found);
        assert!(matches!(&found.kind, FaultKind::OutOfBounds(access) if access.bytes > 1100), "{found}");
        let found = fault(launch(&kernel, 1, 1, &[input(&data[1..]), output(&mut exact), bytes]));
        assert!(matches!(&found.kind, FaultKind::OutOfBounds(access) if !access.writes), "{found}");
    }
}

#[test]
fn large_values_are_passed() {
    let source = r#"
struct Big { int word[300]; };
extern "C" __global__ void k(Big big, int* out) { out[threadIdx.x] = big.word[threadIdx.x]; }"#;
    let (big, mut out): (Vec<i32>, _) = ((0..300).collect(), [0i32; 300]);
    launch(&compile(W32, source, "k"), 1, 300, &[Argument::Value(bytemuck::cast_slice(&big)), output(&mut out)])
        .unwrap();
    assert_eq!(out[..], big);
}

#[test]
fn buffers_may_overlap_and_races_are_seen_through_both() {
    let source = r#"
extern "C" __global__ void k(const int* in, int* out) {
    int value = in[threadIdx.x]; //!
    if (out[0] == 100) __syncthreads();
    out[threadIdx.x] = value + 1;
}"#;
    let kernel = compile(W32, source, "k");
    let mut data: Vec<i32> = (100..164).collect();
    let whole = output(&mut data);
    let Argument::Buffer { pointer, .. } = whole else { panic!() };
    let same = Argument::Buffer { pointer, bytes: 256, writable: false };
    launch(&kernel, 1, 64, &[same, whole]).unwrap();
    assert_eq!(data, (101..165).collect::<Vec<i32>>());
    // Without the barrier, a read through one argument meets a write through the other.
    let shifted = Argument::Buffer { pointer: pointer.wrapping_add(4), bytes: 252, writable: true };
    let same = Argument::Buffer { pointer, bytes: 256, writable: false };
    let found = fault(launch(&kernel, 1, 63, &[same, shifted]));
    assert_marked(source, &found);
    assert!(matches!(found.kind, FaultKind::Race { other_thread: Some(0), .. }), "{found}");
}

#[test]
fn loads_that_are_not_made_are_not_checked() {
    // An optimiser would like to read `spare` once, before the loop, whether or not it is needed.
    let source = r#"
extern "C" __global__ void k(const int* in, int* out, int n) {
    __shared__ int spare;
    int sum = 0;
    for (int i = 0; i < n; ++i) sum += in[i] > 5 ? spare : in[i];
    out[threadIdx.x] = sum;
    if (n < 0) spare = sum;
}"#;
    let mut out = [0i32; 32];
    launch(
        &compile(W32, source, "k"),
        1,
        32,
        &[input(&[1i32; 8]), output(&mut out), Argument::Value(&[8, 0, 0, 0])],
    )
    .unwrap();
    assert_eq!(out, [8; 32]);
}

#[test]
fn the_clock_may_wrap() {
    let kernel = compile(W32, &super::kernels::sum(W32), "sum");
    let data = vec![1.0f32; 4096];
    // Just before the limit at which stamps begin anew: the change comes in the middle of a launch.
    for clock in [(1 << 27) - 20, (1 << 27) + 1] {
        let mut workspace = Workspace::default();
        workspace.clock = clock;
        kernel.runtime().return_workspace(workspace);
        let (mut partials, mut counter, mut out) = ([0.0f32; 8], [0u32], [0.0f32]);
        let n = 4096u32.to_ne_bytes();
        let arguments =
            [input(&data), output(&mut partials), output(&mut counter), output(&mut out), Argument::Value(&n)];
        launch(&kernel, 8, 128, &arguments).unwrap();
        assert_eq!(out[0], 4096.0);
    }
}

#[test]
fn vectors_in_shared_memory_and_tables() {
    let source = r#"
__device__ const float weights[4] = {1.0f, 2.0f, 3.0f, 4.0f};
extern "C" __global__ void k(float4* out, int pick) {
    __shared__ float4 tile[64];
    const int local[4] = {3, 2, 1, 0};
    tile[threadIdx.x] = make_float4(weights[local[pick]], (float)threadIdx.x, 0.0f, 1.0f);
    __syncthreads();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}"#;
    let mut out = [0u128; 64];
    launch(&compile(W32, source, "k"), 2, 64, &[output(&mut out), Argument::Value(&[1, 0, 0, 0])]).unwrap();
    let values: &[[f32; 4]] = bytemuck::cast_slice(&out);
    assert_eq!(values[10], [3.0, 53.0, 0.0, 1.0]);
}
