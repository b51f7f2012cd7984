//! One or several input arrays of one length, as tuples of their elements.

use wavefold_codegen::Type;

use crate::buffer::ErasedSlice;
use crate::sealed::Sealed;
use crate::{Buffer, BufferSlice, Device, Element, Error, Stream, laws};

/// The elements of all inputs at one index: `(A,)` or `(A, B)`. Implemented by this crate only.
pub trait Inputs: Sealed + Copy + Send + Sync + 'static {
    /// The types of the elements, one per input.
    const TYPES: &'static [Type<'static>];

    /// Host slices: `&[A]`, or `(&[A], &[B])`.
    type Slices<'a>: Copy + Send + Sync;

    /// Views of buffers: `BufferSlice<A>`, or `(BufferSlice<A>, BufferSlice<B>)`.
    type Views<'a>: Copy + Send + Sync;

    /// Buffers: `Buffer<A>`, or `(Buffer<A>, Buffer<B>)`.
    type Buffers: Send + Sync;

    /// The lengths of the slices, one per input.
    fn lengths(slices: Self::Slices<'_>) -> Vec<usize>;

    /// The length that all slices have, if they have one.
    fn common_length(slices: Self::Slices<'_>) -> Option<usize>;

    /// The elements `start..end` of every slice.
    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_>;

    /// The elements at `index`.
    fn get(slices: Self::Slices<'_>, index: usize) -> Self;

    /// Copies the slices to a device.
    ///
    /// # Errors
    /// When the device has too little memory left.
    fn upload(device: &Device, slices: Self::Slices<'_>) -> Result<Self::Buffers, Error>;

    /// Buffers of `n` elements each.
    ///
    /// # Errors
    /// When the device has too little memory left.
    fn zeroed(device: &Device, n: usize) -> Result<Self::Buffers, Error>;

    /// Overwrites the first elements of the buffers with the slices, which are no longer, in stream order.
    ///
    /// # Errors
    /// When the device cannot.
    fn write_front(buffers: &mut Self::Buffers, slices: Self::Slices<'_>, stream: &Stream) -> Result<(), Error>;

    /// The first `n` elements of every view, which has at least as many.
    fn front(views: Self::Views<'_>, n: usize) -> Self::Views<'_>;

    /// Views of whole buffers.
    fn views(buffers: &Self::Buffers) -> Self::Views<'_>;

    /// Calls `each` with every view, in order.
    fn for_each_view<'a>(views: Self::Views<'a>, each: &mut dyn FnMut(ErasedSlice<'a>));

    /// The views as host slices.
    ///
    /// # Safety
    /// Every view is of a buffer of the CPU.
    unsafe fn on_host(views: Self::Views<'_>) -> Self::Slices<'_>;

    /// Some of the elements there can be, the simplest first: what the law check tries.
    fn samples() -> Vec<Self>;
}

/// What a plan for the inputs `I` can be launched on: `&Buffer`, a [`BufferSlice`], or a pair of them.
#[diagnostic::on_unimplemented(
    message = "a plan cannot be launched on `{Self}`",
    label = "needs `&Buffer` or a `BufferSlice` of the declared element, or a pair of them for two inputs",
    note = "`device.upload(&values)?` makes a buffer of host values; `run` takes host slices"
)]
pub trait IntoViews<'a, I: Inputs> {
    /// The views.
    fn into_views(self) -> I::Views<'a>;
}

impl<'a, A: Element> IntoViews<'a, (A,)> for &'a Buffer<A> {
    fn into_views(self) -> BufferSlice<'a, A> {
        self.view()
    }
}

impl<'a, A: Element> IntoViews<'a, (A,)> for BufferSlice<'a, A> {
    fn into_views(self) -> Self {
        self
    }
}

impl<'a, A: Element> IntoViews<'a, (A,)> for &BufferSlice<'a, A> {
    fn into_views(self) -> BufferSlice<'a, A> {
        *self
    }
}

impl<'a, A, B, X, Y> IntoViews<'a, (A, B)> for (X, Y)
where
    A: Element,
    B: Element,
    X: IntoViews<'a, (A,)>,
    Y: IntoViews<'a, (B,)>,
{
    fn into_views(self) -> (BufferSlice<'a, A>, BufferSlice<'a, B>) {
        (self.0.into_views(), self.1.into_views())
    }
}

impl<A: Element> Inputs for (A,) {
    const TYPES: &'static [Type<'static>] = &[A::TYPE];

    type Slices<'a> = &'a [A];
    type Views<'a> = BufferSlice<'a, A>;
    type Buffers = Buffer<A>;

    fn lengths(slices: Self::Slices<'_>) -> Vec<usize> {
        vec![slices.len()]
    }

    fn common_length(slices: Self::Slices<'_>) -> Option<usize> {
        Some(slices.len())
    }

    #[inline(always)]
    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_> {
        &slices[start..end]
    }

    #[inline(always)]
    fn get(slices: Self::Slices<'_>, index: usize) -> Self {
        (slices[index],)
    }

    fn upload(device: &Device, slices: Self::Slices<'_>) -> Result<Self::Buffers, Error> {
        device.upload(slices)
    }

    fn zeroed(device: &Device, n: usize) -> Result<Self::Buffers, Error> {
        device.zeroed(n)
    }

    fn write_front(buffers: &mut Self::Buffers, slices: Self::Slices<'_>, stream: &Stream) -> Result<(), Error> {
        buffers.write_front(slices, stream)
    }

    fn front(views: Self::Views<'_>, n: usize) -> Self::Views<'_> {
        views.front(n)
    }

    fn views(buffers: &Self::Buffers) -> Self::Views<'_> {
        buffers.view()
    }

    fn for_each_view<'a>(views: Self::Views<'a>, each: &mut dyn FnMut(ErasedSlice<'a>)) {
        each(views.erased());
    }

    unsafe fn on_host(views: Self::Views<'_>) -> Self::Slices<'_> {
        // SAFETY: passed on.
        unsafe { views.on_host() }
    }

    fn samples() -> Vec<Self> {
        laws::samples().into_iter().map(|a| (a,)).collect()
    }
}

impl<A: Element, B: Element> Inputs for (A, B) {
    const TYPES: &'static [Type<'static>] = &[A::TYPE, B::TYPE];

    type Slices<'a> = (&'a [A], &'a [B]);
    type Views<'a> = (BufferSlice<'a, A>, BufferSlice<'a, B>);
    type Buffers = (Buffer<A>, Buffer<B>);

    fn lengths(slices: Self::Slices<'_>) -> Vec<usize> {
        vec![slices.0.len(), slices.1.len()]
    }

    fn common_length(slices: Self::Slices<'_>) -> Option<usize> {
        (slices.0.len() == slices.1.len()).then_some(slices.0.len())
    }

    #[inline(always)]
    fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_> {
        (&slices.0[start..end], &slices.1[start..end])
    }

    #[inline(always)]
    fn get(slices: Self::Slices<'_>, index: usize) -> Self {
        (slices.0[index], slices.1[index])
    }

    fn upload(device: &Device, slices: Self::Slices<'_>) -> Result<Self::Buffers, Error> {
        Ok((device.upload(slices.0)?, device.upload(slices.1)?))
    }

    fn zeroed(device: &Device, n: usize) -> Result<Self::Buffers, Error> {
        Ok((device.zeroed(n)?, device.zeroed(n)?))
    }

    fn write_front(buffers: &mut Self::Buffers, slices: Self::Slices<'_>, stream: &Stream) -> Result<(), Error> {
        buffers.0.write_front(slices.0, stream)?;
        buffers.1.write_front(slices.1, stream)
    }

    fn front(views: Self::Views<'_>, n: usize) -> Self::Views<'_> {
        (views.0.front(n), views.1.front(n))
    }

    fn views(buffers: &Self::Buffers) -> Self::Views<'_> {
        (buffers.0.view(), buffers.1.view())
    }

    fn for_each_view<'a>(views: Self::Views<'a>, each: &mut dyn FnMut(ErasedSlice<'a>)) {
        each(views.0.erased());
        each(views.1.erased());
    }

    unsafe fn on_host(views: Self::Views<'_>) -> Self::Slices<'_> {
        // SAFETY: passed on.
        unsafe { (views.0.on_host(), views.1.on_host()) }
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
