//! The Rust face computes with our arithmetic: wrapping, masked, defined.
#![deny(warnings)]

use wavefold::Reduction;
use wavefold::prelude::{ReductionExt, WarpSize, reduction};

macro_rules! check {
    ($($name:ident: |$x:ident: $from:ty| -> $to:ty $body:block $($input:expr => $output:expr),*;)*) => {$(
        reduction! {
            $name: fn($x: $from) -> $to { map: $body, op: |a, _b| a, identity: none }
        }
        $name::source(WarpSize::W32).expect(stringify!($name));
        $( assert_eq!($name.map(($input,), 0), $output, stringify!($name)); )*
    )*};
}

fn main() {
    check! {
        Precedence: |x: u32| -> u32 { if x & 3 == 1 && x << 1 + 1 != 0 || x == 7 { 1 } else { 0 } } 1 => 1, 2 => 0, 7 => 1;
        Nested: |x: u8| -> u32 { (if x > 3 { 2 } else { 5 }) - 3 } 4 => u32::MAX, 1 => 2;
        Minimum: |x: i8| -> i8 { -128i8 / x } -1 => -128, 0 => 0;
        Negated: |x: i8| -> i8 { -x.abs() } -128 => -128, 5 => -5;
        Shifted: |x: u8| -> u8 { x << 9 | x >> 8 } 1 => 3;
        Compared: |x: f32| -> u8 { ((x < 1.0) == (x > -1.0)) as u8 } 0.0 => 1, 2.0 => 0;
        Literals: |x: u8| -> u64 { 0xffu8 as u64 + 1_000 + 0b11 + 0o7 + 1e1 as u64 + -1i8 as u64 } 0 => 1274;
        Floats: |x: f64| -> f64 { f64::mul_add(x, 2f64, 0.5e1) + f64::from_bits(0) + (3 as f64) } 1.0 => 10.0;
        Shadowed: |x: i32| -> i32 { let y = x; let y = { let y = y * 2; y + 1 }; match y { y if y > 10 => y, 3 | 5 => 0, _ => -y } }
            5 => 11, 1 => 0, 3 => -7;
        Truth: |x: u8| -> u8 { let even: bool = x % 2 == 0; match !even { true => 1, false => 0 } } 3 => 1, 4 => 0;
        Nesting: |x: u8| -> u8 { if if x > 3 { x > 5 } else { x == 0 } { match { let y = x; y + 1 } { 1 => 2, y => y } } else { 0 } }
            0 => 2, 4 => 0, 7 => 8;
        Matched: |x: u8| -> u8 { match match x { 0 => 1, y => y } { 1 => 5, y if match y { 2 => true, _ => false } => 6, _ => 7 } }
            0 => 5, 2 => 6, 3 => 7;
        Folded: |x: [i16; 4]| -> i16 { x[0] - x[3] } [1, 0, 0, 2] => -1;
    }
}
