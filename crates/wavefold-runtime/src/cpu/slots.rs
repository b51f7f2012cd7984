//! The virtual accumulators of one task: on the stack while they fit, so that a task allocates nothing.

use std::mem::MaybeUninit;

/// Bytes of accumulators that a task holds: they stay in the first-level cache.
const BYTES: usize = 32 * 1024;

/// Accumulators that a task holds at most, however small they are.
pub(super) const MOST: usize = 16 * 1024;

#[repr(C, align(64))]
struct Storage([MaybeUninit<u8>; BYTES + BYTES / 2]);

/// Neighbouring slots that one task owns: a power of two.
pub(super) const fn per_task<A>() -> usize {
    let fit = BYTES / if size_of::<A>() == 0 { 1 } else { size_of::<A>() };
    if fit == 0 {
        1
    } else if fit > MOST {
        MOST
    } else {
        1 << fit.ilog2()
    }
}

/// Lends `work` room for [`per_task`] accumulators and, beside them, for half as many.
#[inline(always)]
pub(super) fn lend<A, T>(work: impl FnOnce(&mut [MaybeUninit<A>], &mut [MaybeUninit<A>]) -> T) -> T {
    let slots = per_task::<A>();
    let all = slots + slots.div_ceil(2);
    if all * size_of::<A>() <= size_of::<Storage>() && align_of::<A>() <= align_of::<Storage>() {
        let mut storage = MaybeUninit::<Storage>::uninit();
        // SAFETY: the storage is large and aligned enough for `all` accumulators, it is exclusively borrowed,
        // and `MaybeUninit` needs no initialisation.
        let room = unsafe { std::slice::from_raw_parts_mut(storage.as_mut_ptr().cast(), all) };
        let (slots, spare) = room.split_at_mut(slots);
        work(slots, spare)
    } else {
        let mut room = Vec::with_capacity(all);
        let (slots, spare) = room.spare_capacity_mut()[..all].split_at_mut(slots);
        work(slots, spare)
    }
}
