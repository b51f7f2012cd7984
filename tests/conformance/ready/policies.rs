//! What the documentation of the ready-made reductions says of NaN, ties, empty input and infinities; and those that are no
//! reduction of one number.

use wavefold::prelude::*;
use wavefold::reductions::*;
use wavefold::{bf16, f16};

use crate::inputs::{noisy, unit_f32, unit_f64};
use crate::judge::{assert_same, canonical};

fn empty_input(device: &Device) {
    assert_eq!(Sum::<i8>.run(device, &[]).unwrap(), 0_i64);
    assert_eq!(Product::<f64>.run(device, &[]).unwrap(), 1.0);
    assert_eq!(Max::<f32>.run(device, &[]).unwrap(), None);
    assert_eq!(ArgMin::<u8>.run(device, &[]).unwrap(), None);
    assert_eq!(Mean::<i32>.run(device, &[]).unwrap(), None);
    assert_eq!(ignore_nan::Max::<f32>.run(device, &[f32::NAN; 5]).unwrap(), None);
    assert_eq!(ignore_nan::Sum::<f32>.run(device, &[f32::NAN; 5]).unwrap(), 0.0);
    assert_eq!(LogSumExp::<f32>.run(device, &[]).unwrap(), f32::NEG_INFINITY);
    assert!(!Any.run(device, &[]).unwrap());
    assert!(All.run(device, &[]).unwrap());
    assert_eq!(Dot::<f32>.run(device, (&[], &[])).unwrap(), 0.0);
}

/// cccl#1388, cub#642: the identity of min is +inf, not the largest number.
fn infinities(device: &Device) {
    let xs = [f32::INFINITY; 10];
    assert_eq!(Min::<f32>.run(device, &xs).unwrap(), Some(f32::INFINITY));
    assert_eq!(ArgMin::<f32>.run(device, &xs).unwrap(), Some((f32::INFINITY, 0)));
    assert_eq!(ArgMax::<f32>.run(device, &xs.map(|x| -x)).unwrap(), Some((f32::NEG_INFINITY, 0)));
}

/// kokkos#6144, and twenty equal values across the borders of blocks.
fn ties_take_the_lowest_index(device: &Device) {
    assert_eq!(ArgMax::<u32>.run(device, &[0, 0, 0]).unwrap(), Some((0, 0)));
    let mut xs = vec![1_i16; 9000];
    for k in 0..20 {
        xs[77 + 401 * k] = 5;
    }
    assert_eq!(ArgMax::<i16>.run(device, &xs).unwrap(), Some((5, 77)));
    assert_eq!(ArgMin::<f32>.run(device, &[0.0, -0.0]).unwrap(), Some((0.0, 0)), "equal zeros");
}

/// {2, NaN, 1} at the borders of lanes, warps, blocks.
fn nan_wins_or_is_no_element(device: &Device) {
    let xs = [2.0, f32::NAN, 1.0];
    assert!(matches!(ArgMin::<f32>.run(device, &xs).unwrap(), Some((x, 1)) if x.is_nan()));
    assert_eq!(ignore_nan::ArgMin::<f32>.run(device, &xs).unwrap(), Some((1.0, 2)));
    for at in [1, 3, 4, 31, 32, 63, 64, 127, 128, 255, 256, 2047, 2048, 4095, 4096] {
        let mut xs = vec![2.0_f32; 5000];
        xs[at - 1] = f32::NAN;
        xs[at] = 1.0;
        let nan = (at - 1) as u64;
        assert!(matches!(ArgMin::<f32>.run(device, &xs).unwrap(), Some((x, i)) if x.is_nan() && i == nan), "{at}");
        assert!(matches!(ArgMax::<f32>.run(device, &xs).unwrap(), Some((x, i)) if x.is_nan() && i == nan), "{at}");
        assert_eq!(ignore_nan::ArgMin::<f32>.run(device, &xs).unwrap(), Some((1.0, at as u64)));
        assert!(Max::<f32>.run(device, &xs).unwrap().is_some_and(f32::is_nan));
        assert_eq!(ignore_nan::Max::<f32>.run(device, &xs).unwrap(), Some(2.0));
    }
    assert!(Max::<f32>.run(device, &[f32::NAN; 5]).unwrap().is_some_and(f32::is_nan));
}

/// mlx#3909
fn half_floats_are_summed_wider(device: &Device) {
    assert_eq!(Sum::<bf16>.run(device, &vec![bf16::ONE; 70_000]).unwrap(), 70_000.0);
    assert_eq!(Sum::<f16>.run(device, &vec![f16::ONE; 20_000]).unwrap(), 20_000.0);
}

fn truth_values(device: &Device) {
    let mut xs = vec![false; 5003];
    assert!(!Any.run(device, &xs).unwrap());
    assert_eq!(Count.run(device, &xs).unwrap(), 0);
    xs[4999] = true;
    assert!(Any.run(device, &xs).unwrap());
    assert!(!All.run(device, &xs).unwrap());
    assert_eq!(Count.run(device, &xs).unwrap(), 1);
    assert!(All.run(device, &[true; 2049]).unwrap());
    assert_eq!(Count.run(device, &[true; 2049]).unwrap(), 2049);
}

fn dot_products(device: &Device) {
    for n in [1, 33, 4099] {
        let (xs, ys) = (noisy(n, unit_f64), noisy(n, |noise| unit_f64(!noise)));
        let expected = canonical(n, |i| Some(xs[i] * ys[i]), |a, b| a + b).unwrap();
        assert_same(&Dot::<f64>.run(device, (&xs, &ys)).unwrap(), &expected, || {
            format!("{n} elements on {device}")
        });
        let (xs, ys) = (noisy(n, |noise| noise as i8), noisy(n, |noise| (noise >> 8) as i8));
        let expected: i64 = xs.iter().zip(&ys).map(|(&x, &y)| i64::from(x) * i64::from(y)).sum();
        assert_eq!(Dot::<i8>.run(device, (&xs, &ys)).unwrap(), expected);
    }
}

/// Two partials of -inf make -inf, not NaN. The last bits of `exp` and `ln` are the device's.
fn log_sum_exp(device: &Device) {
    assert_eq!(LogSumExp::<f64>.run(device, &[f64::NEG_INFINITY; 5000]).unwrap(), f64::NEG_INFINITY);
    assert_eq!(LogSumExp::<f64>.run(device, &[f64::INFINITY, 0.0, f64::INFINITY]).unwrap(), f64::INFINITY);
    assert!(LogSumExp::<f64>.run(device, &[f64::INFINITY, f64::NAN]).unwrap().is_nan());
    let result = LogSumExp::<f64>.run(device, &[1000.0; 4096]).unwrap();
    assert!((result - (1000.0 + 4096_f64.ln())).abs() < 1e-9, "{result}");
    let xs = noisy(3001, unit_f32);
    let exact = xs.iter().map(|&x| f64::from(x).exp()).sum::<f64>().ln();
    let result = LogSumExp::<f32>.run(device, &xs).unwrap();
    assert!((f64::from(result) - exact).abs() < 1e-5, "{result}, not {exact}");
}

/// What the declarations claim of their laws, for one type of each kind.
#[test]
fn the_laws_hold() {
    macro_rules! check {
        ($($reduction:expr),* $(,)?) => { $( $reduction.check_laws().unwrap(); )* };
    }
    check!(Sum::<f32>, Sum::<i8>, Sum::<f16>, Product::<u32>, Product::<f64>, Product::<bf16>);
    check!(Min::<f32>, Max::<i64>, Max::<f16>, MinMax::<f64>, ArgMin::<f32>, ArgMax::<u8>, ArgMax::<bf16>);
    check!(Any, All, Count, Mean::<f32>, Mean::<i32>, Variance::<f64>, L1Norm::<f32>, L2Norm::<f64>);
    check!(MaxNorm::<f32>, Dot::<f64>, Dot::<i16>, LogSumExp::<f64>);
    check!(ignore_nan::Sum::<f32>, ignore_nan::ArgMax::<f64>, ignore_nan::MinMax::<f16>, ignore_nan::Mean::<f64>);
}

on_every_backend!(
    empty_input,
    infinities,
    ties_take_the_lowest_index,
    nan_wins_or_is_no_element,
    half_floats_are_summed_wider,
    truth_values,
    dot_products,
    log_sum_exp,
);
