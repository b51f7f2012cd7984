//! The adjacent-pair tree over neighbouring slots, level by level.

use std::mem::MaybeUninit;

/// Joins two subtrees; an absent one is skipped.
#[inline(always)]
pub(super) fn join<A>(left: Option<A>, right: Option<A>, op: impl FnOnce(A, A) -> A) -> Option<A> {
    match (left, right) {
        (Some(left), Some(right)) => Some(op(left, right)),
        (left, right) => left.or(right),
    }
}

/// The tree over slots that are all present. It works between `slots` and `spare`, half as long, because a
/// loop that reads and writes one array is not vectorised.
///
/// # Safety
/// The first `count` slots are initialised, and `spare` holds at least half as many.
#[inline(always)]
pub(super) unsafe fn fold_all<A: Copy>(
    slots: &mut [MaybeUninit<A>],
    spare: &mut [MaybeUninit<A>],
    count: usize,
    op: impl Fn(A, A) -> A + Copy,
) -> Option<A> {
    let (mut from, mut to, mut count) = (slots, spare, count);
    while count > 1 {
        // SAFETY: the caller initialised them, later the level below did.
        let operands = unsafe { from[..count].assume_init_ref() };
        level(operands, &mut to[..count.div_ceil(2)], op);
        (from, to, count) = (to, from, count.div_ceil(2));
    }
    // SAFETY: as above.
    (count == 1).then(|| unsafe { from[0].assume_init() })
}

/// One level: every pair joined, a last one without a partner passed through.
#[inline(always)]
fn level<A: Copy>(from: &[A], to: &mut [MaybeUninit<A>], op: impl Fn(A, A) -> A) {
    let (pairs, rest) = from.as_chunks::<2>();
    for (target, pair) in to.iter_mut().zip(pairs) {
        target.write(op(pair[0], pair[1]));
    }
    if let ([single], Some(target)) = (rest, to.last_mut()) {
        target.write(*single);
    }
}

/// The tree over slots of which only those marked are present.
#[inline(always)]
pub(super) fn fold_present<A: Copy>(slots: &mut [A], present: &mut [bool], op: impl Fn(A, A) -> A) -> Option<A> {
    let mut count = slots.len();
    while count > 1 {
        for target in 0..count.div_ceil(2) {
            let (left, right) = (2 * target, 2 * target + 1);
            let right_present = right < count && present[right];
            slots[target] = match (present[left], right_present) {
                (true, true) => op(slots[left], slots[right]),
                (false, true) => slots[right],
                _ => slots[left],
            };
            present[target] = present[left] || right_present;
        }
        count = count.div_ceil(2);
    }
    (count == 1 && present[0]).then(|| slots[0])
}
