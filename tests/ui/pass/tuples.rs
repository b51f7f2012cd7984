//! Tuples, `bool`, half floats, and as many inputs as there may be.
#![deny(warnings)]
use wavefold::f16 as Half;
use wavefold::prelude::*;
use wavefold::{bf16, f16};

reduction! {
    /// The largest value and its place; the first of equals.
    ArgMax { bias: (f32, [u64; 1]) }: fn(x: f32) -> (u64, f32) {
        index: i,
        accumulator: (f32, u64),
        map: (x + bias.0, i + bias.1[0]),
        op: |(a, i), (b, j)| if a > b || (a == b && i < j) { (a, i) } else { (b, j) },
        identity: (-f32::INFINITY, u64::MAX),
        finish: |(value, place)| (place, value),
    }
}

reduction! {
    Nested: fn(x: i32) -> (i32,) {
        accumulator: ((i32, bool), [i32; 2]),
        map: ((x, x > 0), [x, 1]),
        op: |a, ((n, flag), _)| {
            let ((m, _), rest): ((i32, bool), [i32; 2]) = a;
            let (a, rest) = (rest, m + (a.0).0 * 0);
            ((n + rest, flag | false), a)
        },
        identity: ((0, false), [0; 2]),
        finish: |t| (t.0.0,),
    }
}

reduction! { Any: fn(x: bool) -> bool { op: |a, b| a | b, identity: false, exact: true } }

reduction! {
    Halves: fn(x: f16, y: bf16, z: Half) -> f32 {
        filter: x < f16::MAX && y != bf16::NAN && z > (-65504.0 as Half),
        map: (x * (2.0 as f16)) as f32 + f32::from(y.max(1 as bf16)) + f32::from(Half::max(z, z)),
        op: |a, b| a + b,
        identity: 0.0,
    }
}

reduction! {
    Twelve: fn(
        a: u8, b: u8, c: u8, d: u8, e: u8, f: u8, g: u8, h: u8, i: u8, j: u8, k: u8, l: u32
    ) -> u32 {
        map: (a + b + c + d + e + f + g + h + i + j + k) as u32 * l,
        op: |a, b| a + b,
        identity: 0,
        commutative: false,
        fp: strict,
    }
}

fn main() -> Result<(), wavefold::Error> {
    let device = Device::cpu();
    assert_eq!(ArgMax { bias: (1.0, [10]) }.run(&device, &[1.0, 5.0, 5.0])?, (11, 6.0));
    assert_eq!(Nested.run(&device, &[1, 2, -3])?, (0,));
    assert!(Any.run(&device, &[false, true])?);
    let (x, y) = (f16::from_f32(1.5), bf16::from_f32(0.25));
    assert_eq!(Halves.run(&device, (&[x], &[y], &[x]))?, 5.5);
    let one = [1_u8; 3];
    let rows = (&one, &one, &one, &one, &one, &one, &one, &one, &one, &one, &one, &[1_u32, 2, 3]);
    let (a, b, c, d, e, f, g, h, i, j, k, l) = rows;
    assert_eq!(Twelve.run(&device, (a, b, c, d, e, f, g, h, i, j, k, l))?, 66);
    Ok(())
}
