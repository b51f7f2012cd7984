//! The rungs of both ladders: every preset, and at the top what wavefold does by itself.

use anyhow::{Result, bail};
use clap::ValueEnum;
use wavefold::tutorial::{self, HISTOGRAMS, REDUCTIONS, ROWS};

use super::options::Options;

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Ladder {
    /// Of reductions
    Reduction,
    /// Of histograms
    Histogram,
}

impl Ladder {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Reduction => "reduction",
            Self::Histogram => "histogram",
        }
    }
}

/// A schedule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Reduction(tutorial::TutorialReduction),
    Histogram(tutorial::TutorialHistogram),
    /// The one that suits the device.
    Production,
}

/// A schedule and what it is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rung {
    pub(crate) ladder: Ladder,
    pub(crate) name: &'static str,
    pub(crate) step: Step,
}

/// The reduction that is no tutorial's: it keeps the canonical order.
const CANONICAL: Rung = Rung { ladder: Ladder::Reduction, name: "canonical", step: Step::Production };
/// The histogram that is no tutorial's: it has private copies of the counters in shared memory.
const PRIVATIZED: Rung = Rung { ladder: Ladder::Histogram, name: "privatized", step: Step::Production };

/// All rungs of both ladders, each from the bottom to the top.
pub(crate) fn all() -> Vec<Rung> {
    let reductions = REDUCTIONS.iter().map(|&(name, schedule)| Rung {
        ladder: Ladder::Reduction,
        name,
        step: Step::Reduction(schedule),
    });
    let histograms = HISTOGRAMS.iter().map(|&(name, schedule)| Rung {
        ladder: Ladder::Histogram,
        name,
        step: Step::Histogram(schedule),
    });
    reductions.chain([CANONICAL]).chain(histograms).chain([PRIVATIZED]).collect()
}

/// The rungs that the options ask for, with the block size and the items that they give.
///
/// # Errors
/// When one of `--only` is no rung of these ladders.
pub(crate) fn chosen(options: &Options) -> Result<Vec<Rung>> {
    let all = of_ladders(options);
    let names: Vec<&str> = all.iter().map(|rung| rung.name).collect();
    if let Some(unknown) = options.only.iter().find(|only| !names.contains(&only.as_str())) {
        bail!("--only {unknown}: there is no such row; the rows are {}", names.join(", "));
    }
    let chosen = all
        .into_iter()
        .filter(|rung| options.only.is_empty() || options.only.iter().any(|only| only == rung.name));
    Ok(chosen.collect())
}

/// All rungs of the ladders that the options ask for, whatever `--only` says, with the block size and the items that they give.
pub(crate) fn of_ladders(options: &Options) -> Vec<Rung> {
    let rungs = all().into_iter().filter(|rung| options.ladders().contains(&rung.ladder));
    rungs.map(|rung| rung.with_block(options.block).with_items(options.items)).collect()
}

impl Rung {
    /// Whether its number of items can be chosen. A reduction of one element a thread would be another rung.
    pub(crate) fn has_items(&self) -> bool {
        match self.step {
            Step::Reduction(schedule) => schedule.load.items() != 1,
            Step::Histogram(_) => true,
            Step::Production => false,
        }
    }

    /// With another number of items, where it has one.
    pub(crate) fn with_items(self, items: Option<u32>) -> Self {
        let step = match (self.step, items) {
            (Step::Reduction(schedule), Some(items)) if self.has_items() => {
                Step::Reduction(schedule.items_per_thread(items))
            }
            (Step::Histogram(schedule), Some(items)) => Step::Histogram(schedule.items_per_thread(items)),
            (step, _) => step,
        };
        Self { step, ..self }
    }

    /// With another number of threads in a block, where it is a tutorial's.
    fn with_block(self, block_size: Option<u32>) -> Self {
        let step = match (self.step, block_size) {
            (Step::Reduction(schedule), Some(block_size)) => Step::Reduction(schedule.block_size(block_size)),
            (Step::Histogram(schedule), Some(block_size)) => Step::Histogram(schedule.block_size(block_size)),
            (step, _) => step,
        };
        Self { step, ..self }
    }

    /// The tutorials that have it, and what they call it.
    pub(crate) fn taught(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let name = self.name;
        ROWS.iter().filter(move |row| row.preset == name).map(|row| (row.tutorial.title(), row.kernel))
    }
}
