//! Schedules: how a kernel is laid out. They change the speed, never the answer.

mod counts;
mod histogram;
mod legality;

pub(crate) use counts::SHARED_FLAG;
pub use counts::{Counts, Provision};
pub use histogram::{HistogramSchedule, MAX_BINS};

use std::fmt;
use std::str::FromStr;

use crate::{Binding, Item, ReductionSpec, ScheduleError, tutorial};

/// How a kernel is laid out: as is best for a device, or as a tutorial has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Schedule<P, T> {
    /// The speed changes, never the answer.
    Production(P),
    /// A step of the [ladder](crate::tutorial).
    Tutorial(T),
}

impl<P, T> Schedule<P, T> {
    /// The schedule that is best for a device, if it is one.
    pub const fn production(&self) -> Option<&P> {
        match self {
            Self::Production(schedule) => Some(schedule),
            Self::Tutorial(_) => None,
        }
    }

    /// The tutorial's schedule, if it is one.
    pub const fn tutorial(&self) -> Option<&T> {
        match self {
            Self::Production(_) => None,
            Self::Tutorial(schedule) => Some(schedule),
        }
    }
}

impl<T> From<ReductionSchedule> for Schedule<ReductionSchedule, T> {
    fn from(schedule: ReductionSchedule) -> Self {
        Self::Production(schedule)
    }
}

impl<T> From<HistogramSchedule> for Schedule<HistogramSchedule, T> {
    fn from(schedule: HistogramSchedule) -> Self {
        Self::Production(schedule)
    }
}

impl<P> From<tutorial::TutorialReduction> for Schedule<P, tutorial::TutorialReduction> {
    fn from(schedule: tutorial::TutorialReduction) -> Self {
        Self::Tutorial(schedule)
    }
}

impl<P> From<tutorial::TutorialHistogram> for Schedule<P, tutorial::TutorialHistogram> {
    fn from(schedule: tutorial::TutorialHistogram) -> Self {
        Self::Tutorial(schedule)
    }
}

/// Lanes of a warp (AMD: wavefront).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WarpSize {
    /// 32 lanes: NVIDIA, and AMD's RDNA (gfx10 to gfx12).
    W32,
    /// 64 lanes: AMD's GCN and CDNA (gfx9).
    W64,
}

impl WarpSize {
    /// Both of them.
    pub const ALL: [Self; 2] = [Self::W32, Self::W64];

    /// The number of lanes.
    pub const fn lanes(self) -> u32 {
        match self {
            Self::W32 => 32,
            Self::W64 => 64,
        }
    }
}

impl fmt::Display for WarpSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lanes().fmt(f)
    }
}

/// The number of lanes, as `Display` writes it.
impl FromStr for WarpSize {
    type Err = ParseWarpSizeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "32" => Ok(Self::W32),
            "64" => Ok(Self::W64),
            _ => Err(ParseWarpSizeError { given: text.into() }),
        }
    }
}

/// Text that is no warp size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{given}` is no warp size; write 32 or 64")]
#[non_exhaustive]
pub struct ParseWarpSizeError {
    /// The text.
    pub given: String,
}

/// Virtual accumulators of the canonical order: element `i` is folded into slot `i % SLOTS`.
///
/// A constant of the library: changing it changes the bits of every floating-point result.
pub const SLOTS: u32 = 1 << 20;

/// The widest load in bytes.
pub const MAX_VECTOR_BYTES: u32 = 16;

/// The largest accumulator of a kernel in bytes: more than all registers of a thread hold would take compilers minutes
/// and spend its time in memory. The CPU has no such limit.
pub const MAX_ACCUMULATOR_BYTES: u32 = 1024;

/// Partials that one thread of the last block folds at most.
pub(crate) const MAX_PARTIALS_PER_THREAD: u32 = 16;

/// Shared memory that every device gives a block without being asked, in bytes.
pub const SHARED_MEMORY: u32 = 48 * 1024;

/// How a reduction kernel is laid out.
///
/// A warp owns `vectors_per_thread · lanes · vector_width` neighbouring slots; each of its vectors is
/// read by neighbouring lanes. A block owns the neighbouring slots of its warps: its *tile*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ReductionSchedule {
    /// Lanes of a warp.
    pub warp_size: WarpSize,
    /// Threads of a block.
    pub block_size: u32,
    /// Elements one load brings.
    pub vector_width: u32,
    /// Vectors of slots a thread owns.
    pub vectors_per_thread: u32,
    /// Steps (one element for every slot) that are loaded before the first of them is folded.
    pub steps_ahead: u32,
}

impl ReductionSchedule {
    /// The schedule of [`source`](crate::reduction): the pins, and for the rest what suits most devices.
    ///
    /// # Errors
    /// When the pins cannot be laid out for this warp size; the error names the legal values.
    pub fn documented(spec: &ReductionSpec<'_>, warp_size: WarpSize) -> Result<Self, ScheduleError> {
        let item = &spec.item;
        check_warp_size(item, warp_size)?;
        let block_size = item.pins.block_size.unwrap_or(256);
        let mut vector_width = vector_width(item)?;
        // A thread holds an accumulator for every element of a vector.
        while item.pins.vector_width.is_none() && vector_width > 1 && vector_width * spec.accumulator.size() > 256
        {
            vector_width /= 2;
        }
        // Without a pin: two vectors of slots, or one when the accumulators alone would fill too many registers; and 64
        // bytes on their way to a thread, or 128 of bytes that are cheap to fold. Measured best on an H200.
        let (words, element_bytes) = (spec.accumulator.size().div_ceil(4) * vector_width, widest_vector(item).1);
        let cheap_bytes = element_bytes == 1 && words <= 16 && item.filter.is_none();
        let default_vectors = if words <= 8 || cheap_bytes { 2 } else { 1 };
        let default_bytes = if cheap_bytes { 128 } else { 64 };
        let fewest = SLOTS.div_ceil(MAX_PARTIALS_PER_THREAD * block_size * block_size * vector_width);
        let vectors_in_flight = match item.pins.items_per_thread {
            Some(items) => vectors_in_flight(item, items, vector_width)?,
            None => (default_bytes / (element_bytes * vector_width)).clamp(1, 8).max(fewest),
        };
        let vectors_per_thread = default_vectors.max(fewest).min(vectors_in_flight);
        if vectors_per_thread < fewest {
            return Err(ScheduleError::TileTooSmall {
                name: item.name.into(),
                block_size,
                items_per_thread: vectors_in_flight * vector_width,
                fewest_items: fewest * vector_width,
            });
        }
        let schedule = Self {
            warp_size,
            block_size,
            vector_width,
            vectors_per_thread,
            steps_ahead: vectors_in_flight / vectors_per_thread,
        };
        schedule.check(spec)?;
        Ok(schedule)
    }

    /// Warps of a block.
    pub const fn warps(&self) -> u32 {
        self.block_size / self.warp_size.lanes()
    }

    /// Slots of a block.
    pub const fn tile(&self) -> u32 {
        self.block_size * self.vector_width * self.vectors_per_thread
    }

    /// Elements a thread holds in flight.
    pub const fn items_per_thread(&self) -> u32 {
        self.vector_width * self.vectors_per_thread * self.steps_ahead
    }

    /// Blocks of the largest grid: one for every tile of slots.
    pub const fn max_grid(&self) -> u32 {
        SLOTS / self.tile()
    }

    /// Blocks that `n` elements need: at least one, because empty input has a result too.
    pub fn grid(&self, n: u64) -> u32 {
        let slots = n.clamp(1, u64::from(SLOTS)) as u32;
        slots.div_ceil(self.tile())
    }

    /// Neighbouring partials that one thread of the last block folds.
    pub const fn partials_per_thread(&self) -> u32 {
        self.max_grid().div_ceil(self.block_size)
    }
}

pub(crate) fn check_warp_size(item: &Item<'_>, warp_size: WarpSize) -> Result<(), ScheduleError> {
    if item.pins.warp_sizes.contains(&warp_size) {
        return Ok(());
    }
    Err(ScheduleError::WarpSizeNotAllowed {
        name: item.name.into(),
        warp_size,
        allowed: item.pins.warp_sizes.to_vec(),
    })
}

/// The widest vector of the widest input, and the size of one of its elements in bytes.
pub(crate) fn widest_vector(item: &Item<'_>) -> (u32, u32) {
    let size = item.inputs.iter().map(|input: &Binding<'_>| input.ty.size()).max().unwrap_or(1).max(1);
    (widest_of(size), size)
}

/// The widest vector of elements with so many bytes.
pub(crate) const fn widest_of(element_bytes: u32) -> u32 {
    match MAX_VECTOR_BYTES.checked_div(element_bytes) {
        Some(0) => 1,
        Some(most) => 1 << most.ilog2(),
        None => MAX_VECTOR_BYTES,
    }
}

/// The pinned width, or the widest that every input can be loaded with.
fn vector_width(item: &Item<'_>) -> Result<u32, ScheduleError> {
    let (widest, element_bytes) = widest_vector(item);
    match item.pins.vector_width {
        Some(width) if width > widest => Err(ScheduleError::VectorTooWide {
            name: item.name.into(),
            vector_width: width,
            element_bytes,
            widest,
        }),
        Some(width) => Ok(width),
        None => Ok(widest.min(item.pins.items_per_thread.unwrap_or(widest))),
    }
}

fn vectors_in_flight(item: &Item<'_>, items: u32, vector_width: u32) -> Result<u32, ScheduleError> {
    if items.is_multiple_of(vector_width) && items > 0 {
        return Ok(items / vector_width);
    }
    Err(ScheduleError::ItemsNotVectors { name: item.name.into(), items_per_thread: items, vector_width })
}

#[cfg(test)]
mod tests {
    use super::WarpSize;

    #[test]
    fn a_warp_size_reads_as_it_writes() {
        for warp_size in WarpSize::ALL {
            assert_eq!(warp_size.to_string().parse(), Ok(warp_size));
        }
        for wrong in ["", "16", " 32", "W32", "+64", "064"] {
            let error = wrong.parse::<WarpSize>().unwrap_err();
            assert_eq!(error.to_string(), format!("`{wrong}` is no warp size; write 32 or 64"));
        }
    }
}
