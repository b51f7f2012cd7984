//! The virtual accumulators of one task: on the stack, so that a task allocates nothing.

use std::mem::MaybeUninit;

use super::large::LARGE;

/// Bytes of accumulators that a task holds: they stay in the first-level cache.
const BYTES: usize = 32 * 1024;

/// Accumulators that a task holds at most, however small they are.
pub(super) const MOST: usize = 16 * 1024;

#[repr(C, align(64))]
struct Storage([MaybeUninit<u8>; BYTES + BYTES / 2]);

/// Neighbouring slots that one task owns: a power of two, for accumulators that are not large.
pub(super) const fn per_task<A>() -> usize {
    assert!(
        size_of::<A>() < LARGE && align_of::<A>() <= align_of::<Storage>(),
        "large accumulators go another way"
    );
    let size = if size_of::<A>() == 0 { 1 } else { size_of::<A>() };
    let fit = 1 << (BYTES / size).ilog2();
    if fit > MOST { MOST } else { fit }
}

/// Lends `work` room for [`per_task`] accumulators and, beside them, for half as many.
#[inline(always)]
pub(super) fn lend<A, T>(work: impl FnOnce(&mut [MaybeUninit<A>], &mut [MaybeUninit<A>]) -> T) -> T {
    let slots = per_task::<A>();
    let mut storage = MaybeUninit::<Storage>::uninit();
    // SAFETY: one and a half times `per_task` accumulators fit the storage, which is aligned enough and
    // exclusively borrowed, and `MaybeUninit` needs no initialisation.
    let room = unsafe { std::slice::from_raw_parts_mut(storage.as_mut_ptr().cast(), slots + slots / 2) };
    let (slots, spare) = room.split_at_mut(slots);
    work(slots, spare)
}
