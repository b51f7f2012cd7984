//! What the rustdoc of an item says beside the user's own words.
//!
//! The kernel text of the documented schedule belongs here: `wavefold_codegen::reduction(spec, &[], &schedule)`
//! gives it, and only declarations that need no other item come this way.

use wavefold_codegen::{HistogramSchedule, HistogramSpec, ReductionSchedule, ReductionSpec, WarpSize};

/// About the kernel of a reduction that needs no other item.
pub(super) fn reduction(spec: &ReductionSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    let schedule = ReductionSchedule::documented(spec, warp_size).ok()?;
    Some(section(warp_size, schedule.block_size, schedule.items_per_thread(), schedule.vector_width))
}

/// About the kernel of a histogram that needs no other item.
pub(super) fn histogram(spec: &HistogramSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    let schedule = HistogramSchedule::documented(spec, warp_size).ok()?;
    Some(section(warp_size, schedule.block_size, schedule.items_per_thread(), schedule.vector_width))
}

fn section(warp_size: WarpSize, block_size: u32, items_per_thread: u32, vector_width: u32) -> String {
    format!(
        "\n# Kernel\nThe documented schedule for warp size {warp_size} is blocks of {block_size} threads; a thread \
         holds {items_per_thread} elements, loaded {vector_width} at a time."
    )
}
