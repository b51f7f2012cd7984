//! The emulator with either warp size gives the bits of the CPU.

use std::fmt::Debug;

use wavefold_codegen::WarpSize;

use super::declarations::{
    Bytes, Clamped, Dot, Order, OrderAfterInit, OrderOfSome, ShiftedSum, Some10, Sum, Unit,
};
use crate::{Device, Histogram, HistogramExt, Inputs, Reduction, ReductionExt};

const SIZES: [usize; 11] = [0, 1, 2, 63, 64, 65, 1000, 1025, 4097, 10_007, 70_001];

fn devices() -> [Device; 2] {
    WarpSize::ALL.map(|warp_size| Device::emulated(warp_size).unwrap())
}

fn reductions<R>(reduction: R, input: <R::Inputs as Inputs>::Slices<'_>)
where
    R: Reduction<Output: PartialEq + Debug>,
{
    for device in devices() {
        for n in SIZES {
            for offset in [0, 1] {
                let part = R::Inputs::range(input, offset, offset + n);
                let expected = reduction.run(&Device::cpu(), part).unwrap();
                assert_eq!(
                    reduction.run(&device, part).unwrap(),
                    expected,
                    "{} of {n} elements on {device}",
                    R::SPEC.item.name
                );
            }
        }
    }
}

fn histograms<H>(histogram: H, input: <H::Inputs as Inputs>::Slices<'_>)
where
    H: Histogram<Output: PartialEq + Debug>,
{
    for device in devices() {
        for n in SIZES {
            let part = H::Inputs::range(input, 1, 1 + n);
            let expected = histogram.run(&Device::cpu(), part).unwrap();
            assert_eq!(histogram.run(&device, part).unwrap(), expected, "{} on {device}", H::SPEC.item.name);
        }
    }
}

fn bytes() -> Vec<u8> {
    (0..70_002_u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8).collect()
}

#[test]
fn orders() {
    reductions(Order, &bytes());
    reductions(OrderAfterInit, &bytes());
    reductions(OrderOfSome, &bytes().iter().map(|x| if x % 5 == 0 { *x } else { 0 }).collect::<Vec<_>>());
}

#[test]
fn sums() {
    let floats: Vec<f32> = (0..70_002).map(|i| (i as f32 * 0.7).sin() * 1000.0).collect();
    let doubles: Vec<f64> = (0..70_002).map(|i| (f64::from(i) * 0.3).cos()).collect();
    reductions(Sum, &floats);
    reductions(Dot, (&doubles, &floats));
    reductions(ShiftedSum { shift: 0.25 }, &doubles);
}

#[test]
fn counts() {
    histograms(Bytes, &bytes());
    histograms(Some10, &bytes());
    histograms(Clamped, &bytes().iter().map(|x| i32::from(*x) - 100).collect::<Vec<_>>());
    let mut floats: Vec<f32> = (0..70_002).map(|i| i as f32 / 50_000.0 - 0.2).collect();
    floats[500] = f32::NAN;
    histograms(Unit, &floats);
}

/// A plan, its stream's scratch and views at every offset.
#[test]
fn plans() {
    let values = &bytes()[..5000];
    for device in devices() {
        let (stream, buffer) = (device.stream().unwrap(), device.upload(values).unwrap());
        let plan = OrderOfSome.plan(&device, values.len()).unwrap();
        let output = plan.output().unwrap();
        for start in 0..18 {
            let expected = OrderOfSome.run(&Device::cpu(), &values[start..]).unwrap();
            assert_eq!(plan.launch(buffer.slice(start..).unwrap(), &stream).unwrap(), expected);
            plan.enqueue(buffer.slice(start..).unwrap(), &output, &stream).unwrap();
            assert_eq!(output.read(&stream).unwrap(), expected);
        }
    }
}
