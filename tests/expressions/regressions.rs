//! What the fuzzer found, each with what went wrong.
#![expect(unreachable_patterns, reason = "what nothing reaches must not reach the text")]

use wavefold::prelude::*;

// A guard's statements were printed inside the arm before it.
agree! {
    guards_that_need_statements: fn(x: u32, y: i32) -> [i32; 1] [
        match x {
            1 => y,
            5.. if (match y { ..=9 => true, _ => false }) => 2,
            n if { let t = match n { 0 => 1, _ => 2 }; t == 1 } => 3,
            _ => 4,
        },
    ] on [0, 1, 4, 5, u32::MAX], [0, 9, 10]
}

// Promoted operands (`x & y` is an `int`) chose the wrong overload, or none.
agree! {
    overloads_of_many_types: fn(x: u8, y: i8) -> [i32; 10] [
        (x & 15).pow(3) as i32, (x as i32).pow(3), 3u8.pow(x as u32) as i32, (y as i64).pow(2) as i32,
        -(y >> 1) as i32, (x >> 1).wrapping_add(x | 1) as i32, (x as i32).wrapping_add(1), -(-128i8) as i32 + -(y as i32),
        (if y < 0 { 250 } else { x }).saturating_add(x & 63) as i32,
        (y ^ 5).div_euclid(if x > 7 { 3 } else { -1 }) as i32 + (x as u16).div_euclid(7) as i32,
    ] on [0, 3, 7, 8, 200, 255], [i8::MIN, -3, -1, 0, 1, i8::MAX]
}

// Braces refused to narrow an `int`.
agree! {
    arrays_of_promoted_elements: fn(x: u16, y: i16) -> [i16; 4] [
        [y & 7, y >> 2, y][0], [y | 1; 2][1], [x & 3, x >> 3][1] as i16, [(y < 0) & (x > 3), x == 9][0] as i16,
    ] on [0, 3, 9, u16::MAX], [i16::MIN, -1, 6, i16::MAX]
}

// A literal was not given the type that it is cast to, or was rounded twice.
agree! {
    literals_under_casts: fn(x: f32, y: f32) -> [f32; 3] [
        16777217.000000001 as f32 + x, -16777217.000000001 as f32, { 16777217.000000001 } as f32 * y,
    ] on [0.0], [1.0]
}

// Arms after the last one without a guard left the value unset for the compiler; a match that does not look at its
// value left an unused one.
agree! {
    arms_that_nothing_reaches: fn(x: u8, y: u8) -> [u8; 3] [
        match x > 3 { true => 1, false => 2, _ if y > 0 => 3 }, match x + 1 { _ if y > 0 => 1, _ => 2 },
        match x { n => n + 1 },
    ] on [0, 3, 4, 255], [0, 1]
}

// HIP has a function `powi`, NVRTC none: the helper of this name must be neither's.
agree! {
    powers: fn(x: f64, y: f32) -> [f64; 3] [
        x.powi(3), y.powi(-2) as f64, x.powi(x as i32),
    ] on [0.0, -0.0, 1.1, -3.0, f64::INFINITY], [0.0, 2.5, f32::MAX]
}

// A tuple of values became a struct of the text. Without it, a name must not be bound before the last use of its namesake.
agree! {
    tuples_of_names: fn(x: i32, y: i32) -> [i32; 5] [
        { let (a, b) = (x - 1, y); a - b }, { let (x, y) = (y, x); x - y },
        { let (a, (b, _), c) = (x, (y, 7), x + 1); a * b - c },
        { let t = (x, y); let x = t.1; let (a, y) = t; (a - x) * y },
        { let (x, y) = (x + y, 3); let (y, x) = (x * y, y); y - x },
    ] on [0, 5, i32::MIN], [1, -7]
}

// A literal was converted to a half float on the device.
agree! {
    half_floats_from_literals: fn(x: f32, y: f32) -> [f32; 4] [
        (1.003_906_250_000_01 as bf16) as f32 + x, (-0.1 as f16) as f32, (1e-9 as f16) as f32 * y, (1e6 as f16) as f32,
    ] on [0.0], [1.0]
}

// Both tuples were called `a_b_c`, so that `op` saw one of them twice.
#[test]
fn tuples_whose_names_join_alike() -> Result<(), wavefold::Error> {
    reduction! {
        Alike: fn(x: u32) -> (u32, u32) {
            map: (x, 1), op: |(a_b, c), (a, b_c)| (3 * a_b + a, c + b_c), identity: (0, 0)
        }
    }
    let Some(device) = crate::agree::emulator() else { return Ok(()) };
    let values: Vec<u32> = (1..=100).collect();
    let native = Alike.run(&Device::cpu(), &values)?;
    assert_eq!(native.1, 100);
    assert_eq!(Alike.run(&device, &values)?, native);
    Ok(())
}
