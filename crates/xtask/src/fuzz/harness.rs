// Runs the declarations on the CPU and on an emulated GPU, and prints where the bits differ.

use std::fmt::Debug;

use wavefold::__private::codegen::{Scalar, Value};
use wavefold::__private::face::{ToValue, value};
use wavefold::prelude::*;
use wavefold::{Element, Inputs, Reduction};

/// SplitMix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub fn any<T: Sample>(&mut self) -> T {
        T::sample(self)
    }
}

/// Values that arithmetic trips over, and any others.
pub trait Sample {
    fn sample(random: &mut Random) -> Self;
}

macro_rules! integers {
    ($($ty:ident)*) => {$(
        impl Sample for $ty {
            fn sample(random: &mut Random) -> Self {
                let bits = random.next();
                let special = [$ty::MIN, $ty::MAX, 0, 1, !0, $ty::MAX / 2 + 1, $ty::MIN + 1, 2, 7, 10];
                match bits >> 61 {
                    0 | 1 => bits as $ty,
                    2 => (bits % 20) as $ty,
                    3 => 1 << (bits % u64::from($ty::BITS)),
                    _ => special[(bits % special.len() as u64) as usize],
                }
            }
        }
    )*};
}
integers!(i8 u8 i16 u16 i32 u32 i64 u64);

macro_rules! floats {
    ($($ty:ident)*) => {$(
        impl Sample for $ty {
            fn sample(random: &mut Random) -> Self {
                let bits = random.next();
                let special = [
                    0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.0, 127.5, -128.5, 255.0, 256.0, 65535.5,
                    2147483648.0, -2147483649.0, 4294967296.0, 9.3e18, -9.3e18, 1.9e19, 1e30, $ty::MAX, $ty::MIN,
                    $ty::MIN_POSITIVE, $ty::from_bits(1), -$ty::from_bits(3), $ty::EPSILON, $ty::INFINITY,
                    $ty::NEG_INFINITY, $ty::NAN, -$ty::NAN, 0.49999997, 8388609.5, 1.0 / 3.0,
                ];
                match bits >> 61 {
                    0 => $ty::from_bits(random.next() as _),
                    1 => (bits as i16) as $ty / 64.0,
                    2 => (bits as i32) as $ty,
                    _ => special[(bits % special.len() as u64) as usize],
                }
            }
        }
    )*};
}
floats!(f32 f64);

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(random: &mut Random) -> Self {
        std::array::from_fn(|_| random.any())
    }
}

fn same(a: Value, b: Value) -> bool {
    let nan = |value: Value| match value.scalar {
        Scalar::F32 => f32::from_bits(value.bits as u32).is_nan(),
        Scalar::F64 => f64::from_bits(value.bits).is_nan(),
        _ => false,
    };
    a.bits == b.bits || nan(a) && nan(b)
}

/// Runs `samples` of a declaration whose result is an array, one expression per element.
pub fn check<R, A, B, T, const N: usize>(number: usize, device: &Device, samples: &[(R, (A, B))])
where
    A: Element + Debug,
    B: Element + Debug,
    T: Element + ToValue + Debug,
    (A, B): for<'a> Inputs<Slices<'a> = (&'a [A], &'a [B])>,
    R: Reduction<Inputs = (A, B), Value = [T; N], Output = Option<[T; N]>> + Debug,
{
    let source = R::source(WarpSize::W32).unwrap_or_else(|error| error.to_string());
    if let Ok(folder) = std::env::var("FUZZ_SOURCES") {
        std::fs::write(format!("{folder}/f{number}_w32.hip"), &source).expect("the folder can be written to");
    }
    let mut told = [false; N];
    for (sample, (x, y)) in samples {
        let native = sample.run(&Device::cpu(), (&[*x], &[*y]));
        let emulated = match sample.run(device, (&[*x], &[*y])) {
            Ok(values) => values,
            Err(error) => {
                let map = map_of(&source);
                let error = error.to_string();
                println!("REFUSED\t{number}\t{error:?}\t{map:?}\t{sample:?} x: {x:?}, y: {y:?}");
                return;
            }
        };
        let native = native.expect("the CPU refuses nothing").expect("there is one element");
        let emulated = emulated.expect("there is one element");
        for element in 0..N {
            let (a, b) = (native[element], emulated[element]);
            if !same(value(a), value(b)) && !told[element] {
                told[element] = true;
                let bits = [value(a).bits, value(b).bits];
                let map = if N == 1 { map_of(&source) } else { String::new() };
                println!(
                    "DIFFERS\t{number}\t{element}\t{a:?} ({:#x}) on the CPU, {b:?} ({:#x}) in the kernel\t\
                     {map:?}\t{sample:?} x: {x:?}, y: {y:?}",
                    bits[0], bits[1]
                );
            }
        }
    }
    println!("RAN\t{number}");
}

/// The kernel text from the types and helpers to the end of `map`.
fn map_of(source: &str) -> String {
    let start = source.find("for every tile\");\n").map_or(0, |start| start + 17);
    let Some(map) = source.find(" map(") else { return source.into() };
    let line = source[map..].find('\n').map_or(source.len(), |end| map + end);
    let end = if source[..line].ends_with('}') {
        line
    } else {
        source[map..].find("\n}\n").map_or(source.len(), |end| map + end + 2)
    };
    source[start..end].into()
}
