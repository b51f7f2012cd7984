//! What a kernel does, counted: each number is worked out by hand, for both warp sizes.

mod atomics;
mod branches;
mod compilers;
mod device;
mod global;
mod meetings;
mod shared;

use std::ops::Range;

use super::{compile, input, launch, output};
use crate::emulator::{Argument, Counters, EmulatedKernel, Emulator};
use wavefold_codegen::WarpSize;

fn counting(warp: WarpSize, source: &str) -> EmulatedKernel {
    match Emulator::counting(warp).and_then(|emulator| emulator.compile(source, "k")) {
        Ok(kernel) => kernel,
        Err(error) => panic!("{error}"),
    }
}

fn launch_counted(kernel: &EmulatedKernel, grid: u32, block: u32, arguments: &[Argument<'_>]) -> Counters {
    // SAFETY: the tests' kernels are written next to their arguments, which are slices that live for the call.
    unsafe { kernel.launch_counted(grid, block, 0, arguments) }.unwrap().counters
}

/// A copy of `data` that begins where the device's buffers may begin, so that sectors are the same in every run.
struct Aligned<T> {
    storage: Vec<T>,
    range: Range<usize>,
}

impl<T: bytemuck::Pod> Aligned<T> {
    fn new(data: &[T]) -> Self {
        let mut storage = vec![T::zeroed(); data.len() + 256];
        let begin = storage.as_ptr().align_offset(256);
        let range = begin..begin + data.len();
        storage[range.clone()].copy_from_slice(data);
        Self { storage, range }
    }

    fn values(&self) -> &[T] {
        &self.storage[self.range.clone()]
    }

    fn input(&self) -> Argument<'_> {
        input(self.values())
    }

    fn output(&mut self) -> Argument<'static> {
        output(&mut self.storage[self.range.clone()])
    }
}

/// Runs `k(const float* in, float* out)` on 64 Ki elements each, counting and as ever: with the same results.
fn counted(warp: WarpSize, grid: u32, block: u32, source: &str) -> Counters {
    let data = Aligned::new(&(0..1 << 16).map(|i| (i % 251) as f32).collect::<Vec<_>>());
    let [mut out, mut same] = [0; 2].map(|_| Aligned::new(&vec![0.0f32; 1 << 16]));
    let counters = launch_counted(&counting(warp, source), grid, block, &[data.input(), out.output()]);
    launch(&compile(warp, source, "k"), grid, block, &[data.input(), same.output()]).unwrap();
    assert!(out.values() == same.values(), "counting changes the result");
    counters
}
