//! The device as a backend.

use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::sync::Arc;
use std::time::Duration;

use hip_sys::hipDeviceptr_t;
use wavefold_codegen::{KernelText, SHARED_MEMORY, WarpSize};

use super::compiler::{Compile, Hiprtc};
use super::context::Context;
use super::kernel::HipKernel;
use super::leftovers::Leftover;
use super::library::Library;
use super::{HipCompiler, HipOptions, WorkGroupMode};
use crate::backend::{Backend, DevicePointer, EventHandle, GraphHandle, Graphs, Jit, Kernel, StreamHandle};
use crate::compile::check_warp_size;
use crate::{Error, Properties};

/// An AMD GPU.
#[derive(Debug)]
pub(crate) struct Hip {
    context: Arc<Context>,
    properties: Properties,
    architecture: String,
    warp_size: WarpSize,
    has_graphs: bool,
    work_group_mode: WorkGroupMode,
    compiler: Box<dyn Compile>,
}

impl Hip {
    /// Opens a device and its compiler.
    pub(crate) fn open(options: &HipOptions) -> Result<Self, Error> {
        Self::open_with(options, || {
            Ok(Box::new(match &options.compiler {
                HipCompiler::InProcess => Hiprtc::in_process()?,
                HipCompiler::Worker(command) => Hiprtc::worker(command.clone())?,
            }))
        })
    }

    /// Opens a device, and this compiler once it is known that there is the device.
    pub(super) fn open_with(
        options: &HipOptions,
        compiler: impl FnOnce() -> Result<Box<dyn Compile>, Error>,
    ) -> Result<Self, Error> {
        let library = Library::open(options.runtime_path()).map_err(Box::new)?;
        let index = options.index;
        let found = library.device_count()?;
        let device = c_int::try_from(index).ok().filter(|_| index < found);
        let device = device.ok_or(Error::NoSuchDevice { kind: "HIP", index, found })?;
        let properties = library.properties(device)?;
        let name = format!("hip {index} ({})", properties.name);
        let warp_size = match properties.warp_size {
            Some(32) => WarpSize::W32,
            Some(64) => WarpSize::W64,
            _ => return Err(Error::Unsupported { what: "warps of 32 or 64 lanes", device: name }),
        };
        let context = Context::new(library, device, name);
        context.enter()?;
        let architecture = properties.architecture.clone().unwrap_or_default();
        let (has_graphs, compiler) = (context.has_graphs(), compiler()?);
        let work_group_mode = options.work_group_mode;
        let context = Arc::new(context);
        Ok(Self { context, properties, architecture, warp_size, has_graphs, work_group_mode, compiler })
    }
}

impl Backend for Hip {
    fn name(&self) -> &str {
        self.context.name()
    }

    fn properties(&self) -> Properties {
        self.properties.clone()
    }

    fn free_memory(&self) -> Option<usize> {
        self.context.free_memory().ok()
    }

    fn jit(&self) -> Option<&dyn Jit> {
        Some(self)
    }

    fn allocate(&self, bytes: usize) -> Result<DevicePointer, Error> {
        self.context.allocate(bytes)
    }

    unsafe fn free(&self, pointer: DevicePointer, _bytes: usize) {
        // SAFETY: passed on.
        unsafe { self.context.give_back(Leftover::Memory(hipDeviceptr_t(pointer.0.as_ptr().cast()))) }
    }

    fn open_stream(&self) -> Result<StreamHandle, Error> {
        self.context.open_stream()
    }

    unsafe fn close_stream(&self, stream: StreamHandle) {
        // SAFETY: passed on.
        unsafe { self.context.give_back(Leftover::Stream(stream.into())) }
    }

    unsafe fn synchronize(&self, stream: StreamHandle) -> Result<(), Error> {
        self.context.synchronize(stream)
    }

    unsafe fn write(
        &self,
        to: DevicePointer,
        from: &[MaybeUninit<u8>],
        stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.context.write(to, from, stream) }
    }

    unsafe fn read(
        &self,
        to: &mut [MaybeUninit<u8>],
        from: DevicePointer,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.context.read(to, from, stream) }
    }

    unsafe fn zero(&self, to: DevicePointer, bytes: usize, stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.context.zero(to, bytes, stream) }
    }

    unsafe fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error> {
        self.context.record(stream)
    }

    unsafe fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error> {
        self.context.wait(stream, event)
    }

    unsafe fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error> {
        self.context.elapsed(start, end)
    }

    unsafe fn close_event(&self, event: EventHandle) {
        // SAFETY: passed on.
        unsafe { self.context.give_back(Leftover::Event(event.into())) }
    }

    fn graphs(&self) -> Option<&dyn Graphs> {
        self.has_graphs.then_some(self)
    }
}

impl Jit for Hip {
    fn warp_size(&self) -> WarpSize {
        self.warp_size
    }

    /// What a block may have, it may have at launch.
    fn shared_memory(&self) -> u32 {
        let bytes = self.properties.shared_memory_bytes.and_then(|bytes| bytes.try_into().ok());
        bytes.unwrap_or(SHARED_MEMORY)
    }

    fn compile(&self, text: &KernelText) -> Result<Box<dyn Kernel>, Error> {
        check_warp_size(text, self.context.name(), self.warp_size)?;
        let image = self.compiler.compile(text, &self.architecture, self.work_group_mode)?;
        Ok(Box::new(HipKernel::load(&self.context, image, &text.entry)?))
    }
}

impl Graphs for Hip {
    unsafe fn begin_capture(&self, stream: StreamHandle) -> Result<(), Error> {
        self.context.begin_capture(stream)
    }

    unsafe fn end_capture(&self, stream: StreamHandle) -> Result<GraphHandle, Error> {
        self.context.end_capture(stream)
    }

    unsafe fn launch_graph(&self, graph: GraphHandle, stream: StreamHandle) -> Result<(), Error> {
        // SAFETY: passed on.
        unsafe { self.context.launch_graph(graph, stream) }
    }

    unsafe fn close_graph(&self, graph: GraphHandle) {
        // SAFETY: passed on.
        unsafe { self.context.give_back(Leftover::Graph(graph.into())) }
    }
}
