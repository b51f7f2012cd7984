//! The arguments of a launch.

use std::sync::MutexGuard;

use smallvec::SmallVec;

use crate::backend::{Argument, ByValue};
use crate::buffer::ErasedSlice;
use crate::memory::Memory;
use crate::stream::{Access, Uses};
use crate::{Error, Stream};

/// The arguments of one launch, in the order of the text. Memory is ordered after the work of other streams as it is
/// added. No allocation up to 16 of them.
pub(super) struct Arguments<'s> {
    list: SmallVec<[Argument; 16]>,
    stream: &'s Stream,
    result: Option<MutexGuard<'s, Uses>>,
}

impl<'s> Arguments<'s> {
    pub(super) fn new(stream: &'s Stream) -> Self {
        Self { list: SmallVec::new(), stream, result: None }
    }

    /// Elements that the kernel reads. They stay borrowed until it is enqueued, so that nobody writes there.
    pub(super) fn add_input(&mut self, view: &ErasedSlice<'_>) -> Result<(), Error> {
        drop(self.stream.order(view.memory().allocation(), Access::Read)?);
        self.list.push(view.argument());
        Ok(())
    }

    /// Memory that the kernel writes and that nobody else uses until it is enqueued.
    pub(super) fn add_scratch(&mut self, memory: &Memory) -> Result<(), Error> {
        drop(self.stream.order(memory.allocation(), Access::Write)?);
        self.add_part(memory, 0, memory.bytes());
        Ok(())
    }

    /// A value, or memory that nobody writes.
    pub(super) fn add_constant(&mut self, argument: Argument) {
        self.list.push(argument);
    }

    /// Parts of the memory of the result, as offsets and bytes, which the kernel writes. Graphs may write there too: none
    /// is ordered before or after the kernel until these arguments go. They come last, because who waits for a graph's
    /// memory may hold no other.
    pub(super) fn add_result(
        &mut self,
        memory: &'s Memory,
        parts: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<(), Error> {
        self.result = self.stream.order(memory.allocation(), Access::Write)?;
        parts.into_iter().for_each(|(offset, bytes)| self.add_part(memory, offset, bytes));
        Ok(())
    }

    fn add_part(&mut self, memory: &Memory, offset: usize, bytes: usize) {
        debug_assert!(offset + bytes <= memory.bytes(), "the part lies within the memory");
        // SAFETY: the part lies within the memory.
        let pointer = unsafe { memory.pointer().add(offset) };
        self.list.push(Argument::Memory { pointer, bytes, writable: true });
    }

    /// Sets the result, which was added last and is in one part, to zero before the kernel, in stream order.
    pub(super) fn zero_result(&self) -> Result<(), Error> {
        let Some(&Argument::Memory { pointer, bytes, writable: true }) = self.list.last() else { return Ok(()) };
        let backend = self.stream.device().backend();
        // SAFETY: the memory of the result holds so many bytes; a `Stream` is open, and was ordered after other streams'
        // work on the result when it was added.
        self.stream.watch(unsafe { backend.zero(pointer, bytes, self.stream.handle()) })
    }

    /// A value.
    pub(super) fn add_value(&mut self, value: ByValue) {
        self.list.push(Argument::Value(value));
    }

    pub(super) fn as_slice(&self) -> &[Argument] {
        &self.list
    }

    pub(super) fn stream(&self) -> &'s Stream {
        self.stream
    }
}
