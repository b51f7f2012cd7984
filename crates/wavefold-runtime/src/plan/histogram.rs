//! Histograms, ready to run.

use std::fmt;
use std::sync::Mutex;

use wavefold_codegen::{BinValues, HistogramSchedule, Scalar, Schedule, WarpSize, tutorial};

use super::chunks::Chunk;
use super::counted_chunks;
use super::histogram_kernel::{AnySchedule, Bins, Declared, HistogramKernel, TextOf, bins_arguments};
use super::histogram_output::{Counts, HistogramOutput, zeros};
use super::{Intake, Portion, common_length, lock, parameter_bytes, texts};
use crate::agreement::{check_bins, check_histogram};
use crate::cpu::{self, Tally};
use crate::inputs::IntoViews;
use crate::{Binning, Counter, Device, Error, Histogram, Inputs, Stream};

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
        let n = common_length::<Self::Inputs>(const { Self::SPEC.item.name }, input)?;
        if device.jit().is_none() {
            check_counter::<Self>(n)?;
            let binning = binning(self)?;
            let mut tally = Tally::new::<Self>(n, binning.bins())?;
            return Ok(Self::output(copied(cpu::count(self, &binning, input, n, &mut tally))?));
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

    /// Makes the histogram ready for inputs of up to `n` elements on a device, with the schedule that it is declared with or
    /// else the documented one; where the counters of many bins live then depends on the shared memory that the device
    /// has.
    ///
    /// # Errors
    /// When the range cannot be divided into bins, `n` elements could overflow `u32` counters, or the
    /// declaration cannot be laid out or compiled for the device.
    fn plan(&self, device: &Device, n: usize) -> Result<HistogramPlan<Self>, Error> {
        HistogramPlan::new(self.clone(), device, n, declared::<Self>(), wavefold_codegen::histogram)
    }

    /// As [`plan`](Self::plan), with a schedule of the caller's, which may be a [tutorial's](tutorial::TutorialHistogram): another
    /// speed, the same counts. The CPU has no use for it.
    ///
    /// # Errors
    /// Also when the schedule is for another warp size than the device has, or cannot be laid out; the error names
    /// the legal values.
    fn plan_with(
        &self,
        device: &Device,
        n: usize,
        schedule: impl Into<Schedule<HistogramSchedule, tutorial::TutorialHistogram>>,
    ) -> Result<HistogramPlan<Self>, Error> {
        HistogramPlan::new(self.clone(), device, n, Some(schedule.into()), wavefold_codegen::histogram)
    }

    /// The kernel text of the schedule that it is declared with or else of the documented one, the same on every machine.
    /// What a plan really runs is [`HistogramPlan::source`].
    ///
    /// # Errors
    /// When the declaration cannot be laid out for this warp size.
    fn source(warp_size: WarpSize) -> Result<String, Error> {
        texts::histogram(const { &Self::SPEC }, &Self::constants(), warp_size, declared::<Self>())
    }

    /// The kernel text of a schedule of the caller's; of a [tutorial's](tutorial::TutorialHistogram) all its kernels.
    ///
    /// # Errors
    /// When the schedule is for another warp size, or the declaration cannot be laid out so; the error names the legal
    /// values.
    fn source_with(
        warp_size: WarpSize,
        schedule: impl Into<Schedule<HistogramSchedule, tutorial::TutorialHistogram>>,
    ) -> Result<String, Error> {
        texts::histogram(const { &Self::SPEC }, &Self::constants(), warp_size, Some(schedule.into()))
    }

    /// The kernel text of the documented schedule (also where another is declared) in a program of its own, for people
    /// without Rust: a `.hip` file for
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
    pub(super) binning: H::Binning,
    pub(super) intake: Intake,
    pub(super) engine: Engine<H::Counter>,
}

/// How the plan runs.
pub(super) enum Engine<C> {
    /// The Rust face, with private counts for its tasks: those that no launch uses now.
    Native { tallies: Mutex<Vec<Tally<C>>> },
    /// Kernel text.
    Kernel(Box<HistogramKernel>),
}

impl<H: Histogram> HistogramPlan<H> {
    /// The text of the declaration takes its inputs and writes its counters.
    pub(super) fn new(
        histogram: H,
        device: &Device,
        n: usize,
        schedule: Option<AnySchedule>,
        text: TextOf,
    ) -> Result<Self, Error> {
        let declared = Declared::of(&histogram)?;
        check_counter::<H>(n)?;
        let binning = binning(&histogram)?;
        let arguments = || bins_arguments(&binning, device, const { H::SPEC.bins.is_none() });
        let bins = Bins { number: binning.bins(), arguments: &arguments };
        let kernel = HistogramKernel::new(device, &declared, &bins, n, schedule, text)?;
        let engine = match kernel {
            None => Engine::Native { tallies: Mutex::default() },
            Some(kernel) => Engine::Kernel(kernel),
        };
        let intake = Intake { name: const { H::SPEC.item.name }, device: device.clone(), n };
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
        match &self.engine {
            Engine::Native { tallies } => {
                self.count_native(tallies, portion, |counters| lock(output.counts()).store(counters, stream))
            }
            // SAFETY: the kernel takes the inputs of `H` and counts with its counters.
            Engine::Kernel(kernel) => unsafe { kernel.enqueue(&portion.erased(), output.counts(), stream) },
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

    fn launch_views(&self, views: <H::Inputs as Inputs>::Views<'_>, stream: &Stream) -> Result<H::Output, Error> {
        let n = self.intake.check::<H::Inputs>(views, stream)?;
        let portion = Portion { views, n, first_index: 0 };
        let counters = match &self.engine {
            Engine::Native { tallies } => self.count_native(tallies, portion, copied)?,
            Engine::Kernel(kernel) => {
                let mut counters = Vec::new();
                let mut take = |counts: &Counts| {
                    counters = counts.read(stream)?;
                    Ok(())
                };
                // SAFETY: the kernel takes the inputs of `H` and counts with its counters.
                unsafe { kernel.launch(&portion.erased(), stream, &mut take)? };
                counters
            }
        };
        Ok(H::output(counters))
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
        portion: Portion<'_, H::Inputs>,
        store: impl FnOnce(&[H::Counter]) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let idle = lock(tallies).pop();
        let mut tally = match idle {
            Some(tally) => tally,
            None => Tally::new::<H>(self.intake.n, self.binning.bins())?,
        };
        // SAFETY: only a device without kernels, the CPU, has this engine, and the intake has checked that the
        // views are of it.
        let input = unsafe { H::Inputs::on_host(portion.views) };
        let result = store(cpu::count(&self.histogram, &self.binning, input, portion.n, &mut tally));
        lock(tallies).push(tally);
        result
    }
}

/// The schedule that the histogram is declared with.
fn declared<H: Histogram>() -> Option<AnySchedule> {
    H::SPEC.schedule.map(Schedule::Tutorial)
}

/// Counters of the host, as a result takes them.
fn copied<C: Counter>(counters: &[C]) -> Result<Vec<C>, Error> {
    let mut result = zeros(counters.len())?;
    result.copy_from_slice(counters);
    Ok(result)
}

pub(super) fn binning<H: Histogram>(histogram: &H) -> Result<H::Binning, Error> {
    let name = const { H::SPEC.item.name };
    let binning = histogram.binning().map_err(|error| Error::Range { name, error: Box::new(error) })?;
    check_bins::<H>(&binning)?;
    Ok(binning)
}

/// A `u32` counter must be able to hold every element.
pub(super) fn check_counter<H: Histogram>(n: usize) -> Result<(), Error> {
    if const { matches!(H::SPEC.counter, Scalar::U32) } && u32::try_from(n).is_err() {
        return Err(Error::CounterTooNarrow { name: const { H::SPEC.item.name }, n });
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
