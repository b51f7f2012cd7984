//! Which streams still work on a piece of memory, so that no two of them meet there.

use super::StreamToken;
use crate::{Error, Stream};

/// What work does with memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    /// It only reads.
    Read,
    /// It writes, or reads and writes.
    Write,
}

/// The streams whose work may not be done yet: the last that wrote, and those that have read since.
#[derive(Debug, Default)]
pub(crate) struct Uses {
    writer: Option<StreamToken>,
    readers: Vec<StreamToken>,
}

impl Uses {
    /// Lets the stream's next work begin after everything in other streams that it conflicts with, and notes it. The
    /// host does not wait. Work in one stream never waits: it is in order anyway.
    pub(crate) fn order(&mut self, access: Access, stream: &Stream) -> Result<(), Error> {
        match access {
            Access::Read => self.order_read(stream),
            Access::Write => self.order_write(stream),
        }
    }

    /// Waits, on the host, for all work on the memory.
    pub(crate) fn finish(&self) {
        self.writer.iter().chain(&self.readers).for_each(StreamToken::finish);
    }

    fn order_read(&mut self, stream: &Stream) -> Result<(), Error> {
        // A reader has waited for the writer at its first read.
        if self.writer.iter().chain(&self.readers).any(|token| token.is(stream)) {
            return Ok(());
        }
        if let Some(writer) = &self.writer {
            stream.follow(writer)?;
        }
        self.readers.retain(StreamToken::exists);
        self.readers.push(stream.token());
        Ok(())
    }

    fn order_write(&mut self, stream: &Stream) -> Result<(), Error> {
        for token in self.writer.iter().chain(&self.readers).filter(|token| !token.is(stream)) {
            stream.follow(token)?;
        }
        self.readers.clear();
        if !self.writer.as_ref().is_some_and(|writer| writer.is(stream)) {
            self.writer = Some(stream.token());
        }
        Ok(())
    }
}
