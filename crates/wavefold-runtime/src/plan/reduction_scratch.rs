//! What a reduction's kernel needs on a stream beside its input.

use wavefold_codegen::ReductionSchedule;

use super::Compiled;
use super::reduction_output::Answer;
use crate::memory::Memory;
use crate::{Error, Inputs, Reduction, Stream};

/// What a plan keeps for a stream: the scratch, and an answer for launches that wait.
#[derive(Debug)]
pub(super) struct Room<R: Reduction> {
    pub(super) scratch: Scratch,
    pub(super) answer: Answer<R>,
}

impl<R: Reduction> Room<R> {
    pub(super) fn new(stream: &Stream, schedule: &ReductionSchedule) -> Result<Self, Error> {
        Ok(Self { scratch: Scratch::new::<R>(stream, schedule)?, answer: Answer::new(stream.device())? })
    }

    /// Bytes of device memory that it takes.
    pub(super) fn bytes(schedule: &ReductionSchedule) -> usize {
        partials_bytes::<R>(schedule) + ARRIVALS_BYTES + Answer::<R>::BYTES
    }
}

/// What the blocks of one launch hand over to each other.
#[derive(Debug)]
pub(super) struct Scratch {
    partials: Memory,
    arrivals: Memory,
    /// The stream's faults when `arrivals` was last known to be zero.
    faults: u64,
}

impl Scratch {
    fn new<R: Reduction>(stream: &Stream, schedule: &ReductionSchedule) -> Result<Self, Error> {
        let (device, faults) = (stream.device(), stream.faults());
        Ok(Self {
            partials: Memory::zeroed(device, partials_bytes::<R>(schedule))?,
            arrivals: Memory::zeroed(device, ARRIVALS_BYTES)?,
            faults,
        })
    }

    /// Launches the kernel. A fault may have cut an earlier launch short, before it left `arrivals` zero.
    pub(super) fn enqueue<R: Reduction>(
        &mut self,
        compiled: &Compiled<ReductionSchedule>,
        views: <R::Inputs as Inputs>::Views<'_>,
        n: usize,
        answer: &mut Answer<R>,
        stream: &Stream,
    ) -> Result<(), Error> {
        let faults = stream.faults();
        if self.faults != faults {
            self.arrivals.zero(stream)?;
            self.faults = faults;
        }
        let mut arguments = compiled.begin_arguments::<R::Inputs>(views, n, stream)?;
        arguments.add_output(&self.partials, 0, self.partials.bytes())?;
        arguments.add_output(&self.arrivals, 0, self.arrivals.bytes())?;
        answer.add_arguments(&mut arguments)?;
        let schedule = &compiled.schedule;
        answer.set_filled(false);
        // SAFETY: the arguments are those of the generator, in its order, and as large as it says; scratch and answer are
        // borrowed exclusively.
        unsafe { compiled.launch(schedule.grid(n as u64), schedule.block_size, &arguments)? };
        answer.set_filled(!stream.is_capturing());
        Ok(())
    }
}

/// `u32 arrivals`
const ARRIVALS_BYTES: usize = size_of::<u32>();

/// What every block of the largest grid hands over.
fn partials_bytes<R: Reduction>(schedule: &ReductionSchedule) -> usize {
    schedule.max_grid() as usize * R::SPEC.partial_bytes() as usize
}
