//! Two halves of a piece of work, on two threads where that is worth it.

/// Runs both. What rayon makes of closures is compiled once, here, and not for every declaration.
pub(super) fn fork(share: bool, left: &mut (dyn FnMut() + Send), right: &mut (dyn FnMut() + Send)) {
    if share {
        rayon::join(left, right);
    } else {
        left();
        right();
    }
}
