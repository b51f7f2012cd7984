//! What a plan launches: one kernel, or several in turn.

use super::scratch::Scratch;
use super::steps::Steps;
use super::{Compiled, ErasedPortion, KernelResult, Layout};
use crate::{Error, Stream};

/// What a plan launches.
pub(super) enum Form<S> {
    /// The kernel of a schedule that is best for a device.
    One(Compiled<S>),
    /// The kernels of a tutorial's schedule.
    Steps(Steps),
}

impl<S: Layout> Form<S> {
    /// Launches it.
    ///
    /// # Safety
    /// The text is made for these inputs, of no more than the planned number of elements, and for this result. The scratch
    /// is as large as the plan says. Nobody else uses it or, but for graphs, the result.
    pub(super) unsafe fn enqueue(
        &self,
        portion: &ErasedPortion<'_>,
        scratch: &mut Scratch,
        result: &impl KernelResult,
        stream: &Stream,
    ) -> Result<(), Error> {
        // SAFETY: the caller promises it.
        unsafe {
            match self {
                Self::One(kernel) => kernel.enqueue(portion, scratch, result, stream),
                Self::Steps(steps) => steps.enqueue(portion, scratch, result, stream),
            }
        }
    }

    /// The kernel text.
    pub(super) fn source(&self) -> &str {
        match self {
            Self::One(kernel) => &kernel.text.source,
            Self::Steps(steps) => steps.source(),
        }
    }

    /// The names of the kernels.
    pub(super) fn entries(&self) -> Vec<&str> {
        match self {
            Self::One(kernel) => vec![&kernel.text.entry],
            Self::Steps(steps) => steps.entries(),
        }
    }

    /// How many launches the planned number of elements takes.
    pub(super) fn launches(&self) -> usize {
        match self {
            Self::One(_) => 1,
            Self::Steps(steps) => steps.launches(),
        }
    }
}
