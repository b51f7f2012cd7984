//! What the rustdoc of an item says beside the user's own words.

use wavefold_codegen::{HistogramSchedule, HistogramSpec, ReductionSchedule, ReductionSpec};

/// The kernel of the documented schedule, for a declaration that needs no other item.
pub(super) fn reduction(spec: &ReductionSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    let schedule = ReductionSchedule::documented(spec, warp_size).ok()?;
    Some(section(&format!(
        "One launch of blocks of {} threads for warp size {warp_size}; a thread holds {} elements, loaded {} at a time.",
        schedule.block_size,
        schedule.items_per_thread(),
        schedule.vector_width,
    )))
}

/// The same for a histogram.
pub(super) fn histogram(spec: &HistogramSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    let schedule = HistogramSchedule::documented(spec, warp_size).ok()?;
    Some(section(&format!(
        "One launch of blocks of {} threads for warp size {warp_size}; a thread holds {} elements, loaded {} at a time.",
        schedule.block_size,
        schedule.items_per_thread(),
        schedule.vector_width,
    )))
}

fn section(text: &str) -> String {
    format!("\n# Kernel\n{text}")
}
