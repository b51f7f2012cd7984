//! The kernel of a reduction, compiled and ready to launch. Nothing here depends on the declaration's types.

use std::sync::Mutex;

use smallvec::SmallVec;
use wavefold_codegen::{
    Constant, GenerateError, KernelText, ReductionSchedule, ReductionSpec, Schedule, tutorial,
};

use super::form::Form;
use super::per_stream::PerStream;
use super::reduction_output::{Answer, AnswerLayout};
use super::scratch::{Room, Scratch};
use super::steps::{Outline, Steps};
use super::{Compiled, ErasedPortion, Layout, check_warp_size, lock};
use crate::agreement::check_reduction;
use crate::element::as_room;
use crate::{Device, Error, Parameter, Reduction, Stream};

/// A reduction as data.
pub(super) struct Declared {
    spec: &'static ReductionSpec<'static>,
    constants: fn() -> Vec<Constant<'static>>,
    parameters: Vec<Parameter>,
}

impl Declared {
    /// Refuses a reduction whose faces disagree.
    pub(super) fn of<R: Reduction>(reduction: &R) -> Result<Self, Error> {
        let parameters = check_reduction(reduction)?;
        Ok(Self { spec: const { &R::SPEC }, constants: R::constants, parameters })
    }
}

/// What writes the kernel text.
pub(super) type TextOf =
    fn(&ReductionSpec<'_>, &[Constant<'_>], &ReductionSchedule) -> Result<KernelText, GenerateError>;

/// How a reduction is laid out.
pub(super) type AnySchedule = Schedule<ReductionSchedule, tutorial::TutorialReduction>;

/// Kernels, with scratch for every stream, and an answer for launches that wait.
pub(super) struct ReductionKernel {
    schedule: AnySchedule,
    form: Form<Slotted>,
    spec: &'static ReductionSpec<'static>,
    layout: AnswerLayout,
    rooms: PerStream<Room<Answer>>,
}

impl ReductionKernel {
    /// Compiles, where the device needs that; without a schedule with the documented one, whose text, and that of others
    /// that are best for a device, `text` writes. A tutorial's are for up to `n` elements, and write a result.
    pub(super) fn new(
        device: &Device,
        declared: &Declared,
        n: usize,
        schedule: Option<AnySchedule>,
        text: TextOf,
        layout: AnswerLayout,
    ) -> Result<Option<Box<Self>>, Error> {
        let Some(jit) = device.jit() else { return Ok(None) };
        let Declared { spec, constants, parameters } = declared;
        let schedule = match schedule {
            None => Schedule::Production(ReductionSchedule::documented(spec, jit.warp_size())?),
            Some(schedule) => schedule,
        };
        let form = match schedule {
            Schedule::Production(schedule) => {
                check_warp_size(spec.item.name, device, jit.warp_size(), schedule.warp_size)?;
                schedule.check(spec)?;
                let text = text(spec, &constants(), &schedule)?;
                Form::One(Compiled::new(device, jit, text, Slotted { schedule, spec }, parameters)?)
            }
            Schedule::Tutorial(schedule) => {
                schedule.check(spec, jit.warp_size())?;
                let outline = outline(schedule, spec, n, device.properties().compute_units)?;
                let texts = tutorial::reduction_texts(spec, &constants(), &schedule, jit.warp_size())?;
                Form::Steps(Steps::new(device, jit, texts, parameters, n, outline)?)
            }
        };
        Ok(Some(Box::new(Self { schedule, form, spec, layout, rooms: PerStream::new() })))
    }

    /// Reduces, waits for the result and hands it to `take`.
    ///
    /// # Safety
    /// The elements are of the types that the text takes, and the layout is that of what it writes.
    pub(super) unsafe fn launch(
        &self,
        portion: &ErasedPortion<'_>,
        stream: &Stream,
        take: &mut dyn FnMut(&Answer),
    ) -> Result<(), Error> {
        let _working = stream.work_at_once("launch")?;
        let room = self.rooms.of(stream, &|| self.room(stream))?;
        let Room { scratch, result } = &mut *lock(&room);
        // SAFETY: the caller answers for the types; the scratch is as large as the spec says.
        unsafe { self.form.enqueue(portion, scratch, result, stream)? };
        result.fetch(stream)?;
        take(result);
        Ok(())
    }

    /// Reduces in stream order into `answer`, which is of the same device.
    ///
    /// # Safety
    /// As for [`launch`](Self::launch), with the layout of `answer`.
    pub(super) unsafe fn enqueue(
        &self,
        portion: &ErasedPortion<'_>,
        answer: &Mutex<Answer>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let _working = stream.work();
        let room = self.rooms.of(stream, &|| self.room(stream))?;
        let (mut room, answer) = (lock(&room), lock(answer));
        // SAFETY: as in `launch`.
        unsafe { self.form.enqueue(portion, &mut room.scratch, &*answer, stream) }
    }

    /// Launches the first kernel alone, waits for what its blocks leave in memory and hands that to `take`: accumulators, as
    /// the device lays them out.
    ///
    /// # Safety
    /// As for [`launch`](Self::launch).
    pub(super) unsafe fn block_totals(
        &self,
        portion: &ErasedPortion<'_>,
        stream: &Stream,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), Error> {
        let none = |why| Error::NoBlockTotals { name: self.spec.item.name, why };
        let steps = match &self.form {
            Form::One(_) => return Err(none("its blocks leave what the canonical order goes on with")),
            Form::Steps(steps) => steps,
        };
        let _working = stream.work_at_once("block_totals")?;
        let room = self.rooms.of(stream, &|| self.room(stream))?;
        let Room { scratch, result } = &mut *lock(&room);
        // SAFETY: as in `launch`.
        let left = unsafe { steps.enqueue_first(portion, scratch, result, stream)? };
        let Some((blocks, memory)) = left.and_then(|(blocks, piece)| Some((blocks, scratch.memory(piece)?)))
        else {
            return Err(none("its blocks join their totals to one in memory, as they finish"));
        };
        let mut totals = vec![0; blocks as usize * self.spec.accumulator.size() as usize];
        // SAFETY: the memory was zeroed when it was made.
        memory.read(unsafe { as_room(&mut totals) }, stream)?;
        take(&totals);
        Ok(())
    }

    /// What is launched.
    pub(super) fn form(&self) -> &Form<Slotted> {
        &self.form
    }

    /// The schedule.
    pub(super) fn schedule(&self) -> &AnySchedule {
        &self.schedule
    }

    /// Bytes of device memory for every stream.
    pub(super) fn scratch_bytes(&self) -> usize {
        self.scratch().into_iter().fold(self.layout.bytes(), usize::saturating_add)
    }

    /// The bytes of the scratch for a stream, piece by piece.
    fn scratch(&self) -> SmallVec<[usize; 2]> {
        match &self.form {
            Form::One(kernel) => Scratch::of_blocks(kernel.schedule.partials_bytes()).into(),
            Form::Steps(steps) => steps.scratch().collect(),
        }
    }

    /// What a plan keeps for a stream.
    fn room(&self, stream: &Stream) -> Result<Room<Answer>, Error> {
        let scratch = Scratch::new(stream, self.scratch())?;
        Ok(Room { scratch, result: Answer::new(stream.device(), self.layout)? })
    }
}

/// What a tutorial's schedule says of its launches for up to `n` elements.
fn outline(
    schedule: tutorial::TutorialReduction,
    spec: &'static ReductionSpec<'static>,
    n: usize,
    compute_units: Option<u32>,
) -> Result<Outline, Error> {
    Ok(Outline {
        steps_of: Box::new(move |n| schedule.launches(spec, n, compute_units)),
        pieces: schedule.scratch(spec, n as u64, compute_units)?,
        bins: Vec::new(),
        adds_to_result: false,
    })
}

/// A schedule with the declaration, which says how many slots have an element.
pub(super) struct Slotted {
    schedule: ReductionSchedule,
    spec: &'static ReductionSpec<'static>,
}

impl Slotted {
    /// What every block of the largest grid hands over.
    fn partials_bytes(&self) -> usize {
        self.schedule.max_grid() as usize * self.spec.partial_bytes() as usize
    }
}

impl Layout for Slotted {
    fn grid(&self, n: u64, _compute_units: Option<u32>) -> u32 {
        self.schedule.grid(self.spec.slots(n))
    }

    fn block_size(&self) -> u32 {
        self.schedule.block_size
    }
}
