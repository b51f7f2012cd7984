//! What the rustdoc of an item says beside the user's own words: the kernel it becomes.

use wavefold_codegen::{
    HistogramSchedule, HistogramSpec, KernelText, ReductionSchedule, ReductionSpec, WarpSize, tutorial,
};

/// The kernel of the declared schedule, or else of the documented one, for a declaration that needs no other item.
pub(super) fn reduction(spec: &ReductionSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    if let Some(schedule) = spec.schedule {
        schedule.check(spec, warp_size).ok()?;
        let kernels = tutorial::reduction_texts(spec, &[], &schedule, warp_size).ok()?;
        // They stand in one text.
        return Some(section(warp_size, kernels.first()?));
    }
    let schedule = ReductionSchedule::documented(spec, warp_size).ok()?;
    Some(section(warp_size, &wavefold_codegen::reduction(spec, &[], &schedule).ok()?))
}

/// The same for a histogram.
pub(super) fn histogram(spec: &HistogramSpec<'_>) -> Option<String> {
    let warp_size = *spec.item.pins.warp_sizes.first()?;
    if let Some(schedule) = spec.schedule {
        schedule.check(spec, spec.bins.unwrap_or(0), warp_size).ok()?;
        let kernels = tutorial::histogram_texts(spec, &[], &schedule).ok()?;
        return Some(section(warp_size, kernels.first()?));
    }
    let schedule = HistogramSchedule::documented(spec, warp_size).ok()?;
    Some(section(warp_size, &wavefold_codegen::histogram(spec, &[], &schedule).ok()?))
}

/// Tildes, because the user's words, which the text repeats, more often hold a fence of backticks.
fn section(warp_size: WarpSize, kernel: &KernelText) -> String {
    const FENCE: &str = "~~~~~~~~";
    format!("\n# Kernel\nThe text for warp size {warp_size}:\n\n{FENCE}text\n{}{FENCE}", kernel.source)
}
