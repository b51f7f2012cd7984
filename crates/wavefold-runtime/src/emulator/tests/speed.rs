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
            let arguments = [input(&data), output(&mut partials), output(&mut counter), output(&mut out), Argument::Value(&n)];
            launch(&kernel, 512, 256, &arguments).unwrap();
            assert_eq!(out[0], 1_000_000.0);
            println!("{warp:?}: compile {compiled:?}, launch {:?}", begin.elapsed());
        }
    }
}
