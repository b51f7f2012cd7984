//! What generated text must and must not say, and what belongs to a compiled kernel.

use wavefold::prelude::*;

reduction! {
    Everything { scale: f32 }: fn(x: f32, y: u8) -> [f32; 2] {
        index: i,
        filter: x < scale,
        map: [x * scale, y as f32 + i as f32],
        op: |a, b| [a[0] + b[0], a[1].max(b[1])],
        identity: none,
    }
}
histogram! {
    Between { low: f64, high: f64 }: fn(x: f64) -> u64 { range: low..high, bins: 100, outside: count }
}

fn texts() -> Vec<String> {
    let mut texts = Vec::new();
    for warp_size in WarpSize::ALL {
        texts.push(Everything::source(warp_size).unwrap());
        texts.push(Between::source(warp_size).unwrap());
    }
    texts
}

/// MIOpen#2096, vllm#20330, rocPRIM#180 and #452: no include, no warp size that is no constant, no row broadcast.
#[test]
fn what_no_text_says() {
    for text in texts() {
        for word in
            ["#include", "#line", "warpSize", "__AMDGCN_WAVEFRONT_SIZE", "0x142", "0x143", "update_dpp", "asm"]
        {
            assert!(!text.contains(word), "{word} in:\n{text}");
        }
        assert!(!text.contains(env!("CARGO_MANIFEST_DIR")), "a path in:\n{text}");
        assert!(text.is_ascii() && text.ends_with("}\n") && !text.contains("\n\n\n"), "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "trailing spaces in:\n{text}");
    }
}

/// The same input gives the same text.
#[test]
fn texts_are_deterministic() {
    assert_eq!(texts(), texts());
}

const ABOVE: u32 = line!();
reduction! {
    Spread: fn(x: f32) -> f32 {
        filter: x < 1.0, map: [x, x],
        op: |a, b| {
            let low = a[0].min(b[0]);
            [low, a[1].max(b[1])]
        },
        identity: none,
        accumulator: [f32; 2],
        finish: |ends|
            ends[1] - ends[0],
    }
}
histogram! { Bins: fn(x: u32) -> u32 { bin: x >> 28, bins: 16 } }

/// hashcat PR#3186: whoever compiles the text can be told the user's lines, and the text itself has no path.
#[test]
fn every_part_knows_its_line() {
    use wavefold::__private::codegen;
    use wavefold::{Histogram, HistogramSchedule, Reduction, ReductionSchedule};

    let origins = |text: &codegen::KernelText| -> Vec<(String, String, u32)> {
        let lines: Vec<&str> = text.source.lines().collect();
        let first = |origin: &codegen::Origin| lines[origin.lines.start as usize - 1].to_owned();
        text.origins.iter().map(|origin| (first(origin), origin.file.clone(), origin.line)).collect()
    };
    for warp_size in WarpSize::ALL {
        let schedule = ReductionSchedule::documented(&Spread::SPEC, warp_size).unwrap();
        let spread = codegen::reduction(&Spread::SPEC, &Spread::constants(), &schedule).unwrap();
        let schedule = HistogramSchedule::documented(&Bins::SPEC, warp_size).unwrap();
        let bins = codegen::histogram(&Bins::SPEC, &Bins::constants(), &schedule).unwrap();
        let found: Vec<_> = origins(&spread).into_iter().chain(origins(&bins)).collect();
        let expected = [(" filter(", 3), (" map(", 3), (" op(", 4), (" finish(", 11), (" bin_of(", 14)];
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((function, file, line), (name, below)) in found.iter().zip(expected) {
            assert!(function.starts_with("__device__ ") && function.contains(name), "{function}");
            assert_eq!((file.as_str(), *line), (file!(), ABOVE + below), "{function}");
        }
    }
}

mod one {
    wavefold::reduction! { pub Fold: fn(x: u32) -> u32 { op: |a, b| a + b, identity: none } }
}
mod other {
    wavefold::reduction! { pub Fold: fn(x: u32) -> u32 { op: |a, b| a.max(b), identity: none } }
}

/// cubecl PR#1455, pyopencl#18: another op of the same name is another kernel.
fn a_changed_op_is_compiled_again(device: &Device) {
    assert_eq!(one::Fold.run(device, &[1, 2, 3]).unwrap(), Some(6));
    assert_eq!(other::Fold.run(device, &[1, 2, 3]).unwrap(), Some(3));
    assert_eq!(one::Fold.run(device, &[1, 2, 3]).unwrap(), Some(6));
}

/// cccl#9594: ranges and parameters known at run time are no part of the text.
fn run_time_values_are_arguments(device: &Device) {
    let (one, other) = (Between { low: 0.0, high: 1.0 }, Between { low: -5.0, high: 1e9 });
    let (one, other) = (one.plan(device, 10).unwrap(), other.plan(device, 10).unwrap());
    assert_eq!(one.source(), other.source());
    let stream = device.stream().unwrap();
    let buffer = device.upload(&[0.5, 2.0, -1.0]).unwrap();
    let counted = |plan: &HistogramPlan<Between>| plan.launch(&buffer, &stream).unwrap();
    assert_eq!((counted(&one).bins[50], counted(&one).below, counted(&one).above), (1, 1, 1));
    assert_eq!((counted(&other).bins[0], counted(&other).below), (3, 0));
}

on_every_backend!(a_changed_op_is_compiled_again, run_time_values_are_arguments);
