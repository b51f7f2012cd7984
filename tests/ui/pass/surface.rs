//! The whole surface in one file, as a crate without unsafe code has it: structs that have no `Debug`, functions, every
//! kind of result, and facts about `op` that constants state.
#![deny(warnings)]
#![forbid(unsafe_code)]
use wavefold::prelude::*;
use wavefold::{Reduction, reductions};

#[derive(Clone, Copy, DeviceType)]
#[repr(C)]
pub struct Moments {
    n: f32,
    mean: f32,
    m2: f32,
}

/// Chan's formula.
#[device_fn]
pub fn merge(a: Moments, b: Moments) -> Moments {
    let n = a.n + b.n;
    let d = b.mean - a.mean;
    Moments { n, mean: a.mean + d * b.n / n, m2: a.m2 + b.m2 + d * d * a.n * b.n / n }
}

reduction! {
    pub Variance: fn(x: f32) -> f32 {
        accumulator: Moments,
        map: Moments { n: 1.0, mean: x, m2: 0.0 },
        op: |a, b| merge(a, b), // also callable from Rust
        identity: none,
        finish: |m| m.m2 / m.n,
    }
}

reduction! {
    /// Elements, parameter, accumulator and result without `Debug`.
    pub Merged { first: Moments }: fn(m: Moments) -> Moments {
        filter: m.n > 0.0, domain: m.n < 1e6, op: |a, b| merge(a, b), identity: none, init: first,
    }
}

reduction! {
    pub Total<T: Number> { start: T }: fn(x: T) -> T {
        op: |a, b| a + b, identity: T::ZERO, init: start, exact: T::EXACT, commutative: COMMUTES,
    }
}
const COMMUTES: bool = true;

mod facts {
    pub const ORDERED: bool = false;
}
reduction! { pub Last: fn(x: u8) -> u8 { op: |_a, b| b, identity: none, exact: true, commutative: facts::ORDERED } }

reduction! {
    pub Fixed<const EXACT: bool>: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: f32::NEG_INFINITY, exact: EXACT }
}

histogram! { pub Ages: fn(x: f32) -> u32 { edges: ..=[0.0, 18.0, 65.0, 120.0] } }
histogram! { pub Open: fn(x: f32) -> u64 { edges: [0.0, 18.0, 65.0], outside: clamp } }
histogram! { pub Given { levels: Edges<f32>, bias: f32 }: fn(x: f32) -> u32 { filter: x > bias, edges: levels } }

fn main() -> Result<(), wavefold::Error> {
    let device = Device::cpu();
    assert_eq!(Variance.run(&device, &[1.0, 3.0])?, Some(1.0));
    assert_eq!(merge(Moments { n: 1.0, mean: 1.0, m2: 0.0 }, Moments { n: 3.0, mean: 5.0, m2: 0.0 }).mean, 4.0);

    let merged = Merged { first: Moments { n: 1.0, mean: 0.5, m2: 0.0 } };
    assert_eq!(format!("{merged:?}"), "Merged { first: Moments { n: 1.0, mean: 0.5, m2: 0.0 } }");
    let mean = merged.run(&device, &[Moments { n: 1.0, mean: 1.5, m2: 0.0 }])?.map(|m| m.mean);
    assert_eq!(mean, Some(1.0));
    merged.check_laws().unwrap();

    assert_eq!(Total { start: 1_u8 }.run(&device, &[255, 2])?, 2);
    assert_eq!(format!("{:?}", Total { start: 0.5_f32 }), "Total { start: 0.5 }");
    assert!(Total::<u8>::SPEC.exact && !Total::<f32>::SPEC.exact && Total::<f32>::SPEC.commutative);
    assert!(Last::SPEC.exact && !Last::SPEC.commutative);
    assert_eq!(Last.run(&device, &[3, 1, 2])?, Some(2));
    assert!(Fixed::<true>::SPEC.exact && !Fixed::<false>::SPEC.exact);
    assert!(reductions::Dot::<i8>::SPEC.exact && !reductions::Sum::<f64>::SPEC.exact);

    assert_eq!(Ages.run(&device, &[18.0, 120.0, 121.0, f32::NAN])?, [0, 1, 1]);
    assert_eq!(Open.run(&device, &[18.0, 120.0, -1.0])?, [1, 2]);
    let given = Given { levels: Edges::new([0.0, 1.0]).unwrap(), bias: 0.25 };
    assert_eq!(given.run(&device, &[0.0, 0.5])?, [1]);
    assert!(format!("{given:?}").ends_with("bias: 0.25 }"));

    let plan = Variance.plan(&device, 2)?;
    let (buffer, stream) = (device.upload(&[1.0, 3.0])?, device.stream()?);
    assert_eq!(plan.launch(&buffer, &stream)?, Some(1.0));
    for warp_size in WarpSize::ALL {
        let sources = [Variance::source, Merged::source, Total::<u8>::source, Last::source, Fixed::<true>::source];
        for source in sources {
            source(warp_size).unwrap();
        }
    }
    Ok(())
}
