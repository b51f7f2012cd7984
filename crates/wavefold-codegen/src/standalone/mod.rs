//! A kernel with a host of its own: one `.hip` file that `hipcc` or `nvcc` makes a program of, for people without Rust.
//!
//! The host does what a plan does: [`reduction`](crate::reduction()) and [`histogram`](crate::histogram()) document the
//! kernels' arguments, [`signature`] reads their types. [`program`] composes what all hosts have in common, whose text is
//! in [`host`]; [`values`] walks through types for making up and showing values, [`numbers`] spells them.

mod host;
mod numbers;
mod program;
mod signature;
mod values;

use self::program::{Launch, Program};
use crate::text::template::fill;
use crate::text::types::scalar_name;
use crate::{
    Binning, Constant, GenerateError, HistogramSchedule, HistogramSpec, Outside, ReductionSchedule, ReductionSpec,
    Value,
};

/// The [kernel](crate::reduction()) of a reduction with a host that runs it. `parameters` are the values of all run-time
/// parameters of the declaration, in its order, each the bytes that it has in device memory; they become constants of the
/// host.
///
/// The program takes a file of raw elements for every input, or makes up a small input, and prints the result, every
/// number of it on a line: `result.mean = 2.5 (0x40200000)`, floats with their bits. A device that the kernel is not laid
/// out for, a file that cannot be read and every call that fails end it with a message and an exit code other than 0.
///
/// # Errors
/// As of [`reduction`](crate::reduction()).
pub fn standalone_reduction(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
    parameters: &[Vec<u8>],
) -> Result<String, GenerateError> {
    let kernel = crate::reduction(spec, constants, schedule)?;
    let may_be_absent = spec.identity.is_none() && spec.init.is_none();
    let mut show = String::from(if may_be_absent { UNLESS_FOUND } else { "" });
    show.push_str("const auto result_bytes = host::download(result, 1);\n");
    show.push_str(&values::show(spec.output, "result", "result_bytes"));
    let launch = Launch {
        constants: String::new(),
        grid: REDUCTION_GRID,
        memory: &[("partials", "grid"), ("arrivals", "1"), ("result", "1"), ("found", "1")],
        show,
    };
    Ok(Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters }.text(&launch))
}

/// The [kernel](crate::histogram()) of a histogram with a host that runs it: see [`standalone_reduction`]. `bins` are the
/// values of what the bins need, in the order that [`histogram`](crate::histogram()) documents. The program prints a line
/// for every counter.
///
/// # Errors
/// As of [`histogram`](crate::histogram()).
pub fn standalone_histogram(
    spec: &HistogramSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
    parameters: &[Vec<u8>],
    bins: &[Value],
) -> Result<String, GenerateError> {
    let kernel = crate::histogram(spec, constants, schedule)?;
    let holes = [("C", scalar_name(spec.counter))];
    let outside = if spec.outside == Outside::Count { SHOW_OUTSIDE } else { "" };
    let launch = Launch {
        constants: bins_argument(&spec.binning, bins),
        grid: HISTOGRAM_GRID,
        memory: &[("totals", "COUNTERS"), ("arrivals", "1"), ("counters", "COUNTERS")],
        show: fill(SHOW_BINS, &holes) + &fill(outside, &holes),
    };
    Ok(Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters }.text(&launch))
}

/// Defines what the bins need, under the kernel's name for it.
fn bins_argument(binning: &Binning<'_>, values: &[Value]) -> String {
    match binning {
        Binning::Index(_) => String::new(),
        Binning::Even { .. } => {
            let fields: Vec<String> = values.iter().map(|&value| numbers::literal(value)).collect();
            format!("// The range, worked out.\nconst Range range = {{{}}};\n\n", fields.join(", "))
        }
    }
}

const REDUCTION_GRID: &str = "
// A block for every tile of slots, and one for empty input.
const u64 slots = n < 1 ? 1 : n < SLOTS ? n : SLOTS;
const u32 grid = (u32)((slots + TILE - 1) / TILE);
";

const UNLESS_FOUND: &str = "\
if (host::at<u32>(host::download(found, 1), 0) == 0) {
    printf(\"result = none\\n\");
    return 0;
}
";

const HISTOGRAM_GRID: &str = "
// A block for every tile, but no more than keep a device busy, unless each had too much to count in 32 bits.
const u64 tiles = n < 1 ? 1 : (n + TILE - 1) / TILE;
const u64 most = n >> 31 > 1024 ? n >> 31 : 1024;
const u32 grid = (u32)(tiles < most ? tiles : most);
";

const SHOW_BINS: &str = "
const auto counts = host::download(counters, COUNTERS);
for (u32 k = 0; k < BINS; k++) printf(\"bin %u = %llu\\n\", k, (u64)host::at<$C>(counts, k * sizeof($C)));
";

const SHOW_OUTSIDE: &str = "
printf(\"below = %llu\\n\", (u64)host::at<$C>(counts, BINS * sizeof($C)));
printf(\"above = %llu\\n\", (u64)host::at<$C>(counts, (BINS + 1) * sizeof($C)));
printf(\"nan = %llu\\n\", (u64)host::at<$C>(counts, (BINS + 2) * sizeof($C)));
";
