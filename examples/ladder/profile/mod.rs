//! What a vendor's profiler measured of each kernel, from the CSV that it writes: rocprofv3's kernel trace or counters,
//! Nsight Systems' trace, or Nsight Compute's metrics. `docs/profiling.md` has the command lines.

mod error;
mod format;

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

pub(crate) use self::error::ProfileError;
use self::format::Table;

/// All launches of one kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct KernelProfile {
    /// As it is called in the text.
    pub(crate) name: String,
    pub(crate) launches: usize,
    /// On the device, of all launches together, or the most that a `Duration` holds.
    pub(crate) total: Duration,
    /// Of an even number of launches, the mean of the two in the middle.
    pub(crate) median: Duration,
    pub(crate) min: Duration,
    /// Vector registers a lane (AMD, accumulation registers included) or registers a thread (NVIDIA), as they are
    /// allotted; the most of any launch. `None` where the file has no such column.
    pub(crate) registers: Option<u32>,
}

/// A launch, as a file tells of it: in one row, or in one row for every metric.
#[derive(Default)]
struct Launch {
    name: String,
    duration: Option<Duration>,
    registers: Option<u32>,
}

/// Reads a profiler's CSV; its kernels come in the order in which they were first launched.
///
/// What stands before the line of column names is skipped: profilers, and the program that they ran, write there.
///
/// # Errors
/// When the file cannot be read, is of no known profiler, lacks a column, has a value that is none, or no kernel.
pub(crate) fn read(path: &Path) -> Result<Vec<KernelProfile>, ProfileError> {
    let file = path.display().to_string();
    let text = fs::read_to_string(path).map_err(|source| ProfileError::Read { file: file.clone(), source })?;
    let table = Table::open(&file, &text)?;
    let launches = table.launches()?;
    let mut kernels: Vec<(String, Vec<Duration>, Option<u32>)> = Vec::new();
    let mut places = HashMap::new();
    for Launch { name, duration, registers } in launches {
        // Rows of counters that were asked for without the time.
        let duration = duration.ok_or_else(|| table.without_time())?;
        let place = *places.entry(name.clone()).or_insert_with(|| {
            kernels.push((name, Vec::new(), None));
            kernels.len() - 1
        });
        let (_, durations, most) = &mut kernels[place];
        durations.push(duration);
        *most = registers.max(*most);
    }
    if kernels.is_empty() {
        return Err(table.without_kernels());
    }
    Ok(kernels.into_iter().map(|(name, durations, registers)| summary(name, durations, registers)).collect())
}

/// `durations` has at least one.
fn summary(name: String, mut durations: Vec<Duration>, registers: Option<u32>) -> KernelProfile {
    durations.sort_unstable();
    let (launches, middle) = (durations.len(), durations.len() / 2);
    let median = if launches.is_multiple_of(2) {
        // Their sum may be more than a `Duration` holds.
        durations[middle - 1] + (durations[middle] - durations[middle - 1]) / 2
    } else {
        durations[middle]
    };
    let total = sum(durations.iter().copied());
    KernelProfile { name, launches, total, median, min: durations[0], registers }
}

/// All of them together, or the most that a `Duration` holds.
pub(crate) fn sum(durations: impl Iterator<Item = Duration>) -> Duration {
    durations.fold(Duration::ZERO, Duration::saturating_add)
}
