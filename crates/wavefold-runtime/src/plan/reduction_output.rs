//! Where a reduction's result stays on the device until it is read.

use std::marker::PhantomData;
use std::sync::Mutex;

use super::arguments::Arguments;
use super::{KernelResult, lock};
use crate::element::{as_bytes, as_room, zeroed};
use crate::memory::Memory;
use crate::{Device, DeviceType, Error, Reduction, Stream};

/// Room on the device for the result of a reduction, filled by
/// [`enqueue`](crate::ReductionPlan::enqueue).
#[derive(Debug)]
pub struct ReductionOutput<R: Reduction> {
    device: Device,
    answer: Mutex<Answer<R>>,
}

impl<R: Reduction> ReductionOutput<R> {
    pub(super) fn new(device: &Device) -> Result<Self, Error> {
        Ok(Self { device: device.clone(), answer: Mutex::new(Answer::new(device)?) })
    }

    /// Waits for the work in the stream and gives the result.
    ///
    /// # Errors
    /// When nothing was enqueued, the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<R::Output, Error> {
        self.device.check_owns("stream", stream.device())?;
        lock(&self.answer).read(stream)
    }

    /// Where the result will lie in the device's memory when the work enqueued into this output is done, for other
    /// code that works on that device. It stays there until the output is dropped, and lies as
    /// [`DeviceType::TYPE`](crate::DeviceType::TYPE) says: a tuple as C lays out a struct, not as Rust does.
    pub fn as_raw(&self) -> *mut R::Value {
        lock(&self.answer).memory.pointer().0.as_ptr().cast()
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn answer(&self) -> &Mutex<Answer<R>> {
        &self.answer
    }
}

/// What a kernel writes, in one piece of memory so that one copy brings it: the value, then whether there is one.
#[derive(Debug)]
pub(super) struct Answer<R> {
    memory: Memory,
    /// Room for the same on the host, so that reading allocates nothing.
    host: Vec<u8>,
    reduction: PhantomData<R>,
}

impl<R: Reduction> Answer<R> {
    const VALUE_BYTES: usize = <R::Value as DeviceType>::TYPE.size() as usize;
    const FOUND_AT: usize = Self::VALUE_BYTES.next_multiple_of(align_of::<u32>());
    pub(super) const BYTES: usize = Self::FOUND_AT + size_of::<u32>();

    /// Empty input has no result: there is neither an identity nor an initial value.
    const MAY_BE_ABSENT: bool = R::SPEC.identity.is_none() && R::SPEC.init.is_none();

    pub(super) fn new(device: &Device) -> Result<Self, Error> {
        let memory = Memory::zeroed(device, Self::BYTES)?;
        Ok(Self { memory, host: vec![0; Self::BYTES], reduction: PhantomData })
    }

    /// Stores a result that the CPU has found.
    pub(super) fn store(&mut self, value: Option<R::Value>, stream: &Stream) -> Result<(), Error> {
        let found = u32::from(value.is_some());
        value.unwrap_or_else(zeroed).write(&mut self.host[..Self::VALUE_BYTES]);
        self.host[Self::FOUND_AT..].copy_from_slice(&found.to_ne_bytes());
        self.memory.write(as_bytes(&self.host), 0, stream)?;
        self.memory.set_filled(true);
        Ok(())
    }

    /// Waits for the stream and brings the result.
    pub(super) fn read(&mut self, stream: &Stream) -> Result<R::Output, Error> {
        if !self.memory.is_filled() {
            return Err(Error::NothingEnqueued { name: R::SPEC.item.name });
        }
        // SAFETY: the memory was zeroed when it was made.
        self.memory.read(unsafe { as_room(&mut self.host) }, stream)?;
        let found = self.host[Self::FOUND_AT..].iter().any(|&byte| byte != 0);
        // SAFETY: a kernel made of `R::SPEC`, whose output is of this type, or `store` has left a value there, or nobody
        // has, and zeros are one.
        let value = unsafe { R::Value::read(self.host.as_ptr()) };
        Ok(R::output(value, !Self::MAY_BE_ABSENT || found))
    }
}

impl<R: Reduction> KernelResult for Answer<R> {
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error> {
        let found = Self::MAY_BE_ABSENT.then_some((Self::FOUND_AT, size_of::<u32>()));
        arguments.add_result(&self.memory, [(0, Self::VALUE_BYTES)].into_iter().chain(found))
    }

    fn set_filled(&self, filled: bool) {
        self.memory.set_filled(filled);
    }
}
