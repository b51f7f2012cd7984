//! The elements of neighbouring slots, folded step by step into them.

use std::mem::MaybeUninit;

use wavefold_codegen::SLOTS;

use super::dispatch::Work;
use super::slots::{self, Slots};
use super::tree;
use crate::element::zeroed;
use crate::{Inputs, Reduction};

/// Steps that are folded together: an accumulator is loaded and stored once for all of them, and as many
/// streams of memory are read at a time.
const TOGETHER: usize = 8;

/// Everything that falls into the slots `base..base + width`, where `base` is below `n`.
pub(super) struct Fold<'r, 's, R: Reduction> {
    pub(super) reduction: &'r R,
    pub(super) input: <R::Inputs as Inputs>::Slices<'s>,
    pub(super) n: usize,
    pub(super) base: usize,
    pub(super) width: usize,
}

/// One step of a fold: neighbouring elements for neighbouring slots.
#[derive(Clone, Copy)]
struct Step<'s, I: Inputs> {
    elements: I::Slices<'s>,
    first_index: u64,
}

impl<R: Reduction> Work for Fold<'_, '_, R> {
    type Output = Option<R::Accumulator>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let mut room = Slots::new();
        let (slots, spare) = room.split();
        // Constant, so that only one of them is compiled.
        if const { R::SPEC.item.filter.is_none() } {
            self.dense(slots, spare)
        } else {
            self.filtered(slots, spare)
        }
    }
}

// No closures and no iterators with closures here, hence the indices: they would be functions of their own,
// compiled for the baseline wherever the compiler does not inline them.
#[allow(clippy::needless_range_loop, reason = "one index goes through several arrays")]
impl<'s, R: Reduction> Fold<'_, 's, R> {
    /// Without a filter the slots that have an element at all are those below `n`.
    #[inline(always)]
    fn dense(
        &self,
        slots: &mut [MaybeUninit<R::Accumulator>],
        spare: &mut [MaybeUninit<R::Accumulator>],
    ) -> Option<R::Accumulator> {
        let count = self.count(0);
        let first = self.step(0, count);
        for slot in 0..count {
            slots[slot].write(self.map(first, slot));
        }
        // SAFETY: the loop above wrote them.
        let filled = unsafe { slots[..count].assume_init_mut() };
        let whole = self.whole_steps();
        let mut step = 1;
        while step + TOGETHER <= whole {
            let steps = self.steps_together(step, count);
            for slot in 0..count {
                let mut total = filled[slot];
                for step in steps {
                    total = self.reduction.op(total, self.map(step, slot));
                }
                filled[slot] = total;
            }
            step += TOGETHER;
        }
        for step in step..self.steps() {
            let count = self.count(step);
            let elements = self.step(step, count);
            // What is indexed has exactly the length that is counted to: no bounds are checked inside.
            let filled = &mut filled[..count];
            for slot in 0..count {
                filled[slot] = self.reduction.op(filled[slot], self.map(elements, slot));
            }
        }
        // SAFETY: `count` slots are initialised, and there is half as much room to spare.
        unsafe { tree::fold_all(self.reduction, slots, spare, count) }
    }

    /// With a filter every slot says whether an element was accepted.
    #[inline(always)]
    fn filtered(
        &self,
        slots: &mut [MaybeUninit<R::Accumulator>],
        spare: &mut [MaybeUninit<R::Accumulator>],
    ) -> Option<R::Accumulator> {
        let count = self.count(0);
        let mut marks = [false; slots::MOST];
        let present = &mut marks[..count];
        for slot in 0..count {
            slots[slot].write(zeroed());
        }
        // SAFETY: the loop above wrote them.
        let filled = unsafe { slots[..count].assume_init_mut() };
        let whole = self.whole_steps();
        let mut step = 0;
        while step + TOGETHER <= whole {
            let steps = self.steps_together(step, count);
            for slot in 0..count {
                let mut total = (filled[slot], present[slot]);
                for step in steps {
                    total = self.fold_accepted(total, step, slot);
                }
                (filled[slot], present[slot]) = total;
            }
            step += TOGETHER;
        }
        for step in step..self.steps() {
            let count = self.count(step);
            let elements = self.step(step, count);
            // What is indexed has exactly the length that is counted to: no bounds are checked inside.
            let (filled, present) = (&mut filled[..count], &mut present[..count]);
            for slot in 0..count {
                (filled[slot], present[slot]) = self.fold_accepted((filled[slot], present[slot]), elements, slot);
            }
        }
        if all(present) {
            // SAFETY: `count` slots are initialised, and there is half as much room to spare.
            return unsafe { tree::fold_all(self.reduction, slots, spare, count) };
        }
        tree::fold_present(self.reduction, filled, present)
    }

    /// Steps that have at least one element for these slots.
    #[inline(always)]
    fn steps(&self) -> usize {
        (self.n - self.base).div_ceil(SLOTS as usize)
    }

    /// Steps that have an element for every one of these slots.
    #[inline(always)]
    fn whole_steps(&self) -> usize {
        (self.n - self.base).checked_sub(self.width).map_or(0, |rest| rest / SLOTS as usize + 1)
    }

    /// Elements of a step.
    #[inline(always)]
    fn count(&self, step: usize) -> usize {
        self.width.min(self.n - self.base - step * SLOTS as usize)
    }

    #[inline(always)]
    fn step(&self, step: usize, count: usize) -> Step<'s, R::Inputs> {
        let first = step * SLOTS as usize + self.base;
        Step { elements: R::Inputs::range(self.input, first, first + count), first_index: first as u64 }
    }

    #[inline(always)]
    fn steps_together(&self, first: usize, count: usize) -> [Step<'s, R::Inputs>; TOGETHER] {
        let mut steps = [self.step(first, count); TOGETHER];
        for ahead in 1..TOGETHER {
            steps[ahead] = self.step(first + ahead, count);
        }
        steps
    }

    /// An accumulator, and whether it is present, after one more element. Written as selections of values
    /// without side effects, so that a loop over slots can be vectorised.
    #[inline(always)]
    fn fold_accepted(
        &self,
        (total, present): (R::Accumulator, bool),
        step: Step<'_, R::Inputs>,
        slot: usize,
    ) -> (R::Accumulator, bool) {
        let (element, index) = (R::Inputs::get(step.elements, slot), step.first_index + slot as u64);
        if self.reduction.accept(element, index) {
            let mapped = self.reduction.map(element, index);
            (if present { self.reduction.op(total, mapped) } else { mapped }, true)
        } else {
            (total, present)
        }
    }

    #[inline(always)]
    fn map(&self, step: Step<'_, R::Inputs>, slot: usize) -> R::Accumulator {
        self.reduction.map(R::Inputs::get(step.elements, slot), step.first_index + slot as u64)
    }
}

#[inline(always)]
fn all(present: &[bool]) -> bool {
    let mut all = true;
    for present in present {
        all &= present;
    }
    all
}
