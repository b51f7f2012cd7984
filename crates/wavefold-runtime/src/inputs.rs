//! One or several input arrays of one length, as tuples of their elements.

use wavefold_codegen::Type;

use crate::buffer::ErasedSlice;
use crate::sealed::Sealed;
use crate::{Buffer, BufferSlice, Chunk, Device, Element, Error, Stream, laws};

/// The elements of all inputs at one index: `(A,)`, `(A, B)`, … up to twelve. Implemented by this crate only.
pub trait Inputs: Sealed + Copy + Send + Sync + 'static {
    /// The types of the elements, one per input.
    const TYPES: &'static [Type<'static>];

    /// Host slices: `&[A]`, or `(&[A], &[B])`, ….
    type Slices<'a>: Copy + Send + Sync;

    /// Views of buffers: `BufferSlice<A>`, or `(BufferSlice<A>, BufferSlice<B>)`, ….
    type Views<'a>: Copy + Send + Sync;

    /// Buffers: `Buffer<A>`, or `(Buffer<A>, Buffer<B>)`, ….
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

/// What a plan for the inputs `I` can be launched on: `&Buffer`, a [`BufferSlice`], or a tuple of them.
#[diagnostic::on_unimplemented(
    message = "a plan cannot be launched on `{Self}`",
    label = "needs `&Buffer` or a `BufferSlice` of the declared element, or a tuple of them for several inputs",
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

/// From two inputs on, everything is a tuple; `$x` is what can be made a view of `$name`.
macro_rules! several_inputs {
    ($only:ident 0) => {};
    ($($name:ident $i:tt),+) => {
        impl<$($name: Element),+> Inputs for ($($name,)+) {
            const TYPES: &'static [Type<'static>] = &[$($name::TYPE),+];

            type Slices<'a> = ($(&'a [$name],)+);
            type Views<'a> = ($(BufferSlice<'a, $name>,)+);
            type Buffers = ($(Buffer<$name>,)+);

            fn lengths(slices: Self::Slices<'_>) -> Vec<usize> {
                vec![$(slices.$i.len()),+]
            }

            fn common_length(slices: Self::Slices<'_>) -> Option<usize> {
                let first = slices.0.len();
                (true $(&& slices.$i.len() == first)+).then_some(first)
            }

            #[inline(always)]
            fn range(slices: Self::Slices<'_>, start: usize, end: usize) -> Self::Slices<'_> {
                ($(&slices.$i[start..end],)+)
            }

            #[inline(always)]
            fn get(slices: Self::Slices<'_>, index: usize) -> Self {
                ($(slices.$i[index],)+)
            }

            fn upload(device: &Device, slices: Self::Slices<'_>) -> Result<Self::Buffers, Error> {
                Ok(($(device.upload(slices.$i)?,)+))
            }

            fn zeroed(device: &Device, n: usize) -> Result<Self::Buffers, Error> {
                Ok(($(device.zeroed::<$name>(n)?,)+))
            }

            fn write_front(
                buffers: &mut Self::Buffers,
                slices: Self::Slices<'_>,
                stream: &Stream,
            ) -> Result<(), Error> {
                $(buffers.$i.write_front(slices.$i, stream)?;)+
                Ok(())
            }

            fn front(views: Self::Views<'_>, n: usize) -> Self::Views<'_> {
                ($(views.$i.front(n),)+)
            }

            fn views(buffers: &Self::Buffers) -> Self::Views<'_> {
                ($(buffers.$i.view(),)+)
            }

            fn for_each_view<'a>(views: Self::Views<'a>, each: &mut dyn FnMut(ErasedSlice<'a>)) {
                $(each(views.$i.erased());)+
            }

            unsafe fn on_host(views: Self::Views<'_>) -> Self::Slices<'_> {
                // SAFETY: passed on.
                unsafe { ($(views.$i.on_host(),)+) }
            }

            fn samples() -> Vec<Self> {
                let of_each = ($(laws::samples::<$name>(),)+);
                let count = [$(of_each.$i.len()),+].into_iter().fold(0, usize::max);
                // Each value beside a near and a far one of the next input, and so on.
                [1, 5]
                    .into_iter()
                    .flat_map(|shift| (0..count).map(move |k| (k, shift)))
                    .map(|(k, shift)| ($(of_each.$i[(k + $i * shift) % of_each.$i.len()],)+))
                    .collect()
            }
        }
    };
}

for_tuples! { several_inputs }

/// As `several_inputs`, with another name for what becomes a view or lends a slice.
macro_rules! several_sources {
    ($a:ident $u:ident $(, $name:ident $x:ident)+) => {
        several_sources! { @ [$a $u] $([$name $x])+ }
    };
    (@ [$($done:tt)+]) => {};
    (@ [$($name:ident $x:ident),+] [$next:ident $y:ident] $($rest:tt)*) => {
        impl<'a, $($name: Element,)+ $next: Element, $($x,)+ $y> IntoViews<'a, ($($name,)+ $next,)> for ($($x,)+ $y,)
        where
            $($x: IntoViews<'a, ($name,)>,)+
            $y: IntoViews<'a, ($next,)>,
        {
            #[expect(non_snake_case, reason = "a view is named as its type is")]
            fn into_views(self) -> ($(BufferSlice<'a, $name>,)+ BufferSlice<'a, $next>,) {
                let ($($x,)+ $y,) = self;
                ($($x.into_views(),)+ $y.into_views(),)
            }
        }

        impl<$($name: Element,)+ $next: Element, $($x,)+ $y> Chunk<($($name,)+ $next,)> for ($($x,)+ $y,)
        where
            $($x: Chunk<($name,)>,)+
            $y: Chunk<($next,)>,
        {
            #[expect(non_snake_case, reason = "a slice is named as its type is")]
            fn slices(&self) -> ($(&[$name],)+ &[$next],) {
                let ($($x,)+ $y,) = self;
                ($($x.slices(),)+ $y.slices(),)
            }
        }

        several_sources! { @ [$($name $x,)+ $next $y] $($rest)* }
    };
}

several_sources! { A A0, B B0, C C0, D D0, E E0, F F0, G G0, H H0, I I0, J J0, K K0, L L0 }
