//! The kernel of a reduction, compiled and ready to launch. Nothing here depends on the declaration's types.

use std::sync::Mutex;

use wavefold_codegen::{Constant, GenerateError, KernelText, ReductionSchedule, ReductionSpec};

use super::per_stream::PerStream;
use super::reduction_output::{Answer, AnswerLayout};
use super::scratch::{Room, Scratch};
use super::{Compiled, ErasedPortion, Layout, check_warp_size, lock};
use crate::agreement::check_reduction;
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

/// Kernel text, with scratch for every stream, and an answer for launches that wait.
pub(super) struct ReductionKernel {
    compiled: Compiled<Slotted>,
    layout: AnswerLayout,
    rooms: PerStream<Room<Answer>>,
}

impl ReductionKernel {
    /// Compiles, where the device needs that; without a schedule of the caller's with the documented one.
    pub(super) fn new(
        device: &Device,
        declared: &Declared,
        schedule: Option<ReductionSchedule>,
        text: TextOf,
        layout: AnswerLayout,
    ) -> Result<Option<Box<Self>>, Error> {
        let Some(jit) = device.jit() else { return Ok(None) };
        let Declared { spec, constants, parameters } = declared;
        let schedule = match schedule {
            None => ReductionSchedule::documented(spec, jit.warp_size())?,
            Some(schedule) => {
                check_warp_size(spec.item.name, device, jit.warp_size(), schedule.warp_size)?;
                schedule.check(spec)?;
                schedule
            }
        };
        let text = text(spec, &constants(), &schedule)?;
        let compiled = Compiled::new(device, jit, text, Slotted { schedule, spec }, parameters)?;
        Ok(Some(Box::new(Self { compiled, layout, rooms: PerStream::new() })))
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
        unsafe { self.compiled.enqueue(portion, scratch, result, stream)? };
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
        unsafe { self.compiled.enqueue(portion, &mut room.scratch, &*answer, stream) }
    }

    /// The kernel text.
    pub(super) fn source(&self) -> &str {
        &self.compiled.text.source
    }

    /// The schedule.
    pub(super) fn schedule(&self) -> &ReductionSchedule {
        &self.compiled.schedule.schedule
    }

    /// Bytes of device memory for every stream.
    pub(super) fn scratch_bytes(&self) -> usize {
        Scratch::bytes(self.compiled.schedule.partials_bytes()) + self.layout.bytes()
    }

    /// What a plan keeps for a stream.
    fn room(&self, stream: &Stream) -> Result<Room<Answer>, Error> {
        let scratch = Scratch::new(stream, self.compiled.schedule.partials_bytes())?;
        Ok(Room { scratch, result: Answer::new(stream.device(), self.layout)? })
    }
}

/// A schedule with the declaration, which says how many slots have an element.
struct Slotted {
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
