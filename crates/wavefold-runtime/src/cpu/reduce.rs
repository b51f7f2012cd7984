//! A reduction of host slices: tasks own neighbouring slots and meet in the tree of the canonical order.

use wavefold_codegen::SLOTS;

use super::dispatch::widest;
use super::fold::Fold;
use super::large::{self, LARGE};
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
    let slots = n.next_power_of_two().min(SLOTS as usize);
    let total = if size_of::<R::Accumulator>() < LARGE {
        subtree(reduction, input, n, 0, slots)
    } else {
        large::total(reduction, input, n, slots)
    };
    let total = join(reduction, reduction.init(), total);
    total.or_else(|| reduction.identity()).map(|total| reduction.finish(total))
}

/// The subtree over the slots `base..base + width`.
fn subtree<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
    base: usize,
    width: usize,
) -> Option<R::Accumulator> {
    if base >= n {
        return None;
    }
    if width <= per_task::<R::Accumulator>() {
        return widest(Fold { reduction, input, n, base, width });
    }
    let half = width / 2;
    let left = || subtree(reduction, input, n, base, half);
    let right = || subtree(reduction, input, n, base + half, half);
    // Without a second half there is nothing to share.
    let share = base + half < n && width * n.div_ceil(SLOTS as usize) >= WORTH_A_THREAD;
    let (left, right) = if share { rayon::join(left, right) } else { (left(), right()) };
    join(reduction, left, right)
}
