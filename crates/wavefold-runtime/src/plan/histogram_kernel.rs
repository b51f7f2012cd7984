//! The kernel of a histogram, compiled and ready to launch. Nothing here depends on the declaration's types.

use std::sync::Mutex;

use smallvec::SmallVec;
use wavefold_codegen::{
    Constant as UserConstant, GenerateError, HistogramSchedule, HistogramSpec, KernelText, Provision, Schedule,
    tutorial,
};

use super::form::Form;
use super::histogram_output::Counts;
use super::per_stream::PerStream;
use super::scratch::{Room, Scratch};
use super::steps::{Outline, Steps};
use super::{Compiled, Constant, ErasedPortion, check_warp_size, lock};
use crate::agreement::check_histogram;
use crate::backend::ByValue;
use crate::{Binning, Device, Error, Histogram, Parameter, Stream};

/// A histogram as data.
pub(super) struct Declared {
    spec: &'static HistogramSpec<'static>,
    constants: fn() -> Vec<UserConstant<'static>>,
    parameters: Vec<Parameter>,
}

impl Declared {
    /// Refuses a histogram whose faces disagree.
    pub(super) fn of<H: Histogram>(histogram: &H) -> Result<Self, Error> {
        let parameters = check_histogram(histogram)?;
        Ok(Self { spec: const { &H::SPEC }, constants: H::constants, parameters })
    }
}

/// What writes the kernel text.
pub(super) type TextOf =
    fn(&HistogramSpec<'_>, &[UserConstant<'_>], &HistogramSchedule) -> Result<KernelText, GenerateError>;

/// How a histogram is laid out.
pub(super) type AnySchedule = Schedule<HistogramSchedule, tutorial::TutorialHistogram>;

/// Kernels, with scratch for every stream, and counters for launches that wait.
pub(super) struct HistogramKernel {
    schedule: AnySchedule,
    form: Form<HistogramSchedule>,
    spec: &'static HistogramSpec<'static>,
    bins: u32,
    rooms: PerStream<Room<Counts>>,
}

/// What is needed of the bins.
pub(super) struct Bins<'b> {
    /// How many there are.
    pub(super) number: u32,
    /// The kernel's arguments for them.
    pub(super) arguments: &'b dyn Fn() -> Result<Vec<Constant>, Error>,
}

impl HistogramKernel {
    /// Compiles, where the device needs that; without a schedule with the one that suits the device, whose text, and that of
    /// others that are best for a device, `text` writes. A tutorial's are for up to `n` elements, and count a whole input.
    pub(super) fn new(
        device: &Device,
        declared: &Declared,
        bins: &Bins<'_>,
        n: usize,
        schedule: Option<AnySchedule>,
        text: TextOf,
    ) -> Result<Option<Box<Self>>, Error> {
        let Some(jit) = device.jit() else { return Ok(None) };
        let Declared { spec, constants, parameters } = declared;
        let (warp_size, shared_memory) = (jit.warp_size(), jit.shared_memory());
        let schedule = match schedule {
            None => {
                Schedule::Production(HistogramSchedule::for_device(spec, warp_size, bins.number, shared_memory)?)
            }
            Some(schedule) => schedule,
        };
        let form = match schedule {
            Schedule::Production(schedule) => {
                check_warp_size(spec.item.name, device, warp_size, schedule.warp_size)?;
                schedule.check(spec, bins.number)?;
                let provision = schedule.counts.provision(spec.outside.counters(bins.number), spec.bins.is_none());
                check_shared_memory(spec.item.name, device, &provision, shared_memory)?;
                let text = text(spec, &constants(), &schedule)?;
                let mut compiled = Compiled::new(device, jit, text, schedule, parameters)?;
                compiled.constant_arguments.extend((bins.arguments)()?);
                compiled.provide(provision);
                Form::One(compiled)
            }
            Schedule::Tutorial(schedule) => {
                schedule.check(spec, bins.number, warp_size)?;
                let outline = outline(schedule, spec, bins, n)?;
                let texts = tutorial::histogram_texts(spec, &constants(), &schedule)?;
                Form::Steps(Steps::new(device, jit, texts, parameters, n, outline)?)
            }
        };
        Ok(Some(Box::new(Self { schedule, form, spec, bins: bins.number, rooms: PerStream::new() })))
    }

    /// Counts, waits for the result and hands it to `take`.
    ///
    /// # Safety
    /// The elements are of the types that the text takes.
    pub(super) unsafe fn launch(
        &self,
        portion: &ErasedPortion<'_>,
        stream: &Stream,
        take: &mut dyn FnMut(&Counts) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let _working = stream.work_at_once("launch")?;
        let room = self.rooms.of(stream, &|| self.room(stream))?;
        let Room { scratch, result } = &mut *lock(&room);
        // SAFETY: the caller answers for the elements; scratch and counters are as large as the spec says.
        unsafe { self.form.enqueue(portion, scratch, result, stream)? };
        take(result)
    }

    /// Counts in stream order into `counts`, which are of the same device, and as many as the bins need.
    ///
    /// # Safety
    /// As for [`launch`](Self::launch); the counters are of the spec's type.
    pub(super) unsafe fn enqueue(
        &self,
        portion: &ErasedPortion<'_>,
        counts: &Mutex<Counts>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let _working = stream.work();
        let room = self.rooms.of(stream, &|| self.room(stream))?;
        let (mut room, counts) = (lock(&room), lock(counts));
        // SAFETY: as in `launch`.
        unsafe { self.form.enqueue(portion, &mut room.scratch, &*counts, stream) }
    }

    /// What is launched.
    pub(super) fn form(&self) -> &Form<HistogramSchedule> {
        &self.form
    }

    /// The schedule.
    pub(super) fn schedule(&self) -> &AnySchedule {
        &self.schedule
    }

    /// Bytes of device memory for every stream.
    pub(super) fn scratch_bytes(&self) -> usize {
        let counters = Counts::bytes(self.spec, self.bins);
        self.scratch().into_iter().fold(counters, usize::saturating_add)
    }

    /// The bytes of the scratch for a stream, piece by piece.
    fn scratch(&self) -> SmallVec<[usize; 2]> {
        match &self.form {
            Form::One(kernel) if !kernel.totals() => SmallVec::new(),
            Form::One(_) => Scratch::of_blocks(Counts::bytes(self.spec, self.bins)).into(),
            Form::Steps(steps) => steps.scratch().collect(),
        }
    }

    /// What a plan keeps for a stream.
    fn room(&self, stream: &Stream) -> Result<Room<Counts>, Error> {
        let scratch = Scratch::new(stream, self.scratch())?;
        Ok(Room { scratch, result: Counts::new(stream.device(), self.spec, self.bins)? })
    }
}

/// What a tutorial's schedule says of its launches for up to `n` elements.
fn outline(
    schedule: tutorial::TutorialHistogram,
    spec: &'static HistogramSpec<'static>,
    bins: &Bins<'_>,
    n: usize,
) -> Result<Outline, Error> {
    let counters = spec.outside.counters(bins.number);
    Ok(Outline {
        steps_of: Box::new(move |n| schedule.launches(spec, n, counters)),
        pieces: schedule.scratch(spec, n as u64, counters)?,
        bins: (bins.arguments)()?,
        adds_to_result: schedule.adds_to_result(),
    })
}

/// Refuses a schedule that asks for more shared memory than the device gives a block.
fn check_shared_memory(
    name: &'static str,
    device: &Device,
    provision: &Provision,
    limit: u32,
) -> Result<(), Error> {
    if provision.shared_bytes <= limit {
        return Ok(());
    }
    Err(Error::TooMuchSharedMemory { name, device: device.name().into(), bytes: provision.shared_bytes, limit })
}

/// The kernel's arguments for the bins, in the order of the text; their number where only the caller knows it.
pub(super) fn bins_arguments<B: Binning>(
    binning: &B,
    device: &Device,
    with_number: bool,
) -> Result<Vec<Constant>, Error> {
    let mut arguments = Vec::new();
    let range = binning.fields();
    if !range.is_empty() {
        arguments.push(Constant::Value(ByValue::of(&range)));
    }
    arguments.extend(binning.edges(device)?.map(Constant::Memory));
    if with_number {
        arguments.push(Constant::number(binning.bins()));
    }
    Ok(arguments)
}
