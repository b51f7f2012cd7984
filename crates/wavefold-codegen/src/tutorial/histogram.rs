//! A histogram's schedule.

use super::axis::Axis;
use super::reduction::MAX_ITEMS;
use super::{Launch, Scratch, TutorialCounts, most_blocks};
use crate::schedule::check_warp_size;
use crate::{HistogramSpec, Outside, SHARED_MEMORY, ScheduleError, WarpSize};

/// How a tutorial lays out a histogram. It counts what every other schedule counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TutorialHistogram {
    /// Threads of a block.
    pub block_size: u32,
    /// Elements of a thread, each a block's threads apart.
    pub items_per_thread: u32,
    /// Where the counters live.
    pub counts: TutorialCounts,
}

impl TutorialHistogram {
    /// With another number of threads in a block.
    pub const fn block_size(self, block_size: u32) -> Self {
        Self { block_size, ..self }
    }

    /// With another number of elements a thread.
    pub const fn items_per_thread(self, items_per_thread: u32) -> Self {
        Self { items_per_thread, ..self }
    }

    /// Elements of a block.
    pub const fn tile(&self) -> u32 {
        self.block_size.saturating_mul(self.items_per_thread)
    }

    /// Its text is the same for every warp size.
    pub fn uses_warps(&self) -> bool {
        false
    }

    /// What its kernels are called behind the declaration's name: `shared_items16`.
    pub fn label(&self) -> String {
        match self.items_per_thread {
            1 => self.counts.label(),
            items => format!("{}_items{items}", self.counts.label()),
        }
    }

    /// Whether `spec` can be laid out so, with so many bins.
    ///
    /// # Errors
    /// Names the first value that is not legal, and the legal ones.
    pub fn check(&self, spec: &HistogramSpec<'_>, bins: u32, warp_size: WarpSize) -> Result<(), ScheduleError> {
        check_warp_size(&spec.item, warp_size)?;
        self.check_numbers(spec.item.name)?;
        self.check_bins(spec.item.name, spec.outside, spec.bins.map(|_| bins))
    }

    /// Whether its numbers are legal, whatever is counted.
    ///
    /// # Errors
    /// Names the first that is not, and the legal ones.
    pub fn check_numbers(&self, name: &str) -> Result<(), ScheduleError> {
        let illegal = |what, value: u32, legal: String| {
            Err(ScheduleError::IllegalNumber { name: name.into(), what, value, legal })
        };
        let (legal, fits) = self.counts.block_sizes(self.block_size);
        if !fits {
            let with = self.counts.declared();
            return illegal("block_size", self.block_size, format!("{legal} with `counts: {with}`"));
        }
        if !(1..=MAX_ITEMS).contains(&self.items_per_thread) {
            return illegal("items_per_thread", self.items_per_thread, format!("1 to {MAX_ITEMS}"));
        }
        Ok(())
    }

    /// Whether so many bins have room; `None` where their number is known only at run time.
    ///
    /// # Errors
    /// When they have none in shared memory.
    pub fn check_bins(&self, name: &str, outside: Outside, bins: Option<u32>) -> Result<(), ScheduleError> {
        if !self.counts.in_shared() {
            return Ok(());
        }
        let Some(bins) = bins else { return Err(ScheduleError::BinsNotFixed { name: name.into() }) };
        let bytes = u64::from(outside.counters(bins)) * 4;
        if bytes > u64::from(SHARED_MEMORY) {
            return Err(ScheduleError::TooManyBins { name: name.into(), bins, bytes, limit: SHARED_MEMORY });
        }
        Ok(())
    }

    /// Whether the result has to be zero before the first launch: blocks add to it.
    pub fn adds_to_result(&self) -> bool {
        self.counts.adds_to_result()
    }

    /// What is launched for `n` elements and so many counters, in turn.
    ///
    /// # Errors
    /// When `n` elements need more blocks than a grid has.
    pub fn launches(&self, spec: &HistogramSpec<'_>, n: u64, counters: u32) -> Result<Vec<Launch>, ScheduleError> {
        Ok(self.counts.launches(self, n, self.blocks(spec, n)?, counters))
    }

    /// The memory that launches for up to `n` elements and so many counters need, in bytes.
    ///
    /// # Errors
    /// As [`launches`](Self::launches).
    pub fn scratch(
        &self,
        spec: &HistogramSpec<'_>,
        n: u64,
        counters: u32,
    ) -> Result<Vec<(Scratch, u64)>, ScheduleError> {
        Ok(self.counts.scratch(self.blocks(spec, n)?, counters))
    }

    fn blocks(&self, spec: &HistogramSpec<'_>, n: u64) -> Result<u32, ScheduleError> {
        let blocks = n.div_ceil(self.tile().max(1).into()).max(1);
        if blocks <= most_blocks(self.block_size) {
            return Ok(blocks as u32);
        }
        let (name, tile, limit) = (spec.item.name.into(), self.tile(), most_blocks(self.block_size));
        Err(ScheduleError::TooManyBlocks { name, n, tile, limit })
    }
}
