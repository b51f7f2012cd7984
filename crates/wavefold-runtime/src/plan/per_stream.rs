//! Scratch of a plan: one for every stream it is launched on.

use std::sync::{Arc, Mutex};
use std::{panic, thread};

use super::lock;
use crate::stream::StreamToken;
use crate::{Error, Stream};

/// Scratch by stream, made at the first launch on it and dropped some time after the stream.
#[derive(Debug)]
pub(super) struct PerStream<S> {
    entries: Mutex<Vec<Entry<S>>>,
}

#[derive(Debug)]
struct Entry<S> {
    stream: StreamToken,
    scratch: Arc<Mutex<S>>,
}

impl<S: Send + 'static> PerStream<S> {
    pub(super) fn new() -> Self {
        Self { entries: Mutex::new(Vec::new()) }
    }

    /// The scratch for this stream. Whoever launches holds its lock meanwhile: two threads may share a stream. A graph
    /// may be launched on any stream, so one that is being captured gets scratch of its own and keeps it. Another thread
    /// makes it: one that captures may neither allocate nor wait.
    pub(super) fn of(
        &self,
        stream: &Stream,
        make: &(dyn Fn() -> Result<S, Error> + Sync),
    ) -> Result<Arc<Mutex<S>>, Error> {
        if stream.is_capturing() {
            let made = thread::scope(|scope| match thread::Builder::new().spawn_scoped(scope, make) {
                Ok(thread) => thread.join().unwrap_or_else(|panic| panic::resume_unwind(panic)),
                // Without a thread to be had, the device says whether this one may.
                Err(_) => make(),
            });
            let scratch = Arc::new(Mutex::new(made?));
            stream.keep(|| Box::new(Arc::clone(&scratch)));
            return Ok(scratch);
        }
        let mut entries = lock(&self.entries);
        if let Some(entry) = entries.iter().find(|entry| entry.stream.is(stream)) {
            return Ok(Arc::clone(&entry.scratch));
        }
        entries.retain(|entry| entry.stream.exists());
        let scratch = Arc::new(Mutex::new(make()?));
        entries.push(Entry { stream: stream.token(), scratch: Arc::clone(&scratch) });
        Ok(scratch)
    }
}
