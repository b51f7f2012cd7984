//! What a histogram's schedule needs, as far as the declaration alone decides.

use wavefold_codegen::tutorial::{self, Axis, HISTOGRAMS, Named, REDUCTIONS, TutorialCounts};
use wavefold_codegen::{Outside, ScheduleError};

use super::{Axes, Step, Written, told};
use crate::declaration::header::Header;
use crate::declaration::histogram::Bins;
use crate::declaration::keys::{HISTOGRAM_AXES, Keys};
use crate::report::Report;
use crate::tree::plain;

impl Step for tutorial::TutorialHistogram {
    const OF: &'static str = "histogram";
    const PRESETS: &'static [Named<Self>] = HISTOGRAMS;
    const EXAMPLE: &'static str = "{ counts: shared }";
    const NO_VECTOR_WIDTH: &'static str =
        "the tutorials' histograms load elements one by one; leave `vector_width` out, or `schedule`";

    fn keys() -> &'static Keys {
        &HISTOGRAM_AXES
    }

    fn others(name: &str) -> Option<&'static str> {
        REDUCTIONS.iter().any(|(other, _)| *other == name).then_some(tutorial::TutorialReduction::OF)
    }

    /// The numbers are those of the tutorial that counts there.
    fn of(axes: &mut Axes<'_>) -> Option<Self> {
        let usual = tutorial::shared_counts();
        let counts = axes.read(usual.counts)?;
        let taught = HISTOGRAMS.iter().map(|(_, preset)| *preset).find(|preset| preset.counts == counts);
        Some(taught.unwrap_or(Self { counts, ..usual }))
    }

    fn with_block_size(self, block_size: u32) -> Self {
        self.block_size(block_size)
    }

    fn with_items(self, items: u32) -> Self {
        self.items_per_thread(items)
    }
}

impl Written<tutorial::TutorialHistogram> {
    /// Reports what does not fit together. A number of bins that only rustc knows is left to the plan.
    pub(in crate::declaration) fn check(
        self,
        report: &mut Report,
        header: &Header,
        outside: Option<Outside>,
        bins: Option<&Bins>,
    ) -> tutorial::TutorialHistogram {
        let (schedule, name) = (self.schedule, plain(&header.name));
        if let Err(error) = schedule.check_numbers(&name) {
            let number = match &error {
                ScheduleError::IllegalNumber { what: "block_size", .. } => self.block_size.as_ref(),
                _ => self.items_per_thread.as_ref(),
            };
            report.error(self.number(number), told(&error));
        }
        let known = match bins {
            Some(Bins::Number(bins)) => Some(Some(*bins)),
            Some(Bins::Parameter(_) | Bins::OfEdges) => Some(None),
            Some(Bins::Constant(_) | Bins::Between(_)) | None => None,
        };
        if let (Some(bins), Some(outside)) = (known, outside)
            && let Err(error) = schedule.check_bins(&name, outside, bins)
        {
            report.error(self.place::<TutorialCounts>(), bins_told(schedule.counts, &error));
        }
        schedule
    }
}

fn bins_told(counts: TutorialCounts, error: &ScheduleError) -> String {
    let (key, counts) = (TutorialCounts::KEY, counts.name());
    let global = TutorialCounts::Global.name();
    match error {
        ScheduleError::BinsNotFixed { .. } => format!(
            "`{key}: {counts}` needs a number of bins that is fixed, and this one is known only at run time; write \
             `schedule: {{ {key}: {global} }}`"
        ),
        ScheduleError::TooManyBins { bins, bytes, limit, .. } => format!(
            "with `{key}: {counts}`, {bins} bins take {bytes} bytes of shared memory, and a block has {limit}; write \
             `schedule: {{ {key}: {global} }}`"
        ),
        other => told(other),
    }
}
