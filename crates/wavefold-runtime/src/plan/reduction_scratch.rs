//! What a reduction's kernel needs on a stream beside its input.

use wavefold_codegen::ReductionSchedule;

use super::Compiled;
use super::reduction_output::Answer;
use crate::backend::{Argument, Launch};
use crate::memory::Memory;
use crate::{Device, Error, Inputs, Reduction, Stream};

/// What a plan keeps for a stream: the scratch, and an answer for launches that wait.
#[derive(Debug)]
pub(super) struct Room<R: Reduction> {
    pub(super) scratch: Scratch,
    pub(super) answer: Answer<R>,
}

impl<R: Reduction> Room<R> {
    pub(super) fn new(device: &Device, schedule: &ReductionSchedule) -> Result<Self, Error> {
        Ok(Self { scratch: Scratch::new::<R>(device, schedule)?, answer: Answer::new(device)? })
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
    /// The stream's faults when `arrivals` was last known to be zero; unknown at first.
    faults: Option<u64>,
    /// Kept so that a launch does not allocate.
    arguments: Vec<Argument>,
}

impl Scratch {
    fn new<R: Reduction>(device: &Device, schedule: &ReductionSchedule) -> Result<Self, Error> {
        Ok(Self {
            partials: Memory::zeroed(device, partials_bytes::<R>(schedule))?,
            arrivals: Memory::zeroed(device, ARRIVALS_BYTES)?,
            faults: None,
            arguments: Vec::new(),
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
        if self.faults != Some(stream.faults()) {
            self.arrivals.zero(stream)?;
            self.faults = Some(stream.faults());
        }
        compiled.begin_arguments::<R::Inputs>(&mut self.arguments, views, n);
        self.arguments.push(self.partials.writable(0, self.partials.bytes()));
        self.arguments.push(self.arrivals.writable(0, self.arrivals.bytes()));
        answer.add_arguments(&mut self.arguments);
        let launch = Launch {
            grid: compiled.schedule.grid(n as u64),
            block: compiled.schedule.block_size,
            arguments: &self.arguments,
        };
        answer.set_enqueued(false);
        // SAFETY: the arguments are those of the generator, in its order, and as large as it says; the inputs
        // are borrowed and only read, scratch and answer are borrowed exclusively; the intake has checked that
        // all of them and the stream belong to the kernel's device.
        stream.watch(unsafe { compiled.kernel.launch(launch, stream.handle()) })?;
        answer.set_enqueued(true);
        Ok(())
    }
}

/// `u32 arrivals`
const ARRIVALS_BYTES: usize = size_of::<u32>();

/// What every block of the largest grid hands over.
fn partials_bytes<R: Reduction>(schedule: &ReductionSchedule) -> usize {
    schedule.max_grid() as usize * R::SPEC.partial_bytes() as usize
}
