//! The CPU's order where `op` is not commutative, against a deliberately naive program of it: equal bits.

use wavefold_codegen::{Constant, ReductionSpec, SLOTS, run_length};

use super::declarations::{Order, OrderInFour, OrderInKilobyte, OrderOfSome};
use crate::element::Written;
use crate::{Device, Inputs, Parameter, Reduction, ReductionExt};

/// The same declaration, in order.
#[derive(Clone, Copy)]
struct InOrder<R>(R);

impl<R: Reduction> Reduction for InOrder<R> {
    type Inputs = R::Inputs;
    type Accumulator = R::Accumulator;
    type Value = R::Value;
    type Output = R::Output;

    const SPEC: ReductionSpec<'static> = ReductionSpec { commutative: false, ..R::SPEC };

    fn constants() -> Vec<Constant<'static>> {
        R::constants()
    }

    fn parameters(&self) -> Vec<Parameter> {
        self.0.parameters()
    }

    fn accept(&self, element: Self::Inputs, index: u64) -> bool {
        self.0.accept(element, index)
    }

    fn map(&self, element: Self::Inputs, index: u64) -> Self::Accumulator {
        self.0.map(element, index)
    }

    fn op(&self, left: Self::Accumulator, right: Self::Accumulator) -> Self::Accumulator {
        self.0.op(left, right)
    }

    fn identity(&self) -> Option<Self::Accumulator> {
        self.0.identity()
    }

    fn init(&self) -> Option<Self::Accumulator> {
        self.0.init()
    }

    fn finish(&self, total: Self::Accumulator) -> Self::Value {
        self.0.finish(total)
    }

    fn output(value: Self::Value, found: bool) -> Self::Output {
        R::output(value, found)
    }
}

/// The order, word for word.
fn naive<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
) -> Option<R::Accumulator> {
    let join = |left: Option<R::Accumulator>, right: Option<R::Accumulator>| match (left, right) {
        (Some(left), Some(right)) => Some(reduction.op(left, right)),
        (left, right) => left.or(right),
    };
    let mut run = 1;
    while run * (SLOTS as usize) < n {
        run *= 2;
    }
    let mut slots = vec![None; n.div_ceil(run)];
    for index in 0..n {
        let element = R::Inputs::get(input, index);
        if reduction.accept(element, index as u64) {
            slots[index / run] = join(slots[index / run], Some(reduction.map(element, index as u64)));
        }
    }
    while slots.len() > 1 {
        slots = slots.chunks(2).map(|pair| join(pair[0], pair.get(1).copied().flatten())).collect();
    }
    slots.pop().flatten()
}

#[test]
fn runs_are_the_shortest_powers_of_two_that_are_enough() {
    let slots = u64::from(SLOTS);
    let lengths = [0, 1, slots, slots + 1, 2 * slots, 2 * slots + 1, 3 * slots, 1 << 40];
    assert_eq!(lengths.map(run_length), [1, 1, 1, 2, 2, 4, 4, 1 << 20]);
    let present = lengths.map(|n| InOrder::<Order>::SPEC.slots(n));
    assert_eq!(present, [0, 1, slots, slots / 2 + 1, slots, slots / 2 + 1, 3 * slots / 4, slots]);
    assert_eq!(lengths.map(|n| Order::SPEC.slots(n)), [0, 1, slots, slots, slots, slots, slots, slots]);
}

fn check<R: Reduction<Accumulator: std::fmt::Debug, Inputs = (u8,)>>(reduction: R, sizes: &[usize]) {
    let most = sizes.iter().copied().max().unwrap_or(0);
    let input: Vec<u8> =
        (0..most).map(|i| (i * i % 251) as u8 / if i % 3_000_000 > 2_000_000 { 32 } else { 1 }).collect();
    for &n in sizes {
        let reduction = InOrder(reduction);
        let total = reduction.partial(&Device::cpu(), 0, &input[..n]).unwrap().accumulator();
        let expected = naive(&reduction, &input, n);
        let [total, expected] = [total, expected].map(|value| format!("{:?}", value.as_ref().map(Written::of)));
        assert_eq!(total, expected, "`{}` of {n} elements", R::SPEC.item.name);
    }
}

#[test]
fn whatever_the_length() {
    const SLOT: usize = SLOTS as usize;
    let sizes = [0, 1, 1000, SLOT - 1, SLOT, SLOT + 1, 2 * SLOT, 3 * SLOT + 7, 9 * SLOT + 12_345];
    check(Order, &sizes);
    check(OrderOfSome, &sizes);
}

/// The naive program would need gigabytes; the first word is that of the small accumulator.
#[test]
fn large_accumulators() {
    let input: Vec<u8> = (0..SLOTS as usize + 4099).map(|i| (i % 251) as u8).collect();
    for n in [0, 1, 33, input.len()] {
        let input = &input[..n];
        let small = InOrder(Order).partial(&Device::cpu(), 0, input).unwrap().accumulator();
        let kilobyte = InOrder(OrderInKilobyte).partial(&Device::cpu(), 0, input).unwrap().accumulator();
        let four = InOrder(OrderInFour).partial(&Device::cpu(), 0, input).unwrap().accumulator();
        assert_eq!(kilobyte.map(|total| total[0]), small, "{n} elements");
        assert_eq!(four.map(|total| total[0]), small, "{n} elements");
    }
}
