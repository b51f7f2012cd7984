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
    /// Laid out for `R`.
    answer: Mutex<Answer>,
    reduction: PhantomData<R>,
}

impl<R: Reduction> ReductionOutput<R> {
    pub(super) fn new(device: &Device) -> Result<Self, Error> {
        let answer = Mutex::new(Answer::new(device, const { AnswerLayout::of::<R>() })?);
        Ok(Self { device: device.clone(), answer, reduction: PhantomData })
    }

    /// Waits for the work in the stream and gives the result.
    ///
    /// # Errors
    /// When nothing was enqueued, the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<R::Output, Error> {
        self.device.check_owns("stream", stream.device())?;
        let mut answer = lock(&self.answer);
        answer.fetch(stream)?;
        // SAFETY: the answer is laid out for `R`, and only its kernels and `store` fill it.
        Ok(unsafe { answer.output::<R>() })
    }

    /// Where the result will lie in the device's memory when the work enqueued into this output is done, for other
    /// code that works on that device. It stays there until the output is dropped, and lies as
    /// [`DeviceType::TYPE`](crate::DeviceType::TYPE) says: a tuple as C lays out a struct, not as Rust does.
    pub fn as_raw(&self) -> *mut R::Value {
        lock(&self.answer).memory.pointer().0.as_ptr().cast()
    }

    /// Stores a result that the CPU has found.
    pub(super) fn store(&self, value: Option<R::Value>, stream: &Stream) -> Result<(), Error> {
        let mut answer = lock(&self.answer);
        value.unwrap_or_else(zeroed).write(answer.value());
        answer.store(value.is_some(), stream)
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn answer(&self) -> &Mutex<Answer> {
        &self.answer
    }
}

/// How an answer lies in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct AnswerLayout {
    name: &'static str,
    value_bytes: usize,
    /// Empty input has no result: there is neither an identity nor an initial value.
    may_be_absent: bool,
}

impl AnswerLayout {
    pub(super) const fn of<R: Reduction>() -> Self {
        Self {
            name: R::SPEC.item.name,
            value_bytes: <R::Value as DeviceType>::TYPE.size() as usize,
            may_be_absent: R::SPEC.identity.is_none() && R::SPEC.init.is_none(),
        }
    }

    const fn found_at(self) -> usize {
        self.value_bytes.next_multiple_of(align_of::<u32>())
    }

    pub(super) const fn bytes(self) -> usize {
        self.found_at() + size_of::<u32>()
    }
}

/// What a kernel writes, in one piece of memory so that one copy brings it: the value, then whether there is one.
#[derive(Debug)]
pub(super) struct Answer {
    layout: AnswerLayout,
    memory: Memory,
    /// Room for the same on the host, so that reading allocates nothing.
    host: Vec<u8>,
}

impl Answer {
    pub(super) fn new(device: &Device, layout: AnswerLayout) -> Result<Self, Error> {
        Ok(Self { layout, memory: Memory::zeroed(device, layout.bytes())?, host: vec![0; layout.bytes()] })
    }

    /// The value on the host.
    fn value(&mut self) -> &mut [u8] {
        &mut self.host[..self.layout.value_bytes]
    }

    /// Stores the value on the host.
    fn store(&mut self, found: bool, stream: &Stream) -> Result<(), Error> {
        self.host[self.layout.found_at()..].copy_from_slice(&u32::from(found).to_ne_bytes());
        self.memory.write(as_bytes(&self.host), 0, stream)?;
        self.memory.set_filled(true);
        Ok(())
    }

    /// Waits for the stream and brings the value to the host.
    pub(super) fn fetch(&mut self, stream: &Stream) -> Result<(), Error> {
        if !self.memory.is_filled() {
            return Err(Error::NothingEnqueued { name: self.layout.name });
        }
        // SAFETY: the memory was zeroed when it was made.
        self.memory.read(unsafe { as_room(&mut self.host) }, stream)
    }

    /// The result on the host.
    ///
    /// # Safety
    /// The layout is that of `R`. What has filled the answer has left a value of this reduction's there.
    pub(super) unsafe fn output<R: Reduction>(&self) -> R::Output {
        // SAFETY: the caller promises a value; where nobody has left one there are zeros, which are one.
        let value = unsafe { R::Value::read(self.host.as_ptr()) };
        R::output(value, self.is_found())
    }

    fn is_found(&self) -> bool {
        !self.layout.may_be_absent || self.host[self.layout.found_at()..].iter().any(|&byte| byte != 0)
    }
}

impl KernelResult for Answer {
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error> {
        let found = self.layout.may_be_absent.then_some((self.layout.found_at(), size_of::<u32>()));
        arguments.add_result(&self.memory, [(0, self.layout.value_bytes)].into_iter().chain(found))
    }

    fn set_filled(&self, filled: bool) {
        self.memory.set_filled(filled);
    }
}
