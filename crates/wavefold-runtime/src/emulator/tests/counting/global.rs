//! Loads and stores of global memory, and the sectors that they touch.

use super::{Aligned, counted, counting, launch_counted};
use crate::emulator::Argument;
use wavefold_codegen::WarpSize::{self, W32, W64};

/// What one warp does that stores `expression`, a float.
fn one_warp(warp: WarpSize, expression: &str) -> super::Counters {
    let source = format!(
        "extern \"C\" __global__ void k(const float* in, float* out) {{ unsigned t = threadIdx.x; out[t] = {expression}; }}"
    );
    let mut counters = counted(warp, 1, warp.lanes(), &source);
    // The store is the same everywhere.
    assert_eq!(counters.global_stores, 1);
    let lanes = u64::from(warp.lanes());
    counters.global_bytes -= 4 * lanes;
    counters.global_sectors -= lanes / 8;
    counters
}

#[test]
fn sectors_by_hand() {
    // Loads, bytes and sectors of 32 lanes.
    for (expression, loads, bytes, sectors) in [
        ("in[t]", 1, 128, 4),
        ("in[t * 2]", 1, 128, 8),
        ("in[t * 8]", 1, 128, 32),
        ("in[t * 1000]", 1, 128, 32),
        ("in[t] + in[t + 8]", 2, 256, 8),
        ("((const float2*)in)[t].y", 1, 128, 8),
        ("(float)((const double*)in)[t]", 1, 256, 8),
        ("((const unsigned char*)in)[t]", 1, 32, 1),
        ("((const unsigned short*)in)[t]", 1, 64, 2),
        ("__ldg(in + t)", 1, 128, 4),
    ] {
        for (warp, factor) in [(W32, 1), (W64, 2)] {
            let found = one_warp(warp, expression);
            let found = (found.global_loads, found.global_bytes, found.global_sectors);
            assert_eq!(found, (loads, bytes * factor, sectors * factor), "{expression} {warp:?}");
        }
    }
    // What all lanes read is one sector; a warp that begins within one touches one more.
    for (warp, factor) in [(W32, 1), (W64, 2)] {
        assert_eq!(one_warp(warp, "in[5]").global_sectors, 1);
        assert_eq!(one_warp(warp, "in[t + 1]").global_sectors, 4 * factor + 1);
        assert_eq!(one_warp(warp, "in[t + 8]").global_sectors, 4 * factor);
    }
}

#[test]
fn a_vector_is_one_instruction_and_a_struct_as_many_as_it_fills() {
    for (fields, instructions, bytes) in [
        ("float4 a;", 1, 16),
        ("float4 a, b;", 2, 32),
        ("float4 a[32];", 32, 512),
        ("float a[3];", 1, 12),
        ("double a[3];", 2, 24),
    ] {
        let source = format!(
            r#"
struct Part {{ {fields} }};
extern "C" __global__ void k(const float* in, float* out) {{
    unsigned t = threadIdx.x;
    Part part = ((const Part*)in)[t];
    ((Part*)out)[t] = part;
}}"#
        );
        for warp in [W32, W64] {
            let counters = counted(warp, 1, warp.lanes(), &source);
            let lanes = u64::from(warp.lanes());
            assert_eq!((counters.global_loads, counters.global_stores), (instructions, instructions), "{fields}");
            assert_eq!(counters.global_bytes, 2 * bytes * lanes, "{fields}");
            if bytes == 16 {
                assert_eq!(counters.global_sectors, 2 * lanes / 2);
            }
        }
    }
}

#[test]
fn the_last_warp_of_an_input_is_a_part() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out, unsigned n) {
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i] * 2.0f;
}"#;
    let data = Aligned::new(&[1.0f32; 256]);
    let mut out = Aligned::new(&[0.0f32; 256]);
    // 200 of 256: the warp of 192..224 (of 192..256) has 8 at work, and only its branch parts.
    for (warp, loads) in [(W32, 7), (W64, 4)] {
        let arguments = [data.input(), out.output(), Argument::Value(&200u32.to_ne_bytes())];
        let counters = launch_counted(&counting(warp, source), 2, 128, &arguments);
        assert_eq!((counters.global_loads, counters.global_stores), (loads, loads));
        assert_eq!(counters.global_bytes, 2 * 200 * 4);
        assert_eq!(counters.global_sectors, 2 * 25);
        assert_eq!((counters.branches, counters.divergent_branches), (counters.warps, 1));
        assert_eq!((counters.blocks, counters.threads), (2, 256));
    }
}

#[test]
fn memory_of_a_thread_and_constants_are_not_global() {
    let source = r#"
__constant__ const float table[4] = {1, 2, 3, 4};
extern "C" __global__ void k(const float* in, float* out) {
    float local[4];
    for (unsigned i = 0; i < 4; ++i) local[(threadIdx.x + i) % 4] = table[i];
    out[threadIdx.x] = local[threadIdx.x % 4] + in[threadIdx.x];
}"#;
    for warp in [W32, W64] {
        let counters = counted(warp, 1, warp.lanes(), source);
        assert_eq!((counters.global_loads, counters.global_stores, counters.shared_loads), (1, 1, 0));
    }
}
