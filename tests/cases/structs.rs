//! Accumulators that are structs, with the layouts that others stumbled over.

use wavefold::prelude::*;

#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Eleven {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
    j: f64,
    k: f64,
}

reduction! {
    /// kokkos#3442: eleven sums at once.
    Squares: fn(x: u32) -> Eleven {
        map: {
            let y = x as f64 * x as f64;
            Eleven { a: y, b: y, c: y, d: y, e: y, f: y, g: y, h: y, i: y, j: y, k: y }
        },
        op: |x, y| Eleven {
            a: x.a + y.a, b: x.b + y.b, c: x.c + y.c, d: x.d + y.d, e: x.e + y.e, f: x.f + y.f, g: x.g + y.g,
            h: x.h + y.h, i: x.i + y.i, j: x.j + y.j, k: x.k + y.k,
        },
        identity: none,
    }
}

fn eleven_doubles(device: &Device) {
    let xs: Vec<u32> = (0..300).collect();
    let y = 8_955_050.0;
    let expected = Eleven { a: y, b: y, c: y, d: y, e: y, f: y, g: y, h: y, i: y, j: y, k: y };
    assert_eq!(Squares.run(device, &xs).unwrap(), Some(expected));
}

/// With padding behind the count.
#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct Moments {
    mean: f64,
    squares: f64,
    n: u32,
}

/// The moments of two groups together.
#[device_fn]
fn merge(a: Moments, b: Moments) -> Moments {
    let n = a.n + b.n;
    let difference = b.mean - a.mean;
    let share = b.n as f64 / n as f64;
    Moments {
        n,
        mean: a.mean + difference * share,
        squares: a.squares + b.squares + difference * difference * (a.n as f64 * share),
    }
}

reduction! {
    Variance: fn(x: f64) -> f64 {
        accumulator: Moments,
        filter: x.is_finite(),
        map: Moments { n: 1, mean: x, squares: 0.0 },
        op: |a, b| merge(a, b),
        identity: none,
        finish: |m| m.squares / m.n as f64,
    }
}

/// Close to one large number; merges with empty partials do not divide by zero.
fn welford(device: &Device) {
    let xs = [1e8, 1e8 + 1.0, 1e8 + 2.0];
    assert_eq!(Variance.run(device, &xs).unwrap(), Some(2.0 / 3.0));
    let mut apart = vec![f64::NAN; 10_000];
    (apart[5], apart[4999], apart[9000]) = (xs[0], xs[1], xs[2]);
    let variance = Variance.run(device, &apart).unwrap().unwrap();
    assert!((variance - 2.0 / 3.0).abs() < 1e-12, "{variance}");
    assert_eq!(Variance.run(device, &[f64::NAN; 3000]).unwrap(), None);
}

/// Elements of 12, 20 and 24 bytes, from every slice: no load is misaligned (kokkos#2989, TVM#8540).
macro_rules! elements {
    ($($name:ident $sum:ident { $($field:ident: $ty:ty),* } |$i:ident| $value:expr;)*) => {
        $(
            #[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
            #[repr(C)]
            struct $name {
                $($field: $ty),*
            }

            reduction! {
                $sum: fn(x: $name) -> f64 { map: 0.0 $(+ x.$field as f64)*, op: |a, b| a + b, identity: 0.0 }
            }
        )*

        fn elements_of_every_size(device: &Device) {
            $({
                let xs: Vec<$name> = (0..2055_u16).map(|$i| $value).collect();
                let buffer = device.upload(&xs).unwrap();
                let stream = device.stream().unwrap();
                let plan = $sum.plan(device, xs.len()).unwrap();
                for start in 0..5 {
                    let expected: f64 = xs[start..].iter().map(|x| 0.0 $(+ f64::from(x.$field))*).sum();
                    let result = plan.launch(buffer.slice(start..).unwrap(), &stream).unwrap();
                    assert_eq!(result, expected, "{} from element {start}", stringify!($name));
                }
            })*
        }
    };
}

elements! {
    Twelve SumTwelve { a: f32, b: u32, c: i16, d: u8 }
        |i| Twelve { a: f32::from(i), b: u32::from(i) * 3, c: -7, d: (i % 256) as u8 };
    Twenty SumTwenty { a: i32, b: f32, c: f32, d: u16, e: i8, f: u32 }
        |i| Twenty { a: i32::from(i) - 999, b: 0.5, c: f32::from(i), d: i, e: -3, f: 1 << 20 };
    TwentyFour SumTwentyFour { a: u8, b: f64, c: u16 }
        |i| TwentyFour { a: (i % 200) as u8, b: f64::from(i) / 4.0, c: i };
    Forty SumForty { a: f64, b: f32, c: f64, d: u8, e: f64 }
        |i| Forty { a: f64::from(i), b: 1.5, c: -2.0, d: 9, e: f64::from(i) * 8.0 };
}

#[derive(Clone, Copy, PartialEq, Debug, DeviceType)]
#[repr(C)]
struct FourKilobytes {
    key: u32,
    values: [f64; 511],
}

reduction! {
    Widest: fn(x: FourKilobytes) -> FourKilobytes { op: |a, b| if b.key > a.key { b } else { a }, identity: none }
}

/// cccl#6050: right, or an error at plan time that names both numbers.
fn large_structs(device: &Device) {
    let xs: Vec<FourKilobytes> =
        (0..600).map(|i| FourKilobytes { key: i * 7 % 600, values: [f64::from(i); 511] }).collect();
    match Widest.run(device, &xs) {
        Ok(widest) => {
            assert_eq!((widest.map(|widest| widest.key), device.warp_size()), (Some(599), None));
        }
        Err(error) => {
            let told = "an accumulator of 4096 bytes is too large for a thread of a GPU, the limit is 1024";
            assert!(device.warp_size().is_some() && error.to_string().contains(told), "{error}");
        }
    }
}

on_every_backend!(eleven_doubles, welford, elements_of_every_size, large_structs);
