//! What a launch does when its turn comes.

use std::ffi::{CString, c_void};

use hip_sys::hipErrorLaunchFailure;

use crate::executor::{Argument, Place};
use crate::state::State;

/// Shared memory that a block may have.
pub(crate) const SHARED_BYTES: u32 = 1 << 16;

/// A launch in a queue.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The module that must stay loaded until it has run.
    pub(crate) module: *mut c_void,
    /// The executor's number of its code object.
    pub(crate) image: Option<usize>,
    pub(crate) kernel: String,
    pub(crate) grid: u32,
    pub(crate) block: u32,
    /// Bytes of shared memory besides what the kernel has.
    pub(crate) shared_bytes: u32,
    pub(crate) arguments: Vec<Vec<u8>>,
}

impl State {
    /// Runs a launch whose turn has come: all work before it in its stream is done. Where there is an executor, the kernel
    /// is executed, and what it does wrong is a fault.
    pub(crate) fn execute(&mut self, launch: &Launch) {
        if let (Some(executor), Some(image)) = (&mut self.executor, launch.image) {
            let arguments = launch.arguments.iter().map(|value| {
                let address = <[u8; 8]>::try_from(value.as_slice()).map(usize::from_le_bytes);
                let found = address.ok().and_then(|address| self.memory.find(address, 1));
                let place = found.map(|(allocation, within)| Place {
                    allocation: allocation.place,
                    bytes: allocation.bytes,
                    within,
                });
                Argument { value, place }
            });
            let arguments: Vec<_> = arguments.collect();
            if let Err(message) = executor.launch(
                image,
                &launch.kernel,
                (launch.grid, launch.block, launch.shared_bytes),
                &arguments,
            ) {
                self.fault(format!("`{}`: {message}", launch.kernel));
            }
        }
        self.trace.push(format!("(ran {})", launch.kernel));
    }

    /// A kernel has gone wrong: the next call that waits for work says so, and `hipGetErrorString` says how.
    fn fault(&mut self, message: String) {
        let text = CString::new(message.replace('\0', "")).unwrap_or_default();
        // Who was given the words before may still read them.
        std::mem::forget(self.texts.insert(hipErrorLaunchFailure.0, text));
        self.fault = Some(message);
    }
}
