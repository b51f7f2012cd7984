//! The judge of bits: deliberately naive programs of what the library promises. They share no code with it.

use std::fmt::Debug;

use wavefold::{Device, Inputs, Reduction, ReductionExt};

/// Virtual accumulators of the canonical order.
pub(crate) const SLOTS: usize = 1 << 20;

/// A reduction whose result is also worked out in plain Rust, written by hand.
pub(crate) trait Judged: Reduction<Output: Debug> {
    /// The result that every backend must give.
    fn judge(&self, input: <Self::Inputs as Inputs>::Slices<'_>) -> Self::Output;
}

/// The canonical order: element `i`, unless it is absent, is folded into slot `i % SLOTS`, in increasing `i`. Then
/// level k joins slot s, a multiple of 2^(k+1), with slot s + 2^k, which is on the right. What is absent is skipped.
pub(crate) fn canonical<A: Copy>(
    n: usize,
    element: impl Fn(usize) -> Option<A>,
    op: impl Fn(A, A) -> A,
) -> Option<A> {
    let join = |left: Option<A>, right: Option<A>| match (left, right) {
        (Some(left), Some(right)) => Some(op(left, right)),
        (left, right) => left.or(right),
    };
    // Slots behind the last element are absent: leaving them out changes nothing.
    let mut slots = vec![None; n.clamp(1, SLOTS).next_power_of_two()];
    for i in 0..n {
        slots[i % SLOTS] = join(slots[i % SLOTS], element(i));
    }
    let mut distance = 1;
    while distance < slots.len() {
        for s in (0..slots.len()).step_by(2 * distance) {
            slots[s] = join(slots[s], slots[s + distance]);
        }
        distance *= 2;
    }
    slots[0]
}

/// The order where `op` is not commutative: the input is cut into runs of one length, the least power of two with which
/// there are no more than `SLOTS` of them. Each is folded from its first element to its last; then the runs are joined
/// as the slots of [`canonical`] are. What is absent is skipped.
#[allow(dead_code, reason = "not every suite needs it")]
pub(crate) fn ordered<A: Copy>(
    n: usize,
    element: impl Fn(usize) -> Option<A>,
    op: impl Fn(A, A) -> A,
) -> Option<A> {
    let join = |left: Option<A>, right: Option<A>| match (left, right) {
        (Some(left), Some(right)) => Some(op(left, right)),
        (left, right) => left.or(right),
    };
    let mut length = 1;
    while n > length * SLOTS {
        length *= 2;
    }
    let elements: Vec<usize> = (0..n).collect();
    let mut level: Vec<Option<A>> =
        elements.chunks(length).map(|run| run.iter().fold(None, |total, &i| join(total, element(i)))).collect();
    while level.len() > 1 {
        level = level.chunks(2).map(|pair| join(pair[0], pair.get(1).copied().flatten())).collect();
    }
    level.first().copied().flatten()
}

/// The result of `reduction` on the device, for the first elements of `input` as many as each of `sizes` says.
pub(crate) fn check<R: Judged>(
    device: &Device,
    reduction: R,
    input: <R::Inputs as Inputs>::Slices<'_>,
    sizes: &[usize],
) {
    for &n in sizes {
        let part = R::Inputs::range(input, 0, n);
        let result = reduction.run(device, part).unwrap_or_else(|error| {
            panic!("`{}` of {n} elements on {device}: {error}", R::SPEC.item.name);
        });
        assert_same(&result, &reduction.judge(part), || {
            format!("`{}` of {n} elements on {device}", R::SPEC.item.name)
        });
    }
}

/// Equal to the bit, payloads of NaN excepted: `Debug` writes the shortest digits that only this value has, and
/// the sign of a zero.
#[track_caller]
pub(crate) fn assert_same<T: Debug>(result: &T, expected: &T, what: impl FnOnce() -> String) {
    let (result, expected) = (format!("{result:?}"), format!("{expected:?}"));
    assert!(result == expected, "{}: {result}, but the judge says {expected}", what());
}

/// Rust's `max` where it is defined: NaN loses, and -0 is below +0.
pub(crate) fn max_f32(a: f32, b: f32) -> f32 {
    match () {
        () if a.is_nan() => b,
        () if b.is_nan() => a,
        () if a == b => {
            if a.is_sign_negative() {
                b
            } else {
                a
            }
        }
        () => {
            if a > b {
                a
            } else {
                b
            }
        }
    }
}

/// As [`max_f32`].
pub(crate) fn max_f64(a: f64, b: f64) -> f64 {
    match () {
        () if a.is_nan() => b,
        () if b.is_nan() => a,
        () if a == b => {
            if a.is_sign_negative() {
                b
            } else {
                a
            }
        }
        () => {
            if a > b {
                a
            } else {
                b
            }
        }
    }
}
