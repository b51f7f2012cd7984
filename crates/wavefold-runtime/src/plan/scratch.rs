//! What a kernel needs on a stream beside its input and its result.

use smallvec::SmallVec;

use super::arguments::Arguments;
use crate::memory::Memory;
use crate::{Error, Stream};

/// What the blocks of one launch hand over to each other, and what a plan keeps with it for launches that wait.
#[derive(Debug)]
pub(super) struct Room<T> {
    pub(super) scratch: Scratch,
    pub(super) result: T,
}

/// What the blocks of a launch hand over to each other, or to those of the next. A kernel finds the count of arrivals, and
/// the totals of a histogram, at zero, and leaves them so.
#[derive(Debug)]
pub(super) struct Scratch {
    memories: SmallVec<[Memory; 2]>,
    /// The stream's faults when all of it was last known to be as a kernel leaves it.
    faults: u64,
}

impl Scratch {
    /// Pieces of so many bytes.
    pub(super) fn new(stream: &Stream, sizes: impl IntoIterator<Item = usize>) -> Result<Self, Error> {
        let (device, faults) = (stream.device(), stream.faults());
        let memories = sizes.into_iter().map(|bytes| Memory::zeroed(device, bytes)).collect::<Result<_, _>>()?;
        Ok(Self { memories, faults })
    }

    /// The sizes of what kernels of one launch take whose blocks hand over so many bytes: those, and the count of arrivals.
    pub(super) const fn of_blocks(bytes: usize) -> [usize; 2] {
        [bytes, ARRIVALS_BYTES]
    }

    /// One of its pieces.
    pub(super) fn memory(&self, piece: usize) -> Option<&Memory> {
        self.memories.get(piece)
    }

    /// Adds its pieces to a launch's arguments. A fault may have cut an earlier launch short, so after one all is zeroed.
    pub(super) fn add_arguments(&mut self, arguments: &mut Arguments<'_>) -> Result<(), Error> {
        let (stream, faults) = (arguments.stream(), arguments.stream().faults());
        if self.faults != faults {
            self.memories.iter_mut().try_for_each(|memory| memory.zero(stream))?;
            self.faults = faults;
        }
        self.memories.iter().try_for_each(|memory| arguments.add_scratch(memory))
    }
}

/// `u32 arrivals`
const ARRIVALS_BYTES: usize = size_of::<u32>();
