//! Which schedules can be laid out: every number is checked before text exists.

use super::{MAX_PARTIALS_PER_THREAD, check_warp_size, widest_vector};
use crate::{Item, ReductionSchedule, ReductionSpec, SLOTS};
use crate::{MAX_ACCUMULATOR_BYTES, MAX_VECTOR_BYTES, ScheduleError};

/// Elements that a thread holds in flight at most.
const MAX_ITEMS_PER_THREAD: u32 = 256;

impl ReductionSchedule {
    /// Whether `spec` can be laid out so. Every schedule that passes gives the same bits.
    ///
    /// # Errors
    /// Names the first number that is not legal, and the legal ones.
    pub fn check(&self, spec: &ReductionSpec<'_>) -> Result<(), ScheduleError> {
        let item = &spec.item;
        check_warp_size(item, self.warp_size)?;
        check_threads_and_vectors(item, self.block_size, self.vector_width, self.vectors_per_thread)?;
        let most_steps = MAX_ITEMS_PER_THREAD / (self.vector_width * self.vectors_per_thread);
        if !(1..=most_steps).contains(&self.steps_ahead) {
            return Err(illegal(item, "steps_ahead", self.steps_ahead, format!("1 to {most_steps}")));
        }
        if self.partials_per_thread() > MAX_PARTIALS_PER_THREAD {
            let fewest = SLOTS / (MAX_PARTIALS_PER_THREAD * self.block_size * self.block_size);
            return Err(ScheduleError::TileTooSmall {
                name: item.name.into(),
                block_size: self.block_size,
                items_per_thread: self.items_per_thread(),
                fewest_items: fewest.max(self.vector_width),
            });
        }
        // Even one for each of 32 warps, with its flag, is less than a block's shared memory.
        let bytes = spec.accumulator.size();
        if bytes > MAX_ACCUMULATOR_BYTES {
            let (name, limit) = (item.name.into(), MAX_ACCUMULATOR_BYTES);
            return Err(ScheduleError::AccumulatorTooLarge { name, bytes, limit });
        }
        Ok(())
    }
}

pub(super) fn check_threads_and_vectors(
    item: &Item<'_>,
    block_size: u32,
    vector_width: u32,
    vectors_per_thread: u32,
) -> Result<(), ScheduleError> {
    check_power_of_two(item, "block_size", block_size, 64, 1024)?;
    let (widest, element_bytes) = widest_vector(item);
    if vector_width > widest && vector_width <= MAX_VECTOR_BYTES {
        return Err(ScheduleError::VectorTooWide { name: item.name.into(), vector_width, element_bytes, widest });
    }
    check_power_of_two(item, "vector_width", vector_width, 1, widest)?;
    check_power_of_two(item, "vectors_per_thread", vectors_per_thread, 1, MAX_ITEMS_PER_THREAD / vector_width)
}

pub(super) fn check_power_of_two(
    item: &Item<'_>,
    what: &'static str,
    value: u32,
    least: u32,
    most: u32,
) -> Result<(), ScheduleError> {
    if value.is_power_of_two() && (least..=most).contains(&value) {
        return Ok(());
    }
    let legal = if least == most { least.to_string() } else { format!("a power of two from {least} to {most}") };
    Err(illegal(item, what, value, legal))
}

pub(super) fn illegal(item: &Item<'_>, what: &'static str, value: u32, legal: String) -> ScheduleError {
    ScheduleError::IllegalNumber { name: item.name.into(), what, value, legal }
}
