//! Memory of a device: allocated here or lent by somebody else, and never used by two streams at once.

use std::any::Any;
use std::fmt;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::backend::{DevicePointer, StreamHandle};
use crate::stream::{Access, Uses};
use crate::{Device, Error, Stream};

/// Device memory that keeps its device alive. Empty memory has an address too.
#[derive(Debug)]
pub(crate) struct Memory {
    allocation: Arc<Allocation>,
}

/// What a [`Memory`] shares with the graphs that use it.
pub(crate) struct Allocation {
    device: Device,
    pointer: DevicePointer,
    bytes: usize,
    owner: Owner,
    uses: Mutex<Uses>,
    /// Whether the work that it was made for has been enqueued.
    filled: AtomicBool,
}

/// Who gives the memory back.
pub(crate) enum Owner {
    /// We do, to the device that gave it.
    Device,
    /// Somebody else, who does so no earlier than this is dropped.
    Lender(Option<Arc<dyn Any + Send + Sync>>),
    /// Somebody else, who has it back when a call returns: no graph can use it.
    Borrowed,
}

impl Memory {
    /// Memory filled with zeros.
    pub(crate) fn zeroed(device: &Device, bytes: usize) -> Result<Self, Error> {
        let memory = Self::uninitialised(device, bytes)?;
        // SAFETY: the memory is ours and holds so many bytes; the default stream is always open.
        unsafe { device.backend().zero(memory.pointer(), bytes, StreamHandle::DEFAULT)? };
        Ok(memory)
    }

    /// Memory filled with these bytes.
    pub(crate) fn upload(device: &Device, bytes: &[MaybeUninit<u8>]) -> Result<Self, Error> {
        let memory = Self::uninitialised(device, bytes.len())?;
        // SAFETY: as in `zeroed`.
        unsafe { device.backend().write(memory.pointer(), bytes, StreamHandle::DEFAULT)? };
        Ok(memory)
    }

    fn uninitialised(device: &Device, bytes: usize) -> Result<Self, Error> {
        let pointer = device.backend().allocate(bytes)?;
        Ok(Self::new(device, pointer, bytes, Owner::Device))
    }

    /// Memory of somebody else's.
    ///
    /// # Safety
    /// The device can read and write so many initialised bytes there until the memory and all graphs that use it are
    /// dropped, which `keeps_alive` may see to; whoever else uses them waits, or makes a stream wait, for that.
    pub(crate) unsafe fn lent(
        device: &Device,
        pointer: DevicePointer,
        bytes: usize,
        keeps_alive: Option<Arc<dyn Any + Send + Sync>>,
    ) -> Self {
        Self::new(device, pointer, bytes, Owner::Lender(keeps_alive))
    }

    /// Memory of somebody else's for the time of a call.
    ///
    /// # Safety
    /// As for [`lent`](Self::lent), without the graphs.
    pub(crate) unsafe fn borrowed(device: &Device, pointer: DevicePointer, bytes: usize) -> Self {
        Self::new(device, pointer, bytes, Owner::Borrowed)
    }

    /// Leaves the memory to the caller, after the work on it: it is not given back any more. Fails where a graph uses it.
    pub(crate) fn leave(self) -> Result<Owner, Self> {
        let mut allocation = Arc::try_unwrap(self.allocation).map_err(|allocation| Self { allocation })?;
        Ok(std::mem::replace(&mut allocation.owner, Owner::Lender(None)))
    }

    fn new(device: &Device, pointer: DevicePointer, bytes: usize, owner: Owner) -> Self {
        let (device, uses, filled) = (device.clone(), Mutex::default(), AtomicBool::new(false));
        Self { allocation: Arc::new(Allocation { device, pointer, bytes, owner, uses, filled }) }
    }

    pub(crate) fn device(&self) -> &Device {
        &self.allocation.device
    }

    pub(crate) fn pointer(&self) -> DevicePointer {
        self.allocation.pointer
    }

    pub(crate) fn bytes(&self) -> usize {
        self.allocation.bytes
    }

    pub(crate) fn allocation(&self) -> &Arc<Allocation> {
        &self.allocation
    }

    /// Whether it has been filled: by work enqueued on its own or in a graph.
    pub(crate) fn is_filled(&self) -> bool {
        self.allocation.filled.load(Ordering::Acquire)
    }

    /// Notes whether the work that fills it has been enqueued.
    pub(crate) fn set_filled(&self, filled: bool) {
        self.allocation.filled.store(filled, Ordering::Release);
    }

    /// Sets all of it to zero, in stream order.
    pub(crate) fn zero(&mut self, stream: &Stream) -> Result<(), Error> {
        let _ordered = stream.order(&self.allocation, Access::Write)?;
        // SAFETY: the memory is ours and holds so many bytes; a `Stream` is open; other streams' work is ordered.
        stream.watch(unsafe { self.device().backend().zero(self.pointer(), self.bytes(), stream.handle()) })
    }

    /// Overwrites the bytes from `offset` on, in stream order.
    pub(crate) fn write(&mut self, from: &[MaybeUninit<u8>], offset: usize, stream: &Stream) -> Result<(), Error> {
        assert!(offset + from.len() <= self.bytes(), "more bytes than the memory holds");
        let _working = stream.work_at_once("write")?;
        let _ordered = stream.order(&self.allocation, Access::Write)?;
        // SAFETY: the part lies within the memory, which is borrowed exclusively; a `Stream` is open; other streams'
        // work is ordered.
        stream.watch(unsafe { self.device().backend().write(self.pointer().add(offset), from, stream.handle()) })
    }

    /// Waits for the stream's work, and what it is ordered after, and copies from the beginning on.
    pub(crate) fn read(&self, to: &mut [MaybeUninit<u8>], stream: &Stream) -> Result<(), Error> {
        let _working = stream.work_at_once("read")?;
        let _ordered = stream.order(&self.allocation, Access::Read)?;
        self.copy_to(to, 0, stream)
    }

    /// As `read`, from `offset` on, of memory that nobody writes as long as it is borrowed: a buffer's, which graphs
    /// only read. Other threads may use it meanwhile.
    pub(crate) fn read_shared(
        &self,
        to: &mut [MaybeUninit<u8>],
        offset: usize,
        stream: &Stream,
    ) -> Result<(), Error> {
        let _working = stream.work_at_once("read")?;
        drop(stream.order(&self.allocation, Access::Read)?);
        self.copy_to(to, offset, stream)
    }

    fn copy_to(&self, to: &mut [MaybeUninit<u8>], offset: usize, stream: &Stream) -> Result<(), Error> {
        assert!(offset + to.len() <= self.bytes(), "more bytes than the memory holds");
        // SAFETY: the part lies within the memory, which was filled when it was made; a `Stream` is open; other
        // streams' work is ordered.
        stream.watch(unsafe { self.device().backend().read(to, self.pointer().add(offset), stream.handle()) })
    }
}

impl Allocation {
    /// The streams that use it.
    pub(crate) fn uses(&self) -> MutexGuard<'_, Uses> {
        self.uses.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether it may be gone when a graph is launched.
    pub(crate) fn is_borrowed(&self) -> bool {
        matches!(self.owner, Owner::Borrowed)
    }

    /// Notes that work which fills it has been enqueued.
    pub(crate) fn note_filled(&self) {
        self.filled.store(true, Ordering::Release);
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        match self.owner {
            // SAFETY: it came from this device's `allocate(bytes)` and nobody has the address any more.
            Owner::Device => unsafe { self.device.backend().free(self.pointer, self.bytes) },
            // Whose it is may do with it what he likes from now on.
            Owner::Lender(_) => self.uses().finish(),
            Owner::Borrowed => {}
        }
    }
}

impl fmt::Debug for Allocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("device", &self.device).field("bytes", &self.bytes).finish_non_exhaustive()
    }
}
