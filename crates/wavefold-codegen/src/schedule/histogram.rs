//! How a histogram kernel is laid out.

use super::legality::check_threads_and_vectors;
use super::{Counts, WarpSize, check_warp_size, vector_width, vectors_in_flight, widest_vector};
use crate::{Binning, HistogramSpec, Outside, SHARED_MEMORY, ScheduleError};

/// How a histogram kernel is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HistogramSchedule {
    /// Lanes of a warp.
    pub warp_size: WarpSize,
    /// Threads of a block.
    pub block_size: u32,
    /// Elements one load brings.
    pub vector_width: u32,
    /// Vectors that a thread loads before it counts the first of them.
    pub vectors_per_thread: u32,
    /// Where the counters live.
    pub counts: Counts,
}

impl HistogramSchedule {
    /// The schedule of [`source`](crate::histogram): the pins, and for the rest what suits most devices.
    ///
    /// # Errors
    /// When the pins cannot be laid out for this warp size.
    pub fn documented(spec: &HistogramSpec<'_>, warp_size: WarpSize) -> Result<Self, ScheduleError> {
        let counters = spec.bins.map(|bins| spec.outside.counters(bins));
        let schedule = Self::laid_out(spec, warp_size, Counts::best(counters, SHARED_MEMORY))?;
        schedule.check(spec, spec.bins.unwrap_or(1))?;
        Ok(schedule)
    }

    /// The documented schedule, but for what the number of bins and the shared memory of a block make of it: where the
    /// counters live.
    ///
    /// # Errors
    /// As [`documented`](Self::documented).
    pub fn for_device(
        spec: &HistogramSpec<'_>,
        warp_size: WarpSize,
        bins: u32,
        shared_memory: u32,
    ) -> Result<Self, ScheduleError> {
        let counters = spec.outside.counters(bins);
        let known = spec.bins.map(|_| counters);
        let counts = Counts::best(known, shared_memory.max(SHARED_MEMORY)).or_global(counters);
        let schedule = Self::laid_out(spec, warp_size, counts)?;
        schedule.check(spec, bins)?;
        Ok(schedule)
    }

    fn laid_out(spec: &HistogramSpec<'_>, warp_size: WarpSize, counts: Counts) -> Result<Self, ScheduleError> {
        let item = &spec.item;
        check_warp_size(item, warp_size)?;
        let vector_width = vector_width(item)?;
        let vectors_per_thread = match item.pins.items_per_thread {
            Some(items) => vectors_in_flight(item, items, vector_width)?,
            // 16 elements, or 64 of those that are cheap to place: measured best on an H200.
            None if widest_vector(item).1 == 1 && matches!(spec.binning, Binning::Index(_)) => 4,
            None => 16_u32.div_ceil(vector_width).min(4),
        };
        let block_size = item.pins.block_size.unwrap_or(counts.block_size());
        Ok(Self { warp_size, block_size, vector_width, vectors_per_thread, counts })
    }

    /// Whether `spec` can be laid out so, with so many bins. Every schedule that passes gives the same counts.
    ///
    /// # Errors
    /// Names the first number that is not legal, and the legal ones.
    pub fn check(&self, spec: &HistogramSpec<'_>, bins: u32) -> Result<(), ScheduleError> {
        let item = &spec.item;
        check_warp_size(item, self.warp_size)?;
        check_threads_and_vectors(item, self.block_size, self.vector_width, self.vectors_per_thread)?;
        self.counts.check(spec, bins)
    }

    /// Elements a thread holds in flight.
    pub const fn items_per_thread(&self) -> u32 {
        self.vector_width * self.vectors_per_thread
    }

    /// Elements that a block reads in one turn.
    pub const fn tile(&self) -> u32 {
        self.block_size * self.items_per_thread()
    }

    /// Blocks for `n` elements: at least one, and no more than keep the device busy, since each adds all its counts to the
    /// result. That is a few for each of its `compute_units`, or 1024 in all where their number is not known.
    pub fn grid(&self, n: u64, compute_units: Option<u32>) -> u32 {
        let per_unit = self.counts.blocks_per_unit();
        let most = compute_units.map_or(1024, |units| units.saturating_mul(per_unit).max(1));
        // A block counts in 32 bits, whatever the results have: it gets about 2^31 elements at most.
        let most = u64::from(most).max(n >> 31).min(i32::MAX as u64);
        n.div_ceil(u64::from(self.tile())).clamp(1, most) as u32
    }
}

/// Bins of a histogram at most: what counts apart, and what no counter counts, have numbers behind them.
pub const MAX_BINS: u32 = u32::MAX - 4;

impl Outside {
    /// Counters of the result: the bins, [`MAX_BINS`] at most, then below, above and NaN with [`Outside::Count`].
    pub const fn counters(self, bins: u32) -> u32 {
        match self {
            Self::Count => bins.saturating_add(3),
            Self::Drop | Self::Clamp => bins,
        }
    }
}
