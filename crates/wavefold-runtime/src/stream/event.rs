//! Events: points in a stream's work.

use std::time::Duration;

use crate::backend::EventHandle;
use crate::{Device, Error, Stream};

/// A point in the work of a stream, reached when everything before it is done. Made by
/// [`Stream::record`](Stream::record).
#[derive(Debug)]
pub struct Event {
    device: Device,
    handle: EventHandle,
}

impl Event {
    pub(crate) fn record(stream: &Stream) -> Result<Self, Error> {
        let device = stream.device().clone();
        // SAFETY: a `Stream` is open.
        let handle = unsafe { device.backend().record(stream.handle())? };
        Ok(Self { device, handle })
    }

    /// The device it belongs to.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Waits for both and gives the time between them, as the device measures it; zero where `earlier` is the later one.
    ///
    /// # Errors
    /// When the other belongs to another device, or the work before them went wrong.
    pub fn since(&self, earlier: &Self) -> Result<Duration, Error> {
        self.device.check_owns("event", &earlier.device)?;
        // SAFETY: events are closed when they are dropped.
        unsafe { self.device.backend().elapsed(earlier.handle, self.handle) }
    }

    pub(crate) fn handle(&self) -> EventHandle {
        self.handle
    }
}

impl Drop for Event {
    fn drop(&mut self) {
        // SAFETY: recorded by this device's backend and closed once.
        unsafe { self.device.backend().close_event(self.handle) }
    }
}
