//! What a kernel needs on a stream beside its input and its result.

use super::arguments::Arguments;
use crate::memory::Memory;
use crate::{Error, Stream};

/// What the blocks of one launch hand over to each other, and what a plan keeps with it for launches that wait.
#[derive(Debug)]
pub(super) struct Room<T> {
    pub(super) scratch: Scratch,
    pub(super) result: T,
}

/// What the blocks of one launch hand over to each other. A kernel finds the count of arrivals, and the totals of a
/// histogram, at zero, and leaves them so.
#[derive(Debug)]
pub(super) struct Scratch {
    memory: Option<ScratchMemory>,
}

#[derive(Debug)]
struct ScratchMemory {
    shared: Memory,
    arrivals: Memory,
    /// The stream's faults when both were last known to be as a kernel leaves them.
    faults: u64,
}

impl Scratch {
    /// For kernels that hand over so many bytes, besides the count of arrivals.
    pub(super) fn new(stream: &Stream, bytes: usize) -> Result<Self, Error> {
        let (device, faults) = (stream.device(), stream.faults());
        let (shared, arrivals) = (Memory::zeroed(device, bytes)?, Memory::zeroed(device, ARRIVALS_BYTES)?);
        Ok(Self { memory: Some(ScratchMemory { shared, arrivals, faults }) })
    }

    /// For kernels whose blocks hand nothing over.
    pub(super) const fn none() -> Self {
        Self { memory: None }
    }

    /// Bytes of device memory that it takes.
    pub(super) const fn bytes(shared: usize) -> usize {
        shared + ARRIVALS_BYTES
    }

    /// Adds it to a launch's arguments. A fault may have cut an earlier launch short, so after one all is zeroed.
    pub(super) fn add_arguments(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Error> {
        let Some(memory) = &mut self.memory else { return Ok(()) };
        let (stream, faults) = (arguments.stream(), arguments.stream().faults());
        if memory.faults != faults {
            memory.shared.zero(stream)?;
            memory.arrivals.zero(stream)?;
            memory.faults = faults;
        }
        arguments.add_scratch(&memory.shared)?;
        arguments.add_scratch(&memory.arrivals)
    }
}

/// `u32 arrivals`
const ARRIVALS_BYTES: usize = size_of::<u32>();
