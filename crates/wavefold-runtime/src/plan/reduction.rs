//! Reductions, ready to run.

use std::fmt;

use wavefold_codegen::{ReductionSchedule, WarpSize};

use super::per_stream::PerStream;
use super::reduction_output::{Answer, ReductionOutput};
use super::scratch::{Room, Scratch};
use super::{Compiled, Intake, check_warp_size, common_length, lock, parameter_bytes};
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
        let n = common_length::<Self::Inputs>(Self::SPEC.item.name, input)?;
        if device.jit().is_none() {
            return Ok(output::<Self>(cpu::reduce(self, input, n)));
        }
        let plan = self.plan(device, n)?;
        let buffers = Self::Inputs::upload(device, input)?;
        plan.launch_views(Self::Inputs::views(&buffers), &device.stream()?)
    }

    /// Makes the reduction ready for inputs of up to `n` elements on a device, with the documented schedule.
    ///
    /// # Errors
    /// When the declaration cannot be laid out or compiled for the device.
    fn plan(&self, device: &Device, n: usize) -> Result<ReductionPlan<Self>, Error> {
        ReductionPlan::new(*self, device, n, |warp_size| {
            Ok(ReductionSchedule::documented(&Self::SPEC, warp_size)?)
        })
    }

    /// As [`plan`](Self::plan), with a schedule of the caller's: another speed, the same bits. The CPU has no
    /// use for it.
    ///
    /// # Errors
    /// Also when the schedule is for another warp size than the device has, or cannot be laid out; the error names
    /// the legal values.
    fn plan_with(
        &self,
        device: &Device,
        n: usize,
        schedule: ReductionSchedule,
    ) -> Result<ReductionPlan<Self>, Error> {
        ReductionPlan::new(*self, device, n, |warp_size| {
            check_warp_size(Self::SPEC.item.name, device, warp_size, schedule.warp_size)?;
            schedule.check(&Self::SPEC)?;
            Ok(schedule)
        })
    }

    /// The kernel text of the documented schedule, the same on every machine. What a plan really runs is
    /// [`ReductionPlan::source`].
    ///
    /// # Errors
    /// When the declaration cannot be laid out for this warp size.
    fn source(warp_size: WarpSize) -> Result<String, Error> {
        let schedule = ReductionSchedule::documented(&Self::SPEC, warp_size)?;
        Ok(wavefold_codegen::reduction(&Self::SPEC, &Self::constants(), &schedule)?.source)
    }

    /// The kernel text of the documented schedule in a program of its own, for people without Rust: a `.hip` file for
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
    intake: Intake,
    engine: Engine<R>,
}

/// How the plan runs.
enum Engine<R: Reduction> {
    /// The Rust face, which needs no scratch.
    Native,
    /// Kernel text, with scratch for every stream, and an answer for launches that wait.
    Kernel { compiled: Compiled<ReductionSchedule>, rooms: PerStream<Room<Answer<R>>> },
}

impl<R: Reduction> ReductionPlan<R> {
    fn new(
        reduction: R,
        device: &Device,
        n: usize,
        schedule: impl FnOnce(WarpSize) -> Result<ReductionSchedule, Error>,
    ) -> Result<Self, Error> {
        let parameters = check_reduction(&reduction)?;
        let intake = Intake { name: R::SPEC.item.name, device: device.clone(), n };
        let engine = match device.jit() {
            None => Engine::Native,
            Some(jit) => {
                let schedule = schedule(jit.warp_size())?;
                let text = wavefold_codegen::reduction(&R::SPEC, &R::constants(), &schedule)?;
                let compiled = Compiled::new(device, jit, text, schedule, &parameters)?;
                Engine::Kernel { compiled, rooms: PerStream::new() }
            }
        };
        Ok(Self { reduction, intake, engine })
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
        match &self.engine {
            Engine::Native => {
                // Not locked meanwhile: the thread may run other work of the rayon pool that needs the output.
                let value = self.reduce_native(views, n);
                lock(output.answer()).store(value, stream)
            }
            Engine::Kernel { compiled, rooms } => {
                let _working = stream.work();
                let room = rooms.of(stream, || room(stream, &compiled.schedule))?;
                let (mut room, answer) = (lock(&room), lock(output.answer()));
                // SAFETY: the text is made of `R::SPEC`, and so are the types and the size of the scratch.
                unsafe { compiled.enqueue::<R::Inputs>(views, n, &mut room.scratch, &*answer, stream) }
            }
        }
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

    /// The kernel text that runs; `None` on the CPU, which runs the Rust face.
    pub fn source(&self) -> Option<&str> {
        match &self.engine {
            Engine::Native => None,
            Engine::Kernel { compiled, .. } => Some(&compiled.text.source),
        }
    }

    /// The schedule that runs; `None` on the CPU.
    pub fn schedule(&self) -> Option<&ReductionSchedule> {
        match &self.engine {
            Engine::Native => None,
            Engine::Kernel { compiled, .. } => Some(&compiled.schedule),
        }
    }

    /// Bytes of device memory that the plan takes for every stream it is launched on.
    pub fn scratch_bytes(&self) -> usize {
        match &self.engine {
            Engine::Native => 0,
            Engine::Kernel { compiled, .. } => {
                Scratch::bytes(partials_bytes::<R>(&compiled.schedule)) + Answer::<R>::BYTES
            }
        }
    }

    fn launch_views(&self, views: <R::Inputs as Inputs>::Views<'_>, stream: &Stream) -> Result<R::Output, Error> {
        let n = self.intake.check::<R::Inputs>(views, stream)?;
        match &self.engine {
            Engine::Native => Ok(output::<R>(self.reduce_native(views, n))),
            Engine::Kernel { compiled, rooms } => {
                let _working = stream.work_at_once("launch")?;
                let room = rooms.of(stream, || room(stream, &compiled.schedule))?;
                let Room { scratch, result } = &mut *lock(&room);
                // SAFETY: as in `enqueue`.
                unsafe { compiled.enqueue::<R::Inputs>(views, n, scratch, result, stream)? };
                result.read(stream)
            }
        }
    }

    fn reduce_native(&self, views: <R::Inputs as Inputs>::Views<'_>, n: usize) -> Option<R::Value> {
        // SAFETY: only a device without kernels has this engine, and the views were checked to be of it.
        cpu::reduce(&self.reduction, unsafe { R::Inputs::on_host(views) }, n)
    }
}

/// What a plan keeps for a stream.
fn room<R: Reduction>(stream: &Stream, schedule: &ReductionSchedule) -> Result<Room<Answer<R>>, Error> {
    let scratch = Scratch::new(stream, partials_bytes::<R>(schedule))?;
    Ok(Room { scratch, result: Answer::new(stream.device())? })
}

/// What every block of the largest grid hands over.
fn partials_bytes<R: Reduction>(schedule: &ReductionSchedule) -> usize {
    schedule.max_grid() as usize * R::SPEC.partial_bytes() as usize
}

/// The result of a value that may be absent.
fn output<R: Reduction>(value: Option<R::Value>) -> R::Output {
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
