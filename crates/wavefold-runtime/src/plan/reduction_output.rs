//! Where a reduction's result stays on the device until it is read.

use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::sync::Mutex;

use bytemuck::Zeroable;

use super::arguments::Arguments;
use super::{KernelResult, lock};
use crate::memory::Memory;
use crate::{Device, Error, Reduction, Stream};

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
    /// code that works on that device. It stays there until the output is dropped.
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
    reduction: PhantomData<R>,
}

/// The same on the host.
#[repr(C)]
struct HostAnswer<V> {
    value: V,
    found: u32,
}

impl<R: Reduction> Answer<R> {
    const FOUND_AT: usize = std::mem::offset_of!(HostAnswer<R::Value>, found);
    pub(super) const BYTES: usize = Self::FOUND_AT + size_of::<u32>();

    /// Empty input has no result: there is neither an identity nor an initial value.
    const MAY_BE_ABSENT: bool = R::SPEC.identity.is_none() && R::SPEC.init.is_none();

    pub(super) fn new(device: &Device) -> Result<Self, Error> {
        Ok(Self { memory: Memory::zeroed(device, Self::BYTES)?, reduction: PhantomData })
    }

    /// Stores a result that the CPU has found.
    pub(super) fn store(&mut self, value: Option<R::Value>, stream: &Stream) -> Result<(), Error> {
        let found = u32::from(value.is_some());
        self.memory.write(bytemuck::bytes_of(&value.unwrap_or_else(R::Value::zeroed)), 0, stream)?;
        self.memory.write(bytemuck::bytes_of(&found), Self::FOUND_AT, stream)?;
        self.memory.set_filled(true);
        Ok(())
    }

    /// Waits for the stream and brings the result.
    pub(super) fn read(&self, stream: &Stream) -> Result<R::Output, Error> {
        if !self.memory.is_filled() {
            return Err(Error::NothingEnqueued { name: R::SPEC.item.name });
        }
        let mut answer = MaybeUninit::<HostAnswer<R::Value>>::uninit();
        let start = answer.as_mut_ptr().cast::<u8>();
        // SAFETY: the bytes are the value's own, and are set in place, padding included, before they are seen.
        let bytes = unsafe {
            start.write_bytes(0, size_of::<HostAnswer<R::Value>>());
            std::slice::from_raw_parts_mut(start, Self::BYTES)
        };
        self.memory.read(bytes, stream)?;
        // SAFETY: every pattern of bits is a value of both fields.
        let HostAnswer { value, found } = unsafe { answer.assume_init() };
        Ok(R::output(value, !Self::MAY_BE_ABSENT || found != 0))
    }
}

impl<R: Reduction> KernelResult for Answer<R> {
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error> {
        let found = Self::MAY_BE_ABSENT.then_some((Self::FOUND_AT, size_of::<u32>()));
        arguments.add_result(&self.memory, [(0, size_of::<R::Value>())].into_iter().chain(found))
    }

    fn set_filled(&self, filled: bool) {
        self.memory.set_filled(filled);
    }
}
