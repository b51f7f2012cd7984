//! The text of a schedule, without a device.

use wavefold_codegen::tutorial::{self, histogram_texts, reduction_texts};
use wavefold_codegen::{
    Constant, HistogramSchedule, HistogramSpec, Item, KernelText, ReductionSchedule, ReductionSpec, Schedule,
    ScheduleError, WarpSize,
};

use crate::Error;

/// The text of a reduction; without a schedule that of the documented one.
pub(super) fn reduction(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    warp_size: WarpSize,
    schedule: Option<Schedule<ReductionSchedule, tutorial::TutorialReduction>>,
) -> Result<String, Error> {
    let schedule = match schedule {
        Some(Schedule::Tutorial(schedule)) => {
            schedule.check(spec, warp_size)?;
            return Ok(source(reduction_texts(spec, constants, &schedule, warp_size)?));
        }
        Some(Schedule::Production(schedule)) => {
            check_warp_size(&spec.item, schedule.warp_size, warp_size)?;
            schedule.check(spec)?;
            schedule
        }
        None => ReductionSchedule::documented(spec, warp_size)?,
    };
    Ok(wavefold_codegen::reduction(spec, constants, &schedule)?.source)
}

/// The text of a histogram; without a schedule that of the documented one.
pub(super) fn histogram(
    spec: &HistogramSpec<'_>,
    constants: &[Constant<'_>],
    warp_size: WarpSize,
    schedule: Option<Schedule<HistogramSchedule, tutorial::TutorialHistogram>>,
) -> Result<String, Error> {
    // What depends on a number of bins that only a plan knows is checked when one is made.
    let bins = spec.bins.unwrap_or(1);
    let schedule = match schedule {
        Some(Schedule::Tutorial(schedule)) => {
            schedule.check(spec, bins, warp_size)?;
            return Ok(source(histogram_texts(spec, constants, &schedule)?));
        }
        Some(Schedule::Production(schedule)) => {
            check_warp_size(&spec.item, schedule.warp_size, warp_size)?;
            schedule.check(spec, bins)?;
            schedule
        }
        None => HistogramSchedule::documented(spec, warp_size)?,
    };
    Ok(wavefold_codegen::histogram(spec, constants, &schedule)?.source)
}

/// The source that all texts of a schedule share.
fn source(texts: Vec<KernelText>) -> String {
    texts.into_iter().next().map(|text| text.source).unwrap_or_default()
}

fn check_warp_size(item: &Item<'_>, scheduled: WarpSize, asked: WarpSize) -> Result<(), ScheduleError> {
    if scheduled == asked {
        return Ok(());
    }
    Err(ScheduleError::IllegalNumber {
        name: item.name.into(),
        what: "warp_size",
        value: scheduled.lanes(),
        legal: format!("{asked}, which the text was asked for"),
    })
}
