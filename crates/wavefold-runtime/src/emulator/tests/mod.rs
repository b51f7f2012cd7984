//! Kernels that are right, and kernels with one fault each, whose line must be named.

mod bounds;
mod counting;
mod faults;
mod kernels;
mod memory;
mod order;
mod silence;
mod speed;
mod surface;
mod tutorials;
mod types;

use super::{Argument, EmulatedKernel, Emulator, EmulatorError, Fault, FaultKind};
use wavefold_codegen::WarpSize;

pub(super) fn compile(warp: WarpSize, source: &str, entry: &str) -> EmulatedKernel {
    match Emulator::new(warp).and_then(|emulator| emulator.compile(source, entry)) {
        Ok(kernel) => kernel,
        Err(error) => panic!("{error}"),
    }
}

pub(super) fn input<T: bytemuck::Pod>(data: &[T]) -> Argument<'_> {
    Argument::Buffer { pointer: data.as_ptr().cast_mut().cast(), bytes: size_of_val(data), writable: false }
}

pub(super) fn output<T: bytemuck::Pod>(data: &mut [T]) -> Argument<'static> {
    Argument::Buffer { pointer: data.as_mut_ptr().cast(), bytes: size_of_val(data), writable: true }
}

pub(super) fn launch(
    kernel: &EmulatedKernel,
    grid: u32,
    block: u32,
    arguments: &[Argument<'_>],
) -> Result<(), EmulatorError> {
    // SAFETY: the tests' kernels are written next to their arguments, which are slices that live for the call.
    unsafe { kernel.launch(grid, block, arguments) }
}

pub(super) fn fault(result: Result<(), EmulatorError>) -> Fault {
    match result {
        Err(EmulatorError::Fault(fault)) => *fault,
        Err(other) => panic!("expected a fault: {other}"),
        Ok(()) => panic!("expected a fault, the launch succeeded"),
    }
}

/// The fault's line is the one that the text marks with `//!`.
pub(super) fn assert_marked(source: &str, fault: &Fault) {
    let marked = source.lines().position(|line| line.contains("//!")).map(|index| index as u32 + 1);
    assert_eq!(fault.lines.first().map(|line| line.line), marked, "{fault}");
    println!("{fault}\n");
}

/// Runs a kernel `k(const float* in, float* out)` on 64 elements each and returns its fault.
pub(super) fn run(source: &str) -> FaultKind {
    let kernel = compile(WarpSize::W32, source, "k");
    let data = [1.0f32; 64];
    let mut out = [0.0f32; 64];
    let found = fault(launch(&kernel, 2, 64, &[input(&data), output(&mut out)]));
    assert_marked(source, &found);
    // The process, the emulator and the kernel remain usable. What a user reads is the same; where buffers lie may differ.
    let again = fault(launch(&kernel, 2, 64, &[input(&data), output(&mut out)]));
    assert_eq!(again.to_string(), found.to_string());
    found.kind
}
