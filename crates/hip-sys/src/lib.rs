//! The HIP runtime (`amdhip64`), opened at run time: nothing of ROCm is needed to build, and a machine without it gets
//! an error that says what was tried.
//!
//! Hand-written declarations of what launching kernels needs, under the headers' own names: [`Runtime`] is the table of
//! functions, each optional. The declarations hold for ROCm 5 to 7; the test `layout` compares every type, code, offset
//! and signature with AMD's headers, and has done so for 5.7.1 and 6.4.3.
//!
//! ```
//! use hip_sys::{Runtime, hipError_t};
//!
//! match Runtime::open() {
//!     Ok(runtime) => {
//!         let mut count = 0;
//!         // SAFETY: `count` may be written.
//!         match unsafe { runtime.hipGetDeviceCount(&mut count) }.map(hipError_t::result) {
//!             Ok(Ok(())) => println!("{count} devices"),
//!             Ok(Err(error)) => println!("{error}"), // hipErrorNoDevice where there is none
//!             Err(missing) => println!("{missing}"),
//!         }
//!     }
//!     Err(error) => println!("{error}"), // every name that was tried, and why it did not do
//! }
//! ```

#![allow(non_camel_case_types, non_snake_case, non_upper_case_globals, reason = "the names are the headers'")]

mod error;
mod functions;
pub mod load;
mod types;

pub use error::*;
pub use functions::{MissingFunction, Runtime};
pub use types::*;

#[doc(hidden)]
pub use functions::SIGNATURES;
