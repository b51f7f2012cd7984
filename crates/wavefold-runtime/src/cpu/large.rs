//! Reductions with large accumulators: one slot after the other, partials on the heap, so that neither the stack
//! nor memory grows with the number of slots.

use rayon::prelude::*;
use wavefold_codegen::{SLOTS, run_length};

use super::tree::join;
use crate::{Inputs, Reduction};

/// From this size on, in bytes, an accumulator is large.
pub(super) const LARGE: usize = 1024;

/// The total of `slots` slots, a power of two, of which the first `present` have an element.
pub(super) fn total<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
    present: usize,
    slots: usize,
) -> Option<R::Accumulator> {
    let tasks = (4 * rayon::current_num_threads()).next_power_of_two().min(slots);
    let width = slots / tasks;
    let task = |task: usize| {
        let mut tree = Tree::new();
        for slot in task * width..((task + 1) * width).min(present) {
            tree.push(reduction, one_slot(reduction, input, n, slot));
        }
        tree.finish(reduction)
    };
    let mut tree = Tree::new();
    for subtotal in (0..tasks).into_par_iter().map(task).collect::<Vec<_>>() {
        tree.push(reduction, subtotal);
    }
    tree.finish(reduction)
}

/// The elements of one slot, folded.
fn one_slot<R: Reduction>(
    reduction: &R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    n: usize,
    slot: usize,
) -> Option<R::Accumulator> {
    let mut total = None;
    let (first, end, step) = if const { R::SPEC.commutative } {
        (slot, n, SLOTS as usize)
    } else {
        let run = run_length(n as u64) as usize;
        (slot * run, (slot + 1).saturating_mul(run).min(n), 1)
    };
    for index in (first..end).step_by(step) {
        let element = R::Inputs::get(input, index);
        if reduction.accept(element, index as u64) {
            total = join(reduction, total, Some(reduction.map(element, index as u64)));
        }
    }
    total
}

/// The adjacent-pair tree over leaves that come one by one: `pending[k]` is a complete subtree of `2^k` leaves
/// that waits for its right neighbour, where bit `k` of `leaves` is set.
struct Tree<R: Reduction> {
    pending: Vec<Option<R::Accumulator>>,
    leaves: usize,
}

impl<R: Reduction> Tree<R> {
    fn new() -> Self {
        Self { pending: Vec::new(), leaves: 0 }
    }

    fn push(&mut self, reduction: &R, leaf: Option<R::Accumulator>) {
        let mut subtree = leaf;
        let complete = self.leaves.trailing_ones() as usize;
        for left in &mut self.pending[..complete] {
            subtree = join(reduction, left.take(), subtree);
        }
        match self.pending.get_mut(complete) {
            Some(place) => *place = subtree,
            None => self.pending.push(subtree),
        }
        self.leaves += 1;
    }

    /// What has no right neighbour passes through. Subtrees that were joined have been taken.
    fn finish(self, reduction: &R) -> Option<R::Accumulator> {
        self.pending.into_iter().fold(None, |right, left| join(reduction, left, right))
    }
}
