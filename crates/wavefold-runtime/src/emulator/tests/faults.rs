//! One fault each; the line with `//!` is the one to name.

use super::{assert_marked, compile, fault, input, launch, output};
use crate::emulator::{Argument, Emulator, EmulatorError, FaultKind, Target};
use wavefold_codegen::WarpSize::{W32, W64};

/// Runs a kernel `k(const float* in, float* out)` on 64 elements each and returns its fault.
fn run(source: &str) -> FaultKind {
    let kernel = compile(W32, source, "k");
    let data = [1.0f32; 64];
    let mut out = [0.0f32; 64];
    let found = fault(launch(&kernel, 2, 64, &[input(&data), output(&mut out)]));
    assert_marked(source, &found);
    // The process, the emulator and the kernel remain usable.
    assert_eq!(fault(launch(&kernel, 2, 64, &[input(&data), output(&mut out)])), found);
    found.kind
}

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
    let lines: Vec<u32> = fault(launch(&kernel, 1, 64, &[input(&data), output(&mut out)])).lines.iter().map(|line| line.line).collect();
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
        let expected = Target::Variable { name: "k::tile".to_owned(), shared: true, offset: index * 4, bytes: 256 };
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
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    float local[4] = {};
    local[threadIdx.x % 5] = in[threadIdx.x]; //!
    out[threadIdx.x] = local[0] + local[threadIdx.x % 4];
}"#;
    assert!(matches!(run(source), FaultKind::Undefined(_)));
}

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
        let FaultKind::Misaligned { alignment: 16, type_name: Some(name), .. } = found.kind else { panic!("{found}") };
        assert!(name.contains("float4"), "{name}");
    }
}

#[test]
fn misaligned_word_and_atomic() {
    for access in ["out[0] += *(unsigned*)((char*)out + 2)", "atomicAdd((unsigned*)((char*)out + 2), 1u)"] {
        let source = format!("extern \"C\" __global__ void k(const float* in, float* out) {{\n    {access}; //!\n}}");
        assert!(matches!(run(&source), FaultKind::Misaligned { alignment: 4, .. }));
    }
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

#[test]
fn recursion_without_end() {
    let source = r#"
__device__ __noinline__ float deep(const float* in, int n) {
    volatile float local[64];
    local[n & 63] = in[n & 63];
    return n < 0 ? 0.0f : deep(in, n + 1) + local[n & 63];
}
extern "C" __global__ void k(const float* in, float* out) { out[threadIdx.x] = deep(in, 0); }"#;
    let kernel = compile(W32, source, "k");
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let found = fault(launch(&kernel, 1, 64, &[input(&data), output(&mut out)]));
    assert_eq!((found.lines[0].line, &found.kind), (2, &FaultKind::StackOverflow), "{found}");
}

#[test]
fn undefined_arithmetic() {
    for (expression, what) in [
        ("1 << (int)(in[0] * 40.0f)", "shift"),
        ("2147483647 + (int)in[threadIdx.x]", "addition"),
        ("(int)(in[threadIdx.x] * 1e20f)", "integer type"),
        ("7 / ((int)in[threadIdx.x] - 1)", "zero"),
    ] {
        let source = format!("extern \"C\" __global__ void k(const float* in, float* out) {{\n    out[threadIdx.x] = {expression}; //!\n}}");
        let FaultKind::Undefined(found) = run(&source) else { panic!() };
        assert!(found.contains(what), "{found}");
    }
}

#[test]
fn trap() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    if (in[threadIdx.x] > 0.0f) __builtin_trap(); //!
}"#;
    assert_eq!(run(source), FaultKind::Trap);
}

#[test]
fn compile_error_has_the_kernels_line() {
    let source = "extern \"C\" __global__ void k(float* out) {\n    out[0] = missing;\n}";
    let error = Emulator::new(W64).unwrap().compile(source, "k").unwrap_err();
    let EmulatorError::CompileFailed { message, .. } = error else { panic!("{error}") };
    assert!(message.contains("kernel:2:") && message.contains("missing"), "{message}");
}

#[test]
fn launches_that_do_not_fit() {
    let kernel = compile(W32, super::kernels::COPY, "copy");
    let data = [0u128; 4];
    assert!(matches!(launch(&kernel, 1, 64, &[]), Err(EmulatorError::ArgumentCount { expected: 3, given: 0, .. })));
    let short = [input(&data), input(&data), Argument::Value(&[0; 8])];
    assert!(matches!(launch(&kernel, 1, 64, &short), Err(EmulatorError::ArgumentSize { index: 2, expected: 4, given: 8, .. })));
    for block in [0, 1025] {
        let arguments = [input(&data), input(&data), Argument::Value(&[0; 4])];
        assert!(matches!(launch(&kernel, 1, block, &arguments), Err(EmulatorError::BlockSize { .. })));
    }
}

#[test]
fn line_directives_are_followed() {
    let source = "extern \"C\" __global__ void k(const float* in, float* out) {\n#line 42 \"user file.rs\"\n    out[64] = in[0];\n}";
    let kernel = compile(W32, source, "k");
    let (data, mut out) = ([1.0f32; 64], [0.0f32; 64]);
    let found = fault(launch(&kernel, 1, 1, &[input(&data), output(&mut out)]));
    assert_eq!((found.lines[0].file.as_str(), found.lines[0].line), ("user file.rs", 42), "{found}");
}
