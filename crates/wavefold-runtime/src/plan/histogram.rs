//! Histograms, ready to run.

use std::fmt;
use std::sync::Mutex;

use wavefold_codegen::{
    BinValues, Constant as UserConstant, GenerateError, HistogramSchedule, HistogramSpec, KernelText, Provision,
    Scalar, WarpSize,
};

use super::chunks::Chunk;
use super::counted_chunks;
use super::histogram_output::{Counts, HistogramOutput, zeros};
use super::per_stream::PerStream;
use super::scratch::{Room, Scratch};
use super::{Compiled, Constant, Intake, Portion, check_warp_size, common_length, lock, parameter_bytes};
use crate::agreement::{check_bins, check_histogram};
use crate::backend::{ByValue, Jit};
use crate::cpu::{self, Tally};
use crate::inputs::IntoViews;
use crate::{Binning, Device, Error, Histogram, Inputs, Stream};

/// What every declared histogram can do.
pub trait HistogramExt: Histogram {
    /// Counts the elements of host slices of any length: `Luma.run(&device, &pixels)`.
    ///
    /// The short way: on a device with its own memory the input is copied there every time. A
    /// [`plan`](Self::plan) with [buffers](crate::Buffer) avoids that.
    ///
    /// # Errors
    /// When the range cannot be divided into bins, the inputs have different lengths, `u32` counters could
    /// overflow, the declaration cannot be laid out or compiled for the device, or the device has too little
    /// memory.
    fn run(&self, device: &Device, input: <Self::Inputs as Inputs>::Slices<'_>) -> Result<Self::Output, Error> {
        let n = common_length::<Self::Inputs>(Self::SPEC.item.name, input)?;
        if device.jit().is_none() {
            check_counter::<Self>(n)?;
            let binning = binning(self)?;
            let mut tally = Tally::new::<Self>(n, binning.bins())?;
            return output::<Self>(cpu::count(self, &binning, input, n, &mut tally));
        }
        let plan = self.plan(device, n)?;
        let buffers = Self::Inputs::upload(device, input)?;
        plan.launch_views(Self::Inputs::views(&buffers), &device.stream()?)
    }

    /// Counts an input that comes in chunks, more than memory holds, say: each is copied to the device while the one before
    /// is counted there. A chunk is a `Vec`, a slice or an array, with several inputs a tuple of them; it may be empty. The
    /// index of an element counts through all chunks, so that the counts are those of [`run`](Self::run) on all of them
    /// together.
    ///
    /// # Errors
    /// As [`run`](Self::run), for a chunk; and when a count exceeds its counter. The first error ends it, after the work
    /// under way.
    fn run_chunks<C: Chunk<Self::Inputs>>(
        &self,
        device: &Device,
        chunks: impl IntoIterator<Item = C>,
    ) -> Result<Self::Output, Error> {
        self.try_run_chunks(device, chunks.into_iter().map(Ok))
    }

    /// As [`run_chunks`](Self::run_chunks), of chunks that may fail to come, as those of a file may.
    ///
    /// # Errors
    /// The first error of a chunk, or of `run_chunks`.
    fn try_run_chunks<C: Chunk<Self::Inputs>, E: From<Error>>(
        &self,
        device: &Device,
        chunks: impl IntoIterator<Item = Result<C, E>>,
    ) -> Result<Self::Output, E> {
        counted_chunks::count(self, device, chunks.into_iter())
    }

    /// Makes the histogram ready for inputs of up to `n` elements on a device, with the documented schedule; where
    /// the counters of many bins live depends on the shared memory that the device has.
    ///
    /// # Errors
    /// When the range cannot be divided into bins, `n` elements could overflow `u32` counters, or the
    /// declaration cannot be laid out or compiled for the device.
    fn plan(&self, device: &Device, n: usize) -> Result<HistogramPlan<Self>, Error> {
        HistogramPlan::new(self.clone(), device, n, for_device::<Self>)
    }

    /// As [`plan`](Self::plan), with a schedule of the caller's: another speed, the same counts. The CPU has no
    /// use for it.
    ///
    /// # Errors
    /// Also when the schedule is for another warp size than the device has, or cannot be laid out; the error names
    /// the legal values.
    fn plan_with(
        &self,
        device: &Device,
        n: usize,
        schedule: HistogramSchedule,
    ) -> Result<HistogramPlan<Self>, Error> {
        HistogramPlan::new(self.clone(), device, n, |jit, bins| {
            check_warp_size(Self::SPEC.item.name, device, jit.warp_size(), schedule.warp_size)?;
            schedule.check(&Self::SPEC, bins)?;
            Ok(schedule)
        })
    }

    /// The kernel text of the documented schedule, the same on every machine. What a plan really runs is
    /// [`HistogramPlan::source`].
    ///
    /// # Errors
    /// When the declaration cannot be laid out for this warp size.
    fn source(warp_size: WarpSize) -> Result<String, Error> {
        let schedule = HistogramSchedule::documented(&Self::SPEC, warp_size)?;
        Ok(wavefold_codegen::histogram(&Self::SPEC, &Self::constants(), &schedule)?.source)
    }

    /// The kernel text of the documented schedule in a program of its own, for people without Rust: a `.hip` file for
    /// `hipcc`, or for `nvcc` if the warps are of 32 lanes. Its first lines say how it is built and run. It takes a file
    /// of elements for every input, or makes up a small input, and prints every counter. The run-time parameters become
    /// constants that can be changed there, but for those of the range, the edges and the number of bins, which are worked
    /// out.
    ///
    /// # Errors
    /// When the range cannot be divided into bins, or the declaration cannot be laid out for this warp size.
    fn standalone(&self, warp_size: WarpSize) -> Result<String, Error> {
        let parameters = parameter_bytes(&check_histogram(self)?);
        let binning = binning(self)?;
        let bins = BinValues { range: binning.fields(), edges: binning.edge_values(), bins: binning.bins() };
        let schedule = HistogramSchedule::documented(&Self::SPEC, warp_size)?;
        let constants = Self::constants();
        Ok(wavefold_codegen::standalone_histogram(&Self::SPEC, &constants, &schedule, &parameters, &bins)?)
    }
}

impl<H: Histogram> HistogramExt for H {}

/// A histogram made ready for a device: compiled once, launched many times.
///
/// The first launch on a stream (on the CPU: the first of those at one time) allocates its scratch; later ones
/// allocate nothing but the `Vec` they return. A plan may be used from several threads and on several streams at
/// once.
pub struct HistogramPlan<H: Histogram> {
    histogram: H,
    binning: H::Binning,
    intake: Intake,
    engine: Engine<H>,
}

/// What writes the kernel text.
pub(super) type TextOf =
    fn(&HistogramSpec<'_>, &[UserConstant<'_>], &HistogramSchedule) -> Result<KernelText, GenerateError>;

/// How the plan runs.
enum Engine<H: Histogram> {
    /// The Rust face, with private counts for its tasks: those that no launch uses now.
    Native { tallies: Mutex<Vec<Tally<H::Counter>>> },
    /// Kernel text, with scratch for every stream, and counters for launches that wait.
    Kernel { compiled: Compiled<HistogramSchedule>, rooms: PerStream<Room<Counts<H>>> },
}

impl<H: Histogram> HistogramPlan<H> {
    fn new(
        histogram: H,
        device: &Device,
        n: usize,
        schedule: impl FnOnce(&dyn Jit, u32) -> Result<HistogramSchedule, Error>,
    ) -> Result<Self, Error> {
        Self::with_text(histogram, device, n, schedule, wavefold_codegen::histogram)
    }

    /// As `new`, with a kernel text of the caller's choice.
    pub(super) fn with_text(
        histogram: H,
        device: &Device,
        n: usize,
        schedule: impl FnOnce(&dyn Jit, u32) -> Result<HistogramSchedule, Error>,
        text: TextOf,
    ) -> Result<Self, Error> {
        let parameters = check_histogram(&histogram)?;
        check_counter::<H>(n)?;
        let binning = binning(&histogram)?;
        let bins = binning.bins();
        let intake = Intake { name: H::SPEC.item.name, device: device.clone(), n };
        let engine = match device.jit() {
            None => Engine::Native { tallies: Mutex::default() },
            Some(jit) => {
                let schedule = schedule(jit, bins)?;
                let provision = schedule.counts.provision(H::SPEC.outside.counters(bins), H::SPEC.bins.is_none());
                check_shared_memory::<H>(device, &provision, jit.shared_memory())?;
                let text = text(&H::SPEC, &H::constants(), &schedule)?;
                let mut compiled = Compiled::new(device, jit, text, schedule, &parameters)?;
                compiled.constant_arguments.extend(bins_arguments::<H>(&binning, device)?);
                compiled.provide(provision);
                Engine::Kernel { compiled, rooms: PerStream::new() }
            }
        };
        Ok(Self { histogram, binning, intake, engine })
    }

    /// Counts and waits for the result: `plan.launch(&buffer, &stream)`,
    /// `plan.launch(buffer.slice(3..)?, &stream)`.
    ///
    /// # Errors
    /// When the input is longer than planned, of different lengths or of another device, or the work in the
    /// stream went wrong.
    pub fn launch<'a>(&self, input: impl IntoViews<'a, H::Inputs>, stream: &Stream) -> Result<H::Output, Error> {
        self.launch_views(input.into_views(), stream)
    }

    /// Counts in stream order into `output`, without waiting for it.
    ///
    /// # Errors
    /// As [`launch`](Self::launch), except for errors of work not done yet: reading the output reports those.
    pub fn enqueue<'a>(
        &self,
        input: impl IntoViews<'a, H::Inputs>,
        output: &HistogramOutput<H>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let views = input.into_views();
        let n = self.intake.check::<H::Inputs>(views, stream)?;
        self.intake.device.check_owns("output", output.device())?;
        self.check_output(output)?;
        self.enqueue_portion(Portion { views, n, first_index: 0 }, output, stream)
    }

    /// Counts what has been checked, where `output` is of the plan's device. The first index is for kernels that take one.
    pub(super) fn enqueue_portion(
        &self,
        portion: Portion<'_, H::Inputs>,
        output: &HistogramOutput<H>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let Portion { views, n, .. } = portion;
        match &self.engine {
            Engine::Native { tallies } => {
                self.count_native(tallies, views, n, |counters| lock(output.counts()).store(counters, stream))
            }
            Engine::Kernel { compiled, rooms } => {
                let _working = stream.work();
                let room = rooms.of(stream, || self.room(compiled, stream))?;
                let (mut room, counts) = (lock(&room), lock(output.counts()));
                // SAFETY: the text is made of `H::SPEC`, and so are the types and the size of the scratch.
                unsafe { compiled.enqueue(portion, &mut room.scratch, &*counts, stream) }
            }
        }
    }

    /// Room on the device for the counters of one result.
    ///
    /// # Errors
    /// When the device has too little memory left.
    pub fn output(&self) -> Result<HistogramOutput<H>, Error> {
        HistogramOutput::new(&self.intake.device, self.binning.bins())
    }

    /// The most elements it takes.
    pub fn n(&self) -> usize {
        self.intake.n
    }

    /// The device it runs on.
    pub fn device(&self) -> &Device {
        &self.intake.device
    }

    /// The kernel text that runs; `None` on the CPU, which runs the Rust face.
    pub fn source(&self) -> Option<&str> {
        match &self.engine {
            Engine::Native { .. } => None,
            Engine::Kernel { compiled, .. } => Some(&compiled.text.source),
        }
    }

    /// The schedule that runs; `None` on the CPU.
    pub fn schedule(&self) -> Option<&HistogramSchedule> {
        match &self.engine {
            Engine::Native { .. } => None,
            Engine::Kernel { compiled, .. } => Some(&compiled.schedule),
        }
    }

    /// Bytes of device memory that the plan takes for every stream it is launched on (on the CPU: for every launch
    /// at one time): never more than the input's length or one task's counts on the CPU, two sets of counters
    /// elsewhere, which is never more than a multiple of the bins.
    pub fn scratch_bytes(&self) -> usize {
        match &self.engine {
            Engine::Native { .. } => Tally::<H::Counter>::bytes::<H>(self.intake.n, self.binning.bins()),
            Engine::Kernel { compiled, .. } => {
                let counters = Counts::<H>::bytes(self.binning.bins());
                counters + if compiled.totals() { Scratch::bytes(counters) } else { 0 }
            }
        }
    }

    fn launch_views(&self, views: <H::Inputs as Inputs>::Views<'_>, stream: &Stream) -> Result<H::Output, Error> {
        let n = self.intake.check::<H::Inputs>(views, stream)?;
        match &self.engine {
            Engine::Native { tallies } => self.count_native(tallies, views, n, output::<H>),
            Engine::Kernel { compiled, rooms } => {
                let _working = stream.work_at_once("launch")?;
                let room = rooms.of(stream, || self.room(compiled, stream))?;
                let Room { scratch, result } = &mut *lock(&room);
                // SAFETY: as in `enqueue`.
                unsafe {
                    compiled.enqueue::<H::Inputs>(Portion { views, n, first_index: 0 }, scratch, result, stream)?
                };
                result.read(stream)
            }
        }
    }

    /// What the plan keeps for a stream.
    fn room(&self, compiled: &Compiled<HistogramSchedule>, stream: &Stream) -> Result<Room<Counts<H>>, Error> {
        let bins = self.binning.bins();
        let scratch = match compiled.totals() {
            true => Scratch::new(stream, Counts::<H>::bytes(bins))?,
            false => Scratch::none(),
        };
        Ok(Room { scratch, result: Counts::new(stream.device(), bins)? })
    }

    /// Refuses an output of another plan that has another number of bins.
    fn check_output(&self, output: &HistogramOutput<H>) -> Result<(), Error> {
        let (name, bins) = (self.intake.name, self.binning.bins());
        if lock(output.counts()).is_for(bins) { Ok(()) } else { Err(Error::OtherOutput { name, bins }) }
    }

    /// Counts and hands the counters to `store`. No lock is held while counting: the thread may run other work of
    /// the rayon pool meanwhile, such as another launch of this plan.
    fn count_native<T>(
        &self,
        tallies: &Mutex<Vec<Tally<H::Counter>>>,
        views: <H::Inputs as Inputs>::Views<'_>,
        n: usize,
        store: impl FnOnce(&[H::Counter]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let idle = lock(tallies).pop();
        let mut tally = match idle {
            Some(tally) => tally,
            None => Tally::new::<H>(self.intake.n, self.binning.bins())?,
        };
        // SAFETY: only a device without kernels, the CPU, has this engine, and the intake has checked that the
        // views are of it.
        let input = unsafe { H::Inputs::on_host(views) };
        let result = store(cpu::count(&self.histogram, &self.binning, input, n, &mut tally));
        lock(tallies).push(tally);
        result
    }
}

/// The schedule that suits the device.
pub(super) fn for_device<H: Histogram>(jit: &dyn Jit, bins: u32) -> Result<HistogramSchedule, Error> {
    Ok(HistogramSchedule::for_device(&H::SPEC, jit.warp_size(), bins, jit.shared_memory())?)
}

/// Refuses a schedule that asks for more shared memory than the device gives a block.
fn check_shared_memory<H: Histogram>(device: &Device, provision: &Provision, limit: u32) -> Result<(), Error> {
    if provision.shared_bytes <= limit {
        return Ok(());
    }
    let (name, bytes) = (H::SPEC.item.name, provision.shared_bytes);
    Err(Error::TooMuchSharedMemory { name, device: device.name().into(), bytes, limit })
}

/// The kernel's arguments for the bins, in the order of the text.
fn bins_arguments<H: Histogram>(binning: &H::Binning, device: &Device) -> Result<Vec<Constant>, Error> {
    let mut arguments = Vec::new();
    let range = binning.fields();
    if !range.is_empty() {
        arguments.push(Constant::Value(ByValue::of(&range)));
    }
    arguments.extend(binning.edges(device)?.map(Constant::Memory));
    if H::SPEC.bins.is_none() {
        arguments.push(Constant::number(binning.bins()));
    }
    Ok(arguments)
}

/// The result of counters of the host.
fn output<H: Histogram>(counters: &[H::Counter]) -> Result<H::Output, Error> {
    let mut result = zeros(counters.len())?;
    result.copy_from_slice(counters);
    Ok(H::output(result))
}

pub(super) fn binning<H: Histogram>(histogram: &H) -> Result<H::Binning, Error> {
    let name = H::SPEC.item.name;
    let binning = histogram.binning().map_err(|error| Error::Range { name, error: Box::new(error) })?;
    check_bins::<H>(&binning)?;
    Ok(binning)
}

/// A `u32` counter must be able to hold every element.
pub(super) fn check_counter<H: Histogram>(n: usize) -> Result<(), Error> {
    if H::SPEC.counter == Scalar::U32 && u32::try_from(n).is_err() {
        return Err(Error::CounterTooNarrow { name: H::SPEC.item.name, n });
    }
    Ok(())
}

impl<H: Histogram + fmt::Debug> fmt::Debug for HistogramPlan<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HistogramPlan")
            .field("histogram", &self.histogram)
            .field("device", &self.intake.device)
            .field("n", &self.intake.n)
            .field("schedule", &self.schedule())
            .finish_non_exhaustive()
    }
}
