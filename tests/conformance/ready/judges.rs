//! What the ready-made reductions must give, in plain Rust.

use super::plain::Plain;
use crate::judge::canonical;

fn fold<T: Copy, A: Copy>(xs: &[T], map: impl Fn(T) -> Option<A>, op: impl Fn(A, A) -> A) -> Option<A> {
    canonical(xs.len(), |i| map(xs[i]), op)
}

fn number<T: Plain>(x: T) -> Option<T> {
    Some(x).filter(|x| !x.is_nan())
}

/// The larger; NaN wins, and -0 is below +0.
fn larger<T: Plain>(a: T, b: T) -> T {
    match () {
        () if a.is_nan() => a,
        () if b.is_nan() => b,
        () if a.is_below(b) || a.equals(b) && a.is_negative() => b,
        () => a,
    }
}

/// The smaller; NaN wins, and -0 is below +0.
fn smaller<T: Plain>(a: T, b: T) -> T {
    match () {
        () if a.is_nan() => a,
        () if b.is_nan() => b,
        () if b.is_below(a) || a.equals(b) && b.is_negative() => b,
        () => a,
    }
}

pub(super) fn sum<T: Plain>(xs: &[T]) -> T::Total {
    fold(xs, |x| Some(x.total()), T::plus).unwrap_or(T::zero())
}

pub(super) fn sum_of_numbers<T: Plain>(xs: &[T]) -> T::Total {
    fold(xs, |x| number(x).map(T::total), T::plus).unwrap_or(T::zero())
}

pub(super) fn product<T: Plain>(xs: &[T]) -> T {
    fold(xs, Some, T::times).unwrap_or(T::one())
}

pub(super) fn product_of_numbers<T: Plain>(xs: &[T]) -> T {
    fold(xs, number, T::times).unwrap_or(T::one())
}

pub(super) fn min<T: Plain>(xs: &[T]) -> Option<T> {
    fold(xs, Some, smaller)
}

pub(super) fn max<T: Plain>(xs: &[T]) -> Option<T> {
    fold(xs, Some, larger)
}

pub(super) fn min_max<T: Plain>(xs: &[T]) -> Option<(T, T)> {
    Some((min(xs)?, max(xs)?))
}

pub(super) fn min_of_numbers<T: Plain>(xs: &[T]) -> Option<T> {
    fold(xs, number, smaller)
}

pub(super) fn max_of_numbers<T: Plain>(xs: &[T]) -> Option<T> {
    fold(xs, number, larger)
}

pub(super) fn min_max_of_numbers<T: Plain>(xs: &[T]) -> Option<(T, T)> {
    Some((min_of_numbers(xs)?, max_of_numbers(xs)?))
}

/// Found from left to right, as one would on paper.
fn first<T: Plain>(xs: &[T], wins: impl Fn(T, T) -> bool) -> Option<(T, u64)> {
    let mut best: Option<(T, u64)> = None;
    for (x, i) in xs.iter().copied().zip(0..) {
        if best.is_none_or(|(so_far, _)| wins(x, so_far)) {
            best = Some((x, i));
        }
    }
    best
}

pub(super) fn arg_min<T: Plain>(xs: &[T]) -> Option<(T, u64)> {
    first(xs, |x, best| !best.is_nan() && (x.is_nan() || x.is_below(best)))
}

pub(super) fn arg_max<T: Plain>(xs: &[T]) -> Option<(T, u64)> {
    first(xs, |x, best| !best.is_nan() && (x.is_nan() || best.is_below(x)))
}

pub(super) fn arg_min_of_numbers<T: Plain>(xs: &[T]) -> Option<(T, u64)> {
    first(xs, |x, best| best.is_nan() || x.is_below(best)).filter(|(x, _)| !x.is_nan())
}

pub(super) fn arg_max_of_numbers<T: Plain>(xs: &[T]) -> Option<(T, u64)> {
    first(xs, |x, best| best.is_nan() || best.is_below(x)).filter(|(x, _)| !x.is_nan())
}

pub(super) fn mean<T: Plain>(xs: &[T]) -> Option<T::Mean> {
    let total = fold(xs, |x| Some(x.total()), T::plus)?;
    Some(T::mean(total, xs.len() as u64))
}

pub(super) fn mean_of_numbers<T: Plain>(xs: &[T]) -> Option<T::Mean> {
    let total = fold(xs, |x| number(x).map(T::total), T::plus)?;
    Some(T::mean(total, xs.iter().filter(|x| !x.is_nan()).count() as u64))
}

pub(super) fn variance<T: Plain>(xs: &[T]) -> Option<T::Mean> {
    T::variance(xs)
}

pub(super) fn variance_of_numbers<T: Plain>(xs: &[T]) -> Option<T::Mean> {
    T::variance_of_numbers(xs)
}

pub(super) fn l1_norm<T: Plain>(xs: &[T]) -> T::Total {
    fold(xs, |x| Some(T::magnitude(x.total())), T::plus).unwrap_or(T::zero())
}

pub(super) fn l2_norm<T: Plain>(xs: &[T]) -> T::Total {
    T::root(fold(xs, |x| Some(T::times_total(x.total(), x.total())), T::plus).unwrap_or(T::zero()))
}

pub(super) fn max_norm<T: Plain>(xs: &[T]) -> T {
    fold(xs, |x| Some(x.absolute()), larger).unwrap_or(T::null())
}
