//! Where a histogram's counters stay on the device until they are read.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Mutex;

use super::arguments::Arguments;
use super::{KernelResult, lock};
use crate::element::{as_bytes, read_elements};
use crate::memory::Memory;
use crate::{Counter, Device, Error, Histogram, Stream};

/// Room on the device for the counters of a histogram, filled by
/// [`enqueue`](crate::HistogramPlan::enqueue).
#[derive(Debug)]
pub struct HistogramOutput<H: Histogram> {
    device: Device,
    counts: Mutex<Counts<H>>,
}

impl<H: Histogram> HistogramOutput<H> {
    pub(super) fn new(device: &Device, bins: u32) -> Result<Self, Error> {
        Ok(Self { device: device.clone(), counts: Mutex::new(Counts::new(device, bins)?) })
    }

    /// Waits for the work in the stream and gives the result.
    ///
    /// # Errors
    /// When nothing was enqueued, the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<H::Output, Error> {
        self.device.check_owns("stream", stream.device())?;
        lock(&self.counts).read(stream)
    }

    /// Where the counters (the bins, then with `outside: count` below, above and NaN) will lie in the device's memory
    /// when the work enqueued into this output is done, for other code that works on that device. They stay there until
    /// the output is dropped.
    pub fn as_raw(&self) -> *mut H::Counter {
        lock(&self.counts).memory.pointer().0.as_ptr().cast()
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn counts(&self) -> &Mutex<Counts<H>> {
        &self.counts
    }
}

/// The counters of a result.
pub(super) struct Counts<H: Histogram> {
    memory: Memory,
    length: usize,
    histogram: PhantomData<H>,
}

impl<H: Histogram> Counts<H> {
    /// What the counters of so many bins take.
    pub(super) const fn bytes(bins: u32) -> usize {
        H::SPEC.outside.counters(bins) as usize * size_of::<H::Counter>()
    }

    pub(super) fn new(device: &Device, bins: u32) -> Result<Self, Error> {
        let (memory, length) =
            (Memory::zeroed(device, Self::bytes(bins))?, H::SPEC.outside.counters(bins) as usize);
        Ok(Self { memory, length, histogram: PhantomData })
    }

    /// The bins that these are counters of.
    pub(super) fn is_for(&self, bins: u32) -> bool {
        self.length == H::SPEC.outside.counters(bins) as usize
    }

    /// Stores counters that the CPU has counted.
    pub(super) fn store(&mut self, counters: &[H::Counter], stream: &Stream) -> Result<(), Error> {
        self.memory.write(as_bytes(counters), 0, stream)?;
        self.memory.set_filled(true);
        Ok(())
    }

    /// Waits for the stream and brings the result.
    pub(super) fn read(&self, stream: &Stream) -> Result<H::Output, Error> {
        if !self.memory.is_filled() {
            return Err(Error::NothingEnqueued { name: H::SPEC.item.name });
        }
        // SAFETY: the memory was zeroed when it was made, holds counters, and all of it is copied.
        let counters =
            unsafe { read_elements(room(self.length)?, self.length, |to| self.memory.read(to, stream)) }?;
        Ok(H::output(counters))
    }
}

/// Room for counters on the host.
pub(super) fn room<C: Counter>(length: usize) -> Result<Vec<C>, Error> {
    let mut counters = Vec::new();
    counters.try_reserve_exact(length).map_err(|_| Error::OutOfMemory {
        device: "cpu".into(),
        bytes: length * size_of::<C>(),
        free: None,
    })?;
    Ok(counters)
}

/// Counters on the host.
pub(super) fn zeros<C: Counter>(length: usize) -> Result<Vec<C>, Error> {
    let mut counters = room(length)?;
    counters.resize(length, C::ZERO);
    Ok(counters)
}

impl<H: Histogram> KernelResult for Counts<H> {
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error> {
        arguments.add_result(&self.memory, [(0, self.memory.bytes())])
    }

    fn set_filled(&self, filled: bool) {
        self.memory.set_filled(filled);
    }
}

impl<H: Histogram> fmt::Debug for Counts<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Counts").field("memory", &self.memory).finish_non_exhaustive()
    }
}
