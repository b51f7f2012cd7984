//! The virtual accumulators of one task: on the stack, so that a task allocates nothing.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use super::large::LARGE;

/// Bytes of accumulators that a task holds: they stay in the first-level cache.
const BYTES: usize = 32 * 1024;

/// Accumulators that a task holds at most, however small they are.
pub(super) const MOST: usize = 16 * 1024;

/// Neighbouring slots that one task owns: a power of two. Large accumulators go another way.
pub(super) const fn per_task<A>() -> usize {
    let size = if size_of::<A>() == 0 { 1 } else { size_of::<A>() };
    let fit = if size < LARGE { 1 << (BYTES / size).ilog2() } else { 1 };
    if fit > MOST { MOST } else { fit }
}

/// Room for [`per_task`] accumulators and, beside them, for half as many.
#[repr(C, align(64))]
pub(super) struct Slots<A> {
    room: [MaybeUninit<u8>; BYTES + BYTES / 2],
    accumulator: PhantomData<A>,
}

impl<A> Slots<A> {
    /// Nothing is initialised.
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self { room: [MaybeUninit::uninit(); _], accumulator: PhantomData }
    }

    /// Both parts.
    #[inline(always)]
    pub(super) fn split(&mut self) -> (&mut [MaybeUninit<A>], &mut [MaybeUninit<A>]) {
        assert!(
            size_of::<A>() < LARGE && align_of::<A>() <= align_of::<Self>(),
            "large accumulators go another way"
        );
        let slots = const { per_task::<A>() };
        // SAFETY: one and a half times `per_task` accumulators fit the room, which is aligned enough and
        // exclusively borrowed, and `MaybeUninit` needs no initialisation.
        let room = unsafe { std::slice::from_raw_parts_mut(self.room.as_mut_ptr().cast(), slots + slots / 2) };
        room.split_at_mut(slots)
    }
}
