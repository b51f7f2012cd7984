//! Where a histogram's counters stay on the device until they are read.

use std::marker::PhantomData;
use std::sync::Mutex;

use wavefold_codegen::{HistogramSpec, Type};

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
    counts: Mutex<Counts>,
    histogram: PhantomData<H>,
}

impl<H: Histogram> HistogramOutput<H> {
    pub(super) fn new(device: &Device, bins: u32) -> Result<Self, Error> {
        let counts = Mutex::new(Counts::new(device, const { &H::SPEC }, bins)?);
        Ok(Self { device: device.clone(), counts, histogram: PhantomData })
    }

    /// Waits for the work in the stream and gives the result.
    ///
    /// # Errors
    /// When nothing was enqueued, the stream belongs to another device, or its work went wrong.
    pub fn read(&self, stream: &Stream) -> Result<H::Output, Error> {
        self.device.check_owns("stream", stream.device())?;
        Ok(H::output(lock(&self.counts).read(stream)?))
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

    pub(super) fn counts(&self) -> &Mutex<Counts> {
        &self.counts
    }
}

/// The counters of a result.
#[derive(Debug)]
pub(super) struct Counts {
    spec: &'static HistogramSpec<'static>,
    memory: Memory,
    length: usize,
}

impl Counts {
    /// What the counters of so many bins take.
    pub(super) const fn bytes(spec: &HistogramSpec<'_>, bins: u32) -> usize {
        spec.outside.counters(bins) as usize * spec.counter.size() as usize
    }

    pub(super) fn new(device: &Device, spec: &'static HistogramSpec<'static>, bins: u32) -> Result<Self, Error> {
        let memory = Memory::zeroed(device, Self::bytes(spec, bins))?;
        Ok(Self { spec, memory, length: spec.outside.counters(bins) as usize })
    }

    /// The bins that these are counters of.
    pub(super) fn is_for(&self, bins: u32) -> bool {
        self.length == self.spec.outside.counters(bins) as usize
    }

    /// Stores counters that the CPU has counted.
    pub(super) fn store<C: Counter>(&mut self, counters: &[C], stream: &Stream) -> Result<(), Error> {
        self.memory.write(as_bytes(counters), 0, stream)?;
        self.memory.set_filled(true);
        Ok(())
    }

    /// Waits for the stream and brings the counters, which are of the spec's type.
    pub(super) fn read<C: Counter>(&self, stream: &Stream) -> Result<Vec<C>, Error> {
        if !self.memory.is_filled() {
            return Err(Error::NothingEnqueued { name: self.spec.item.name });
        }
        debug_assert!(C::TYPE.is_same(Type::Scalar(self.spec.counter)), "counters of the spec's type");
        // SAFETY: the memory was zeroed when it was made, holds counters, and all of it is copied.
        unsafe { read_elements(room(self.length)?, self.length, |to| self.memory.read(to, stream)) }
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

impl KernelResult for Counts {
    fn add_arguments<'s>(&'s self, arguments: &mut Arguments<'s>) -> Result<(), Error> {
        arguments.add_result(&self.memory, [(0, self.memory.bytes())])
    }

    fn set_filled(&self, filled: bool) {
        self.memory.set_filled(filled);
    }
}
