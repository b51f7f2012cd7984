//! Plans: a declaration made ready for a device, compiled once and launched many times.

mod arguments;
mod chunks;
mod counted_chunks;
mod form;
mod histogram;
mod histogram_kernel;
mod histogram_output;
mod inspection;
mod partial;
mod per_stream;
mod reduction;
mod reduction_engine;
mod reduction_kernel;
mod reduction_output;
mod scratch;
mod steps;
mod texts;

pub use chunks::Chunk;
pub use histogram::{HistogramExt, HistogramPlan};
pub use histogram_output::HistogramOutput;
pub use partial::Partial;
pub use reduction::{ReductionExt, ReductionPlan};
pub use reduction_output::ReductionOutput;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;
use wavefold_codegen::{HistogramSchedule, KernelText, Provision, Scalar, Value, WarpSize};

use self::arguments::Arguments;
use self::scratch::Scratch;
use crate::backend::{Argument, ByValue, Jit, Kernel, Launch};
use crate::buffer::ErasedSlice;
use crate::{Device, DeviceEdges, Error, Inputs, Parameter, Stream};

/// What every plan knows about the input it was made for.
#[derive(Debug)]
struct Intake {
    name: &'static str,
    device: Device,
    n: usize,
}

impl Intake {
    /// Refuses input that the plan cannot take; gives its length.
    fn check<I: Inputs>(&self, views: I::Views<'_>, stream: &Stream) -> Result<usize, Error> {
        self.check_erased(&erased::<I>(views), stream)
    }

    fn check_erased(&self, views: &[ErasedSlice<'_>], stream: &Stream) -> Result<usize, Error> {
        self.device.check_owns("stream", stream.device())?;
        views.iter().try_for_each(|view| self.device.check_owns("buffer", view.device()))?;
        let given = views.first().map_or(0, ErasedSlice::len);
        if views.iter().any(|view| view.len() != given) {
            let lengths = views.iter().map(ErasedSlice::len).collect();
            return Err(Error::UnequalLengths { name: self.name, lengths });
        }
        if given > self.n {
            return Err(Error::PlanTooShort { name: self.name, planned: self.n, given });
        }
        Ok(given)
    }
}

/// Elements for one launch.
pub(super) struct Portion<'v, I: Inputs> {
    /// Checked: of one length, and on the engine's device.
    pub(super) views: I::Views<'v>,
    /// Elements of every view.
    pub(super) n: usize,
    /// The index of the first element, where the kernel takes one; others begin at 0.
    pub(super) first_index: u64,
}

impl<'v, I: Inputs> Portion<'v, I> {
    fn erased(&self) -> ErasedPortion<'v> {
        ErasedPortion { views: erased::<I>(self.views), n: self.n, first_index: self.first_index }
    }
}

/// A [`Portion`] without the types of its elements.
struct ErasedPortion<'v> {
    views: ErasedViews<'v>,
    n: usize,
    first_index: u64,
}

/// As many as there can be inputs: nothing is allocated.
type ErasedViews<'v> = SmallVec<[ErasedSlice<'v>; 12]>;

fn erased<I: Inputs>(views: I::Views<'_>) -> ErasedViews<'_> {
    let mut erased = ErasedViews::new();
    I::for_each_view(views, &mut |view| erased.push(view));
    erased
}

/// A declaration as a loaded kernel.
struct Compiled<S> {
    text: KernelText,
    schedule: S,
    kernel: Arc<dyn Kernel>,
    /// The device's compute units, where it says.
    compute_units: Option<u32>,
    /// The arguments that stay the same: the parameters, and what a binning adds.
    constant_arguments: Vec<Constant>,
    /// Bytes of shared memory that a launch asks for.
    shared_bytes: u32,
    /// Whether the kernel adds to a result that is zero before.
    adds_to_result: bool,
}

/// An argument that stays the same.
enum Constant {
    Value(ByValue),
    Memory(DeviceEdges),
}

impl Constant {
    fn number(number: u32) -> Self {
        Self::Value(ByValue::of(&[Value { scalar: Scalar::U32, bits: number.into() }]))
    }

    fn argument(&self) -> Argument {
        match self {
            Self::Value(value) => Argument::Value(value.clone()),
            Self::Memory(edges) => edges.argument.clone(),
        }
    }

    /// Keeps its memory alive for the graph that is being captured, if one is.
    fn keep(&self, stream: &Stream) {
        if let Self::Memory(edges) = self {
            stream.keep(|| Box::new(edges.clone()));
        }
    }
}

impl<S> Compiled<S> {
    /// Compiles the text for the device, unless it has been; `parameters` are all that the declaration has.
    fn new(
        device: &Device,
        jit: &dyn Jit,
        text: KernelText,
        schedule: S,
        parameters: &[Parameter],
    ) -> Result<Self, Error> {
        let kernel = device.kernel(&text, jit)?;
        let compute_units = device.properties().compute_units;
        let constant_arguments = by_value(&text, parameters);
        let (shared_bytes, adds_to_result) = (0, false);
        Ok(Self { text, schedule, kernel, compute_units, constant_arguments, shared_bytes, adds_to_result })
    }

    /// Adds what the counters of a histogram need of a launch.
    fn provide(&mut self, provision: Provision) {
        self.constant_arguments.extend(provision.arguments.into_iter().map(Constant::number));
        self.shared_bytes = provision.shared_bytes;
        self.adds_to_result = !provision.totals;
    }

    /// Whether the blocks hand totals over.
    fn totals(&self) -> bool {
        !self.adds_to_result
    }

    /// The arguments that every kernel begins with: the inputs, their length, the first index, the constant ones.
    fn begin_arguments<'s>(
        &self,
        portion: &ErasedPortion<'_>,
        stream: &'s Stream,
    ) -> Result<Arguments<'s>, Error> {
        let mut arguments = Arguments::new(stream);
        portion.views.iter().try_for_each(|view| arguments.add_input(view))?;
        let mut add = |bits| arguments.add_value(ByValue::of(&[Value { scalar: Scalar::U64, bits }]));
        add(portion.n as u64);
        if self.text.first_index {
            add(portion.first_index);
        }
        for constant in &self.constant_arguments {
            arguments.add_constant(constant.argument());
            constant.keep(stream);
        }
        Ok(arguments)
    }

    /// Launches the kernel.
    ///
    /// # Safety
    /// The text is made for these inputs and results, and hands over as many bytes as the scratch has. Nobody else uses
    /// the scratch or, but for graphs, the result.
    unsafe fn enqueue(
        &self,
        portion: &ErasedPortion<'_>,
        scratch: &mut Scratch,
        result: &impl KernelResult,
        stream: &Stream,
    ) -> Result<(), Error>
    where
        S: Layout,
    {
        let mut arguments = self.begin_arguments(portion, stream)?;
        scratch.add_arguments(&mut arguments)?;
        result.add_arguments(&mut arguments)?;
        // A capture leaves the result that is there.
        if !stream.is_capturing() {
            result.set_filled(false);
        }
        if self.adds_to_result {
            arguments.zero_result()?;
        }
        stream.keep(|| Box::new(Arc::clone(&self.kernel)));
        let (grid, block) = (self.schedule.grid(portion.n as u64, self.compute_units), self.schedule.block_size());
        let launch = Launch { grid, block, shared_bytes: self.shared_bytes, arguments: arguments.as_slice() };
        // SAFETY: the arguments are those of the generator, in its order, and as large as it says. Inputs are borrowed and
        // only read, scratch and result are not used by others; each was ordered after other streams' work as it was added,
        // and the intake has checked that all of them and the stream belong to the kernel's device.
        stream.watch(unsafe { self.kernel.launch(launch, stream.handle()) })?;
        if !stream.is_capturing() {
            result.set_filled(true);
        }
        Ok(())
    }
}

/// What a launch needs of a schedule.
trait Layout {
    /// Blocks for so many elements.
    fn grid(&self, n: u64, compute_units: Option<u32>) -> u32;
    /// Threads of a block.
    fn block_size(&self) -> u32;
}

impl Layout for HistogramSchedule {
    fn grid(&self, n: u64, compute_units: Option<u32>) -> u32 {
        Self::grid(self, n, compute_units)
    }

    fn block_size(&self) -> u32 {
        self.block_size
    }
}

/// Where a kernel writes its result.
trait KernelResult {
    /// Adds the arguments that it writes to.
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error>;

    /// Notes whether the work that fills it has been enqueued.
    fn set_filled(&self, filled: bool);
}

/// The run-time parameters that the kernel takes, as its arguments.
fn by_value(text: &KernelText, parameters: &[Parameter]) -> Vec<Constant> {
    text.parameters
        .iter()
        .filter_map(|&number| parameters.get(number))
        .map(|value| Constant::Value(ByValue::new(value.as_bytes())))
        .collect()
}

/// The bytes of the run-time parameters, as device memory holds them.
fn parameter_bytes(parameters: &[Parameter]) -> Vec<Vec<u8>> {
    parameters.iter().map(|parameter| parameter.as_bytes().to_vec()).collect()
}

/// The length that all slices have.
fn common_length<I: Inputs>(name: &'static str, slices: I::Slices<'_>) -> Result<usize, Error> {
    I::common_length(slices).ok_or_else(|| Error::UnequalLengths { name, lengths: I::lengths(slices) })
}

/// Refuses a schedule that was made for another warp size than the device has.
fn check_warp_size(
    name: &'static str,
    device: &Device,
    found: WarpSize,
    scheduled: WarpSize,
) -> Result<(), Error> {
    if found == scheduled {
        return Ok(());
    }
    Err(Error::WrongWarpSize { name, device: device.name().into(), scheduled, found })
}

/// Locks; what a panicking thread left behind is overwritten by the next launch.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
