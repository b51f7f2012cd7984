//! Giving things back: in order, silently, and never in the middle of a capture.

use std::mem::take;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

use hip_sys::{hipDeviceptr_t, hipEvent_t, hipGraphExec_t, hipModule_t, hipStream_t};

use super::context::{Context, Streams};
use super::library::call;
use crate::Error;

/// Something that its owner no longer uses.
#[derive(Debug)]
pub(super) enum Leftover {
    Memory(hipDeviceptr_t),
    Stream(hipStream_t),
    Event(hipEvent_t),
    /// A module with its image, whose address the runtime keeps.
    Module(hipModule_t, #[allow(dead_code, reason = "kept alive")] Vec<u8>),
    Graph(hipGraphExec_t),
}

/// What waits for the end of the captures in progress.
#[derive(Default, Debug)]
pub(super) struct Leftovers(Mutex<Vec<Leftover>>);

impl Leftovers {
    fn lock(&self) -> MutexGuard<'_, Vec<Leftover>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Context {
    /// Gives it back: now, or at the end of the captures in progress, which freeing and waiting would spoil.
    ///
    /// # Safety
    /// It is this device's, and nothing is enqueued or called with it any more.
    pub(super) unsafe fn give_back(&self, leftover: Leftover) {
        if let Leftover::Stream(stream) = leftover {
            self.finish_before_it_goes(stream);
            self.leftovers.lock().push(leftover);
            return self.catch_up(&mut self.streams_mut());
        }
        let streams = self.streams();
        if streams.capturing.is_empty() {
            // SAFETY: the caller promises it.
            unsafe { self.release(&leftover, &streams) }
        } else {
            self.leftovers.lock().push(leftover);
        }
    }

    /// Waits for a stream that goes at the end of the captures in progress: whoever shared memory with it takes its work
    /// for done from now on. A thread that captures may not wait, so another one does.
    fn finish_before_it_goes(&self, stream: hipStream_t) {
        let streams = self.streams();
        if streams.capturing.is_empty() {
            return;
        }
        let finish = || {
            let _ = self.make_current();
            let _ = self.wait_for(stream);
        };
        thread::scope(|scope| {
            // Without a thread to be had, a spoilt capture is the lesser harm.
            if thread::Builder::new().spawn_scoped(scope, finish).is_err() {
                finish();
            }
        });
    }

    /// Gives back what has come together, unless a capture is still in progress.
    pub(super) fn catch_up(&self, streams: &mut Streams) {
        if !streams.capturing.is_empty() {
            return;
        }
        for leftover in take(&mut *self.leftovers.lock()) {
            // SAFETY: `give_back` was promised it.
            unsafe { self.release(&leftover, streams) }
            if let Leftover::Stream(stream) = leftover {
                streams.open.retain(|&open| open != stream);
            }
        }
    }

    /// Errors are nobody's here. Those that matter, faults, are raised by the next call on the device.
    ///
    /// # Safety
    /// As for `give_back`.
    unsafe fn release(&self, leftover: &Leftover, streams: &Streams) {
        // Also after a fault: the process may live on, and so should not leak.
        let _ = self.make_current();
        // SAFETY: the caller promises it.
        let _ = unsafe { self.destroy(leftover, streams) };
    }

    /// # Safety
    /// As for `give_back`.
    unsafe fn destroy(&self, leftover: &Leftover, streams: &Streams) -> Result<(), Error> {
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
                    let _ = self.wait_for_all(streams);
                    call!(self, hipModuleUnload(module))
                }
                Leftover::Graph(graph) => {
                    let _ = self.wait_for_all(streams);
                    call!(self, hipGraphExecDestroy(graph))
                }
            }
        }
    }
}
