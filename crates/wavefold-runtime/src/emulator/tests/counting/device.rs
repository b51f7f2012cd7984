//! The device that counts: a record a launch.

use super::counting;
use crate::emulator::{Counters, Emulator, EmulatorError, FaultKind};
use wavefold_codegen::WarpSize::{W32, W64};

#[test]
fn shared_bytes_are_those_of_a_block() {
    let source = r#"
extern "C" __global__ void k(float* out) {
    __shared__ float tile[64];
    __shared__ double other;
    extern __shared__ float more[];
    __shared__ int unused[100];
    if (out == nullptr) unused[threadIdx.x] = 1;
    tile[threadIdx.x] = more[threadIdx.x] = 1.0f;
    other = 2.0;
    out[threadIdx.x] = tile[threadIdx.x] + more[threadIdx.x];
}"#;
    let kernel = counting(W64, source);
    let mut out = [0.0f32; 1];
    let arguments = [super::output(&mut out)];
    // SAFETY: the argument is the kernel's, and lives for the call.
    let found = unsafe { kernel.launch_counted(1, 1, 128, &arguments) }.unwrap();
    assert_eq!((found.kernel.as_str(), found.grid, found.block, found.shared_bytes), ("k", 1, 1, 256 + 8 + 128));
}

#[test]
fn checks_stay_on() {
    let source = "extern \"C\" __global__ void k(float* out) { out[threadIdx.x / 2] = 1.0f + threadIdx.x; }";
    let kernel = counting(W32, source);
    let mut out = [0.0f32; 64];
    // SAFETY: as above.
    let result = unsafe { kernel.launch_counted(1, 64, 0, &[super::output(&mut out)]) };
    let Err(EmulatorError::Fault(fault)) = result else { panic!("{result:?}") };
    assert!(matches!(fault.kind, FaultKind::Race { .. }), "{fault}");
    assert_eq!(fault.lines.first().map(|line| line.line), Some(1), "{fault}");
}

#[test]
fn a_thread_that_waits_for_ever_is_found_here_too() {
    let source = r#"
extern "C" __global__ void k(unsigned* out) {
    if (threadIdx.x == 0) while (__atomic_load_n(out, __ATOMIC_RELAXED) == 0u) {}
    __syncthreads();
}"#;
    let kernel = counting(W32, source);
    let mut out = [0u32; 1];
    // SAFETY: as above.
    let result = unsafe { kernel.launch_counted(1, 64, 0, &[super::output(&mut out)]) };
    let Err(EmulatorError::Fault(fault)) = result else { panic!("{result:?}") };
    assert_eq!(fault.kind, FaultKind::NoProgress, "{fault}");
}

#[test]
fn other_kernels_count_nothing() {
    let kernel = Emulator::new(W32)
        .unwrap()
        .compile("extern \"C\" __global__ void k(float* out) { *out = 1.0f; }", "k")
        .unwrap();
    let mut out = [0.0f32];
    // SAFETY: as above.
    let found = unsafe { kernel.launch_counted(1, 1, 0, &[super::output(&mut out)]) }.unwrap();
    assert_eq!(found.counters, Counters::default());
}

#[test]
fn counters_add_up() {
    let one = Counters { blocks: 1, branches: 2, ..Counters::default() };
    let sum: Counters = [one, one + one].into_iter().sum();
    assert_eq!(sum, Counters { blocks: 3, branches: 6, ..Counters::default() });
}
