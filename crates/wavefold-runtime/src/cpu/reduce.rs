//! A reduction of host slices: tasks own neighbouring slots and meet in the tree of the canonical order.

use wavefold_codegen::SLOTS;

use super::dispatch::widest;
use super::fold::Fold;
use super::fork::fork;
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
    let present = const { &R::SPEC }.slots(n as u64) as usize;
    let slots = present.next_power_of_two();
    // Constant, so that only one of them is compiled.
    if const { size_of::<R::Accumulator>() < LARGE } {
        Tree { reduction, input, n, present }.subtree(0, slots)
    } else {
        large::total(reduction, input, n, present, slots)
    }
}

/// The tree over the slots, of which those below `present` have an element.
struct Tree<'r, 's, R: Reduction> {
    reduction: &'r R,
    input: <R::Inputs as Inputs>::Slices<'s>,
    n: usize,
    present: usize,
}

impl<R: Reduction> Tree<'_, '_, R> {
    /// The subtree over the slots `base..base + width`.
    fn subtree(&self, base: usize, width: usize) -> Option<R::Accumulator> {
        if base >= self.present {
            return None;
        }
        if width <= const { per_task::<R::Accumulator>() } {
            return self.leaf(base, width);
        }
        let half = width / 2;
        // Without a second half there is nothing to share.
        let share = base + half < self.present && width * self.n.div_ceil(SLOTS as usize) >= WORTH_A_THREAD;
        let (mut left, mut right) = (None, None);
        fork(share, &mut || left = self.subtree(base, half), &mut || right = self.subtree(base + half, half));
        join(self.reduction, left, right)
    }

    /// What one task folds.
    fn leaf(&self, base: usize, width: usize) -> Option<R::Accumulator> {
        let &Self { reduction, input, n, .. } = self;
        if const { !R::SPEC.commutative } && n > SLOTS as usize {
            widest(Runs { reduction, input, n, base, width })
        } else {
            widest(Fold { reduction, input, n, base, width })
        }
    }
}
