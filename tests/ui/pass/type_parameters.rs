//! Type parameters: values, types, inference, several of them, constants, `where`, and run-time parameters.
#![deny(warnings)]
use wavefold::prelude::*;
use wavefold::{BinNumber, Element, Integer, Number, Reduction};

/// What a sum needs of a number.
pub trait Summable: Number {
    /// A type with room for the sum.
    type Total: Number + From<Self>;
}

impl Summable for f32 {
    type Total = f64;
}

impl Summable for u8 {
    type Total = u64;
}

mod sums {
    use super::*;

    reduction! {
        /// A wider sum.
        pub Sum<T: Summable>: fn(x: T) -> T::Total {
            map: T::Total::from(x), op: |a, b| a + b, identity: T::Total::ZERO,
        }
    }

    reduction! {
        pub(super) Scaled<T: Summable, U> { scale: U, offset: T }: fn(x: U) -> f64
        where
            U: Number,
            f64: From<U>,
        {
            map: (x * scale) as f64 + offset as f64 + f64::from(x) * 0.0,
            op: |a, b| a + b,
            identity: 0.0,
        }
    }
}
use sums::{Scaled, Sum};

reduction! {
    First<T: Element, const N: usize>: fn(x: [T; N], y: [T; 2]) -> T {
        map: if N_IS_SMALL { x[0] } else { y[1] }, op: |a, _b| a, identity: none,
    }
}
const N_IS_SMALL: bool = true;

histogram! { Digits<T: Integer + BinNumber>: fn(x: T) -> u32 { bin: x % (10 as T), bins: 10 } }

/// A declaration is a type as well as a value.
#[derive(Clone, Copy, Debug)]
struct Pair {
    bytes: Sum<u8>,
    floats: Sum<f32>,
}

fn run<R: Reduction<Inputs = (u8,)>>(reduction: R) -> Result<R::Output, wavefold::Error> {
    reduction.run(&Device::cpu(), &[200, 100])
}

fn main() -> Result<(), wavefold::Error> {
    let device = Device::cpu();
    assert_eq!(Sum::<f32>.run(&device, &[0.5, 0.25])?, 0.75_f64);
    let pair = Pair { bytes: Sum, floats: Sum };
    assert_eq!(run(pair.bytes)?, 300);
    assert_eq!(run(Sum)?, 300);
    assert_eq!(pair.floats.run(&device, &[0.5])?, 0.5);
    assert_eq!(format!("{pair:?}"), "Pair { bytes: Sum, floats: Sum }");
    assert_eq!(sums::Sum.run(&device, &[1.0_f32])?, 1.0);
    assert_eq!(Scaled { scale: 3_i32, offset: 1_u8 }.run(&device, &[1, 2])?, 11.0);
    assert_eq!(First::<u16, 3>.run(&device, (&[[7, 8, 9]], &[[1, 2]]))?, Some(7));
    assert_eq!(Digits::<u8>.run(&device, &[255, 5, 10])?, [1, 0, 0, 0, 0, 2, 0, 0, 0, 0]);
    assert_eq!(<Sum<u8> as Reduction>::SPEC.item.arguments.len(), 1);

    // Within a function a declaration sees what stands there.
    trait Here: Number {}
    impl Here for i64 {}
    reduction! { Largest<T: Here>: fn(x: T) -> T { op: |a, b| T::max(a, b), identity: none } }
    assert_eq!(Largest::<i64>.run(&device, &[-3, 4])?, Some(4));
    Ok(())
}
