//! Events: points in streams, and the device's time between them.

use std::time::Duration;

use hip_sys::{hipEvent_t, hipEventDefault};

use super::context::Context;
use super::leftovers::Leftover;
use super::library::call;
use crate::Error;
use crate::backend::{EventHandle, StreamHandle};

impl Context {
    /// A new event in the stream.
    pub(super) fn record(&self, stream: StreamHandle) -> Result<EventHandle, Error> {
        self.enter()?;
        let mut event = hipEvent_t::NULL;
        // SAFETY: `event` may be written.
        unsafe { call!(self, hipEventCreateWithFlags(&mut event, hipEventDefault)) }?;
        // SAFETY: the event was just made; callers have the stream from an open handle.
        let recorded = self.enqueue(stream, |queue| unsafe { call!(self, hipEventRecord(event, queue)) });
        match recorded {
            Ok(()) => Ok(EventHandle(event.0 as usize)),
            Err(error) => {
                // SAFETY: it was made here and is used nowhere.
                unsafe { self.give_back(Leftover::Event(event)) };
                Err(error)
            }
        }
    }

    /// Lets later work in the stream wait for the event.
    pub(super) fn wait(&self, stream: StreamHandle, event: EventHandle) -> Result<(), Error> {
        // SAFETY: callers have both from open handles; the flags have to be 0.
        self.enqueue(stream, |queue| unsafe { call!(self, hipStreamWaitEvent(queue, event.into(), 0)) })
    }

    /// The device's time between two events.
    pub(super) fn elapsed(&self, start: EventHandle, end: EventHandle) -> Result<Duration, Error> {
        self.enter()?;
        let mut milliseconds = 0.0;
        // SAFETY: callers have the events from open handles; `milliseconds` may be written.
        unsafe {
            call!(self, hipEventSynchronize(start.into()))?;
            call!(self, hipEventSynchronize(end.into()))?;
            call!(self, hipEventElapsedTime(&mut milliseconds, start.into(), end.into()))?;
        }
        // Negative when the events are given in the wrong order.
        Ok(Duration::try_from_secs_f64(f64::from(milliseconds) / 1e3).unwrap_or_default())
    }
}

impl From<EventHandle> for hipEvent_t {
    fn from(event: EventHandle) -> Self {
        Self(event.0 as *mut _)
    }
}
