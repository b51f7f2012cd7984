//! How a reduction runs on its device.

use std::marker::PhantomData;

use wavefold_codegen::{GenerateError, KernelText, ReductionSchedule, WarpSize};

use super::per_stream::PerStream;
use super::reduction::output;
use super::reduction_output::{Answer, ReductionOutput};
use super::scratch::{Room, Scratch};
use super::{Compiled, Layout, Portion, lock};
use crate::{Device, Error, Inputs, Parameter, Reduction, Stream, cpu};

/// A reduction on one device, whatever its input.
pub(super) enum Engine<R: Reduction> {
    /// The Rust face, which needs no scratch.
    Native,
    /// Kernel text, with scratch for every stream, and an answer for launches that wait.
    Kernel { compiled: Compiled<Slotted<R>>, rooms: PerStream<Room<Answer<R>>> },
}

impl<R: Reduction> Engine<R> {
    /// Compiles, where the device needs that. `parameters` have been checked.
    pub(super) fn new(
        device: &Device,
        parameters: &[Parameter],
        schedule: impl FnOnce(WarpSize) -> Result<ReductionSchedule, Error>,
        text: impl FnOnce(&ReductionSchedule) -> Result<KernelText, GenerateError>,
    ) -> Result<Self, Error> {
        let Some(jit) = device.jit() else { return Ok(Self::Native) };
        let schedule = schedule(jit.warp_size())?;
        let text = text(&schedule)?;
        let schedule = Slotted { schedule, reduction: PhantomData };
        let compiled = Compiled::new(device, jit, text, schedule, parameters)?;
        Ok(Self::Kernel { compiled, rooms: PerStream::new() })
    }

    /// Reduces and waits for the result.
    pub(super) fn launch(
        &self,
        reduction: &R,
        portion: Portion<'_, R::Inputs>,
        stream: &Stream,
    ) -> Result<R::Output, Error> {
        match self {
            Self::Native => Ok(output::<R>(reduce_native(reduction, portion))),
            Self::Kernel { compiled, rooms } => {
                let _working = stream.work_at_once("launch")?;
                let room = rooms.of(stream, || room(stream, &compiled.schedule))?;
                let Room { scratch, result } = &mut *lock(&room);
                // SAFETY: as in `enqueue`.
                unsafe { compiled.enqueue(portion, scratch, result, stream)? };
                result.read(stream)
            }
        }
    }

    /// Reduces in stream order into `output`, which is of the same device.
    pub(super) fn enqueue(
        &self,
        reduction: &R,
        portion: Portion<'_, R::Inputs>,
        output: &ReductionOutput<R>,
        stream: &Stream,
    ) -> Result<(), Error> {
        match self {
            Self::Native => {
                // Not locked meanwhile: the thread may run other work of the rayon pool that needs the output.
                let value = reduce_native(reduction, portion);
                lock(output.answer()).store(value, stream)
            }
            Self::Kernel { compiled, rooms } => {
                let _working = stream.work();
                let room = rooms.of(stream, || room(stream, &compiled.schedule))?;
                let (mut room, answer) = (lock(&room), lock(output.answer()));
                // SAFETY: the text is made of `R::SPEC`, and so are the types and the size of the scratch.
                unsafe { compiled.enqueue(portion, &mut room.scratch, &*answer, stream) }
            }
        }
    }

    /// The kernel text; `None` on the CPU.
    pub(super) fn source(&self) -> Option<&str> {
        match self {
            Self::Native => None,
            Self::Kernel { compiled, .. } => Some(&compiled.text.source),
        }
    }

    /// The schedule; `None` on the CPU.
    pub(super) fn schedule(&self) -> Option<&ReductionSchedule> {
        match self {
            Self::Native => None,
            Self::Kernel { compiled, .. } => Some(&compiled.schedule.schedule),
        }
    }

    /// Bytes of device memory for every stream.
    pub(super) fn scratch_bytes(&self) -> usize {
        match self {
            Self::Native => 0,
            Self::Kernel { compiled, .. } => {
                Scratch::bytes(compiled.schedule.partials_bytes()) + Answer::<R>::BYTES
            }
        }
    }
}

/// A schedule with the declaration, which says how many slots have an element.
pub(super) struct Slotted<R> {
    schedule: ReductionSchedule,
    reduction: PhantomData<R>,
}

impl<R: Reduction> Slotted<R> {
    /// What every block of the largest grid hands over.
    fn partials_bytes(&self) -> usize {
        self.schedule.max_grid() as usize * R::SPEC.partial_bytes() as usize
    }
}

impl<R: Reduction> Layout for Slotted<R> {
    fn grid(&self, n: u64, _compute_units: Option<u32>) -> u32 {
        self.schedule.grid(R::SPEC.slots(n))
    }

    fn block_size(&self) -> u32 {
        self.schedule.block_size
    }
}

fn reduce_native<R: Reduction>(reduction: &R, portion: Portion<'_, R::Inputs>) -> Option<R::Value> {
    // SAFETY: only a device without kernels has this engine, and the views were checked to be of it.
    cpu::reduce(reduction, unsafe { R::Inputs::on_host(portion.views) }, portion.n)
}

/// What a plan keeps for a stream.
fn room<R: Reduction>(stream: &Stream, schedule: &Slotted<R>) -> Result<Room<Answer<R>>, Error> {
    let scratch = Scratch::new(stream, schedule.partials_bytes())?;
    Ok(Room { scratch, result: Answer::new(stream.device())? })
}
