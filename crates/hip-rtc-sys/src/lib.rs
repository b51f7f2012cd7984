//! hiprtc, AMD's run-time compiler of HIP C++, opened at run time: nothing of ROCm is needed to build.
//!
//! [`Compiler`] is for those who want code objects; below it lie the library's own functions, each optional, in
//! [`Functions`], and its results as [`hiprtcResult`]. No GPU is needed: hiprtc compiles for any architecture that it
//! knows.
//!
//! ```
//! use hip_rtc_sys::Compiler;
//!
//! match Compiler::open() {
//!     Ok(compiler) => {
//!         let source = "extern \"C\" __global__ void k(int* x) { x[0] = 1; }";
//!         let compiled = compiler.compile(source, "k.hip", "gfx942", &["-O3"])?;
//!         println!("{}: {} bytes\n{}", compiler.version(), compiled.code.len(), compiled.log);
//!     }
//!     Err(error) => println!("{error}"), // every name that was tried, with its reason
//! }
//! # Ok::<(), hip_rtc_sys::CompileError>(())
//! ```
//!
//! # What hiprtc does not forgive
//! It ends the whole process when it is asked for an architecture that it does not know (`sm_80`, `gfx1100:xnack+`, or
//! merely one that is newer than it is), reports success for two architectures at once, and writes outside its temporary
//! folder for a file name with `..` in it. [`Compiler::compile`] refuses all of these before the call; the architecture
//! is checked by comgr, the library behind hiprtc, in the very way in which hiprtc will use it. What is left, a crash of
//! the compiler itself, only a process of its own can contain.
//!
//! # What has been tried
//! ROCm 5.7.1 (hiprtc inside `libamdhip64.so.5`) and 6.4.3 (`libhiprtc.so.6`), both from Debian, on Linux. The names on
//! Windows are AMD's, but untried.

mod comgr;
mod compiler;
mod error;
mod functions;
mod log;
mod program;
mod result;

pub use compiler::{Compiled, Compiler};
pub use error::CompileError;
pub use functions::{Functions, LIBRARIES, hiprtcProgram};
pub use hip_sys::load::{Attempt, LoadError};
pub use result::hiprtcResult;
