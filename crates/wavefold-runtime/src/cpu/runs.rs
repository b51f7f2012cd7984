//! Runs of neighbouring elements, folded from the first to the last: the slots of an `op` that is not commutative.

use wavefold_codegen::run_length;

use super::dispatch::Work;
use super::tree::join;
use crate::{Inputs, Reduction};

/// Neighbouring runs that are folded side by side: one waits for the operation before, several do not.
const TOGETHER: usize = 8;

/// Levels of the tree above groups of so many runs, for the slots of a task: no more than `slots::MOST`.
const LEVELS: usize = 12;

/// The runs of the slots `base..base + width`, the first of which has an element.
pub(super) struct Runs<'r, 's, R: Reduction> {
    pub(super) reduction: &'r R,
    pub(super) input: <R::Inputs as Inputs>::Slices<'s>,
    pub(super) n: usize,
    pub(super) base: usize,
    pub(super) width: usize,
}

impl<R: Reduction> Work for Runs<'_, '_, R> {
    type Output = Option<R::Accumulator>;

    /// `pending[k]` is a complete subtree of `2^k` groups that waits for its right neighbour.
    #[inline(always)]
    fn run(self) -> Self::Output {
        let run = run_length(self.n as u64) as usize;
        let end = (self.base + self.width).min(self.n.div_ceil(run));
        let mut pending = [None; LEVELS];
        let (mut groups, mut slot) = (0_usize, self.base);
        while slot < end {
            let mut subtree = self.group(slot, run);
            let complete = groups.trailing_ones() as usize;
            for left in &mut pending[..complete] {
                subtree = join(self.reduction, left.take(), subtree);
            }
            pending[complete] = subtree;
            groups += 1;
            slot += TOGETHER;
        }
        // What has no right neighbour passes through.
        let mut total = None;
        for left in pending {
            total = join(self.reduction, left, total);
        }
        total
    }
}

// No closures here, and indices: see `fold`.
#[allow(clippy::needless_range_loop, reason = "one index goes through several arrays")]
impl<R: Reduction> Runs<'_, '_, R> {
    /// The subtree over the runs of a group's slots.
    #[inline(always)]
    fn group(&self, slot: usize, run: usize) -> Option<R::Accumulator> {
        if (slot + TOGETHER) * run > self.n {
            let mut totals = [None; TOGETHER];
            for k in 0..TOGETHER {
                let first = (slot + k) * run;
                for i in first.min(self.n)..(first + run).min(self.n) {
                    totals[k] = self.fold(totals[k], i);
                }
            }
            return self.tree(totals);
        }
        if const { R::SPEC.item.filter.is_some() } {
            let mut totals = [None; TOGETHER];
            for at in 0..run {
                for k in 0..TOGETHER {
                    totals[k] = self.fold(totals[k], (slot + k) * run + at);
                }
            }
            return self.tree(totals);
        }
        let mut totals = [self.map(slot * run); TOGETHER];
        for k in 1..TOGETHER {
            totals[k] = self.map((slot + k) * run);
        }
        for at in 1..run {
            for k in 0..TOGETHER {
                totals[k] = self.reduction.op(totals[k], self.map((slot + k) * run + at));
            }
        }
        let mut all = [None; TOGETHER];
        for k in 0..TOGETHER {
            all[k] = Some(totals[k]);
        }
        self.tree(all)
    }

    #[inline(always)]
    fn tree(&self, [a, b, c, d, e, f, g, h]: [Option<R::Accumulator>; TOGETHER]) -> Option<R::Accumulator> {
        let (ab, cd) = (join(self.reduction, a, b), join(self.reduction, c, d));
        let (ef, gh) = (join(self.reduction, e, f), join(self.reduction, g, h));
        join(self.reduction, join(self.reduction, ab, cd), join(self.reduction, ef, gh))
    }

    /// A total after one more element.
    #[inline(always)]
    fn fold(&self, total: Option<R::Accumulator>, i: usize) -> Option<R::Accumulator> {
        if self.reduction.accept(R::Inputs::get(self.input, i), i as u64) {
            join(self.reduction, total, Some(self.map(i)))
        } else {
            total
        }
    }

    #[inline(always)]
    fn map(&self, i: usize) -> R::Accumulator {
        self.reduction.map(R::Inputs::get(self.input, i), i as u64)
    }
}

const _: () = assert!(super::slots::MOST / TOGETHER < 1 << LEVELS, "a task's groups have places");
