//! A reduction of host slices: tasks own neighbouring slots and meet in the tree of the canonical order.

use wavefold_codegen::SLOTS;

use super::dispatch::widest;
use super::fold::Fold;
use super::large::{self, LARGE};
use super::runs::Runs;
use super::slots::per_task;
use super::tree::join;
use crate::{Inputs, Reduction};

/// Elements from which on another thread is worth waking.
const WORTH_A_THREAD: usize = 128 * 1024;

/// The value of the reduction over the first `n` elements; absent without an element, `init` and identity.
///
/// Allocates nothing, unless the accumulator is large. Every slice holds at least `n` elements.
pub(crate) fn reduce<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
) -> Option<R::Value> {
    conclude(reduction, total(reduction, input, n))
}

/// The value of a total: what comes once, after everything else.
pub(crate) fn conclude<R: Reduction>(reduction: &R, total: Option<R::Accumulator>) -> Option<R::Value> {
    let total = join(reduction, reduction.init(), total);
    total.or_else(|| reduction.identity()).map(|total| reduction.finish(total))
}

fn total<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
) -> Option<R::Accumulator> {
    let present = R::SPEC.slots(n as u64) as usize;
    let slots = present.next_power_of_two();
    if size_of::<R::Accumulator>() < LARGE {
        subtree(reduction, input, n, present, 0, slots)
    } else {
        large::total(reduction, input, n, present, slots)
    }
}

/// The subtree over the slots `base..base + width`, of which those below `present` have an element.
fn subtree<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
    present: usize,
    base: usize,
    width: usize,
) -> Option<R::Accumulator> {
    if base >= present {
        return None;
    }
    if width <= per_task::<R::Accumulator>() {
        return if R::SPEC.commutative || n <= SLOTS as usize {
            widest(Fold { reduction, input, n, base, width })
        } else {
            widest(Runs { reduction, input, n, base, width })
        };
    }
    let half = width / 2;
    let left = || subtree(reduction, input, n, present, base, half);
    let right = || subtree(reduction, input, n, present, base + half, half);
    // Without a second half there is nothing to share.
    let share = base + half < present && width * n.div_ceil(SLOTS as usize) >= WORTH_A_THREAD;
    let (left, right) = if share { rayon::join(left, right) } else { (left(), right()) };
    join(reduction, left, right)
}
