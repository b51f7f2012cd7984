//! The CPU backend against a deliberately naive program of the canonical order: equal bits.

use std::fmt::Debug;

use wavefold_codegen::SLOTS;

use super::declarations::{
    Dot, Order, OrderAfterInit, OrderInFour, OrderInKilobyte, OrderInMany, OrderOfSome, Sum, SumOfNumbers,
};
use crate::element::bytes_of;
use crate::{Device, Inputs, Reduction, ReductionExt};

/// The canonical order, word for word.
fn naive<R: Reduction>(reduction: &R, input: <R::Inputs as Inputs>::Slices<'_>, n: usize) -> Option<R::Value> {
    let join = |left: Option<R::Accumulator>, right: Option<R::Accumulator>| match (left, right) {
        (Some(left), Some(right)) => Some(reduction.op(left, right)),
        (left, right) => left.or(right),
    };
    let mut slots = vec![None; n.min(SLOTS as usize)];
    for index in 0..n {
        let element = R::Inputs::get(input, index);
        if reduction.accept(element, index as u64) {
            let slot = &mut slots[index % SLOTS as usize];
            *slot = join(*slot, Some(reduction.map(element, index as u64)));
        }
    }
    while slots.len() > 1 {
        slots = slots.chunks(2).map(|pair| join(pair[0], pair.get(1).copied().flatten())).collect();
    }
    let total = join(reduction.init(), slots.first().copied().flatten());
    total.or_else(|| reduction.identity()).map(|total| reduction.finish(total))
}

fn check<R>(reduction: R, input: <R::Inputs as Inputs>::Slices<'_>, sizes: &[usize])
where
    R: Reduction<Output = Option<<R as Reduction>::Value>> + Debug,
{
    for &n in sizes {
        let input = R::Inputs::range(input, 0, n);
        let result = reduction.run(&Device::cpu(), input).unwrap();
        let expected = naive(&reduction, input, n);
        assert_eq!(
            result.as_ref().map(bytes_of),
            expected.as_ref().map(bytes_of),
            "{} of {n} elements",
            R::SPEC.item.name
        );
    }
}

/// Every power of two and its neighbours, up to two steps and a bit.
fn sizes() -> Vec<usize> {
    let mut sizes: Vec<usize> = (0..=21).flat_map(|k| [(1 << k) - 1, 1 << k, (1 << k) + 1]).collect();
    sizes.extend([1000, 1_000_003, (1 << 20) + (1 << 19) + 5, (1 << 21) + 3]);
    sizes
}

/// Sizes with many steps, some whole and one ragged.
const STEPS: [usize; 3] = [9 << 20, (9 << 20) + 12_345, (17 << 20) + 8195];

fn bytes(n: usize) -> Vec<u8> {
    (0..n as u64).map(|i| (i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8).collect()
}

#[test]
fn order_of_all() {
    let input = bytes(STEPS[2]);
    check(Order, &input, &sizes());
    check(Order, &input, &STEPS);
    check(OrderAfterInit, &input, &sizes());
}

#[test]
fn order_of_an_offset() {
    let input = bytes(100_003);
    check(Order, &input[3..], &[0, 1, 1000, 100_000]);
}

#[test]
fn order_with_a_filter() {
    let mut input = bytes(STEPS[2]);
    check(OrderOfSome, &input, &sizes());
    check(OrderOfSome, &input, &STEPS[1..2]);
    // Whole tasks, pairs and steps without an element.
    for (i, value) in input.iter_mut().enumerate() {
        if i % 65_536 > 20 && i % 7919 != 0 {
            *value = 0;
        }
    }
    check(OrderOfSome, &input, &sizes());
    input.fill(0);
    check(OrderOfSome, &input, &[0, 1, 5, 100_000, 1 << 20]);
    input[777_777] = 20;
    check(OrderOfSome, &input, &[777_777, 777_778, 1 << 21]);
}

#[test]
fn float_sums() {
    let mut input: Vec<f32> = (0..(1 << 21) + 3).map(|i| (i as f32 * 0.7).sin() * 1000.0).collect();
    check(Sum, &input, &sizes());
    for i in (0..input.len()).step_by(3) {
        input[i] = f32::NAN;
    }
    check(SumOfNumbers, &input, &sizes());
    input.fill(f32::NAN);
    check(SumOfNumbers, &input, &[0, 1, 70_000]);
}

#[test]
fn two_inputs() {
    let xs: Vec<f64> = (0..2_100_000).map(|i| (f64::from(i) * 0.3).cos()).collect();
    let ys: Vec<f32> = (0..2_100_000).map(|i| (i as f32 * 0.9).sin()).collect();
    check(Dot, (&xs, &ys), &[0, 1, 63, 1000, 4096, 70_000, 1 << 20, (1 << 20) + 1, 2_100_000]);
}

#[test]
fn large_accumulators() {
    let input = bytes(SLOTS as usize + 4);
    check(OrderInKilobyte, &input, &[0, 1, 2, 31, 32, 33, 1000]);
    check(OrderInFour, &input, &[0, 1, 2, 3, 13, 20, 1001]);
    check(OrderInMany, &input, &[0, 1, 2, 5, 9, 63, 64, 65, 333]);
    // The naive program would need gigabytes; the first word is that of the small accumulator.
    let large = OrderInFour.run(&Device::cpu(), &input).unwrap().map(|acc| acc[0]);
    assert_eq!(large, Order.run(&Device::cpu(), &input).unwrap());
}

/// The number of threads changes nothing.
#[test]
fn any_number_of_threads() {
    let input = bytes(3_000_000);
    let expected = naive(&Order, &input, input.len());
    for threads in [1, 2, 3, 7] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        assert_eq!(pool.install(|| Order.run(&Device::cpu(), &input)).unwrap(), expected);
    }
}
