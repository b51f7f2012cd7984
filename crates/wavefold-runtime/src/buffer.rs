//! Buffers: arrays in device memory, and views of them.

use std::any::Any;
use std::marker::PhantomData;
use std::ops::{Bound, RangeBounds};
use std::ptr::NonNull;
use std::sync::Arc;

use crate::backend::{Argument, DevicePointer};
use crate::element::{as_bytes, read_elements};
use crate::memory::{Memory, Owner};
use crate::{Device, Element, Error, Stream};

/// An array in the memory of a device, given back when it is dropped.
#[derive(Debug)]
pub struct Buffer<T: Element> {
    memory: Memory,
    len: usize,
    element: PhantomData<T>,
}

impl<T: Element> Buffer<T> {
    pub(crate) fn upload(device: &Device, values: &[T]) -> Result<Self, Error> {
        let memory = Memory::upload(device, as_bytes(values))?;
        Ok(Self::of(memory, values.len()))
    }

    pub(crate) fn zeroed(device: &Device, len: usize) -> Result<Self, Error> {
        let bytes = len.checked_mul(size_of::<T>()).ok_or_else(|| Error::OutOfMemory {
            device: device.name().into(),
            bytes: usize::MAX,
            free: None,
        })?;
        Ok(Self { memory: Memory::zeroed(device, bytes)?, len, element: PhantomData })
    }

    /// Memory that somebody else owns, as a buffer: nothing is copied, and dropping the buffer frees nothing, but waits
    /// for the work on it.
    ///
    /// # Safety
    /// The device can read and write `len` initialised elements at `pointer` for as long as the buffer, and graphs that
    /// use it, live. Work of others on that memory does not overlap with work of this library on it: wait for a stream
    /// with [`Stream::synchronize`] before others write, and for others before a launch.
    ///
    /// # Errors
    /// When the pointer is null or not aligned for an element.
    pub unsafe fn from_raw(device: &Device, pointer: *mut T, len: usize) -> Result<Self, Error> {
        // SAFETY: passed on.
        unsafe { Self::lent(device, pointer, len, None) }
    }

    /// As [`from_raw`](Self::from_raw), of memory that lives for as long as `owner`, which the buffer keeps.
    ///
    /// # Safety
    /// As for [`from_raw`](Self::from_raw), except that the memory need not outlive `owner`.
    ///
    /// # Errors
    /// As [`from_raw`](Self::from_raw).
    pub unsafe fn from_raw_owned(
        device: &Device,
        pointer: *mut T,
        len: usize,
        owner: impl Any + Send + Sync,
    ) -> Result<Self, Error> {
        // SAFETY: passed on.
        unsafe { Self::lent(device, pointer, len, Some(Arc::new(owner))) }
    }

    unsafe fn lent(
        device: &Device,
        pointer: *mut T,
        len: usize,
        owner: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Result<Self, Error> {
        let refused = Error::BadPointer { address: pointer.addr(), alignment: align_of::<T>() };
        let pointer = NonNull::new(pointer).filter(|pointer| pointer.is_aligned()).ok_or(refused)?;
        let bytes = bytes::<T>(device, len)?;
        // SAFETY: the caller promises the memory.
        Ok(Self::of(unsafe { Memory::lent(device, DevicePointer(pointer.cast()), bytes, owner) }, len))
    }

    /// Memory that holds `len` initialised elements.
    pub(crate) fn of(memory: Memory, len: usize) -> Self {
        assert!(memory.bytes() == len * size_of::<T>(), "so many elements");
        Self { memory, len, element: PhantomData }
    }

    /// The device it belongs to.
    pub fn device(&self) -> &Device {
        self.memory.device()
    }

    /// Its address in the device's memory, for other code that works on that device. Only the CPU's and the emulator's
    /// can be followed on the host.
    pub fn as_raw(&self) -> *mut T {
        self.memory.pointer().0.as_ptr().cast()
    }

    pub(crate) fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Leaves the memory to the caller, unless a graph uses it.
    pub(crate) fn leave(self) -> Result<Owner, Self> {
        let Self { memory, len, element } = self;
        memory.leave().map_err(|memory| Self { memory, len, element })
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All of it as a view.
    pub fn view(&self) -> BufferSlice<'_, T> {
        BufferSlice { buffer: self, start: 0, len: self.len }
    }

    /// The elements of a range as a view. Any offset is allowed and gives the same bits.
    ///
    /// # Errors
    /// When the range is reversed or reaches beyond the end.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<BufferSlice<'_, T>, Error> {
        self.view().slice(range)
    }

    /// Overwrites all elements, in stream order; `values` may be reused when it returns.
    ///
    /// # Errors
    /// When there are more or fewer values than elements, or the stream belongs to another device.
    pub fn write(&mut self, values: &[T], stream: &Stream) -> Result<(), Error> {
        if values.len() != self.len {
            return Err(Error::LengthMismatch { len: self.len, given: values.len() });
        }
        self.device().check_owns("stream", stream.device())?;
        self.write_front(values, stream)
    }

    /// Overwrites the first elements, in stream order; there are at least as many, and the stream is of their device.
    pub(crate) fn write_front(&mut self, values: &[T], stream: &Stream) -> Result<(), Error> {
        self.memory.write(as_bytes(values), 0, stream)
    }

    /// Waits for the work in the stream and copies the elements to the host.
    ///
    /// # Errors
    /// When the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<Vec<T>, Error> {
        self.view().read(stream)
    }

    /// Copies the elements to the host.
    ///
    /// # Errors
    /// When the device cannot.
    pub fn to_vec(&self) -> Result<Vec<T>, Error> {
        self.read(&self.device().stream()?)
    }
}

/// The size of `len` elements; more than an address space holds is more than a device has.
fn bytes<T>(device: &Device, len: usize) -> Result<usize, Error> {
    len.checked_mul(size_of::<T>()).ok_or_else(|| Error::OutOfMemory {
        device: device.name().into(),
        bytes: usize::MAX,
        free: device.backend().free_memory(),
    })
}

/// Neighbouring elements of a buffer.
#[derive(Debug)]
pub struct BufferSlice<'a, T: Element> {
    buffer: &'a Buffer<T>,
    start: usize,
    len: usize,
}

impl<T: Element> Clone for BufferSlice<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Element> Copy for BufferSlice<'_, T> {}

impl<'a, T: Element> BufferSlice<'a, T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has no element.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The first `len` elements, of at least as many.
    pub(crate) fn front(self, len: usize) -> Self {
        assert!(len <= self.len, "the front is a part");
        Self { len, ..self }
    }

    /// The elements of a range within this one.
    ///
    /// # Errors
    /// When the range is reversed or reaches beyond the end.
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Result<Self, Error> {
        let start = match range.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => self.len,
        };
        if start > end || end > self.len {
            return Err(Error::SliceOutOfRange { start, end, len: self.len });
        }
        Ok(Self { buffer: self.buffer, start: self.start + start, len: end - start })
    }

    /// Waits for the work in the stream and copies the elements to the host.
    ///
    /// # Errors
    /// When the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<Vec<T>, Error> {
        self.buffer.device().check_owns("stream", stream.device())?;
        let (memory, offset) = (&self.buffer.memory, self.start * size_of::<T>());
        // SAFETY: the memory holds elements since it was made, and all of them are copied.
        unsafe {
            read_elements(Vec::with_capacity(self.len), self.len, |to| memory.read_shared(to, offset, stream))
        }
    }

    pub(crate) fn erased(self) -> ErasedSlice<'a> {
        ErasedSlice {
            memory: &self.buffer.memory,
            offset: self.start * size_of::<T>(),
            bytes: self.len * size_of::<T>(),
            len: self.len,
        }
    }

    /// The elements, where device memory is host memory.
    ///
    /// # Safety
    /// The device is the CPU.
    pub(crate) unsafe fn on_host(self) -> &'a [T] {
        // SAFETY: the elements are initialised, aligned (to 256, then by whole elements) and within the
        // allocation; nothing writes them while the buffer is borrowed, because `write` borrows it exclusively
        // and kernels get inputs to read only.
        unsafe {
            let first = self.buffer.memory.pointer().0.cast::<T>().add(self.start);
            std::slice::from_raw_parts(first.as_ptr(), self.len)
        }
    }
}

/// A view without its element type: what a launch needs of it.
#[derive(Clone, Copy, Debug)]
pub struct ErasedSlice<'a> {
    memory: &'a Memory,
    offset: usize,
    bytes: usize,
    len: usize,
}

impl<'a> ErasedSlice<'a> {
    pub(crate) fn memory(&self) -> &'a Memory {
        self.memory
    }

    pub(crate) fn device(&self) -> &Device {
        self.memory.device()
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The elements as an argument that the kernel reads.
    pub(crate) fn argument(&self) -> Argument {
        // SAFETY: a view lies within its buffer.
        let pointer = unsafe { self.memory.pointer().add(self.offset) };
        Argument::Memory { pointer, bytes: self.bytes, writable: false }
    }
}
