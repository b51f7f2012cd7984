//! Devices: what runs plans.

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError, Weak};

use wavefold_codegen::{KernelText, WarpSize};

use crate::backend::{Backend, Emulated, Jit, Kernel};
use crate::cpu::Cpu;
use crate::kernels::Kernels;
use crate::{Buffer, Element, Error, Probe, Stream};

/// What runs plans and holds buffers: the CPU, or an emulated GPU. Cloning is cheap and gives the same device.
///
/// Buffers, streams and plans keep their device alive. A buffer of one device is refused by another.
#[derive(Clone)]
pub struct Device {
    shared: Arc<Shared>,
}

struct Shared {
    backend: Box<dyn Backend>,
    kernels: Kernels,
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
        // Weak, because its temporary files go with the last user.
        static EMULATED: Mutex<[Weak<Shared>; 2]> = Mutex::new([Weak::new(), Weak::new()]);
        let mut devices = EMULATED.lock().unwrap_or_else(PoisonError::into_inner);
        let known = match warp_size {
            WarpSize::W32 => &mut devices[0],
            WarpSize::W64 => &mut devices[1],
        };
        if let Some(shared) = known.upgrade() {
            return Ok(Self { shared });
        }
        let device = Self::new(Emulated::new(warp_size)?);
        *known = Arc::downgrade(&device.shared);
        Ok(device)
    }

    /// The best device of this machine, in this order: AMD GPUs (HIP), NVIDIA GPUs (CUDA), the CPU.
    ///
    /// Only the CPU is built in so far, so that is what it gives. The results have the same bits anyway.
    ///
    /// # Errors
    /// When a GPU is there but cannot be used.
    pub fn best() -> Result<Self, Error> {
        Ok(Self::cpu())
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
