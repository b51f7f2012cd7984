//! Where a histogram's counters live while it counts: which ones can be laid out, and what each needs of a launch.

use super::legality::{check_power_of_two, illegal};
use crate::{HistogramSpec, SHARED_MEMORY, ScheduleError};

/// Copies of a histogram's counts at most: more than one for each bank of shared memory gain nothing.
const MAX_COPIES: u32 = 32;

/// Shared memory of a kernel besides what it counts or joins in: the flag of the last block, rounded up.
pub(crate) const SHARED_FLAG: u32 = 16;

/// Shared memory that several copies may take; one copy may take all there is.
const COPIES_MEMORY: u32 = 32 * 1024;

/// Passes over the input that are still faster than an atomic operation in global memory for every element.
const WORTHWHILE_PASSES: u32 = 8;

/// Passes over the input that a schedule may ask for.
const MAX_PASSES: u32 = 1024;

/// Bytes of a count in shared memory, whatever the results have.
const COUNT_BYTES: u32 = 4;

/// Where the counters of a histogram live while it counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counts {
    /// All of them in every block's shared memory, as much as the text asks for. The blocks add their counts to common
    /// totals, and the last one writes the result.
    Shared {
        /// Copies of every count; neighbouring lanes use different ones.
        copies: u32,
    },
    /// In shared memory that the launch asks for, as many at a time as fit: the input is read once for every such window
    /// of the counters. The blocks add their counts to the result. One text serves every size of memory.
    Windows {
        /// Bytes of shared memory that a block may have.
        shared_bytes: u32,
    },
    /// In global memory: an atomic operation on the result for every element.
    Global,
}

/// What a launch provides for the counters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Provision {
    /// Whether the kernel takes scratch: totals, one for every counter, and the arrivals. Where it does not, it adds to the
    /// result, which is zero before the launch.
    pub totals: bool,
    /// Bytes of shared memory to ask for.
    pub shared_bytes: u32,
    /// Arguments before the result, each a `u32`.
    pub arguments: Vec<u32>,
}

impl Counts {
    /// The best place for these counters in blocks with so much shared memory. `None` stands for any number of them: a
    /// number that is known only at run time, of which the text knows nothing.
    pub(super) fn best(counters: Option<u32>, shared_bytes: u32) -> Self {
        let windows = Self::Windows { shared_bytes };
        let Some(counters) = counters else { return windows };
        if fitting_copies(counters) > 0 {
            let fitting = u64::from(COPIES_MEMORY) / (u64::from(counters) * u64::from(COUNT_BYTES));
            let copies = if fitting == 0 { 1 } else { 1 << fitting.min(MAX_COPIES.into()).ilog2() };
            return Self::Shared { copies };
        }
        windows.or_global(counters)
    }

    /// Global memory, where windows would take too many passes.
    pub(super) fn or_global(self, counters: u32) -> Self {
        match self {
            Self::Windows { shared_bytes } if Window::new(counters, shared_bytes).passes > WORTHWHILE_PASSES => {
                Self::Global
            }
            other => other,
        }
    }

    /// Whether the counters can live there.
    pub(super) fn check(self, spec: &HistogramSpec<'_>, bins: u32) -> Result<(), ScheduleError> {
        let (item, counters) = (&spec.item, spec.outside.counters(bins));
        match self {
            Self::Shared { .. } if spec.bins.is_none() => {
                Err(ScheduleError::BinsNotFixed { name: item.name.into() })
            }
            Self::Shared { copies } => {
                let (fitting, limit) = (fitting_copies(counters), SHARED_MEMORY - SHARED_FLAG);
                if fitting == 0 {
                    let bytes = bytes_of_a_copy(counters);
                    return Err(ScheduleError::TooManyBins { name: item.name.into(), bins, bytes, limit });
                }
                let most = 1 << fitting.min(u64::from(MAX_COPIES)).ilog2();
                check_power_of_two(item, "copies", copies, 1, most)
            }
            Self::Windows { shared_bytes } if shared_bytes < COUNT_BYTES => {
                Err(illegal(item, "shared_bytes", shared_bytes, format!("at least {COUNT_BYTES}")))
            }
            Self::Windows { shared_bytes } => {
                let Window { counters: window, passes, .. } = Window::new(counters, shared_bytes);
                if passes <= MAX_PASSES {
                    return Ok(());
                }
                let (name, limit) = (item.name.into(), MAX_PASSES);
                Err(ScheduleError::TooManyPasses { name, counters, window, shared_bytes, passes, limit })
            }
            Self::Global => Ok(()),
        }
    }

    /// What a launch provides for this number of counters, of a text that knows it or serves every number.
    pub fn provision(self, counters: u32, any_number: bool) -> Provision {
        match self {
            Self::Shared { .. } => Provision { totals: true, shared_bytes: 0, arguments: Vec::new() },
            Self::Windows { shared_bytes } => {
                let window = Window::new(counters, shared_bytes);
                let mut arguments = vec![window.counters];
                let copies = if any_number { window.copies } else { 1 };
                if any_number {
                    arguments.push(copies);
                }
                let shared_bytes = window.counters * copies * COUNT_BYTES;
                Provision { totals: false, shared_bytes, arguments }
            }
            Self::Global => Provision { totals: false, shared_bytes: 0, arguments: Vec::new() },
        }
    }

    /// Bytes of shared memory that the text leaves for other things.
    pub(crate) fn left(self, counters: u32) -> u64 {
        match self {
            Self::Shared { copies } => u64::from(SHARED_MEMORY - SHARED_FLAG)
                .saturating_sub(bytes_of_a_copy(counters) * u64::from(copies)),
            Self::Windows { .. } | Self::Global => 0,
        }
    }

    /// Blocks for every compute unit that keep it busy: each block clears its counts and adds them up.
    pub(super) const fn blocks_per_unit(self) -> u32 {
        match self {
            Self::Shared { .. } => 2,
            Self::Windows { .. } => 1,
            Self::Global => 4,
        }
    }

    /// Threads of a block, where nothing fixes them: a window leaves room for one block in a compute unit, which is large.
    pub(super) const fn block_size(self) -> u32 {
        match self {
            Self::Windows { .. } => 1024,
            Self::Shared { .. } | Self::Global => 512,
        }
    }
}

/// The counters of one pass over the input.
struct Window {
    counters: u32,
    copies: u32,
    passes: u32,
}

impl Window {
    /// The smallest windows for the fewest passes, and as many copies of one window as a block may well have.
    fn new(counters: u32, shared_bytes: u32) -> Self {
        let counters = counters.max(1);
        let passes = counters.div_ceil((shared_bytes / COUNT_BYTES).max(1));
        let window = counters.div_ceil(passes);
        let most = shared_bytes.min(COPIES_MEMORY) / COUNT_BYTES / window;
        Self { counters: window, copies: 1 << most.clamp(1, MAX_COPIES).ilog2(), passes }
    }
}

/// One more count is for elements that are not counted.
fn bytes_of_a_copy(counters: u32) -> u64 {
    (u64::from(counters) + 1) * u64::from(COUNT_BYTES)
}

/// Copies of the counts that shared memory of a fixed size holds.
fn fitting_copies(counters: u32) -> u64 {
    u64::from(SHARED_MEMORY - SHARED_FLAG) / bytes_of_a_copy(counters)
}

#[cfg(test)]
mod tests {
    use super::{Counts, Provision, Window};

    #[test]
    fn few_counters_have_copies_many_have_windows_and_the_most_are_global() {
        let best = |counters| Counts::best(Some(counters), 48 * 1024);
        assert_eq!(best(1), Counts::Shared { copies: 32 });
        assert_eq!(best(256), Counts::Shared { copies: 32 });
        assert_eq!(best(257), Counts::Shared { copies: 16 });
        assert_eq!(best(12_283), Counts::Shared { copies: 1 });
        assert_eq!(best(12_284), Counts::Windows { shared_bytes: 48 * 1024 });
        assert_eq!(best(8 * 12_288), Counts::Windows { shared_bytes: 48 * 1024 });
        assert_eq!(best(8 * 12_288 + 1), Counts::Global);
        assert_eq!(Counts::best(None, 48 * 1024), Counts::Windows { shared_bytes: 48 * 1024 });
    }

    #[test]
    fn windows_hold_every_counter_and_never_more_memory_than_there_is() {
        for shared_bytes in [4, 7, 64, 4096, 48 * 1024, 227 * 1024] {
            for counters in [0, 1, 2, 15, 16, 17, 1000, 12_288, 12_289, 65_536, 1 << 20, u32::MAX] {
                let Window { counters: window, copies, passes } = Window::new(counters, shared_bytes);
                assert!(u64::from(window) * u64::from(passes) >= u64::from(counters));
                assert!(window * copies * 4 <= shared_bytes, "{window} × {copies} in {shared_bytes}");
                assert!(copies == 1 || passes == 1);
            }
        }
    }

    #[test]
    fn only_a_text_for_any_number_takes_copies() {
        let windows = Counts::Windows { shared_bytes: 64 * 1024 };
        let provision = |shared_bytes, arguments: &[u32]| Provision {
            totals: false,
            shared_bytes,
            arguments: arguments.to_vec(),
        };
        assert_eq!(windows.provision(16_384, false), provision(65_536, &[16_384]));
        assert_eq!(windows.provision(16_385, false), provision(4 * 8193, &[8193]));
        assert_eq!(windows.provision(100, true), provision(100 * 32 * 4, &[100, 32]));
        assert_eq!(Counts::Global.provision(100, true), provision(0, &[]));
    }
}
