//! What can go wrong, and what to do about it.

use std::io;

use super::fault::Fault;

/// Why a kernel could not be compiled or did not run to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EmulatorError {
    /// Fibers and images are implemented for 64-bit little-endian Linux.
    #[error("the emulator runs on 64-bit little-endian Linux only; use the CPU backend here")]
    UnsupportedHost,
    /// No C++ compiler.
    #[error("the emulator needs a C++17 compiler and found none; tried {}; install g++ or clang++, or set CXX", tried.join(", "))]
    HostCompilerMissing {
        /// Each command that was tried, with what became of it.
        tried: Vec<String>,
    },
    /// A temporary file could not be written.
    #[error(
        "cannot write the emulator's temporary files ({what}); check that the directory of TMPDIR is writable and has room"
    )]
    TemporaryFile {
        /// The file or directory.
        what: String,
        /// The cause.
        source: io::Error,
    },
    /// The compiler was found earlier and cannot be started now.
    #[error("cannot start the C++ compiler `{compiler}`")]
    CompilerUnusable {
        /// The command.
        compiler: String,
        /// The cause.
        source: io::Error,
    },
    /// The kernel text is not valid for the host's compiler.
    #[error("`{compiler}` refuses the kernel `{entry}`:\n{message}")]
    CompileFailed {
        /// The command.
        compiler: String,
        /// The kernel.
        entry: String,
        /// The compiler's message; `kernel:N` is line N of the text.
        message: String,
    },
    /// The emulator's own runtime does not compile or link.
    #[error(
        "`{compiler}` cannot build the emulator's runtime; set CXX to g++ 10 or clang 14, or later:\n{message}"
    )]
    RuntimeFailed {
        /// The command.
        compiler: String,
        /// The compiler's message.
        message: String,
    },
    /// The compiled kernel cannot be loaded.
    #[error("the compiled kernel `{entry}` cannot be loaded; is the directory of TMPDIR mounted noexec?")]
    LoadFailed {
        /// The kernel.
        entry: String,
        /// The cause.
        source: Box<dyn std::error::Error + Send + Sync>,
    },
    /// The compiled kernel is not the kind of file that was expected.
    #[error("the compiled kernel cannot be read as an ELF image: {reason}")]
    ImageUnreadable {
        /// What was expected and not found.
        reason: String,
    },
    /// A launch shape that no device has.
    #[error("a block of {block} threads is not between 1 and {limit}")]
    BlockSize {
        /// What was asked for.
        block: u32,
        /// The most threads a block can have.
        limit: u32,
    },
    /// More shared memory than any device has.
    #[error("{given} bytes of shared memory were asked for at launch, the most is {limit}")]
    SharedBytes {
        /// What was asked for.
        given: usize,
        /// The most that the emulator has.
        limit: usize,
    },
    /// The argument list does not fit the kernel.
    #[error("kernel `{entry}` takes {expected} arguments, {given} were given")]
    ArgumentCount {
        /// The kernel.
        entry: String,
        /// Its number of parameters.
        expected: usize,
        /// How many arguments were given.
        given: usize,
    },
    /// An argument does not fit its parameter.
    #[error("argument {index} of kernel `{entry}` has {given} bytes, the parameter has {expected}")]
    ArgumentSize {
        /// The kernel.
        entry: String,
        /// Which argument, from 0.
        index: usize,
        /// The size of the parameter.
        expected: usize,
        /// The size of the argument; 8 for a buffer.
        given: usize,
    },
    /// No address space for stacks or shadow memory.
    #[error("cannot map {bytes} bytes of {what}; launch on smaller buffers or with smaller blocks")]
    Memory {
        /// What the memory is for.
        what: &'static str,
        /// How much was asked for.
        bytes: usize,
        /// The cause.
        source: io::Error,
    },
    /// The kernel did something that is an error on a GPU.
    #[error(transparent)]
    Fault(#[from] Box<Fault>),
}
