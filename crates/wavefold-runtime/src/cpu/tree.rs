//! The adjacent-pair tree over neighbouring slots, level by level.

use std::mem::MaybeUninit;

use crate::Reduction;

/// Joins two subtrees; an absent one is skipped.
#[inline(always)]
pub(crate) fn join<R: Reduction>(
    reduction: &R,
    left: Option<R::Accumulator>,
    right: Option<R::Accumulator>,
) -> Option<R::Accumulator> {
    match (left, right) {
        (Some(left), Some(right)) => Some(reduction.op(left, right)),
        (left, right) => left.or(right),
    }
}

/// Slots that become one in a pass over them: three levels of the tree at once.
const PASS: usize = 8;

/// The tree over slots that are all present. Passes go from `slots` to `spare` and back, because a loop that
/// reads and writes one array is not vectorised.
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
        // SAFETY: the caller initialised them, later the pass before did.
        let operands = unsafe { from[..count].assume_init_ref() };
        count = count.div_ceil(PASS);
        pass(reduction, operands, &mut to[..count]);
        (from, to) = (to, from);
    }
    if count == 0 {
        return None;
    }
    // SAFETY: as above.
    Some(unsafe { from[0].assume_init() })
}

#[inline(always)]
fn pass<R: Reduction>(reduction: &R, from: &[R::Accumulator], to: &mut [MaybeUninit<R::Accumulator>]) {
    let (whole, rest) = from.as_chunks::<PASS>();
    for (target, slots) in to.iter_mut().zip(whole) {
        let [a, b, c, d, e, f, g, h] = *slots;
        let (ab, cd, ef, gh) = (reduction.op(a, b), reduction.op(c, d), reduction.op(e, f), reduction.op(g, h));
        target.write(reduction.op(reduction.op(ab, cd), reduction.op(ef, gh)));
    }
    if let (&[first, ..], Some(target)) = (rest, to.last_mut()) {
        let mut slots = [first; PASS];
        slots[..rest.len()].copy_from_slice(rest);
        target.write(fold_few(reduction, slots, rest.len()));
    }
}

/// The tree over the first `count` of a few slots; what has no partner passes through.
#[inline(always)]
fn fold_few<R: Reduction>(reduction: &R, mut slots: [R::Accumulator; PASS], count: usize) -> R::Accumulator {
    let mut count = count;
    while count > 1 {
        for pair in 0..count / 2 {
            slots[pair] = reduction.op(slots[2 * pair], slots[2 * pair + 1]);
        }
        if count % 2 == 1 {
            slots[count / 2] = slots[count - 1];
        }
        count = count.div_ceil(2);
    }
    slots[0]
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
