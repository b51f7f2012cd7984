//! Work in streams, done when it is waited for and not earlier.

use std::collections::VecDeque;
use std::ffi::c_void;
use std::thread::ThreadId;

use crate::launch::Launch;
use crate::state::State;

/// A piece of work.
#[derive(Clone, Debug)]
pub(crate) enum Work {
    /// One of both is memory of the device.
    Copy {
        to: usize,
        from: usize,
        device: usize,
        bytes: usize,
    },
    Set {
        to: usize,
        value: u8,
        bytes: usize,
    },
    Launch(Launch),
    /// The event passes.
    Record(*mut c_void),
    /// Nothing further before the event has passed.
    Wait(*mut c_void),
    /// What comes before belongs to a graph that was launched here.
    EndOfGraph(*mut c_void),
}

// SAFETY: the pointers are handles, followed by nobody.
unsafe impl Send for Work {}

/// A stream.
#[derive(Debug)]
pub(crate) struct Stream {
    pub(crate) queue: VecDeque<Work>,
    pub(crate) capture: Option<Capture>,
}

impl Stream {
    pub(crate) const fn new() -> Self {
        Self { queue: VecDeque::new(), capture: None }
    }
}

/// A capture in progress.
#[derive(Debug)]
pub(crate) struct Capture {
    pub(crate) thread: ThreadId,
    pub(crate) noted: Vec<Work>,
    pub(crate) spoilt: bool,
}

impl State {
    /// Does all work of the stream, in order.
    pub(crate) fn run(&mut self, stream: *mut c_void) {
        while let Some(work) = self.stream(stream).and_then(|stream| stream.queue.pop_front()) {
            match work {
                Work::Copy { to, from, device, bytes } if self.is_alive(device, bytes) => {
                    // SAFETY: the device's side is alive; the host's is the caller's promise until it has waited.
                    unsafe { std::ptr::copy(from as *const u8, to as *mut u8, bytes) }
                }
                Work::Set { to, value, bytes } if self.is_alive(to, bytes) => {
                    // SAFETY: it is alive.
                    unsafe { std::ptr::write_bytes(to as *mut u8, value, bytes) }
                }
                Work::Copy { .. } | Work::Set { .. } => {}
                Work::Launch(launch) => self.execute(&launch),
                Work::Record(event) => {
                    if let Some(passed) = self.events.get(event) {
                        *passed = true;
                    }
                }
                Work::Wait(event) => self.run_until(event),
                Work::EndOfGraph(_) => {}
            }
        }
    }

    /// Whether the memory is still there; if not, it was freed too early, by who has a graph of it say.
    fn is_alive(&mut self, address: usize, bytes: usize) -> bool {
        let alive = self.memory.find(address, bytes).is_some();
        if !alive {
            self.misused("memory was freed before work with it was done".into());
        }
        alive
    }

    /// Does the work of whichever stream the event is in.
    pub(crate) fn run_until(&mut self, event: *mut c_void) {
        let holds = |stream: &Stream| {
            stream.queue.iter().any(|work| matches!(work, Work::Record(recorded) if *recorded == event))
        };
        let holder = if holds(&self.legacy) { Some(std::ptr::null_mut()) } else { None };
        let holder =
            holder.or_else(|| self.streams.iter().find(|(_, stream)| holds(stream)).map(|(handle, _)| handle));
        if let Some(holder) = holder {
            self.run(holder);
        }
    }

    /// Does all work.
    pub(crate) fn run_all(&mut self) {
        let streams: Vec<_> = self.streams.iter().map(|(handle, _)| handle).collect();
        self.run(std::ptr::null_mut());
        streams.into_iter().for_each(|stream| self.run(stream));
    }

    /// Whether any stream has such work in flight.
    pub(crate) fn in_flight(&self, which: impl Fn(&Work) -> bool) -> bool {
        self.legacy.queue.iter().chain(self.streams.iter().flat_map(|(_, stream)| &stream.queue)).any(which)
    }

    /// The stream of the handle; null is the legacy stream.
    pub(crate) fn stream(&mut self, handle: *mut c_void) -> Option<&mut Stream> {
        if handle.is_null() { Some(&mut self.legacy) } else { self.streams.get(handle) }
    }
}
