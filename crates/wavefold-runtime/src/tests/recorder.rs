//! A device that records what it is asked for instead of running kernels: a stand-in for a GPU.

use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Barrier, Mutex};
use std::time::Duration;

use wavefold_codegen::{KernelText, WarpSize};

use crate::backend::{
    Argument, Backend, DevicePointer, EventHandle, GraphHandle, Graphs, Jit, Kernel, Launch, StreamHandle,
};
use crate::cpu::Cpu;
use crate::{Device, Error, Properties};

/// What happened on the device, shared with the test.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// Allocations so far.
    pub(super) allocations: AtomicUsize,
    /// Allocations not yet given back.
    pub(super) live_memory: AtomicUsize,
    /// Streams not yet closed.
    pub(super) live_streams: AtomicUsize,
    /// Kernels compiled.
    pub(super) compilations: AtomicUsize,
    /// Sizes of the memory that was zeroed in a stream of the user's.
    pub(super) zeroed: Mutex<Vec<usize>>,
    /// Events not yet closed.
    pub(super) live_events: AtomicUsize,
    /// Graphs not yet closed.
    pub(super) live_graphs: AtomicUsize,
    /// Which stream was made to wait for which: `(waits, for)`.
    pub(super) waits: Mutex<Vec<(usize, usize)>>,
    /// The streams that the host waited for.
    pub(super) finished: Mutex<Vec<usize>>,
    /// The streams that graphs were launched on.
    pub(super) graph_launches: Mutex<Vec<usize>>,
    /// Every launch: grid, block, arguments.
    pub(super) launches: Mutex<Vec<(u32, u32, Vec<Argument>)>>,
    /// Copies, launches and what the host waits for, in the order of the calls: the call and its stream.
    pub(super) calls: Mutex<Vec<(&'static str, usize)>>,
    /// Whether launches fail.
    pub(super) broken: AtomicBool,
    /// The calls at which threads stop, once each.
    stops: Mutex<Vec<(&'static str, Arc<Barrier>)>>,
}

impl Record {
    /// A device with its record.
    pub(super) fn device() -> (Device, Arc<Self>) {
        let record = Arc::new(Self::default());
        (Device::new(Recorder(Arc::clone(&record))), record)
    }

    /// Which streams have been made to wait since the last call: `(waits, for)`.
    pub(super) fn take_waits(&self) -> Vec<(usize, usize)> {
        std::mem::take(&mut self.waits.lock().unwrap())
    }

    /// Stops the next thread in this call: the barrier is reached when it is there, and again when it may go on.
    pub(super) fn stop_at(&self, call: &'static str) -> Arc<Barrier> {
        let barrier = Arc::new(Barrier::new(2));
        self.stops.lock().unwrap().push((call, Arc::clone(&barrier)));
        barrier
    }

    fn note(&self, call: &'static str, stream: StreamHandle) {
        self.calls.lock().unwrap().push((call, stream.0));
    }

    fn reach(&self, call: &str) {
        let mut stops = self.stops.lock().unwrap();
        let Some(index) = stops.iter().position(|(stop, _)| *stop == call) else { return };
        let (_, barrier) = stops.swap_remove(index);
        drop(stops);
        barrier.wait();
        barrier.wait();
    }

    pub(super) fn count(counter: &AtomicUsize) -> usize {
        counter.load(Ordering::Relaxed)
    }
}

#[derive(Debug)]
struct Recorder(Arc<Record>);

struct RecordedKernel(Arc<Record>);

impl Backend for Recorder {
    fn name(&self) -> &str {
        "recorder"
    }

    fn properties(&self) -> Properties {
        Cpu.properties()
    }

    fn free_memory(&self) -> Option<usize> {
        None
    }

    fn jit(&self) -> Option<&dyn Jit> {
        Some(self)
    }

    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        self.0.allocations.fetch_add(1, Ordering::Relaxed);
        self.0.live_memory.fetch_add(1, Ordering::Relaxed);
        Cpu.allocate(bytes)
    }

    unsafe fn free(&self, pointer: DevicePointer, bytes: usize) {
        self.0.live_memory.fetch_sub(1, Ordering::Relaxed);
        // SAFETY: passed on.
        unsafe { Cpu.free(pointer, bytes) }
    }

    fn open_stream(&self) -> Result<StreamHandle, Error> {
        Ok(StreamHandle(1 + self.0.live_streams.fetch_add(1, Ordering::Relaxed)))
    }

    unsafe fn close_stream(&self, _stream: StreamHandle) {
        self.0.live_streams.fetch_sub(1, Ordering::Relaxed);
    }

    unsafe fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        self.0.finished.lock().unwrap().push(stream.0);
        self.0.note("synchronize", stream);
        Ok(())
    }

    unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        stream: StreamHandle,
    ) -> Result<(), Error> {
        self.0.reach("write");
        self.0.note("write", stream);
        // SAFETY: passed on.
        unsafe { Cpu.write(to, from, stream) }
    }

    unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        self.0.note("read", stream);
        // SAFETY: passed on.
        unsafe { Cpu.read(to, from, stream) }
    }

    unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error> {
        if stream != StreamHandle::DEFAULT {
            self.0.zeroed.lock().unwrap().push(bytes);
        }
        // SAFETY: passed on.
        unsafe { Cpu.zero(to, bytes, stream) }
    }

    /// An event is the stream it was recorded in.
    unsafe fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error> {
        self.0.live_events.fetch_add(1, Ordering::Relaxed);
        Ok(EventHandle(stream.0))
    }

    unsafe fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error> {
        self.0.waits.lock().unwrap().push((stream.0, event.0));
        Ok(())
    }

    unsafe fn elapsed(&self, _start: EventHandle, _end: EventHandle) -> Result<Duration, Error> {
        Ok(Duration::ZERO)
    }

    unsafe fn close_event(&self, _event: EventHandle) {
        self.0.live_events.fetch_sub(1, Ordering::Relaxed);
    }

    fn graphs(&self) -> Option<&dyn Graphs> {
        Some(self)
    }
}

impl Graphs for Recorder {
    unsafe fn begin_capture(&self, _stream: StreamHandle) -> Result<(), Error> {
        self.0.reach("begin_capture");
        Ok(())
    }

    unsafe fn end_capture(&self, _stream: StreamHandle) -> Result<GraphHandle, Error> {
        self.0.reach("end_capture");
        Ok(GraphHandle(self.0.live_graphs.fetch_add(1, Ordering::Relaxed)))
    }

    unsafe fn launch_graph(&self, _graph: GraphHandle, stream: StreamHandle) -> Result<(), Error> {
        self.0.reach("launch_graph");
        self.0.graph_launches.lock().unwrap().push(stream.0);
        Ok(())
    }

    unsafe fn close_graph(&self, _graph: GraphHandle) {
        self.0.live_graphs.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Jit for Recorder {
    fn warp_size(&self) -> WarpSize {
        WarpSize::W64
    }

    fn shared_memory(&self) -> u32 {
        wavefold_codegen::SHARED_MEMORY
    }

    fn compile(&self, _text: &KernelText) -> Result<Box<dyn Kernel>, Error> {
        self.0.compilations.fetch_add(1, Ordering::Relaxed);
        Ok(Box::new(RecordedKernel(Arc::clone(&self.0))))
    }
}

impl Kernel for RecordedKernel {
    unsafe fn launch(&self, launch: Launch<'_>, stream: StreamHandle) -> Result<(), Error> {
        if self.0.broken.load(Ordering::Relaxed) {
            return Err(Error::OutOfMemory { device: "recorder".into(), bytes: 0, free: None });
        }
        self.0.note("launch", stream);
        self.0.launches.lock().unwrap().push((launch.grid, launch.block, launch.arguments.to_vec()));
        Ok(())
    }
}
