//! Structs as elements, accumulators, results and parameters; with type parameters, in arrays, and with padding.
#![deny(warnings)]
use wavefold::prelude::*;
use wavefold::{DeviceType, Element, Number};

/// Count, mean and squared deviation.
#[derive(Clone, Copy, Debug, PartialEq, DeviceType)]
#[repr(C)]
pub struct Moments<T: Number> {
    n: T,
    mean: T,
    m2: T,
}

/// Chan's formula.
#[device_fn]
pub fn merge(a: Moments<f32>, b: Moments<f32>) -> Moments<f32> {
    let n = a.n + b.n;
    let d = b.mean - a.mean;
    Moments::<f32> { n, mean: a.mean + d * b.n / n, m2: a.m2 + b.m2 + d * d * a.n * b.n / n }
}

reduction! {
    Variance: fn(x: f32) -> f32 {
        accumulator: Moments<f32>,
        map: Moments::<f32> { n: 1.0, mean: x, m2: 0.0 },
        op: |a, b| merge(a, b),
        identity: none,
        finish: |m| m.m2 / m.n,
    }
}

mod photographs {
    use super::*;

    /// With padding before the light and at the end.
    #[derive(Clone, Copy, Debug, PartialEq, Default, DeviceType)]
    #[repr(C, align(16))]
    pub struct Sample {
        pub r#type: u8,
        pub light: f64,
        pub rgb: [[u8; 3]; CHANNELS],
        pub valid: bool,
    }

    pub const CHANNELS: usize = 2;
}
use photographs::Sample as S;

reduction! {
    Brightest { darkest: S }: fn(s: S, weights: [S; 1]) -> S {
        filter: s.valid & (s.light > darkest.light) && (weights[0]).valid,
        map: photographs::Sample { light: s.light * weights[0].light, r#type: 0, rgb: s.rgb, valid: s.valid },
        op: |a, b| if (S { r#type: a.r#type, light: a.light, rgb: a.rgb, valid: true }).light < b.light { b } else { a },
        identity: darkest,
    }
}

histogram! { Kinds: fn(s: photographs::Sample) -> u32 { bin: s.r#type + s.rgb[1][2], bins: 3 } }

reduction! {
    Largest<T: Number>: fn(m: Moments<T>) -> Moments<T> {
        op: |a, b| if a.mean < b.mean { b } else { a },
        identity: Moments::<T> { n: T::ZERO, mean: T::LOWEST, m2: 0 as T },
    }
}

/// Whatever is an element can be one of a struct's.
#[derive(Clone, Copy, Debug, DeviceType)]
#[repr(C)]
struct Pair<T: Element, const N: usize> {
    both: [[T; 2]; N],
}

fn main() -> Result<(), wavefold::Error> {
    let device = Device::cpu();
    assert_eq!(merge(Moments { n: 1.0, mean: 1.0, m2: 0.0 }, Moments { n: 1.0, mean: 3.0, m2: 0.0 }).m2, 2.0);
    assert_eq!(Variance.run(&device, &[1.0, 3.0])?, Some(1.0));
    assert_eq!(Variance.run(&device, &[])?, None);

    let sample = |light| S { r#type: 1, light, rgb: [[0; 3], [0, 0, 1]], valid: true };
    let (samples, weights) = ([sample(1.0), sample(4.0)], [[sample(2.0)], [sample(0.5)]]);
    let darkest = S::default();
    assert_eq!(Brightest { darkest }.run(&device, (&samples, &weights))?.light, 2.0);
    assert_eq!(Kinds.run(&device, &samples)?, [0, 0, 2]);

    let moments = [Moments { n: 1_i16, mean: -5, m2: 0 }, Moments { n: 2, mean: -3, m2: 0 }];
    assert_eq!(Largest::<i16>.run(&device, &moments)?, moments[1]);

    let wavefold_type = <Pair<u16, 3> as DeviceType>::TYPE;
    assert_eq!((wavefold_type.size(), wavefold_type.align()), (12, 2));
    assert_eq!(<S as DeviceType>::TYPE.size(), 32);
    Ok(())
}
