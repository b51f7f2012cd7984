//! The ready-made reductions: every one, for every type, on every backend, with the judge's bits. The README's table is made
//! of the list in this file.

mod judges;
mod plain;
mod policies;
mod table;

use std::fmt::Debug;

use wavefold::prelude::*;
use wavefold::reductions::{self, ignore_nan};
use wavefold::{Element, Reduction, bf16, f16};

use self::judges::*;
use self::plain::Plain;
use crate::inputs::noisy;
use crate::judge::{SLOTS, assert_same};

/// A few sizes off every boundary: other suites have the boundaries, which are the same for all types.
fn sizes(device: &Device) -> &'static [usize] {
    match device.warp_size() {
        None => &[0, 1, 2, 1000, 100_003, SLOTS + 4097],
        _ if device.name().starts_with("emulated") => &[0, 1, 33, 2500],
        _ => &[0, 1, 33, 4099, 100_003],
    }
}

/// A reduction of one input against its judge, on tame and on wild elements.
fn check<T, R>(device: &Device, reduction: R, judge: impl Fn(&[T]) -> R::Output)
where
    T: Plain + Element,
    R: Reduction<Inputs = (T,), Output: Debug>,
{
    let most = sizes(device).iter().copied().max().unwrap_or(0);
    for make in [T::tame, T::wild] {
        let xs = noisy(most, make);
        for &n in sizes(device) {
            let result = reduction.run(device, &xs[..n]).unwrap();
            assert_same(&result, &judge(&xs[..n]), || {
                format!("{} of {n} elements on {device}", R::SPEC.item.name)
            });
        }
    }
}

/// `name, module, reduction: its judge, [types]`: a module of tests for every reduction.
macro_rules! ready {
    ($($name:ident, $module:ident $reduction:ident: $judge:ident, [$($ty:ident)*];)*) => {
        $(
            mod $name {
                use super::$module::$reduction as Tested;
                use super::*;

                $(
                    fn $ty(device: &Device) {
                        check(device, Tested::<$ty>, $judge::<$ty>);
                    }
                )*

                on_every_backend!($($ty),*);
            }
        )*

        /// What is tested here: the reductions and their types.
        const READY: &[(&str, &[&str])] =
            &[$((concat!(stringify!($module), "::", stringify!($reduction)), &[$(stringify!($ty)),*])),*];
    };
}

ready! {
    sum, reductions Sum: sum, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    product, reductions Product: product, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    min, reductions Min: min, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    max, reductions Max: max, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    min_max, reductions MinMax: min_max, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    arg_min, reductions ArgMin: arg_min, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    arg_max, reductions ArgMax: arg_max, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    mean, reductions Mean: mean, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    variance, reductions Variance: variance, [f16 bf16 f32 f64 i8 i16 i32 i64 u8 u16 u32 u64];
    l1_norm, reductions L1Norm: l1_norm, [f16 bf16 f32 f64];
    l2_norm, reductions L2Norm: l2_norm, [f16 bf16 f32 f64];
    max_norm, reductions MaxNorm: max_norm, [f16 bf16 f32 f64];
    sum_of_numbers, ignore_nan Sum: sum_of_numbers, [f16 bf16 f32 f64];
    product_of_numbers, ignore_nan Product: product_of_numbers, [f16 bf16 f32 f64];
    min_of_numbers, ignore_nan Min: min_of_numbers, [f16 bf16 f32 f64];
    max_of_numbers, ignore_nan Max: max_of_numbers, [f16 bf16 f32 f64];
    min_max_of_numbers, ignore_nan MinMax: min_max_of_numbers, [f16 bf16 f32 f64];
    arg_min_of_numbers, ignore_nan ArgMin: arg_min_of_numbers, [f16 bf16 f32 f64];
    arg_max_of_numbers, ignore_nan ArgMax: arg_max_of_numbers, [f16 bf16 f32 f64];
    mean_of_numbers, ignore_nan Mean: mean_of_numbers, [f16 bf16 f32 f64];
    variance_of_numbers, ignore_nan Variance: variance_of_numbers, [f16 bf16 f32 f64];
}
