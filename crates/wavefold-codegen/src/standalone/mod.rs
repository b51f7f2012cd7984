//! A kernel with a host of its own: one `.hip` file that `hipcc` or `nvcc` makes a program of, for people without Rust.
//!
//! The host does what a plan does: [`reduction`] and [`histogram`] document the kernels' arguments. [`Program`] holds what
//! both kinds have in common, [`host`] its text; [`values`] walks through types for reading and showing values, [`numbers`] spells them.

mod host;
mod numbers;
mod program;
mod values;

use self::program::{Launch, Program};
use crate::text::template::fill;
use crate::text::types::{Structs, scalar_name};
use crate::{
    Binning, Constant, GenerateError, HistogramSchedule, HistogramSpec, Outside, ReductionSchedule, ReductionSpec,
    Value,
};

/// The [kernel](crate::reduction()) of a reduction with a host that runs it. `parameters` are the values of all run-time
/// parameters of the declaration, in its order; they become constants of the host.
///
/// The program takes a file of raw elements for every input, or makes up a small input, and prints the result, every
/// number of it as `result = 2.5 (0x40200000)`: floats with their bits. A device that the kernel is not laid out for, a
/// file that cannot be read and every call that fails end it with a message and an exit code other than 0.
///
/// # Errors
/// As of [`reduction`](crate::reduction()).
pub fn standalone_reduction(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
    parameters: &[Value],
) -> Result<String, GenerateError> {
    let kernel = crate::reduction(spec, constants, schedule)?;
    let mut structs = Structs::default();
    let (accumulator, output) = (structs.require_type(spec.accumulator), structs.require_type(spec.output));
    // With a filter, blocks hand over a flag too.
    let partial = if spec.item.filter.is_some() { "Partial" } else { accumulator.as_str() };
    let may_be_absent = spec.identity.is_none() && spec.init.is_none();
    let mut arguments = vec!["partials", "arrivals", "result"];
    arguments.extend(may_be_absent.then_some("found"));
    let holes = [("partial", partial), ("output", output.as_str())];
    let launch = Launch {
        constants: String::new(),
        grid: REDUCTION_GRID.into(),
        memory: fill(REDUCTION_MEMORY, &holes) + if may_be_absent { FOUND } else { "" },
        arguments,
        show: (if may_be_absent { UNLESS_FOUND } else { "" }).to_owned()
            + SHOW_RESULT
            + &values::show(spec.output, "result", "result_bytes"),
    };
    let program = Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters };
    Ok(program.text(&launch))
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
    parameters: &[Value],
    bins: &[Value],
) -> Result<String, GenerateError> {
    let kernel = crate::histogram(spec, constants, schedule)?;
    let (bins_defined, bins_passed) = bins_argument(&spec.binning, bins);
    let mut arguments: Vec<&str> = bins_passed.into_iter().collect();
    arguments.extend(["totals", "arrivals", "counters"]);
    let holes = [("C", scalar_name(spec.counter))];
    let launch = Launch {
        constants: bins_defined,
        grid: HISTOGRAM_GRID.into(),
        memory: fill(HISTOGRAM_MEMORY, &holes),
        arguments,
        show: fill(SHOW_BINS, &holes)
            + &if spec.outside == Outside::Count { fill(SHOW_OUTSIDE, &holes) } else { String::new() },
    };
    let program = Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters };
    Ok(program.text(&launch))
}

/// What the bins need: its definition, and its name among the arguments of the kernel.
fn bins_argument(binning: &Binning<'_>, values: &[Value]) -> (String, Option<&'static str>) {
    match binning {
        Binning::Index(_) => (String::new(), None),
        Binning::Even { .. } => {
            let fields: Vec<String> = values.iter().map(|&value| numbers::literal(value)).collect();
            let range = format!("// The range, worked out.\nconst Range range = {{{}}};\n\n", fields.join(", "));
            (range, Some("range"))
        }
    }
}

const REDUCTION_GRID: &str = "
// A block for every tile of slots, and one for empty input.
const u64 slots = n < 1 ? 1 : n < SLOTS ? n : SLOTS;
const u32 grid = (u32)((slots + TILE - 1) / TILE);
";

const REDUCTION_MEMORY: &str = "
$partial* partials = host::allocate<$partial>(grid);
u32* arrivals = host::allocate<u32>(1);
$output* result = host::allocate<$output>(1);
";

const FOUND: &str = "u32* found = host::allocate<u32>(1);\n";

const UNLESS_FOUND: &str = "\
if (host::at<u32>(host::download(found, 1), 0) == 0) {
    printf(\"result = none\\n\");
    return 0;
}
";

const SHOW_RESULT: &str = "const auto result_bytes = host::download(result, 1);\n";

const HISTOGRAM_GRID: &str = "
// A block for every tile, but no more than keep a device busy, unless each had too much to count in 32 bits.
const u64 tiles = n < 1 ? 1 : (n + TILE - 1) / TILE;
const u64 most = n >> 31 > 1024 ? n >> 31 : 1024;
const u32 grid = (u32)(tiles < most ? tiles : most);
";

const HISTOGRAM_MEMORY: &str = "
$C* totals = host::allocate<$C>(COUNTERS);
u32* arrivals = host::allocate<u32>(1);
$C* counters = host::allocate<$C>(COUNTERS);
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
