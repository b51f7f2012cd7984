//! `fp: fast`: said to every compiler, and compiled apart.

use wavefold_codegen::{Fp, Item, ReductionSpec, WarpSize};

use super::declarations::SquareAndSum;
use super::recorder::Record;
use crate::{Device, Reduction, ReductionExt};

/// The same declaration, which leaves contraction to the compiler.
#[derive(Clone, Copy)]
struct Fast;

impl Reduction for Fast {
    type Inputs = (f32,);
    type Accumulator = f32;
    type Value = f32;
    type Output = Option<f32>;

    const SPEC: ReductionSpec<'static> =
        ReductionSpec { item: Item { fp: Fp::Fast, ..SquareAndSum::SPEC.item }, ..SquareAndSum::SPEC };

    fn map(&self, element: (f32,), index: u64) -> f32 {
        SquareAndSum.map(element, index)
    }

    fn op(&self, left: f32, right: f32) -> f32 {
        SquareAndSum.op(left, right)
    }

    fn identity(&self) -> Option<f32> {
        None
    }

    fn finish(&self, total: f32) -> f32 {
        total
    }

    fn output(value: f32, found: bool) -> Option<f32> {
        found.then_some(value)
    }
}

/// The square has one bit more than an `f32`: it is rounded away unless both operations are one.
const X: [f32; 2] = [1.0 + 1.0 / 4096.0, -1.0];
const STRICT: f32 = 1.0 / 2048.0;
const FUSED: f32 = 1.0 / 2048.0 + 1.0 / 16_777_216.0;

#[test]
fn strict_and_fast_are_two_kernels() {
    let (device, record) = Record::device();
    SquareAndSum.plan(&device, 2).unwrap();
    Fast.plan(&device, 2).unwrap();
    assert_eq!(Record::count(&record.compilations), 2);
    let source = Fast::source(WarpSize::W32).unwrap();
    assert!(source.contains("// Compile with contraction: -ffp-contract=fast (hiprtc), --fmad=true (NVRTC)."));
}

#[test]
fn the_rust_face_computes_as_written() {
    assert_eq!(Fast.run(&Device::cpu(), &X).unwrap(), Some(STRICT));
}

/// On processors that have the instruction, every compiler that the emulator takes contracts.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
#[test]
fn the_emulator_contracts_where_it_may() {
    let Ok(device) = Device::emulated(WarpSize::W32) else { return };
    assert_eq!(SquareAndSum.run(&device, &X).unwrap(), Some(STRICT));
    #[cfg(target_arch = "x86_64")]
    let fused = std::arch::is_x86_feature_detected!("fma");
    #[cfg(not(target_arch = "x86_64"))]
    let fused = true;
    assert_eq!(Fast.run(&device, &X).unwrap(), Some(if fused { FUSED } else { STRICT }));
}
