//! One or several input arrays of one length, as tuples of their elements.

use crate::{Element, laws};

/// The elements of all inputs at one index: `(A,)` or `(A, B)`.
pub trait Inputs: Copy + Send + Sync + 'static {
    /// Host slices: `&[A]`, or `(&[A], &[B])`.
    type Slices<'a>: Copy + Send + Sync;

    /// The lengths of the slices, one per input.
    fn lengths(slices: Self::Slices<'_>) -> Vec<usize>;

    /// The elements `start..end` of every slice.
    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_>;

    /// The elements at `index`.
    fn get(slices: Self::Slices<'_>, index: usize) -> Self;

    /// Some of the elements there can be, the simplest first: what the law check tries.
    fn samples() -> Vec<Self>;
}

impl<A: Element> Inputs for (A,) {
    type Slices<'a> = &'a [A];

    fn lengths(slices: Self::Slices<'_>) -> Vec<usize> {
        vec![slices.len()]
    }

    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_> {
        &slices[start..end]
    }

    #[inline(always)]
    fn get(slices: Self::Slices<'_>, index: usize) -> Self {
        (slices[index],)
    }

    fn samples() -> Vec<Self> {
        laws::samples().into_iter().map(|a| (a,)).collect()
    }
}

impl<A: Element, B: Element> Inputs for (A, B) {
    type Slices<'a> = (&'a [A], &'a [B]);

    fn lengths(slices: Self::Slices<'_>) -> Vec<usize> {
        vec![slices.0.len(), slices.1.len()]
    }

    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_> {
        (&slices.0[start..end], &slices.1[start..end])
    }

    #[inline(always)]
    fn get(slices: Self::Slices<'_>, index: usize) -> Self {
        (slices.0[index], slices.1[index])
    }

    fn samples() -> Vec<Self> {
        let (first, second) = (laws::samples::<A>(), laws::samples::<B>());
        let count = first.len().max(second.len());
        // Each value beside a near and a far one of the other input.
        [1, 5]
            .into_iter()
            .flat_map(|shift| (0..count).map(move |k| (k, k + shift)))
            .map(|(a, b)| (first[a % first.len()], second[b % second.len()]))
            .collect()
    }
}
