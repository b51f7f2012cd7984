//! Launches that say what their warps did.

use super::argument::Argument;
use super::counters::{Counters, LaunchCounts};
use super::error::EmulatorError;
use super::kernel::EmulatedKernel;

impl EmulatedKernel {
    /// As [`Self::launch_with_shared`], and counts, where the kernel comes from an emulator made by
    /// [`Emulator::counting`](super::Emulator::counting); the counters of any other kernel are zero.
    ///
    /// # Errors
    /// As [`Self::launch`].
    ///
    /// # Safety
    /// As [`Self::launch`].
    pub unsafe fn launch_counted(
        &self,
        grid: u32,
        block: u32,
        shared_bytes: usize,
        arguments: &[Argument<'_>],
    ) -> Result<LaunchCounts, EmulatorError> {
        let mut counters = Counters::default();
        // SAFETY: the caller's promise.
        let shared_bytes = unsafe { self.run(grid, block, shared_bytes, arguments, &mut counters) }?;
        Ok(LaunchCounts { kernel: self.text().entry.clone(), grid, block, shared_bytes, counters })
    }
}
