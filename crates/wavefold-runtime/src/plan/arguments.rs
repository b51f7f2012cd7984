//! The arguments of a launch.

use smallvec::SmallVec;

use crate::backend::{Argument, ByValue};
use crate::buffer::ErasedSlice;
use crate::memory::Memory;
use crate::uses::Access;
use crate::{Error, Stream};

/// The arguments of one launch, in the order of the text. Memory is ordered after the work of other streams as it is
/// added. No allocation up to 16 of them.
pub(super) struct Arguments<'s> {
    list: SmallVec<[Argument; 16]>,
    stream: &'s Stream,
}

impl<'s> Arguments<'s> {
    pub(super) fn new(stream: &'s Stream) -> Self {
        Self { list: SmallVec::new(), stream }
    }

    /// Elements that the kernel reads.
    pub(super) fn add_input(&mut self, view: ErasedSlice<'_>) -> Result<(), Error> {
        self.stream.order(view.memory().allocation(), Access::Read)?;
        self.list.push(view.argument());
        Ok(())
    }

    /// `bytes` bytes of memory from `offset` on, which the kernel writes.
    pub(super) fn add_output(&mut self, memory: &Memory, offset: usize, bytes: usize) -> Result<(), Error> {
        debug_assert!(offset + bytes <= memory.bytes(), "the part lies within the memory");
        self.stream.order(memory.allocation(), Access::Write)?;
        // SAFETY: the part lies within the memory.
        let pointer = unsafe { memory.pointer().add(offset) };
        self.list.push(Argument::Memory { pointer, bytes, writable: true });
        Ok(())
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
