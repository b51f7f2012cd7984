//! What a launch does when its turn comes: the seam for running code objects.

use std::ffi::c_void;

use crate::state::State;

/// A launch in a queue.
#[derive(Clone, Debug)]
pub(crate) struct Launch {
    /// The module that must stay loaded until it has run.
    pub(crate) module: *mut c_void,
    pub(crate) kernel: String,
}

impl State {
    /// Runs a launch whose turn has come: all work before it in its stream is done. Here it is only noted. To execute it,
    /// carry the image, grid, block and the arguments' bytes along in [`Launch`] (`hipModuleLaunchKernel` has them all),
    /// and hand them to another process with `memory.live()` and the file that it lies in, which that process maps.
    pub(crate) fn execute(&mut self, launch: &Launch) {
        self.trace.push(format!("(ran {})", launch.kernel));
    }
}
