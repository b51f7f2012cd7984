//! Faults of kernels as tutorials write them, on purpose, and of the generated ones when a barrier is taken from them: a
//! result that is right by luck is not enough.

use super::{assert_marked, compile, fault, input, launch, output};
use crate::emulator::{Argument, FaultKind, Target};
use crate::tests::declarations::Sum;
use crate::{Reduction, ReductionExt};
use wavefold_codegen::WarpSize::{self, W32, W64};
use wavefold_codegen::tutorial::{self, reduction_texts};

/// A tree of one warp over two values a lane, which trusts that lanes move in step. Its first lane is at the last level before
/// the second lane has begun.
fn lockstep(qualifier: &str) -> String {
    let levels = [32, 16, 8, 4, 2, 1].map(|stride| {
        let mark = if stride == 32 { " //!" } else { "" };
        format!("        values[lane] += values[lane + {stride}];{mark}\n")
    });
    format!(
        r#"
extern "C" __global__ void k(const float* in, float* out) {{
    __shared__ {qualifier} float values[128];
    const unsigned lane = threadIdx.x;
    values[lane] = in[lane];
    __syncthreads();
    if (lane < 32) {{
{}    }}
    if (lane == 0) out[0] = values[0];
}}"#,
        levels.concat()
    )
}

#[test]
fn a_warp_that_trusts_in_lockstep() {
    let data = [1.0f32; 128];
    let mut out = [0.0f32];
    for qualifier in ["", "volatile"] {
        let source = lockstep(qualifier);
        let kernel = compile(W32, &source, "k");
        let found = fault(launch(&kernel, 1, 128, &[input(&data), output(&mut out)]));
        assert_marked(&source, &found);
        assert!(matches!(found.kind, FaultKind::Race { .. }), "{found}");
    }
}

#[test]
fn a_block_that_reads_its_neighbours_values_past_the_end() {
    let source = r#"
extern "C" __global__ void k(const float* in, float* out) {
    __shared__ float values[64];
    const unsigned i = blockIdx.x * 64 + threadIdx.x;
    values[threadIdx.x] = in[i]; //!
    for (unsigned stride = 32; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) values[threadIdx.x] += values[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) out[blockIdx.x] = values[0];
}"#;
    let kernel = compile(W32, source, "k");
    let (whole, cut, mut out) = ([1.0f32; 128], [1.0f32; 100], [0.0f32; 2]);
    launch(&kernel, 2, 64, &[input(&whole), output(&mut out)]).unwrap();
    assert_eq!(out, [64.0; 2], "right where n is a multiple of the block");
    let found = fault(launch(&kernel, 2, 64, &[input(&cut), output(&mut out)]));
    assert_marked(source, &found);
    let FaultKind::OutOfBounds(access) = &found.kind else { panic!("{found}") };
    assert_eq!(access.target, Target::Argument { index: 0, offset: 400, bytes: 400 });
}

/// Threads with a whole vector take their four elements by their own number, those of the cut one an element each by the
/// number of the thread: what both number is counted twice, and what neither does never.
#[test]
fn two_ways_to_number_the_elements_of_a_block() {
    let source = r#"
extern "C" __global__ void k(const int* in, unsigned* visits, unsigned n) {
    const unsigned block = blockIdx.x * 256, thread = threadIdx.x;
    if (block + 4 * thread + 3 < n) {
        for (unsigned j = 0; j < 4; j++) atomicAdd(&visits[block + 4 * thread + j], 1u);
        return;
    }
    for (unsigned i = block + thread; i < n; i += 64) atomicAdd(&visits[i], 1u);
}"#;
    let kernel = compile(W32, source, "k");
    let visits = |n: u32| {
        let (data, mut visits) = (vec![1i32; n as usize], vec![0u32; n as usize]);
        let arguments = [input(&data), output(&mut visits), Argument::Value(&n.to_ne_bytes())];
        launch(&kernel, n.div_ceil(256), 64, &arguments).unwrap();
        visits
    };
    assert!(visits(512).iter().all(|visits| *visits == 1), "right where n is a multiple of the tile");
    let cut = visits(512 + 130);
    assert!(cut[..512].iter().all(|visits| *visits == 1));
    assert!(cut[512..].iter().any(|visits| *visits > 1), "no address is out of bounds: only the result shows it");
}

/// What the kernel of the elements makes of 1024 ones, once the text is changed.
fn changed(
    schedule: tutorial::TutorialReduction,
    warp_size: WarpSize,
    change: impl Fn(&str) -> String,
) -> FaultKind {
    schedule.check(&Sum::SPEC, warp_size).unwrap();
    let text = reduction_texts(&Sum::SPEC, &Sum::constants(), &schedule, warp_size).unwrap().remove(0);
    assert_eq!(text.source, Sum::source_with(warp_size, schedule).unwrap());
    let source = change(&text.source);
    let (data, mut partials, mut result) = ([1.0f32; 1024], [0.0f32; 8], [0.0f32]);
    let n = 1024u64.to_ne_bytes();
    let mut run = |source: &str| {
        let kernel = compile(warp_size, source, &text.entry);
        let arguments = [input(&data), Argument::Value(&n), output(&mut partials), output(&mut result)];
        launch(&kernel, 1024 / schedule.tile(), schedule.block_size, &arguments)
    };
    run(&text.source).expect("the text is right as it is");
    assert_ne!(source, text.source);
    fault(run(&source)).kind
}

#[test]
fn a_generated_tree_without_its_barriers() {
    for schedule in [tutorial::interleaved(), tutorial::contiguous(), tutorial::sequential()] {
        let kind = changed(schedule, W32, |source| source.replacen("        __syncthreads();\n", "", 1));
        assert!(
            matches!(kind, FaultKind::Race { .. } | FaultKind::UninitialisedShared(_)),
            "{schedule:?}: {kind:?}"
        );
    }
}

#[test]
fn a_generated_warp_without_its_barriers() {
    for warp_size in [W32, W64] {
        for schedule in [tutorial::last_warp_unrolled(), tutorial::warps_in_shared()] {
            let kind = changed(schedule, warp_size, |source| source.replacen("        sync_warp();\n", "", 1));
            assert!(
                matches!(kind, FaultKind::Race { .. } | FaultKind::UninitialisedShared(_)),
                "{schedule:?}: {kind:?}"
            );
        }
    }
}

#[test]
fn generated_warps_whose_totals_are_read_too_early() {
    for warp_size in [W32, W64] {
        for schedule in [tutorial::warps_in_shared(), tutorial::warp_shuffle(), tutorial::last_warp_shuffle()] {
            let without = |source: &str| {
                let barrier = "    __syncthreads();\n    // ";
                assert_eq!(source.matches(barrier).count(), 1, "{source}");
                source.replacen(barrier, "    // ", 1)
            };
            let kind = changed(schedule, warp_size, without);
            assert!(
                matches!(kind, FaultKind::Race { .. } | FaultKind::UninitialisedShared(_)),
                "{schedule:?}: {kind:?}"
            );
        }
    }
}

#[test]
fn generated_loads_without_their_bound() {
    // One element fewer than the last block has threads for.
    let schedule = tutorial::sequential();
    let text = reduction_texts(&Sum::SPEC, &Sum::constants(), &schedule, W32).unwrap().remove(0);
    let source = text.source.replacen("i < n ? ", "i <= n ? ", 1);
    assert_ne!(source, text.source);
    let kernel = compile(W32, &source, &text.entry);
    let (data, mut partials, mut result) = ([1.0f32; 511], [0.0f32; 2], [0.0f32]);
    let arguments =
        [input(&data), Argument::Value(&511u64.to_ne_bytes()), output(&mut partials), output(&mut result)];
    let found = fault(launch(&kernel, 2, 256, &arguments));
    let FaultKind::OutOfBounds(access) = &found.kind else { panic!("{found}") };
    assert_eq!(access.target, Target::Argument { index: 0, offset: 2044, bytes: 2044 });
}
