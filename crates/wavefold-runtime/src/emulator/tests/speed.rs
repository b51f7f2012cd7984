//! Measures nothing, but a million elements must not take noticeable time.

use super::{compile, input, launch, output};
use crate::emulator::Argument;
use wavefold_codegen::WarpSize::{W32, W64};

#[test]
fn a_million_elements() {
    for warp in [W32, W64] {
        let begin = std::time::Instant::now();
        let kernel = compile(warp, &super::kernels::sum(warp), "sum");
        let compiled = begin.elapsed();
        let data = vec![1.0f32; 1_000_000];
        let (mut partials, mut counter, mut out) = (vec![0.0f32; 512], [0u32], [0.0f32]);
        let n = 1_000_000u32.to_ne_bytes();
        for _ in 0..3 {
            let begin = std::time::Instant::now();
            let arguments =
                [input(&data), output(&mut partials), output(&mut counter), output(&mut out), Argument::Value(&n)];
            launch(&kernel, 512, 256, &arguments).unwrap();
            assert_eq!(out[0], 1_000_000.0);
            println!("{warp:?}: compile {compiled:?}, launch {:?}", begin.elapsed());
        }
    }
}

#[test]
fn a_million_writes_and_atomics() {
    let (copy, histogram) =
        (compile(W32, super::kernels::COPY, "copy"), compile(W64, super::kernels::HISTOGRAM, "histogram"));
    let data = vec![7u128; 250_000];
    let mut target = vec![0u128; 250_000];
    let mut counts = [0u32; 256];
    for _ in 0..2 {
        let begin = std::time::Instant::now();
        launch(&copy, 977, 256, &[input(&data), output(&mut target), Argument::Value(&250_000u32.to_ne_bytes())])
            .unwrap();
        println!("copy: {:?}", begin.elapsed());
        let begin = std::time::Instant::now();
        let bytes: &[u8] = &bytemuck::cast_slice(&data)[..1_000_000];
        launch(
            &histogram,
            64,
            256,
            &[input(bytes), output(&mut counts), Argument::Value(&1_000_000u32.to_ne_bytes())],
        )
        .unwrap();
        println!("histogram: {:?}", begin.elapsed());
    }
    assert_eq!(target, data);
    assert_eq!(counts[7], 2 * 1_000_000 / 16);
}
