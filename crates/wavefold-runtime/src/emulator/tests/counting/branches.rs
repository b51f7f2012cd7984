//! Branches, and which lanes are together after them.

use super::counted;
use wavefold_codegen::WarpSize::{W32, W64};

fn kernel(body: &str) -> String {
    format!(
        r#"
__device__ __noinline__ float read(const float* in, unsigned i) {{ return i % 2 ? in[i] : in[i + 1]; }}
extern "C" __global__ void k(const float* in, float* out) {{
    unsigned t = threadIdx.x;
    float sum = 0.0f;
    {body}
    out[t] = sum;
}}"#
    )
}

#[test]
fn a_uniform_branch_is_one_and_parts_nothing() {
    for warp in [W32, W64] {
        let counters = counted(warp, 1, 128, &kernel("if (t < 128) sum = in[t]; if (t / 64 == 1) sum += 1.0f;"));
        assert_eq!((counters.branches, counters.divergent_branches), (2 * counters.warps, 0));
    }
}

#[test]
fn both_sides_of_a_parted_branch_are_executed() {
    for warp in [W32, W64] {
        let counters = counted(warp, 1, warp.lanes(), &kernel("if (t % 2) sum = in[t]; else sum = in[t + 1];"));
        assert_eq!((counters.branches, counters.divergent_branches, counters.global_loads), (1, 1, 2));
    }
}

#[test]
fn trips_that_depend_on_the_lane() {
    for warp in [W32, W64] {
        let lanes = u64::from(warp.lanes());
        let counters = counted(warp, 1, warp.lanes(), &kernel("for (unsigned i = 0; i < t; ++i) sum += in[i];"));
        // Turn i reads one word for all lanes beyond i; the condition parts as long as one of them goes on.
        assert_eq!(counters.global_loads, lanes - 1);
        assert_eq!((counters.branches, counters.divergent_branches), (lanes, lanes - 1));
    }
}

#[test]
fn lanes_meet_again_after_an_inner_loop() {
    let body = "for (unsigned o = 0; o < 4; ++o) { for (unsigned i = 0; i < (t + o) % 3; ++i) sum += in[t + i]; sum += in[o]; }";
    for warp in [W32, W64] {
        let counters = counted(warp, 1, warp.lanes(), &kernel(body));
        // Whatever a lane did in earlier turns: two inner turns at most in each of four outer ones.
        assert_eq!(counters.global_loads, 4 * 2 + 4);
        assert_eq!((counters.branches, counters.divergent_branches), (5 + 4 * 3, 4 * 2));
    }
}

#[test]
fn a_condition_within_a_loop_meets_turn_by_turn() {
    let body = "for (unsigned i = 0; i < 8; ++i) if ((t + i) % 3 == 0) sum += in[t + i];";
    for warp in [W32, W64] {
        let counters = counted(warp, 1, warp.lanes(), &kernel(body));
        assert_eq!((counters.global_loads, counters.branches, counters.divergent_branches), (8, 9 + 8, 8));
    }
}

#[test]
fn other_loops() {
    for (body, loads) in [
        ("unsigned i = 0; do sum += in[i]; while (i++ < t % 4);", 4),
        ("unsigned i = 0; while (true) { sum += in[i]; if (i++ == t % 4) break; }", 4),
        ("unsigned i = 0; while (i < 6) { if (i++ % 4 == t % 4) continue; sum += in[i]; }", 6),
        ("unsigned i = 0; again: sum += in[i]; if (++i < t % 4 + 1) goto again;", 4),
    ] {
        for warp in [W32, W64] {
            assert_eq!(counted(warp, 1, warp.lanes(), &kernel(body)).global_loads, loads, "{body}");
        }
    }
}

#[test]
fn a_function_is_where_it_is_called_from() {
    // Two calls, each of which parts in the function; and two that lanes make on either side of a branch.
    for (body, loads, branches, parted) in [
        ("sum = read(in, t) + read(in, t + 2);", 4, 2, 2),
        ("if (t < 16) sum = read(in, t); else sum = 2.0f * read(in, t);", 4, 3, 3),
        ("for (unsigned i = 0; i < 3; ++i) sum += read(in, i);", 3, 4 + 3, 0),
    ] {
        for warp in [W32, W64] {
            let counters = counted(warp, 1, warp.lanes(), &kernel(body));
            let found = (counters.global_loads, counters.branches, counters.divergent_branches);
            assert_eq!(found, (loads, branches, parted), "{body}");
        }
    }
}

#[test]
fn helpers_of_the_emulator_have_no_branches() {
    let body = "sum = __shfl_down(in[t], 1u); sum = fmaxf(sum, __shfl_xor(sum, 5)); sum += __popc(t);";
    for warp in [W32, W64] {
        assert_eq!(counted(warp, 1, warp.lanes(), &kernel(body)).branches, 0);
    }
}

#[test]
fn long_loops_are_counted_to_their_end() {
    let body = "for (unsigned i = t; i < 65536; i += 64) sum += in[i]; for (unsigned i = 0; i < t * 300; ++i) sum += in[i];";
    for (warp, warps) in [(W32, 2), (W64, 1)] {
        let counters = counted(warp, 1, 64, &kernel(body));
        let last: u64 = (1..=warps).map(|warp| (64 / warps * warp - 1) * 300).sum();
        assert_eq!(counters.global_loads, warps * 1024 + last);
        assert_eq!(counters.branches, warps * 1025 + last + warps);
        assert_eq!(counters.divergent_branches, 64 - warps);
    }
}
