//! Compiles kernels with hiprtc in a process of its own: what aborts there is an error here.
//!
//! The package has two halves. The program `wavefold-worker` loads hiprtc and compiles what comes in on its standard
//! input. A [`Worker`] starts that program, by whatever [`WorkerCommand`] the application gives, sends it [`Job`]s and
//! starts it again when it has died: only the job in flight is lost. hiprtc compiles one source at a time, so several
//! workers are what compiles in parallel.
//!
//! The program is also what runs where the libraries need another C library than the machine's: under the loader of the
//! folder that they come with, see [`WorkerCommand::with_libraries`].
//!
//! ```no_run
//! use wavefold_worker::{Job, Outcome, Worker, WorkerCommand};
//!
//! let worker = Worker::new(WorkerCommand::new("/usr/lib/my-program/wavefold-worker"));
//! println!("{}", worker.info()?.version);
//! let job = Job {
//!     source: "extern \"C\" __global__ void k(int* x) { x[0] = 1; }".into(),
//!     file: "k.hip".into(),
//!     architecture: Some("gfx942".into()),
//!     options: vec!["-O3".into()],
//! };
//! match worker.compile(&job)? {
//!     Outcome::Compiled { code, .. } => println!("{} bytes", code.len()),
//!     other => println!("{other:?}"),
//! }
//! # Ok::<(), wavefold_worker::WorkerError>(())
//! ```

mod client;
mod command;
mod error;
mod message;
mod process;
#[doc(hidden)]
pub mod wire;

pub use client::Worker;
pub use command::WorkerCommand;
pub use error::{Attempt, Death, WorkerError};
pub use message::{CompilerInfo, Job, Outcome};
#[doc(hidden)]
pub use message::{PROTOCOL, Request, Response};
