//! The elements of neighbouring slots, folded step by step into them.

use std::mem::MaybeUninit;

use bytemuck::Zeroable;
use wavefold_codegen::SLOTS;

use super::dispatch::Work;
use super::{slots, tree};
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
        if R::SPEC.item.filter.is_none() {
            slots::lend(|slots, spare| self.dense(slots, spare))
        } else {
            slots::lend(|slots, spare| self.filtered(slots, spare))
        }
    }
}

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
        for (slot, target) in slots[..count].iter_mut().enumerate() {
            target.write(self.map(first, slot));
        }
        // SAFETY: the loop above wrote them.
        let filled = unsafe { slots[..count].assume_init_mut() };
        let (whole, all) = (self.whole_steps(), self.steps());
        let mut step = 1;
        while step + TOGETHER <= whole {
            let steps: [_; TOGETHER] = std::array::from_fn(|ahead| self.step(step + ahead, count));
            for (slot, target) in filled.iter_mut().enumerate() {
                *target = steps.iter().fold(*target, |left, step| self.reduction.op(left, self.map(*step, slot)));
            }
            step += TOGETHER;
        }
        for step in step..all {
            let count = self.count(step);
            let elements = self.step(step, count);
            for (slot, target) in filled[..count].iter_mut().enumerate() {
                *target = self.reduction.op(*target, self.map(elements, slot));
            }
        }
        // SAFETY: `count` slots are initialised, and `lend` gives half as much room to spare.
        unsafe { tree::fold_all(slots, spare, count, |left, right| self.reduction.op(left, right)) }
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
        for slot in &mut slots[..count] {
            slot.write(Zeroable::zeroed());
        }
        // SAFETY: the loop above wrote them.
        let filled = unsafe { slots[..count].assume_init_mut() };
        for step in 0..self.steps() {
            let count = self.count(step);
            let elements = self.step(step, count);
            for slot in 0..count {
                let (element, index) =
                    (R::Inputs::get(elements.elements, slot), elements.first_index + slot as u64);
                let accepted = self.reduction.accept(element, index);
                // One value written always, so that the loop can be vectorised with selections.
                filled[slot] = if accepted {
                    let mapped = self.reduction.map(element, index);
                    if present[slot] { self.reduction.op(filled[slot], mapped) } else { mapped }
                } else {
                    filled[slot]
                };
                present[slot] |= accepted;
            }
        }
        let op = |left, right| self.reduction.op(left, right);
        if present.iter().all(|present| *present) {
            // SAFETY: `count` slots are initialised, and `lend` gives half as much room to spare.
            return unsafe { tree::fold_all(slots, spare, count, op) };
        }
        tree::fold_present(filled, present, op)
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
    fn map(&self, step: Step<'_, R::Inputs>, slot: usize) -> R::Accumulator {
        self.reduction.map(R::Inputs::get(step.elements, slot), step.first_index + slot as u64)
    }
}
