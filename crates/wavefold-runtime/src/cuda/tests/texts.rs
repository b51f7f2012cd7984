//! Kernels written by hand, with their launches.

use wavefold_codegen::{Fp, KernelText, Scalar, Value};

use super::Memory;
use crate::Error;
use crate::backend::{Argument, ByValue, Jit, Kernel, Launch, StreamHandle};
use crate::cuda::Cuda;

/// Adds `step` to every element, after `cycles` clock cycles.
const ADD: &str = r#"constexpr unsigned WARP_SIZE = 32;
extern "C" __global__ void add(unsigned* values, unsigned length, unsigned step, unsigned long long cycles)
{
    long long start = clock64();
    while (clock64() - start < cycles) {}
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length) values[i] += step;
}
"#;

/// Long enough that the host is far ahead: a tenth of a second and more.
pub(super) const LONG: u64 = 200_000_000;

pub(super) fn text(source: &str, entry: &str) -> KernelText {
    KernelText {
        source: source.into(),
        entry: entry.into(),
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: Vec::new(),
    }
}

/// The kernel `add` of this device.
pub(super) struct Add(Box<dyn Kernel>);

impl Add {
    pub(super) fn compile(cuda: &Cuda) -> Self {
        Self(cuda.compile(&text(ADD, "add")).unwrap())
    }

    pub(super) fn enqueue(&self, memory: &Memory<'_>, step: u32, cycles: u64, stream: StreamHandle) {
        self.try_enqueue(memory, step, cycles, stream).unwrap();
    }

    pub(super) fn try_enqueue(
        &self,
        memory: &Memory<'_>,
        step: u32,
        cycles: u64,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        let length = (memory.bytes / 4) as u32;
        let memory = Argument::Memory { pointer: memory.pointer, bytes: memory.bytes, writable: true };
        self.over(memory, length, step, cycles, stream)
    }

    /// Over memory that is somebody else's.
    pub(super) fn over(
        &self,
        memory: Argument,
        length: u32,
        step: u32,
        cycles: u64,
        stream: StreamHandle,
    ) -> Result<(), Error> {
        let arguments = [
            memory,
            number(Scalar::U32, length.into()),
            number(Scalar::U32, step.into()),
            number(Scalar::U64, cycles),
        ];
        let launch =
            Launch { grid: length.div_ceil(128).max(1), block: 128, shared_bytes: 0, arguments: &arguments };
        // SAFETY: the arguments are those of the text; the memory holds so many elements, and tests wait for the stream
        // before they use it otherwise.
        unsafe { self.0.launch(launch, stream) }
    }
}

fn number(scalar: Scalar, bits: u64) -> Argument {
    Argument::Value(ByValue::of(&[Value { scalar, bits }]))
}

/// A launch of a kernel that takes one address.
pub(super) fn launch_on(
    kernel: &dyn Kernel,
    pointer: crate::backend::DevicePointer,
    stream: StreamHandle,
) -> Result<(), Error> {
    let arguments = [Argument::Memory { pointer, bytes: 4, writable: true }];
    // SAFETY: the texts of the tests take one address; whether it may be followed is what they test.
    unsafe { kernel.launch(Launch { grid: 1, block: 1, shared_bytes: 0, arguments: &arguments }, stream) }
}
