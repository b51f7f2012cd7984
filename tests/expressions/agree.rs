//! Runs a declaration on the CPU and on emulated GPUs and compares the bits.

use std::fmt::Debug;

use wavefold::__private::codegen::{Scalar, Value};
use wavefold::__private::face::{ToValue, value};
use wavefold::prelude::*;
use wavefold::{Element, Inputs, Reduction};

/// One test: every expression, for every pair of samples.
macro_rules! agree {
    ($test:ident: fn($x:ident: $X:ty, $y:ident: $Y:ty) -> [$T:ty; $count:literal] [$($expressions:tt)*] on $xs:expr, $ys:expr) => {
        #[test]
        fn $test() {
            wavefold::reduction! {
                Expressions: fn($x: $X, $y: $Y) -> [$T; $count] {
                    map: [$($expressions)*],
                    op: |a, _b| a,
                    identity: none,
                    block_size: 64,
                    items_per_thread: 16,
                    vector_width: 1,
                }
            }
            crate::agree::compare(Expressions, &$xs, &$ys);
        }
    };
}

pub(crate) fn compare<R, A, B, T, const N: usize>(reduction: R, xs: &[A], ys: &[B])
where
    A: Element + Debug,
    B: Element + Debug,
    T: Element + ToValue + Debug,
    (A, B): for<'a> Inputs<Slices<'a> = (&'a [A], &'a [B])>,
    R: Reduction<Inputs = (A, B), Value = [T; N], Output = Option<[T; N]>>,
{
    let Some(device) = emulator() else { return };
    let plan = reduction.plan(&device, 1).unwrap_or_else(|error| panic!("{error}"));
    let stream = device.stream().unwrap();
    let (all_xs, all_ys) = (device.upload(xs).unwrap(), device.upload(ys).unwrap());
    for (i, x) in xs.iter().enumerate() {
        for (j, y) in ys.iter().enumerate() {
            let native = reduction.finish(reduction.map((*x, *y), 0));
            let input = (all_xs.slice(i..=i).unwrap(), all_ys.slice(j..=j).unwrap());
            let emulated = plan.launch(input, &stream).unwrap_or_else(|error| panic!("{error}")).unwrap();
            for (number, (native, emulated)) in native.into_iter().zip(emulated).enumerate() {
                let same = same(value(native), value(emulated));
                assert!(
                    same,
                    "expression {number} of {x:?} and {y:?}: {native:?}, but {emulated:?} in the kernel"
                );
            }
        }
    }
}

/// The emulator, unless this machine has none.
pub(crate) fn emulator() -> Option<Device> {
    match Device::emulated(WarpSize::W32) {
        Ok(device) => Some(device),
        Err(error) => {
            let required = std::env::var("WAVEFOLD_REQUIRE").unwrap_or_default();
            assert!(!required.contains("emulated"), "the emulator is required: {error}");
            eprintln!("NOT CHECKED: kernel text was not executed: {error}");
            None
        }
    }
}

/// Equal bits, except that one NaN is as good as another.
fn same(a: Value, b: Value) -> bool {
    let nan = |value: Value| match value.scalar {
        Scalar::F32 => f32::from_bits(value.bits as u32).is_nan(),
        Scalar::F64 => f64::from_bits(value.bits).is_nan(),
        _ => false,
    };
    a.bits == b.bits || nan(a) && nan(b)
}
