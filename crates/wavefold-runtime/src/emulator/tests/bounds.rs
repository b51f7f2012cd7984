//! Accesses to the wrong place; the line with `//!` is the one to name.

use super::{assert_marked, compile, fault, input, launch, output, run};
use crate::emulator::{Argument, FaultKind, Target};
use wavefold_codegen::WarpSize::W32;

#[test]
fn read_past_the_end() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    out[threadIdx.x] = in[threadIdx.x + 1]; //!
}"#;
    let FaultKind::OutOfBounds(access) = run(source) else { panic!() };
    assert_eq!(access.target, Target::Argument { index: 0, offset: 256, bytes: 256 });
    assert!(!access.writes);
}

#[test]
fn write_before_the_start() {
    let source = r#"
__device__ __forceinline__ void put(float* to, float value) {
    to[-1] = value; //!
}
extern "C" __global__ void k(const float* in, float* out) {
    put(out + threadIdx.x, in[threadIdx.x]);
}"#;
    let FaultKind::OutOfBounds(access) = run(source) else { panic!() };
    assert_eq!(access.target, Target::Argument { index: 1, offset: -4, bytes: 256 });
    let kernel = compile(W32, source, "k");
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let lines: Vec<u32> = fault(launch(&kernel, 1, 64, &[input(&data), output(&mut out)]))
        .lines
        .iter()
        .map(|line| line.line)
        .collect();
    assert_eq!(lines, [3, 6], "the chain of inlined frames");
}

#[test]
fn the_argument_counts_not_its_allocation() {
    let kernel = compile(W32, super::kernels::COPY, "copy");
    let (data, mut out) = ([1u128; 64], [0u128; 64]);
    let part = Argument::Buffer { pointer: data.as_ptr().cast_mut().cast(), bytes: 40, writable: false };
    let found = fault(launch(&kernel, 1, 64, &[part, output(&mut out), Argument::Value(&64u32.to_ne_bytes())]));
    assert_eq!((found.thread, found.lines[0].line), (2, 4), "{found}");
}

#[test]
fn write_to_read_only() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    ((float*)in)[threadIdx.x] = out[threadIdx.x]; //!
}"#;
    assert!(matches!(run(source), FaultKind::WriteToReadOnly(_)));
}

#[test]
fn shared_memory_out_of_bounds() {
    // The neighbours of a shared variable are not its neighbours in memory.
    for (inlined, index) in [("__forceinline__", 64), ("__noinline__", 64), ("__noinline__", -1)] {
        let source = format!(
            r#"
__device__ {inlined} float get(const float* from) {{
    return from[{index}]; //!
}}
extern "C" __global__ void k(const float* in, float* out) {{
    __shared__ float tile[64];
    __shared__ float other[64];
    tile[threadIdx.x] = other[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = get(tile + threadIdx.x) + other[threadIdx.x];
}}"#
        );
        let FaultKind::OutOfBounds(access) = run(&source) else { panic!() };
        let expected =
            Target::Variable { name: "k::tile".to_owned(), shared: true, offset: index * 4, bytes: 256 };
        assert_eq!(access.target, expected);
    }
}

#[test]
fn shared_index_outside_its_array() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[32];
    tile[threadIdx.x] = in[threadIdx.x]; //!
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x % 32];
}"#;
    let FaultKind::Undefined(what) = run(source) else { panic!() };
    assert_eq!(what.replace(' ', ""), "index32liesoutside'float[32]'", "compilers differ in the blank");
}

#[test]
fn local_index_outside_its_array() {
    // The second way is found by the size of the variable that the pointer comes from.
    for write in ["local[threadIdx.x % 5] = value", "float* at = local; at += threadIdx.x % 5; *at = value"] {
        let source = format!(
            r#"
extern "C" __global__ void k(const float* in, float* out) {{
    float local[4] = {{}}, value = in[threadIdx.x];
    {write}; //!
    out[threadIdx.x] = local[0] + local[threadIdx.x % 4];
}}"#
        );
        // clang knows the size of a variable only where the pointer is made.
        if write.starts_with("local") || !compile(W32, &source, "k").runtime().compiler().is_clang() {
            assert!(matches!(run(&source), FaultKind::Undefined(_)));
        }
    }
}

#[test]
fn uninitialised_shared_memory() {
    // Block 0 writes everything, block 1 reads what block 0 has left there.
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float tile[64];
    if (blockIdx.x == 0) tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x]; //!
}"#;
    assert!(matches!(run(source), FaultKind::UninitialisedShared(_)));
}

#[test]
fn misaligned_vector() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    const float4* vectors = (const float4*)(in + 1);
    LOAD; //!
    out[threadIdx.x] = value;
}"#;
    for load in ["float value = vectors->x", "float4 all = *vectors; float value = all.x + all.w"] {
        let source = source.replace("LOAD", load);
        let kernel = compile(W32, &source, "k");
        // clang checks the alignment of members and scalars, not that of a whole struct.
        if kernel.runtime().compiler().is_clang() && load.contains("all") {
            continue;
        }
        let (data, mut out) = ([0u128; 64], [0.0f32; 64]);
        let found = fault(launch(&kernel, 1, 64, &[input(&data), output(&mut out)]));
        assert_marked(&source, &found);
        let FaultKind::Misaligned { alignment: 16, type_name: Some(name), .. } = found.kind else {
            panic!("{found}")
        };
        assert!(name.contains("float4"), "{name}");
    }
}

#[test]
fn misaligned_word_and_atomic() {
    for access in ["out[0] += *(unsigned*)((char*)out + 2)", "atomicAdd((unsigned*)((char*)out + 2), 1u)"] {
        let source =
            format!("extern \"C\" __global__ void k(const float* in, float* out) {{\n    {access}; //!\n}}");
        assert!(matches!(run(&source), FaultKind::Misaligned { alignment: 4, .. }));
    }
}
