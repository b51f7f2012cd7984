//! Keeps the work that threads enqueue into a stream apart from the moments at which a capture of it begins and ends.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Many threads may work at one time, or one may turn the stream from working to capturing or back.
///
/// Unlike with [`RwLock`](std::sync::RwLock), who waits for his turn holds nobody up: work in one stream looks into
/// others, and a thread that works may do so again.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    working: usize,
    turning: bool,
    /// Threads that wait until nobody works: without one, nobody need be woken, which is a call of the system's.
    awaiting: usize,
}

impl Gate {
    /// Waits while another thread turns the stream.
    pub(crate) fn work(&self) -> Working<'_> {
        let mut state =
            self.changed.wait_while(self.lock(), |state| state.turning).unwrap_or_else(PoisonError::into_inner);
        state.working += 1;
        Working(self)
    }

    /// Waits for all work. Not for a thread that works itself.
    pub(crate) fn turn(&self) -> Turning<'_> {
        let busy = |state: &mut State| state.turning || state.working > 0;
        let mut state = self.lock();
        state.awaiting += 1;
        let mut state = self.changed.wait_while(state, busy).unwrap_or_else(PoisonError::into_inner);
        state.awaiting -= 1;
        state.turning = true;
        Turning(self)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// As long as it lives, no capture of the stream begins or ends.
#[derive(Debug)]
#[must_use]
pub(crate) struct Working<'g>(&'g Gate);

impl Drop for Working<'_> {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.working -= 1;
        if state.working == 0 && state.awaiting > 0 {
            self.0.changed.notify_all();
        }
    }
}

/// As long as it lives, nobody works in the stream.
#[derive(Debug)]
#[must_use]
pub(crate) struct Turning<'g>(&'g Gate);

impl Drop for Turning<'_> {
    fn drop(&mut self) {
        self.0.lock().turning = false;
        self.0.changed.notify_all();
    }
}
