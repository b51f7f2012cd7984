//! A user's names never meet the kernel's own: every name that a kernel uses somewhere, as a parameter, an input, an
//! operand and the index.

use wavefold::prelude::*;

use crate::inputs::{noisy, unit_f32};
use crate::judge::{Judged, assert_same, canonical};

/// Declares the same reduction and the same histogram with other names.
macro_rules! named {
    ($($reduction:ident $histogram:ident: $($name:ident)*;)*) => {
        $(
            reduction! {
                $reduction { $($name: f32),* }: fn(x: f32) -> f32 {
                    filter: true $(&& x != $name)*,
                    map: x $(+ $name)*,
                    op: |a, b| (a + b) $(* $name)*,
                    identity: none,
                    finish: |t| t $(- $name)*,
                }
            }

            histogram! {
                $histogram { $($name: u32),* }: fn(x: u32) -> u32 { bin: x $(+ $name)*, bins: 64, outside: count }
            }
        )*

        fn parameters(device: &Device) {
            let xs = noisy(3001, unit_f32);
            let whole = noisy(3001, |x| x as u32 % 32);
            $({
                let count = [$(stringify!($name)),*].len();
                let expected = canonical(
                    xs.len(),
                    |i| Some((0..count).fold(xs[i], |sum, _| sum + 1.0625)),
                    |a, b| (0..count).fold(a + b, |product, _| product * 1.0625),
                );
                let expected = expected.map(|total| (0..count).fold(total, |left, _| left - 1.0625));
                let result = $reduction { $($name: 1.0625),* }.run(device, &xs).unwrap();
                assert_same(&result, &expected, || stringify!($reduction).into());
                let counted = $histogram { $($name: 2),* }.run(device, &whole).unwrap();
                assert_eq!(counted.bins.iter().take(2 * count).sum::<u32>(), 0, stringify!($histogram));
                assert_eq!(counted.bins.iter().sum::<u32>(), 3001);
            })*
        }
    };
}

named! {
    LoopsR LoopsH: v j s p i n;
    PlacesR PlacesH: lane lanes warp warps tile at end aligned;
    FirstsR FirstsH: warp_tile first first_partial skipped slots slot;
    ValuesR ValuesH: value values mapped left right width;
    StepsR StepsH: present loaded whole step ahead totals;
    TotalsR TotalsH: total run partials partials_found arrivals result;
    FoundR FoundH: found range bin distance from_low mine;
    CountsR CountsH: counter counters counts sum count count_present;
    PartsR PartsH: filter map op identity init finish;
    FunctionsR FunctionsH: load_present fold_step fold_slots join vector from;
    WordsR WordsH: element words word offset float int;
}

reduction! {
    /// Inputs become pointers, fields and arguments.
    Pointers: fn(v: f32, i: f32) -> f32 { index: n, map: v * i + n as f32, op: |total, first| total + first, identity: 0.0 }
}

impl Judged for Pointers {
    fn judge(&self, (xs, ys): (&[f32], &[f32])) -> f32 {
        canonical(xs.len(), |i| Some(xs[i] * ys[i] + i as f32), |a, b| a + b).unwrap_or(0.0)
    }
}

reduction! {
    /// Names of fields, and of types.
    Fields: fn(element: [f32; 2], value: f32) -> [f32; 2] {
        index: found,
        filter: found != 3,
        map: [element[0] * value, element[1]],
        op: |left, right| [left[0] + right[0], left[1] - right[1]],
        identity: none,
        finish: |lanes| [lanes[1], lanes[0]],
    }
}

impl Judged for Fields {
    fn judge(&self, (xs, ys): (&[[f32; 2]], &[f32])) -> Option<[f32; 2]> {
        let element = |i: usize| (i != 3).then(|| [xs[i][0] * ys[i], xs[i][1]]);
        canonical(xs.len(), element, |a, b| [a[0] + b[0], a[1] - b[1]]).map(|[a, b]| [b, a])
    }
}

histogram! { Tiles: fn(tile: u8, first: u8) -> u32 { index: mine, bin: (tile + first + mine as u8) % 8, bins: 8 } }

fn inputs(device: &Device) {
    let (xs, ys) = (noisy(3001, unit_f32), noisy(3001, |x| unit_f32(x << 3)));
    let pairs = noisy(3001, |x| [unit_f32(x), unit_f32(x << 5)]);
    assert_same(&Pointers.run(device, (&xs, &ys)).unwrap(), &Pointers.judge((&xs, &ys)), || "Pointers".into());
    assert_same(&Fields.run(device, (&pairs, &ys)).unwrap(), &Fields.judge((&pairs, &ys)), || "Fields".into());
    let (tiles, firsts) = (noisy(3001, |x| x as u8), noisy(3001, |x| (x >> 8) as u8));
    let mut expected = vec![0_u32; 8];
    for i in 0..3001 {
        expected[usize::from(tiles[i].wrapping_add(firsts[i]).wrapping_add(i as u8) % 8)] += 1;
    }
    assert_eq!(Tiles.run(device, (&tiles, &firsts)).unwrap(), expected);
}

/// A name of a `macro_rules!` and an equal one from its arguments: what shadows what is the same on every device.
macro_rules! shadowing {
    ($parameter:ident, $value:expr) => {
        reduction! {
            Shadowing { $parameter: f32 }: fn(x: f32) -> f32 {
                map: { let t = x * 2.0; t + $value } + $value,
                op: |a, b| a + b,
                identity: 0.0,
            }
        }
    };
}

shadowing!(t, t);

/// The types of a declaration are Rust's own, whatever else is called so where it stands.
mod other_types {
    #![allow(dead_code, non_camel_case_types, reason = "declarations must not see it")]
    use wavefold::prelude::*;

    type f32 = u8;
    type u64 = u8;

    reduction! {
        pub(super) Own: fn(x: f32) -> u64 {
            index: i,
            map: (x * 300.0) as u64 + i + u64::MIN,
            op: |a, b| a + b,
            identity: 0,
        }
    }
}

/// Kernels take the names of their declarations, unless the compilers have functions or types called so.
macro_rules! entries {
    ($($name:ident)*) => {
        $(reduction! { $name: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } })*

        fn kernels(device: &Device) {
            $(assert_eq!($name.run(device, &[1.0, 2.0]).unwrap(), 3.0, stringify!($name));)*
        }
    };
}

entries! { Index Arguments Call Size Float4 SizeT Labs Ldexp Frexp Nearbyint Tgamma Remove Exit }

fn meanings(device: &Device) {
    assert_eq!(Shadowing { t: 100.0 }.run(device, &[1.0]).unwrap(), 104.0);
    assert_eq!(other_types::Own.run(device, &[1.0, 2.0, 3.0]).unwrap(), 1803);
}

on_every_backend!(parameters, inputs, meanings, kernels);
