//! Executes unchanged HIP kernel text on the CPU, and checks every access it makes.
//!
//! The text is compiled by the system's C++ compiler against a small HIP-on-the-host header, with the
//! instrumentation of `-fsanitize=thread` (and of some of `-fsanitize=undefined`) but without the sanitizers'
//! libraries: their hooks are functions of a small runtime of ours, linked to every kernel. The threads of a
//! block are fibers that switch only at barriers and warp operations; blocks run in turn.
//!
//! # What is an error
//! Accesses outside the arguments, shared memory and constants; writes to read-only buffers; reads of shared
//! memory that this block has not written; misaligned accesses; data races within a block; divergent barriers;
//! warp operations that read a lane which does not take part; undefined arithmetic; no progress; deep recursion.
//! A failing launch returns the [`Fault`] with the kernel's line; buffers keep what was written until then, and the
//! kernel can be launched again.
//!
//! A kernel works on copies of its buffers with gaps between them, and its shared variables are laid apart, so that an
//! index past the end of one is never an element of another.
//!
//! # What is not seen
//! - Races and missing fences between blocks: they run in turn.
//! - Uninitialised global memory and registers.
//! - An endless loop that touches no memory.
//! - An order of threads other than the one that is run: a race between two accesses is found in any order, but an
//!   access that only another order would make is not.
//! - Faults of the host: a trap, a division by zero and deep recursion are caught, an illegal instruction is not. One call
//!   with local arrays of more than 128 KiB may run into the guard page, which ends the process.
//! - With clang: the alignment of a whole struct that is copied (its members are checked).

mod argument;
mod branches;
mod compiler;
mod counters;
mod counting;
mod dynamic;
mod error;
mod fault;
mod image;
mod kernel;
mod locate;
mod message;
mod regions;
mod report;
mod runtime;
mod staging;
mod workspace;

#[cfg(test)]
mod tests;

pub use argument::Argument;
pub use counters::{Counters, LaunchCounts};
pub use error::EmulatorError;
pub use fault::{Access, Fault, FaultKind, SourceLine, Target};
pub use kernel::EmulatedKernel;

use std::sync::Arc;

use wavefold_codegen::{Fp, KernelText, WarpSize};

use crate::FoundCompiler;
use compiler::{Compiler, Mode};
use runtime::Runtime;

/// The compiler that [`Emulator::new`] would use.
pub(crate) fn probe() -> Result<FoundCompiler, EmulatorError> {
    let compiler = Compiler::find()?;
    Ok(FoundCompiler { command: compiler.name(), version: compiler.version().map(str::to_owned) })
}

/// Compiles kernels for one warp size. Cheap to clone; clones share the compiled runtime and the temporary files.
#[derive(Clone, Debug)]
pub struct Emulator {
    warp_size: WarpSize,
    mode: Mode,
    runtime: Arc<Runtime>,
}

impl Emulator {
    /// Finds a C++ compiler (`$CXX`, `c++`, `g++`, `clang++`) and compiles the runtime, once per process.
    ///
    /// # Errors
    /// [`EmulatorError::HostCompilerMissing`] names all that was tried.
    pub fn new(warp_size: WarpSize) -> Result<Self, EmulatorError> {
        Self::open(warp_size, Mode::Plain)
    }

    /// An emulator whose kernels count what they do: [`EmulatedKernel::launch_counted`]. The text is compiled without
    /// optimisation, and launches are several times slower. Undefined arithmetic and misaligned vectors are not looked for,
    /// all other checks stay on.
    ///
    /// # Errors
    /// As [`Self::new`], and [`EmulatorError::UnsupportedHost`] on processors other than x86-64 and AArch64, whose branches
    /// it cannot tell.
    pub fn counting(warp_size: WarpSize) -> Result<Self, EmulatorError> {
        if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
            return Err(EmulatorError::UnsupportedHost);
        }
        Self::open(warp_size, Mode::Counting)
    }

    fn open(warp_size: WarpSize, mode: Mode) -> Result<Self, EmulatorError> {
        Self::with(Runtime::shared()?, warp_size, mode)
    }

    fn with(runtime: Arc<Runtime>, warp_size: WarpSize, mode: Mode) -> Result<Self, EmulatorError> {
        // Now, so that a compiler which cannot do it is found before the first kernel.
        runtime.object(mode)?;
        Ok(Self { warp_size, mode, runtime })
    }

    /// The warp size that kernels see.
    pub fn warp_size(&self) -> WarpSize {
        self.warp_size
    }

    /// Compiles `source` and prepares its kernel `entry` for launches: the name of a `__global__` function, or of an
    /// instance of a template (`k<float, 4>`).
    ///
    /// # Errors
    /// [`EmulatorError::CompileFailed`] with the compiler's message; lines are those of `source`.
    pub fn compile(&self, source: &str, entry: &str) -> Result<EmulatedKernel, EmulatorError> {
        let (source, entry) = (source.to_owned(), entry.to_owned());
        self.compile_text(&KernelText {
            source,
            entry,
            parameters: Vec::new(),
            first_index: false,
            fp: Fp::Strict,
            origins: Vec::new(),
        })
    }

    /// As [`Self::compile`], for the text of a declaration: faults name the user's lines beside the kernel's.
    ///
    /// # Errors
    /// As [`Self::compile`].
    pub fn compile_text(&self, text: &KernelText) -> Result<EmulatedKernel, EmulatorError> {
        EmulatedKernel::compile(&self.runtime, self.warp_size, self.mode, text.clone())
    }
}
