//! The adjacent-pair tree over neighbouring slots, level by level.

use std::mem::MaybeUninit;

use crate::Reduction;

/// Joins two subtrees; an absent one is skipped.
#[inline(always)]
pub(super) fn join<R: Reduction>(
    reduction: &R,
    left: Option<R::Accumulator>,
    right: Option<R::Accumulator>,
) -> Option<R::Accumulator> {
    match (left, right) {
        (Some(left), Some(right)) => Some(reduction.op(left, right)),
        (left, right) => left.or(right),
    }
}

/// The tree over slots that are all present. It works between `slots` and `spare`, half as long, because a
/// loop that reads and writes one array is not vectorised.
///
/// # Safety
/// The first `count` slots are initialised, and `spare` holds at least half as many.
#[inline(always)]
pub(super) unsafe fn fold_all<R: Reduction>(
    reduction: &R,
    slots: &mut [MaybeUninit<R::Accumulator>],
    spare: &mut [MaybeUninit<R::Accumulator>],
    count: usize,
) -> Option<R::Accumulator> {
    let (mut from, mut to, mut count) = (slots, spare, count);
    while count > 1 {
        // SAFETY: the caller initialised them, later the level below did.
        let operands = unsafe { from[..count].assume_init_ref() };
        count = count.div_ceil(2);
        level(reduction, operands, &mut to[..count]);
        (from, to) = (to, from);
    }
    if count == 0 {
        return None;
    }
    // SAFETY: as above.
    Some(unsafe { from[0].assume_init() })
}

/// One level: every pair joined, a last one without a partner passed through.
#[inline(always)]
fn level<R: Reduction>(reduction: &R, from: &[R::Accumulator], to: &mut [MaybeUninit<R::Accumulator>]) {
    let (pairs, rest) = from.as_chunks::<2>();
    for (target, pair) in to.iter_mut().zip(pairs) {
        target.write(reduction.op(pair[0], pair[1]));
    }
    if let ([single], Some(target)) = (rest, to.last_mut()) {
        target.write(*single);
    }
}

/// The tree over slots of which only those marked are present.
#[inline(always)]
pub(super) fn fold_present<R: Reduction>(
    reduction: &R,
    slots: &mut [R::Accumulator],
    present: &mut [bool],
) -> Option<R::Accumulator> {
    let mut count = slots.len();
    while count > 1 {
        for target in 0..count.div_ceil(2) {
            let (left, right) = (2 * target, 2 * target + 1);
            let right_present = right < count && present[right];
            slots[target] = match (present[left], right_present) {
                (true, true) => reduction.op(slots[left], slots[right]),
                (false, true) => slots[right],
                _ => slots[left],
            };
            present[target] = present[left] || right_present;
        }
        count = count.div_ceil(2);
    }
    if count == 1 && present[0] { Some(slots[0]) } else { None }
}
