//! What can go wrong, by cause.

use std::fmt;

use wavefold_codegen::{GenerateError, Scalar, ScheduleError, WarpSize};

use crate::compile::CompileError;
use crate::emulator::EmulatorError;

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
    #[error("`{name}`: {error}")]
    Range {
        /// The declaration.
        name: &'static str,
        /// What is wrong with it.
        error: Box<RangeError>,
    },
    /// [`Edges`](crate::Edges) that bins cannot lie between.
    #[error(transparent)]
    Edges(Box<RangeError>),
    /// The emulator cannot compile or run the kernel text.
    #[error(transparent)]
    Emulator(#[from] EmulatorError),
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
    /// A declaration that no macro wrote gives other run-time parameters than its spec has.
    #[error("`{name}`: `parameters()` gives {given}, but its spec has {declared}; give those, in that order")]
    WrongParameters {
        /// The declaration.
        name: &'static str,
        /// The types in the spec.
        declared: String,
        /// The types given.
        given: String,
    },
    /// The run-time parameters take more room than kernels have for arguments.
    #[error(
        "`{name}`: the run-time parameters take {bytes} bytes, but a kernel has room for {most}; pass large tables as an \
         input instead"
    )]
    ParametersTooLarge {
        /// The declaration.
        name: &'static str,
        /// What they take.
        bytes: usize,
        /// The room there is.
        most: usize,
    },
    /// A declaration that no macro wrote gives other bins than its spec has.
    #[error("`{name}`: `binning()` gives {given} bins, but its spec has {declared}; give as many")]
    WrongBins {
        /// The declaration.
        name: &'static str,
        /// The bins in the spec.
        declared: u32,
        /// The bins given.
        given: u32,
    },
    /// More bins than have numbers.
    #[error("`{name}`: {bins} bins are more than the {most} that can be counted; use fewer")]
    TooManyBins {
        /// The declaration.
        name: &'static str,
        /// The bins asked for.
        bins: u32,
        /// The most there can be.
        most: u32,
    },
    /// An output of a plan with another number of bins.
    #[error("`{name}`: this output is not one for {bins} bins; make it with the plan that it is used with")]
    OtherOutput {
        /// The declaration.
        name: &'static str,
        /// The bins of the plan.
        bins: u32,
    },
    /// A schedule asks for more shared memory than a block of the device may have.
    #[error(
        "`{name}`: the schedule takes {bytes} bytes of shared memory, but a block of the device `{device}` has \
         {limit}; give windows fewer bytes"
    )]
    TooMuchSharedMemory {
        /// The declaration.
        name: &'static str,
        /// The device.
        device: String,
        /// What the schedule takes.
        bytes: u32,
        /// What a block has.
        limit: u32,
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
    /// The blocks of a plan leave no totals that could be read.
    #[error(
        "`{name}`: there are no totals of blocks to read, because {why}; plan it with a tutorial's schedule whose `grid` is \
         `passes`, `second_kernel` or `last_block`, for a device with kernels"
    )]
    NoBlockTotals {
        /// The declaration.
        name: &'static str,
        /// Why not, in words.
        why: &'static str,
    },
    /// The output was read before anything was enqueued into it.
    #[error("`{name}`: nothing has been enqueued into this output yet; call `enqueue` first")]
    NothingEnqueued {
        /// The declaration.
        name: &'static str,
    },
    /// The device has not so much memory left.
    #[error(
        "the device `{device}` cannot give {bytes} bytes of memory{}; use less input at a time or fewer bins",
        free.map(|free| format!(", it has {free} free")).unwrap_or_default()
    )]
    OutOfMemory {
        /// The device.
        device: String,
        /// The bytes asked for.
        bytes: usize,
        /// The bytes that were free then, where the device says so.
        free: Option<usize>,
    },
    /// A raw pointer that no element can lie at.
    #[error(
        "no element can lie at the address {address:#x}; give one that is not 0 and a multiple of {alignment}"
    )]
    BadPointer {
        /// The address.
        address: usize,
        /// The alignment of an element.
        alignment: usize,
    },
    /// A library that the backend needs is not on this machine, or cannot be used.
    #[error(transparent)]
    Library(#[from] Box<LibraryError>),
    /// The library is there, but not so many devices.
    #[error(
        "there is no {kind} device {index}: {}",
        if *found == 0 { "none was found".into() } else { format!("they are numbered 0 to {}", found - 1) }
    )]
    NoSuchDevice {
        /// `HIP` or `CUDA`.
        kind: &'static str,
        /// The device asked for.
        index: u32,
        /// How many there are.
        found: u32,
    },
    /// A call into the vendor's library failed.
    #[error("{device}: `{function}` failed with {name} ({code}): {message}")]
    Call {
        /// The device, or the library where no device is involved yet.
        device: String,
        /// The library's function.
        function: &'static str,
        /// Its error code.
        code: i64,
        /// The code's name.
        name: String,
        /// What the library says about it.
        message: String,
    },
    /// An earlier fault, an access out of bounds say, has made the device unusable for this process.
    #[error("the device `{device}` can no longer be used by this process: {cause}")]
    DeviceLost {
        /// The device.
        device: String,
        /// The fault.
        cause: String,
    },
    /// The vendor's compiler refuses the kernel text.
    #[error(transparent)]
    Compile(#[from] Box<CompileError>),
    /// The compiler does not know the device's architecture.
    #[error(
        "{compiler} does not know the architecture `{architecture}`; it knows {}; install a newer one",
        known.join(", ")
    )]
    UnknownArchitecture {
        /// The compiler and its version.
        compiler: String,
        /// The architecture of the device.
        architecture: String,
        /// Those it knows.
        known: Vec<String>,
    },
    /// The process that compiles could not be started, or died.
    #[error(transparent)]
    Worker(#[from] wavefold_worker::WorkerError),
    /// Something that waits, within the capture of a graph.
    #[error(
        "`{what}` is not possible on a stream that is being captured: nothing runs before the graph is launched; \
         do it before or after the capture"
    )]
    InCapture {
        /// What was tried.
        what: &'static str,
    },
    /// The device has no such thing.
    #[error("the device `{device}` has no {what}")]
    Unsupported {
        /// What was asked for.
        what: &'static str,
        /// The device.
        device: String,
    },
}

impl From<RangeError> for Error {
    fn from(error: RangeError) -> Self {
        Self::Edges(Box::new(error))
    }
}

/// A library that could not be loaded: every name that was tried, and why it did not do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{what} cannot be loaded; {remedy}\n{}", attempts.iter().map(|attempt| format!("  tried {}: {}", attempt.name, attempt.reason)).collect::<Vec<_>>().join("\n"))]
#[non_exhaustive]
pub struct LibraryError {
    /// What it is: `the HIP runtime (amdhip64)`.
    pub what: &'static str,
    /// What to install, or set.
    pub remedy: String,
    /// The names tried, in order.
    pub attempts: Vec<Attempt>,
}

/// One try to load a library.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// The name or path.
    pub name: String,
    /// Why it did not do.
    pub reason: String,
}

/// A histogram's range that cannot be divided into bins.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RangeError {
    /// No bins were asked for.
    #[error("the range {range} is to be divided into 0 bins; ask for 1 or more")]
    NoBins {
        /// The range.
        range: Ends,
    },
    /// No bins were asked for, of numbers.
    #[error("0 bins count nothing; ask for 1 or more")]
    ZeroBins,
    /// Fewer edges than one bin has.
    #[error("bins need at least 2 edges, {given} were given")]
    TooFewEdges {
        /// The edges given.
        given: usize,
    },
    /// More edges than bins can be numbered.
    #[error("{given} edges were given, the most are 2^32; give fewer")]
    TooManyEdges {
        /// The edges given.
        given: usize,
    },
    /// An edge is NaN or infinite.
    #[error("edge {index} is {edge}; give finite edges")]
    EdgeNotFinite {
        /// The edge, from 0.
        index: usize,
        /// Its value, as Rust writes it.
        edge: String,
    },
    /// An edge is not below the next one.
    #[error(
        "edges must increase, but edge {index} is {} and edge {} is {}; sort them, and leave out equal ones",
        edges.low(),
        index + 1,
        edges.high()
    )]
    EdgesUnordered {
        /// The first edge that is not below the next one, from 0.
        index: usize,
        /// Its value and that of the next one.
        edges: Ends,
    },
    /// An end is NaN or infinite.
    #[error("the range {range} has an end that is not a finite number; give finite ends")]
    NotFinite {
        /// The range.
        range: Ends,
    },
    /// Both ends are equal.
    #[error("the range {range} is empty; make its upper end larger")]
    Empty {
        /// The range.
        range: Ends,
    },
    /// The upper end is below the lower end.
    #[error("the range {range} is reversed; write {}", range.swapped())]
    Reversed {
        /// The range.
        range: Ends,
    },
    /// The samples' type has too few numbers in the range to tell the bins apart.
    #[error(
        "the range {range} is too narrow for {bins} bins of {sample}: edge {index} is {}, but edge {} is {}; use \
         fewer bins, a wider range or a range nearer to zero",
        edges.low(),
        index + 1,
        edges.high()
    )]
    EdgesNotIncreasing {
        /// The range.
        range: Ends,
        /// The bins asked for.
        bins: u32,
        /// The type of the edges: the samples' own, or `f32` for half floats.
        sample: Scalar,
        /// The first edge that is not below the next one.
        index: u32,
        /// Its value and that of the next one.
        edges: Ends,
    },
    /// The width of a bin is a subnormal number: it has lost digits.
    #[error(
        "the range {range} is too narrow for {bins} bins: a bin is {width:?} wide, the least is {:?}; use fewer \
         bins, or scale the samples",
        f64::MIN_POSITIVE
    )]
    TooNarrow {
        /// The range.
        range: Ends,
        /// The bins asked for.
        bins: u32,
        /// The width of a bin.
        width: f64,
    },
    /// The width of a float range is not a finite number.
    #[error(
        "the range {range} is too wide: its width is more than {:?}; give nearer ends, or scale the samples",
        f64::MAX
    )]
    WidthOverflows {
        /// The range.
        range: Ends,
    },
    /// The bins of an integer range are worked out with 64 bits.
    #[error(
        "the range {range} is too wide for {bins} bins: its width times the bins is {product}, the largest is {}; \
         give nearer ends or use fewer bins",
        u64::MAX
    )]
    TooWide {
        /// The range.
        range: Ends,
        /// The bins asked for.
        bins: u32,
        /// The width of the range times the bins.
        product: u128,
    },
    /// An end cannot be compared with the samples.
    #[error("the range {range} of {sample} samples has an end outside {limits}; give ends that lie within")]
    OutOfReach {
        /// The range.
        range: Ends,
        /// The samples' type.
        sample: Scalar,
        /// The lowest and the highest end that work.
        limits: Ends,
    },
}

/// The ends of a range, or two neighbouring edges, as an error shows them.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Ends {
    /// Of `f32` samples.
    F32(f32, f32),
    /// Of `f64` samples.
    F64(f64, f64),
    /// Of integer samples.
    Integer(i128, i128),
}

impl Ends {
    /// The lower end, written as Rust writes it.
    pub fn low(self) -> String {
        match self {
            // `Debug` uses an exponent where `Display` would write hundreds of zeros.
            Self::F32(low, _) => format!("{low:?}"),
            Self::F64(low, _) => format!("{low:?}"),
            Self::Integer(low, _) => low.to_string(),
        }
    }

    /// The upper end, written as Rust writes it.
    pub fn high(self) -> String {
        self.swapped().low()
    }

    fn swapped(self) -> Self {
        match self {
            Self::F32(low, high) => Self::F32(high, low),
            Self::F64(low, high) => Self::F64(high, low),
            Self::Integer(low, high) => Self::Integer(high, low),
        }
    }
}

impl fmt::Display for Ends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.low(), self.high())
    }
}

fn list(lengths: &[usize]) -> String {
    lengths.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
}
