//! Accumulators of several numbers, small and very large.

use wavefold::prelude::*;

/// Eleven sums, in a struct of 88 bytes.
#[derive(Clone, Copy, Debug, PartialEq, DeviceType)]
#[repr(C)]
struct Sums {
    first: [f64; 2],
    rest: Rest,
}

/// Nine of them.
#[derive(Clone, Copy, Debug, PartialEq, DeviceType)]
#[repr(C)]
struct Rest {
    a: f64,
    b: f64,
    c: f64,
    d: f64,
    e: f64,
    f: f64,
    g: f64,
    h: f64,
    i: f64,
}

#[device_fn]
fn all(y: f64) -> Sums {
    Sums { first: [y, y], rest: Rest { a: y, b: y, c: y, d: y, e: y, f: y, g: y, h: y, i: y } }
}

#[device_fn]
fn add(x: Rest, y: Rest) -> Rest {
    Rest {
        a: x.a + y.a,
        b: x.b + y.b,
        c: x.c + y.c,
        d: x.d + y.d,
        e: x.e + y.e,
        f: x.f + y.f,
        g: x.g + y.g,
        h: x.h + y.h,
        i: x.i + y.i,
    }
}

reduction! {
    /// kokkos#3442: eleven sums at once.
    Squares: fn(x: u32) -> Sums {
        map: all(x as f64 * x as f64),
        op: |a, b| Sums { first: [a.first[0] + b.first[0], a.first[1] + b.first[1]], rest: add(a.rest, b.rest) },
        identity: all(0.0),
    }
}

fn eleven_doubles(device: &Device) {
    let xs: Vec<u32> = (0..300).collect();
    assert_eq!(Squares.run(device, &xs).unwrap(), all(8_955_050.0));
}

reduction! {
    /// Count, mean and sum of squared deviations, merged pairwise.
    Variance: fn(x: f64) -> f64 {
        accumulator: [f64; 3],
        filter: x.is_finite(),
        map: [1.0, x, 0.0],
        op: |a, b| {
            let n = a[0] + b[0];
            let difference = b[1] - a[1];
            [n, a[1] + difference * (b[0] / n), a[2] + b[2] + difference * difference * (a[0] * b[0] / n)]
        },
        identity: none,
        finish: |t| t[2] / t[0],
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

reduction! {
    LogSumExp: fn(x: f64) -> f64 {
        op: |a, b| {
            let most = a.max(b);
            if most == f64::NEG_INFINITY { most } else { most + ((a - most).exp() + (b - most).exp()).ln() }
        },
        identity: f64::NEG_INFINITY,
    }
}

/// Two partials of -inf make -inf, not NaN. The last bits of `exp` and `ln` are the device's.
fn log_sum_exp(device: &Device) {
    assert_eq!(LogSumExp.run(device, &[f64::NEG_INFINITY; 5000]).unwrap(), f64::NEG_INFINITY);
    assert_eq!(LogSumExp.run(device, &[]).unwrap(), f64::NEG_INFINITY);
    let result = LogSumExp.run(device, &[1000.0; 4096]).unwrap();
    assert!((result - (1000.0 + 4096_f64.ln())).abs() < 1e-9, "{result}");
}

reduction! {
    /// As large as a kernel takes.
    Kilobyte: fn(x: [f64; 128]) -> [f64; 128] { op: |a, b| if b[0] > a[0] { b } else { a }, identity: none }
}
reduction! {
    FourKilobytes: fn(x: [f64; 512]) -> [f64; 512] { op: |a, b| if b[0] > a[0] { b } else { a }, identity: none }
}

reduction! {
    TwentyFourKilobytes: fn(x: [f64; 3072]) -> [f64; 3072] {
        op: |a, b| if b[0] > a[0] { b } else { a }, identity: none
    }
}

/// cccl#6050: right, or an error at plan time that names the limit.
fn large_accumulators(device: &Device) {
    let xs: Vec<[f64; 128]> = (0..600).map(|i| [f64::from(i * 7 % 600); 128]).collect();
    assert_eq!(Kilobyte.run(device, &xs).unwrap(), Some([599.0; 128]));
    let xs: Vec<[f64; 512]> = (0..600).map(|i| [f64::from(i * 7 % 600); 512]).collect();
    right_or_refused(device, FourKilobytes.run(device, &xs), [599.0; 512]);
    let xs: Vec<[f64; 3072]> = (0..9).map(|i| [f64::from(i * 5 % 9); 3072]).collect();
    right_or_refused(device, TwentyFourKilobytes.run(device, &xs), [8.0; 3072]);
}

/// Only kernels have a limit, and their message has both numbers.
fn right_or_refused<const N: usize>(
    device: &Device,
    result: Result<Option<[f64; N]>, wavefold::Error>,
    expected: [f64; N],
) {
    match result {
        Ok(result) => assert_eq!((result, device.warp_size()), (Some(expected), None)),
        Err(error) => {
            let told =
                format!("an accumulator of {} bytes is too large for a thread of a GPU, the limit is 1024", 8 * N);
            assert!(device.warp_size().is_some() && error.to_string().contains(&told), "{error}");
        }
    }
}

on_every_backend!(eleven_doubles, welford, log_sum_exp, large_accumulators);
