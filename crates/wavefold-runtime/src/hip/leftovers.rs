//! Giving things back: in order, silently, and never in the middle of a capture.

use std::mem::take;
use std::sync::PoisonError;

use hip_sys::{hipDeviceptr_t, hipEvent_t, hipGraphExec_t, hipModule_t, hipStream_t};

use super::context::Context;
use super::library::call;
use crate::Error;

/// Something that its owner no longer uses.
#[derive(Debug)]
pub(super) enum Leftover {
    Memory(hipDeviceptr_t),
    Stream(hipStream_t),
    Event(hipEvent_t),
    /// A module with its image, whose address the runtime keeps.
    Module(hipModule_t, #[expect(dead_code, reason = "kept alive")] Vec<u8>),
    Graph(hipGraphExec_t),
}

/// The captures in progress, and what waits for their end.
#[derive(Default, Debug)]
pub(super) struct Pending {
    captures: usize,
    leftovers: Vec<Leftover>,
}

impl Context {
    /// Gives it back: now, or at the end of the captures in progress, which freeing and waiting would spoil.
    ///
    /// # Safety
    /// It is this device's, and nothing is enqueued or called with it any more.
    pub(super) unsafe fn give_back(&self, leftover: Leftover) {
        // Locked to the end, so that no capture begins meanwhile.
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        if pending.captures > 0 {
            pending.leftovers.push(leftover);
        } else {
            // SAFETY: the caller promises it.
            unsafe { self.release(leftover) }
        }
    }

    /// From now on nothing is given back.
    pub(super) fn hold_back(&self) {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner).captures += 1;
    }

    /// Ends a `hold_back`; the last one gives back what has come together.
    pub(super) fn catch_up(&self) {
        let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
        pending.captures -= 1;
        if pending.captures == 0 {
            for leftover in take(&mut pending.leftovers) {
                // SAFETY: `give_back` was promised it.
                unsafe { self.release(leftover) }
            }
        }
    }

    /// Errors are nobody's here. Those that matter, faults, are raised by the next call on the device.
    ///
    /// # Safety
    /// As for `give_back`.
    unsafe fn release(&self, leftover: Leftover) {
        // Also after a fault: the process may live on, and so should not leak.
        let _ = self.make_current();
        // SAFETY: the caller promises it.
        let _ = unsafe { self.destroy(&leftover) };
    }

    /// # Safety
    /// As for `give_back`.
    unsafe fn destroy(&self, leftover: &Leftover) -> Result<(), Error> {
        // SAFETY: the caller promises that it is ours and done with; work in flight is waited for where the runtime does
        // not do so itself. Of hipFree the headers say that it does, of hipEventDestroy that it need not.
        unsafe {
            match *leftover {
                Leftover::Memory(pointer) => call!(self, hipFree(pointer)),
                Leftover::Event(event) => call!(self, hipEventDestroy(event)),
                Leftover::Stream(stream) => {
                    let _ = self.wait_for(stream);
                    call!(self, hipStreamDestroy(stream))
                }
                Leftover::Module(module, _) => {
                    let _ = self.wait_for_all();
                    call!(self, hipModuleUnload(module))
                }
                Leftover::Graph(graph) => {
                    let _ = self.wait_for_all();
                    call!(self, hipGraphExecDestroy(graph))
                }
            }
        }
    }
}
