//! What can go wrong, by cause.

use wavefold_codegen::{ScheduleError, WarpSize};

use crate::generate::GenerateError;

/// Everything that can go wrong with a device, a buffer or a plan.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The schedule cannot be laid out for this device.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// The declaration cannot become kernel text.
    #[error(transparent)]
    Generate(#[from] GenerateError),
    /// The range of a histogram cannot be divided into bins.
    #[error(transparent)]
    Range(#[from] RangeError),
    /// A buffer, an output or a stream belongs to another device than the plan.
    #[error("this {what} belongs to the device `{found}`, but is used on `{expected}`; make it with that device")]
    WrongDevice {
        /// What it is: `buffer`, `output` or `stream`.
        what: &'static str,
        /// The device it is used on.
        expected: String,
        /// The device it belongs to.
        found: String,
    },
    /// The input is longer than the plan was made for.
    #[error(
        "`{name}`: this plan is for at most {planned} elements, but the input has {given}; make a longer plan"
    )]
    PlanTooShort {
        /// The declaration.
        name: &'static str,
        /// The elements the plan was made for.
        planned: usize,
        /// The elements of the input.
        given: usize,
    },
    /// The inputs do not have one length.
    #[error("`{name}`: the inputs have the lengths {}; give inputs of one length", list(lengths))]
    UnequalLengths {
        /// The declaration.
        name: &'static str,
        /// The lengths, in the order of the inputs.
        lengths: Vec<usize>,
    },
    /// So many elements could overflow a `u32` counter.
    #[error(
        "`{name}` counts with `u32`, which {n} elements could overflow; declare it with `-> u64`, \
         or use at most {} elements",
        u32::MAX
    )]
    CounterTooNarrow {
        /// The declaration.
        name: &'static str,
        /// The elements asked for.
        n: usize,
    },
    /// A slice of a buffer that reaches outside it.
    #[error("the slice {start}..{end} is not within a buffer of {len} elements")]
    SliceOutOfRange {
        /// The first element asked for.
        start: usize,
        /// The element after the last.
        end: usize,
        /// The elements there are.
        len: usize,
    },
    /// Host values of another length than the buffer they are written to.
    #[error("{given} values were given for a buffer of {len} elements; give as many as it holds")]
    LengthMismatch {
        /// The elements of the buffer.
        len: usize,
        /// The values given.
        given: usize,
    },
    /// A schedule made for another warp size than the device has.
    #[error("`{name}`: the schedule is for warps of {scheduled} lanes, but `{device}` has {found}")]
    WrongWarpSize {
        /// The declaration.
        name: &'static str,
        /// The device.
        device: String,
        /// The warp size of the schedule.
        scheduled: WarpSize,
        /// The warp size of the device.
        found: WarpSize,
    },
    /// The output was read before anything was enqueued into it.
    #[error("`{name}`: nothing has been enqueued into this output yet; call `enqueue` first")]
    NothingEnqueued {
        /// The declaration.
        name: &'static str,
    },
    /// The device has not so much memory left.
    #[error("the device `{device}` cannot give {bytes} bytes of memory; use less input at a time or fewer bins")]
    OutOfMemory {
        /// The device.
        device: String,
        /// The bytes asked for.
        bytes: usize,
    },
}

/// A histogram's range that cannot be divided into bins.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// An end is NaN or infinite.
    #[error("the range {low}..{high} has an end that is not a finite number; give finite ends")]
    NotFinite {
        /// The lower end.
        low: f64,
        /// The upper end.
        high: f64,
    },
}

fn list(lengths: &[usize]) -> String {
    lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}
