//! `min` and `max` of floats, without branches, so that loops over them vectorise.

use super::Float;

/// The larger; a NaN loses, `-0.0 < +0.0`.
///
/// Operands that compare equal have the same bits or are zeros of either sign; "and" then keeps a sign only
/// if both have it.
#[inline(always)]
pub(super) fn max<T: Float>(a: T, b: T) -> T {
    let larger = if (a > b) | T::is_nan(b) { a } else { b };
    if a == b { a.and_bits(b) } else { larger }
}

/// The smaller; a NaN loses, `-0.0 < +0.0`.
#[inline(always)]
pub(super) fn min<T: Float>(a: T, b: T) -> T {
    let smaller = if (a < b) | T::is_nan(b) { a } else { b };
    if a == b { a.or_bits(b) } else { smaller }
}

/// The larger; a NaN wins.
#[inline(always)]
pub(super) fn maximum<T: Float>(a: T, b: T) -> T {
    let larger = if (a > b) | T::is_nan(a) { a } else { b };
    if a == b { a.and_bits(b) } else { larger }
}

/// The smaller; a NaN wins.
#[inline(always)]
pub(super) fn minimum<T: Float>(a: T, b: T) -> T {
    let smaller = if (a < b) | T::is_nan(a) { a } else { b };
    if a == b { a.or_bits(b) } else { smaller }
}
