//! Reductions, ready to run.

use std::fmt;
use std::sync::OnceLock;

use wavefold_codegen::{ReductionSchedule, Schedule, WarpSize, tutorial};

use super::chunks::{self, Chunk};
use super::partial::{self, Partial, PartialOf};
use super::reduction_engine::Engine;
use super::reduction_kernel::{AnySchedule, Declared};
use super::reduction_output::ReductionOutput;
use super::{Intake, Portion, common_length, parameter_bytes, texts};
use crate::agreement::check_reduction;
use crate::element::zeroed;
use crate::inputs::IntoViews;
use crate::{Device, Error, Inputs, LawViolation, Reduction, Stream, cpu, laws};

/// What every declared reduction can do.
pub trait ReductionExt: Reduction {
    /// Reduces host slices of any length: `MaxAbs.run(&device, &values)`, `Dot.run(&device, (&xs, &ys))`.
    ///
    /// The short way: on a device with its own memory the input is copied there and back every time. A
    /// [`plan`](Self::plan) with [buffers](crate::Buffer) avoids that.
    ///
    /// # Errors
    /// When the inputs have different lengths, the declaration cannot be laid out or compiled for the device, or
    /// the device has too little memory.
    fn run(&self, device: &Device, input: <Self::Inputs as Inputs>::Slices<'_>) -> Result<Self::Output, Error> {
        let n = common_length::<Self::Inputs>(const { Self::SPEC.item.name }, input)?;
        if device.jit().is_none() {
            return Ok(output::<Self>(cpu::reduce(self, input, n)));
        }
        let engine = engine(self, device, n, declared::<Self>())?;
        let buffers = Self::Inputs::upload(device, input)?;
        engine.launch(self, Portion { views: Self::Inputs::views(&buffers), n, first_index: 0 }, &device.stream()?)
    }

    /// Makes the reduction ready for inputs of up to `n` elements on a device, with the schedule that it is declared with or
    /// else the documented one.
    ///
    /// # Errors
    /// When the declaration cannot be laid out or compiled for the device.
    fn plan(&self, device: &Device, n: usize) -> Result<ReductionPlan<Self>, Error> {
        ReductionPlan::new(*self, device, n, declared::<Self>())
    }

    /// As [`plan`](Self::plan), with a schedule of the caller's. A [`ReductionSchedule`] means another speed and the same
    /// bits; a [tutorial's](tutorial::TutorialReduction) an order of its own, in which floats may round otherwise. The CPU has no
    /// use for either.
    ///
    /// # Errors
    /// Also when the schedule is for another warp size than the device has, or cannot be laid out; the error names
    /// the legal values.
    fn plan_with(
        &self,
        device: &Device,
        n: usize,
        schedule: impl Into<Schedule<ReductionSchedule, tutorial::TutorialReduction>>,
    ) -> Result<ReductionPlan<Self>, Error> {
        ReductionPlan::new(*self, device, n, Some(schedule.into()))
    }

    /// What host slices come to before `init` and `finish`, as part of a longer input: `first_index` elements came before
    /// them. The short way to [`ReductionPlan::partial_at`].
    ///
    /// # Errors
    /// As [`run`](Self::run).
    fn partial(
        &self,
        device: &Device,
        first_index: u64,
        input: <Self::Inputs as Inputs>::Slices<'_>,
    ) -> Result<Partial<Self>, Error> {
        partial::of_slices(self, device, first_index, input)
    }

    /// The result of a whole input, of the partial results of its parts from the first to the last. They may come from
    /// different devices.
    ///
    /// `op` joins them from left to right, then `init` is folded and `finish` called, all by the Rust face. Without a part
    /// that has an element the result is that of empty input. Where the parts are cut decides about the rounding of
    /// floats; the same parts give the same bits on every device.
    fn merge(&self, partials: impl IntoIterator<Item = Partial<Self>>) -> Self::Output {
        partial::merge(self, partials)
    }

    /// Reduces an input that comes in chunks, more than memory holds, say: each is copied to the device while the one
    /// before is reduced there. A chunk is a `Vec`, a slice or an array, with several inputs a tuple of them; it may be
    /// empty, and it is dropped as soon as it is copied.
    ///
    /// The index of an element counts through all chunks. The result is that of [`merge`](Self::merge): one chunk gives
    /// the bits of [`run`](Self::run), and several give bits that depend on where they are cut, the same on every device. That
    /// of a declaration with a tutorial's `schedule` is always in the canonical order here, and not in its `run`.
    ///
    /// # Errors
    /// As [`run`](Self::run). The first error ends it, after the work under way.
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
        chunks::reduce(self, device, chunks.into_iter())
    }

    /// The kernel text of the schedule that it is declared with or else of the documented one, the same on every machine.
    /// What a plan really runs is [`ReductionPlan::source`].
    ///
    /// # Errors
    /// When the declaration cannot be laid out for this warp size.
    fn source(warp_size: WarpSize) -> Result<String, Error> {
        texts::reduction(const { &Self::SPEC }, &Self::constants(), warp_size, declared::<Self>())
    }

    /// The kernel text of a schedule of the caller's; of a [tutorial's](tutorial::TutorialReduction) all its kernels.
    ///
    /// # Errors
    /// When the schedule is for another warp size, or the declaration cannot be laid out so; the error names the legal
    /// values.
    fn source_with(
        warp_size: WarpSize,
        schedule: impl Into<Schedule<ReductionSchedule, tutorial::TutorialReduction>>,
    ) -> Result<String, Error> {
        texts::reduction(const { &Self::SPEC }, &Self::constants(), warp_size, Some(schedule.into()))
    }

    /// The kernel text of the documented schedule (also where another is declared) in a program of its own, for people
    /// without Rust: a `.hip` file for
    /// `hipcc`, or for `nvcc` if the warps are of 32 lanes. Its first lines say how it is built and run. It takes a file
    /// of elements for every input, or makes up a small input, and prints the bits that [`run`](Self::run) gives. The
    /// run-time parameters become constants that can be changed there.
    ///
    /// # Errors
    /// When the declaration cannot be laid out for this warp size.
    fn standalone(&self, warp_size: WarpSize) -> Result<String, Error> {
        let parameters = parameter_bytes(&check_reduction(self)?);
        let schedule = ReductionSchedule::documented(&Self::SPEC, warp_size)?;
        let constants = Self::constants();
        Ok(wavefold_codegen::standalone_reduction(&Self::SPEC, &constants, &schedule, &parameters)?)
    }

    /// Looks for a counterexample to what the declaration claims: that `op` is associative and, unless it says
    /// `commutative: false`, commutative, and that `identity` is neutral. Tried are accumulators made from those of the
    /// library's sample elements (small, large, negative and fractional ones) that `filter` accepts and `domain` names.
    ///
    /// Passing is no proof. Unless the declaration says `exact: true`, floats may differ by rounding, and values
    /// that `map` or `op` makes infinite or NaN are left out: the laws are about finite numbers without overflow.
    ///
    /// # Errors
    /// The first counterexample found, the simplest values first.
    fn check_laws(&self) -> Result<(), LawViolation> {
        laws::check_laws(self)
    }

    /// As [`check_laws`](Self::check_laws), on elements of the caller's: where only some values occur, a law may hold
    /// for those. `elements[i]`, a tuple with one value per input, has the index `i`.
    ///
    /// # Errors
    /// The first counterexample found.
    fn check_laws_on(&self, elements: &[Self::Inputs]) -> Result<(), LawViolation> {
        laws::check_laws_on(self, elements)
    }
}

impl<R: Reduction> ReductionExt for R {}

/// A reduction made ready for a device: compiled once, launched many times.
///
/// The first launch on a stream allocates its scratch; launches after that allocate nothing. A plan may be
/// used from several threads and on several streams at once.
pub struct ReductionPlan<R: Reduction> {
    reduction: R,
    pub(super) intake: Intake,
    pub(super) engine: Engine<R>,
    partial: OnceLock<Engine<PartialOf<R>>>,
}

impl<R: Reduction> ReductionPlan<R> {
    fn new(reduction: R, device: &Device, n: usize, schedule: Option<AnySchedule>) -> Result<Self, Error> {
        let engine = engine(&reduction, device, n, schedule)?;
        let intake = Intake { name: const { R::SPEC.item.name }, device: device.clone(), n };
        Ok(Self { reduction, intake, engine, partial: OnceLock::new() })
    }

    /// Reduces and waits for the result: `plan.launch(&buffer, &stream)`, `plan.launch((&xs, &ys), &stream)`,
    /// `plan.launch(buffer.slice(3..)?, &stream)`.
    ///
    /// # Errors
    /// When the input is longer than planned, of different lengths or of another device, or the work in the
    /// stream went wrong.
    pub fn launch<'a>(&self, input: impl IntoViews<'a, R::Inputs>, stream: &Stream) -> Result<R::Output, Error> {
        self.launch_views(input.into_views(), stream)
    }

    /// Reduces in stream order into `output`, without waiting for it.
    ///
    /// # Errors
    /// As [`launch`](Self::launch), except for errors of work not done yet: reading the output reports those.
    pub fn enqueue<'a>(
        &self,
        input: impl IntoViews<'a, R::Inputs>,
        output: &ReductionOutput<R>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let views = input.into_views();
        let n = self.intake.check::<R::Inputs>(views, stream)?;
        self.intake.device.check_owns("output", output.device())?;
        self.engine.enqueue(&self.reduction, Portion { views, n, first_index: 0 }, output, stream)
    }

    /// Reduces what may be part of a longer input, and waits for what it comes to before `init` and `finish`. The results of
    /// all parts, in order, make the result of the whole: [`merge`](ReductionExt::merge).
    ///
    /// The first call compiles a kernel of its own, with the plan's schedule; with the documented one where that is a
    /// tutorial's, because parts are always put together in the canonical order.
    ///
    /// # Errors
    /// As [`launch`](Self::launch), and when that kernel cannot be compiled.
    pub fn partial<'a>(&self, input: impl IntoViews<'a, R::Inputs>, stream: &Stream) -> Result<Partial<R>, Error> {
        self.partial_at(0, input, stream)
    }

    /// As [`partial`](Self::partial), where the first element has this index: as many elements came before it. Only
    /// declarations with an `index` see the difference.
    ///
    /// # Errors
    /// As [`partial`](Self::partial).
    pub fn partial_at<'a>(
        &self,
        first_index: u64,
        input: impl IntoViews<'a, R::Inputs>,
        stream: &Stream,
    ) -> Result<Partial<R>, Error> {
        let views = input.into_views();
        let n = self.intake.check::<R::Inputs>(views, stream)?;
        let part = PartialOf { reduction: self.reduction, first_index };
        let portion = Portion { views, n, first_index };
        self.partial_engine()?.launch(&part, portion, stream).map(Partial::new)
    }

    /// What computes partial results, made when it is first needed.
    fn partial_engine(&self) -> Result<&Engine<PartialOf<R>>, Error> {
        if let Some(engine) = self.partial.get() {
            return Ok(engine);
        }
        let made = partial::engine(
            &self.reduction,
            &self.intake.device,
            self.schedule().and_then(Schedule::production).copied(),
        )?;
        // Another thread may have been faster.
        Ok(self.partial.get_or_init(|| made))
    }

    /// Room on the device for one result.
    ///
    /// # Errors
    /// When the device has too little memory left.
    pub fn output(&self) -> Result<ReductionOutput<R>, Error> {
        ReductionOutput::new(&self.intake.device)
    }

    /// The most elements it takes.
    pub fn n(&self) -> usize {
        self.intake.n
    }

    /// The device it runs on.
    pub fn device(&self) -> &Device {
        &self.intake.device
    }

    fn launch_views(&self, views: <R::Inputs as Inputs>::Views<'_>, stream: &Stream) -> Result<R::Output, Error> {
        let n = self.intake.check::<R::Inputs>(views, stream)?;
        self.engine.launch(&self.reduction, Portion { views, n, first_index: 0 }, stream)
    }
}

/// What computes results on the device.
fn engine<R: Reduction>(
    reduction: &R,
    device: &Device,
    n: usize,
    schedule: Option<AnySchedule>,
) -> Result<Engine<R>, Error> {
    Engine::new(device, &Declared::of(reduction)?, n, schedule, wavefold_codegen::reduction)
}

/// The schedule that the reduction is declared with.
fn declared<R: Reduction>() -> Option<AnySchedule> {
    R::SPEC.schedule.map(Schedule::Tutorial)
}

/// The result of a value that may be absent.
pub(super) fn output<R: Reduction>(value: Option<R::Value>) -> R::Output {
    R::output(value.unwrap_or_else(zeroed), value.is_some())
}

impl<R: Reduction + fmt::Debug> fmt::Debug for ReductionPlan<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ReductionPlan")
            .field("reduction", &self.reduction)
            .field("device", &self.intake.device)
            .field("n", &self.intake.n)
            .field("schedule", &self.schedule())
            .finish_non_exhaustive()
    }
}
