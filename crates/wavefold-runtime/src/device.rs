//! Devices: what runs plans.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use wavefold_codegen::{KernelText, WarpSize};

use crate::backend::{Backend, Emulated, Jit, Kernel};
use crate::cpu::Cpu;
use crate::cuda::{self, Cuda};
use crate::emulator::LaunchCounts;
use crate::hip::{self, Hip, HipOptions};
use crate::kernels::Kernels;
use crate::{Buffer, Element, Error, Probe, Properties, Stream};

/// What runs plans and holds buffers: the CPU, a GPU, or an emulated GPU. Cloning is cheap and gives the same device.
///
/// Buffers, streams and plans keep their device alive. A buffer of one device is refused by another. Every function may
/// be called from several threads at once.
#[derive(Clone)]
pub struct Device {
    shared: Arc<Shared>,
}

struct Shared {
    backend: Box<dyn Backend>,
    kernels: Kernels,
}

/// What is asked for when a device is opened: two that ask for the same get the same device.
#[derive(PartialEq, Eq)]
enum Request {
    Emulated(WarpSize),
    Hip(HipOptions),
    Cuda(u32),
}

impl Device {
    /// The processor this program runs on. The declaration's Rust face runs natively, on the threads of the
    /// current rayon pool. Every call gives the same device.
    pub fn cpu() -> Self {
        static CPU: LazyLock<Device> = LazyLock::new(|| Device::new(Cpu));
        CPU.clone()
    }

    /// A GPU with this warp size, emulated: the kernel text is compiled by the machine's C++ compiler and run
    /// with every access checked. Much slower than the CPU device; it shows what a GPU would do, with the same
    /// bits.
    ///
    /// Calls give the same device for as long as something keeps it alive.
    ///
    /// # Errors
    /// When there is no C++ compiler; the error says what was tried.
    pub fn emulated(warp_size: WarpSize) -> Result<Self, Error> {
        Self::open(Request::Emulated(warp_size), || Emulated::new(warp_size))
    }

    /// As [`emulated`](Self::emulated), and counts what every launch does: [`take_counts`](Self::take_counts). Launches are
    /// several times slower; results have the same bits.
    ///
    /// Every call gives a device of its own, so that nobody else's launches are among its counts.
    ///
    /// # Errors
    /// As [`emulated`](Self::emulated).
    pub fn counting(warp_size: WarpSize) -> Result<Self, Error> {
        Ok(Self::new(Emulated::counting(warp_size)?))
    }

    /// What the launches since the last call did, in their order: a record for each that succeeded. Empty on devices that
    /// do not count.
    pub fn take_counts(&self) -> Vec<LaunchCounts> {
        let backend: &dyn Any = self.backend();
        backend.downcast_ref::<Emulated>().map_or_else(Vec::new, Emulated::take_counts)
    }

    /// The AMD GPU of this number, as HIP counts them from 0. Kernels are compiled by hiprtc in this process.
    ///
    /// Calls give the same device for as long as something keeps it alive.
    ///
    /// # Errors
    /// When the HIP runtime or hiprtc is missing (the error lists what was tried and what to install), or there is no
    /// such device.
    pub fn hip(index: u32) -> Result<Self, Error> {
        Self::hip_with(&HipOptions::new(index))
    }

    /// As [`hip`](Self::hip), with options: where kernels are compiled.
    ///
    /// # Errors
    /// As [`hip`](Self::hip), and when the compile worker cannot be started.
    pub fn hip_with(options: &HipOptions) -> Result<Self, Error> {
        Self::open(Request::Hip(options.clone()), || Hip::open(options))
    }

    /// The NVIDIA GPU of this number, as CUDA counts them from 0. Kernels are compiled by NVRTC in this process.
    ///
    /// Calls give the same device for as long as something keeps it alive.
    ///
    /// # Errors
    /// When the CUDA driver or NVRTC is missing (the error lists what was tried and what to install), or there is no such
    /// device.
    pub fn cuda(index: u32) -> Result<Self, Error> {
        Self::open(Request::Cuda(index), || Cuda::open(index))
    }

    /// The best device of this machine: its first AMD GPU (HIP), else its first NVIDIA GPU (CUDA), else the CPU. The
    /// results have the same bits anyway.
    ///
    /// # Errors
    /// When a GPU is there but cannot be used, because its compiler is missing, say: [`Device::cpu`] is still there, but
    /// taking it is the caller's choice. A missing runtime or driver is no error.
    pub fn best() -> Result<Self, Error> {
        if present(hip::device_count())? {
            Self::hip(0)
        } else if present(cuda::device_count())? {
            Self::cuda(0)
        } else {
            Ok(Self::cpu())
        }
    }

    /// The device that was asked for before and that somebody keeps alive, else a new one.
    fn open<B: Backend + 'static>(
        request: Request,
        open: impl FnOnce() -> Result<B, Error>,
    ) -> Result<Self, Error> {
        // Weak, because contexts and temporary files go with the last user.
        static DEVICES: Mutex<Vec<(Request, Weak<Shared>)>> = Mutex::new(Vec::new());
        let mut devices = DEVICES.lock().unwrap_or_else(PoisonError::into_inner);
        devices.retain(|(_, device)| device.strong_count() > 0);
        let known = devices.iter().find(|(known, _)| *known == request).and_then(|(_, device)| device.upgrade());
        if let Some(shared) = known {
            return Ok(Self { shared });
        }
        let device = Self::new(open()?);
        devices.push((request, Arc::downgrade(&device.shared)));
        Ok(device)
    }

    /// Looks for everything that devices need on this machine. The answer prints as a report.
    pub fn probe() -> Probe {
        Probe::gather()
    }

    pub(crate) fn new(backend: impl Backend + 'static) -> Self {
        Self { shared: Arc::new(Shared { backend: Box::new(backend), kernels: Kernels::default() }) }
    }

    /// What messages call it: `cpu`, `emulated (warp size 64)`.
    pub fn name(&self) -> &str {
        self.backend().name()
    }

    /// Lanes of a warp; `None` on the CPU, which runs no kernel text.
    pub fn warp_size(&self) -> Option<WarpSize> {
        self.jit().map(|jit| jit.warp_size())
    }

    /// What the device is: name, architecture, sizes.
    pub fn properties(&self) -> Properties {
        self.backend().properties()
    }

    /// Bytes of the device's memory that are free now; `None` where it is the host's, or the device cannot say.
    pub fn free_memory(&self) -> Option<usize> {
        self.backend().free_memory()
    }

    /// A new stream.
    ///
    /// # Errors
    /// When the device has no more of them.
    pub fn stream(&self) -> Result<Stream, Error> {
        Stream::open(self)
    }

    /// Copies host values into a new buffer.
    ///
    /// # Errors
    /// When the device has too little memory left.
    pub fn upload<T: Element>(&self, values: &[T]) -> Result<Buffer<T>, Error> {
        Buffer::upload(self, values)
    }

    /// A new buffer of `len` zeros.
    ///
    /// # Errors
    /// When the device has too little memory left.
    pub fn zeroed<T: Element>(&self, len: usize) -> Result<Buffer<T>, Error> {
        Buffer::zeroed(self, len)
    }

    pub(crate) fn backend(&self) -> &dyn Backend {
        &*self.shared.backend
    }

    /// The device as one of NVIDIA's, if it is.
    pub(crate) fn as_cuda(&self) -> Option<&Cuda> {
        let backend: &dyn Any = self.backend();
        backend.downcast_ref()
    }

    /// What compiles kernel text; `None` on the CPU, whose memory is host memory.
    pub(crate) fn jit(&self) -> Option<&dyn Jit> {
        self.backend().jit()
    }

    /// The kernel of a text, compiled once.
    pub(crate) fn kernel(&self, text: &KernelText, jit: &dyn Jit) -> Result<Arc<dyn Kernel>, Error> {
        self.shared.kernels.get_or_compile(text, jit)
    }

    /// Refuses what belongs to another device.
    pub(crate) fn check_owns(&self, what: &'static str, owner: &Self) -> Result<(), Error> {
        if self == owner {
            return Ok(());
        }
        Err(Error::WrongDevice { what, expected: self.name().into(), found: owner.name().into() })
    }
}

impl PartialEq for Device {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

impl Eq for Device {}

impl fmt::Debug for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Device").field(&self.name()).finish()
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Whether there is a device. Without the library there is none.
fn present(count: Result<u32, Error>) -> Result<bool, Error> {
    match count {
        Ok(count) => Ok(count > 0),
        Err(Error::Library(_)) => Ok(false),
        Err(error) => Err(error),
    }
}
