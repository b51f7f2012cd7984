//! What a reduction's schedule needs, as far as the declaration alone decides.

use wavefold_codegen::tutorial::{self, BlockFold, GridFold, HISTOGRAMS, Load, Named, REDUCTIONS, WarpFold};
use wavefold_codegen::{MAX_VECTOR_BYTES, ScheduleError, WarpSize};

use super::{Axes, Step, Written, told};
use crate::declaration::header::Header;
use crate::declaration::keys::{Keys, REDUCTION_AXES};
use crate::report::Report;
use crate::tree::{Flag, Type, plain};

impl Step for tutorial::TutorialReduction {
    const OF: &'static str = "reduction";
    const PRESETS: &'static [Named<Self>] = REDUCTIONS;
    const EXAMPLE: &'static str = "{ load: first_add(2), block: sequential, warp: shuffle, grid: passes }";
    const NO_VECTOR_WIDTH: &'static str = "a schedule says how it loads: leave `vector_width` out, and write \
                                           `schedule: { load: vector(4), … }` for loads of four elements";

    fn keys() -> &'static Keys {
        &REDUCTION_AXES
    }

    fn others(name: &str) -> Option<&'static str> {
        HISTOGRAMS.iter().any(|(other, _)| *other == name).then_some(tutorial::TutorialHistogram::OF)
    }

    /// What is left out is as in the simplest kernel that does nothing obviously slow.
    fn of(axes: &mut Axes<'_>) -> Option<Self> {
        let usual = tutorial::sequential();
        // All of them, so that every error shows.
        let (load, block) = (axes.read(usual.load), axes.read(usual.block));
        let (warp, grid) = (axes.read(usual.warp), axes.read(usual.grid));
        Some(Self { load: load?, block: block?, warp: warp?, grid: grid?, ..usual })
    }

    fn with_block_size(self, block_size: u32) -> Self {
        self.block_size(block_size)
    }

    fn with_items(self, items: u32) -> Self {
        self.items_per_thread(items)
    }
}

/// What the check needs of the declaration.
pub(in crate::declaration) struct Facts<'d> {
    pub(in crate::declaration) accumulator: Option<&'d Type>,
    /// `identity: none` is written.
    pub(in crate::declaration) no_identity: bool,
    pub(in crate::declaration) commutative: &'d Flag,
    pub(in crate::declaration) warp_sizes: &'d [WarpSize],
}

impl Written<tutorial::TutorialReduction> {
    /// Reports what does not fit together. Types that only rustc knows are left to the plan.
    pub(in crate::declaration) fn check(
        self,
        report: &mut Report,
        header: &Header,
        facts: &Facts<'_>,
    ) -> tutorial::TutorialReduction {
        let (schedule, name) = (self.schedule, plain(&header.name));
        if facts.no_identity {
            report.error(
                &self.key,
                "the tutorials' schedules pad with the identity, and `identity: none` says that there is none; give \
                 one, or leave `schedule` out",
            );
        }
        if matches!(facts.commutative, Flag::Known(false)) {
            report.error(
                &self.key,
                "the tutorials' schedules join elements in an order of their own, and `commutative: false` says that \
                 `op` needs theirs; leave one of the two out",
            );
        }
        let sizes = header.inputs.iter().filter_map(|input| input.ty.as_ref()?.size());
        let element_bytes = sizes.max().map_or(1, saturated);
        if let Err(error) = schedule.check_load(&name, element_bytes) {
            let pinned = self.items_per_thread.as_ref();
            let place = if pinned.is_some() { self.number(pinned) } else { self.place::<Load>() };
            let remedy = match &error {
                ScheduleError::VectorTooWide { widest, .. } if pinned.is_none() && self.axes.is_empty() => {
                    format!("; write `items_per_thread: {widest}` beside it")
                }
                _ => String::new(),
            };
            report.error(place, format_args!("{}{remedy}", load_told(&error)));
        }
        if let Err(error) = schedule.check_axes(&name) {
            self.combination(report, &error);
            return schedule;
        }
        let sizes = |fits: bool| {
            let of = facts.warp_sizes.iter();
            of.copied().find(|warp_size| schedule.check_block(&name, *warp_size).is_ok() == fits)
        };
        if let Some(warp_size) = sizes(false) {
            self.block(report, &name, warp_size, sizes(true));
        } else if let Some(Err(error)) =
            facts.accumulator.and_then(Type::size).map(|bytes| schedule.check_accumulator(&name, saturated(bytes)))
        {
            self.accumulator(report, &error);
        }
        schedule
    }

    fn combination(&self, report: &mut Report, error: &ScheduleError) {
        match self.written::<WarpFold>() {
            Some(warp) => report.error(warp, told(error)),
            None => report.error(
                self.place::<BlockFold>(),
                format_args!("{} as `warp:`, which is `barriers` where it is not written", told(error)),
            ),
        }
    }

    fn block(&self, report: &mut Report, name: &str, warp_size: WarpSize, other: Option<WarpSize>) {
        let Err(error) = self.schedule.check_block(name, warp_size) else { return };
        let remedy = match other {
            Some(other) => format!(", for warps of {warp_size} lanes; or fix `warp_size: {other}`"),
            None => String::new(),
        };
        report.error(self.number(self.block_size.as_ref()), format_args!("{}{remedy}", told(&error)));
    }

    fn accumulator(&self, report: &mut Report, error: &ScheduleError) {
        match error {
            ScheduleError::BlockTooLarge { .. } => {
                report.error(self.number(self.block_size.as_ref()), told(error));
            }
            error => report.error(self.place::<GridFold>(), told(error)),
        }
    }
}

fn load_told(error: &ScheduleError) -> String {
    match error {
        ScheduleError::VectorTooWide { vector_width, element_bytes, widest, .. } => format!(
            "a load has at most {MAX_VECTOR_BYTES} bytes: `vector` of elements of {element_bytes} bytes is at most \
             {widest}, not {vector_width}"
        ),
        error => told(error),
    }
}

fn saturated(bytes: u64) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
