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
        shared_bytes: 0,
        memory: &[("partials", "grid"), ("arrivals", "1"), ("result", "1"), ("found", "1")],
        show,
    };
    Ok(Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters }.text(&launch))
}

/// What the bins of a histogram need, as [`histogram`](crate::histogram()) documents it.
pub struct BinValues {
    /// The fields of the range's struct, in its order.
    pub range: Vec<Value>,
    /// The edges, in increasing order.
    pub edges: Vec<Value>,
    /// The number of bins.
    pub bins: u32,
}

/// The [kernel](crate::histogram()) of a histogram with a host that runs it: see [`standalone_reduction`]. The program
/// prints a line for every counter.
///
/// # Errors
/// As of [`histogram`](crate::histogram()).
pub fn standalone_histogram(
    spec: &HistogramSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
    parameters: &[Vec<u8>],
    bins: &BinValues,
) -> Result<String, GenerateError> {
    let kernel = crate::histogram(spec, constants, schedule)?;
    let counters = spec.outside.counters(bins.bins);
    let provision = schedule.counts.provision(counters, spec.bins.is_none());
    let numbers = [counters, bins.bins, bins.bins + 1, bins.bins + 2].map(|number| number.to_string());
    let [counters, number, above, nan] = &numbers;
    let holes = [
        ("C", scalar_name(spec.counter)),
        ("counters", counters),
        ("bins", number),
        ("above", above),
        ("nan", nan),
        ("most", if provision.shared_bytes > 0 { "256" } else { "1024" }),
    ];
    let outside = if spec.outside == Outside::Count { SHOW_OUTSIDE } else { "" };
    let mut values = bin_arguments(spec, bins);
    if spec.bins.is_none() || !provision.arguments.is_empty() {
        values.push_str("// How many bins there are, and how many of their counters a block has at a time.\n");
    }
    if spec.bins.is_none() {
        values.push_str(&format!("const u32 bins = {number};\n"));
    }
    for (name, value) in ["window", "copies"].iter().zip(&provision.arguments) {
        values.push_str(&format!("const u32 {name} = {value};\n"));
    }
    if !values.is_empty() && !values.ends_with("\n\n") {
        values.push('\n');
    }
    let launch = Launch {
        constants: values,
        grid: &fill(HISTOGRAM_GRID, &holes),
        shared_bytes: provision.shared_bytes,
        memory: &[("totals", counters), ("arrivals", "1"), ("counters", counters)],
        show: fill(SHOW_BINS, &holes) + &fill(outside, &holes),
    };
    Ok(Program { item: &spec.item, kernel: &kernel, warp_size: schedule.warp_size, parameters }.text(&launch))
}

/// Defines the range or the edges, under the kernel's names for them.
fn bin_arguments(spec: &HistogramSpec<'_>, values: &BinValues) -> String {
    let list =
        |values: &[Value]| values.iter().map(|&value| numbers::literal(value)).collect::<Vec<_>>().join(", ");
    match spec.binning {
        Binning::Index(_) => String::new(),
        Binning::Even { .. } => {
            format!("// The range, worked out.\nconst Range range = {{{}}};\n\n", list(&values.range))
        }
        Binning::Edges { sample, .. } => {
            let edge = scalar_name(Binning::edge_of(sample));
            fill(EDGES, &[("E", edge), ("edges", &list(&values.edges))])
        }
    }
}

const EDGES: &str = "\
// The edges.
const $E edge_values[] = {$edges};
const auto* edge_bytes = (const unsigned char*)edge_values;
const $E* edges = host::upload<$E>(std::vector<unsigned char>(edge_bytes, edge_bytes + sizeof(edge_values)));

";

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
const u64 most = n >> 31 > $most ? n >> 31 : $most;
const u32 grid = (u32)(tiles < most ? tiles : most);
";

const SHOW_BINS: &str = "
const auto counts = host::download(counters, $counters);
for (u32 k = 0; k < $bins; k++) printf(\"bin %u = %llu\\n\", k, (u64)host::at<$C>(counts, (u64)k * sizeof($C)));
";

const SHOW_OUTSIDE: &str = "
printf(\"below = %llu\\n\", (u64)host::at<$C>(counts, (u64)$bins * sizeof($C)));
printf(\"above = %llu\\n\", (u64)host::at<$C>(counts, (u64)$above * sizeof($C)));
printf(\"nan = %llu\\n\", (u64)host::at<$C>(counts, (u64)$nan * sizeof($C)));
";
