//! Running rungs, one after the other, each on the same input.

use anyhow::{Context, Result};
use wavefold::{Error, Stream};

use super::device::Place;
use super::options::Options;
use super::progress::Progress;
use super::record::{Counted, Outcome, Record, Taught, Timed};
use super::rungs::Rung;
use super::timing::{Bandwidth, Stopwatch};
use super::work::{Blocks, Prepared, Work};

/// What all rows have in common.
pub(crate) struct Race<'r> {
    pub(crate) options: &'r Options,
    pub(crate) place: &'r Place,
    /// Of the device, where it has a clock.
    pub(crate) bandwidth: Option<Bandwidth>,
    pub(crate) progress: &'r Progress,
}

impl Race<'_> {
    /// Runs rungs on their work, in turn; the first that has a time is what the others are relative to.
    ///
    /// # Errors
    /// When a kernel cannot be compiled or run. Rungs that the work cannot be laid out for are rows that say so.
    pub(crate) fn run(&self, work: &dyn Work, rungs: &[Rung]) -> Result<Vec<Record>> {
        let stream = self.place.device.stream()?;
        let mut records = Vec::new();
        let mut first = None;
        for rung in rungs {
            self.progress.begin(&format!("{} of {}", rung.name, work.name()));
            let mut record =
                self.row(work, rung, &stream).with_context(|| format!("{} did not run", rung.name))?;
            if let Outcome::Timed(timed) = &mut record.outcome {
                timed.relative = *first.get_or_insert(timed.microseconds) / timed.microseconds;
            }
            records.push(record);
            self.progress.done();
        }
        Ok(records)
    }

    fn row(&self, work: &dyn Work, rung: &Rung, stream: &Stream) -> Result<Record> {
        let taught = rung.taught().map(|(tutorial, kernel)| Taught { tutorial, kernel });
        let mut record = Record {
            ladder: rung.ladder.name(),
            work: work.name().into(),
            row: rung.name,
            tutorials: taught.collect(),
            n: work.n(),
            block: 0,
            items: 0,
            kernels: Vec::new(),
            launches: 0,
            scratch_bytes: 0,
            blocks_checked: 0,
            outcome: Outcome::Refused(String::new()),
        };
        let prepared = match work.prepare(rung.step) {
            Err(Error::Schedule(reason)) => {
                record.outcome = Outcome::Refused(reason.to_string());
                return Ok(record);
            }
            prepared => prepared?,
        };
        (record.block, record.items) = prepared.shape();
        record.kernels = prepared.kernels();
        record.launches = prepared.launches();
        record.scratch_bytes = prepared.scratch_bytes();
        record.outcome = self.outcome(work, &*prepared, stream)?;
        if self.options.check_partials {
            match prepared.check_blocks(stream)? {
                Blocks::None => {}
                Blocks::Right(blocks) => record.blocks_checked = blocks,
                Blocks::Wrong(what) => record.outcome = Outcome::Wrong(what),
            }
        }
        Ok(record)
    }

    /// Runs once for the result, and on a GPU more often for the time.
    fn outcome(&self, work: &dyn Work, prepared: &dyn Prepared, stream: &Stream) -> Result<Outcome> {
        let device = &self.place.device;
        // What earlier calls have done is not this one's.
        drop(device.take_counts());
        prepared.enqueue(stream)?;
        let result = prepared.result(stream)?;
        if result != work.expected() {
            return Ok(Outcome::Wrong(format!("the result is {result}, the CPU has {}", work.expected())));
        }
        let Some(bandwidth) = self.bandwidth else {
            return Ok(Outcome::Counted(Counted::of(&device.take_counts())));
        };
        let bytes = work.n() * work.element_bytes();
        let stopwatch = Stopwatch::new(stream, bytes, |stream| prepared.enqueue(stream))?;
        let seconds = stopwatch.median(self.options)?;
        // Calls in a hurry must come to the same.
        let result = prepared.result(stream)?;
        if result != work.expected() {
            return Ok(Outcome::Wrong(format!("a repeated call gives {result}, the CPU has {}", work.expected())));
        }
        let gbps = bytes as f64 / seconds / 1e9;
        Ok(Outcome::Timed(Timed {
            microseconds: seconds * 1e6,
            gbps,
            share_of_bandwidth: gbps / bandwidth.gbps,
            relative: 1.0,
        }))
    }
}

#[cfg(test)]
mod tests;
