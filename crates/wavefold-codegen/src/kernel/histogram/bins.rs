//! How an element finds its counter.

use crate::kernel::declared;
use crate::kernel::functions::{
    DeviceFunction, FunctionSpec, KernelNames, device_function, forwarded, parameters_of,
};
use crate::text::Definitions;
use crate::text::template::fill;
use crate::text::types::scalar_name;
use crate::{Binning, Constant, GenerateError, HistogramSpec, Outside, Scalar, Type};

/// How the elements of a declaration find their counters.
pub(crate) struct Bins<'k> {
    pub(crate) spec: &'k HistogramSpec<'k>,
    pub(crate) names: KernelNames,
    pub(crate) filter: Option<DeviceFunction>,
    pub(crate) bin_of: Option<DeviceFunction>,
    /// The run-time parameters that both use.
    pub(crate) parameters: Vec<usize>,
    /// They, as declared and as passed on.
    pub(crate) parameters_declared: String,
    pub(crate) parameters_passed: String,
    /// What the bins need, as declared and as passed on.
    pub(crate) bins_declared: String,
    pub(crate) bins_passed: String,
    /// The arguments of `counter_of` besides the element, as declared and as passed on: all of these.
    pub(crate) declared: String,
    pub(crate) passed: String,
}

impl<'k> Bins<'k> {
    /// What they need to be defined comes with them.
    pub(crate) fn new(
        spec: &'k HistogramSpec<'k>,
        constants: &[Constant<'_>],
    ) -> Result<(Self, Definitions<'k>), GenerateError> {
        let bin = match &spec.binning {
            Binning::Index(part) => Some(part),
            Binning::Even { .. } | Binning::Edges { .. } => None,
        };
        let parts: Vec<_> = spec.item.filter.iter().chain(bin).collect();
        let mut definitions = declared::definitions(&spec.item, &[], &parts)?;
        let names = KernelNames::new(&spec.item, &mut definitions);
        let mut make =
            |part: FunctionSpec<'_, 'k>| device_function(&part, &spec.item, &names, constants, &mut definitions);
        let filter = spec.item.filter.as_ref().map(|part| {
            let result = Some(Type::Scalar(Scalar::Bool));
            make(FunctionSpec { name: "filter", part, operands: &[], element: true, result })
        });
        let bin_of = bin
            .map(|part| make(FunctionSpec { name: "bin_of", part, operands: &[], element: true, result: None }));
        let (filter, bin_of) = (filter.transpose()?, bin_of.transpose()?);
        for input in spec.item.inputs {
            definitions.structs.require_type(input.ty);
        }
        if let Binning::Even { sample, .. } | Binning::Edges { sample, .. } = spec.binning
            && sample.is_half()
        {
            definitions.helpers.require("to_f32", sample);
        }
        let user: Vec<&DeviceFunction> = [&filter, &bin_of].into_iter().flatten().collect();
        let (parameters_declared, parameters_passed) = forwarded(&user, &spec.item, &names);
        let (bins_declared, bins_passed) = arguments(spec);
        let bins = Self {
            parameters: parameters_of(&user, &spec.item),
            declared: format!("{parameters_declared}{bins_declared}"),
            passed: format!("{parameters_passed}{bins_passed}"),
            spec,
            names,
            filter,
            bin_of,
            parameters_declared,
            parameters_passed,
            bins_declared,
            bins_passed,
        };
        Ok((bins, definitions))
    }

    /// The parts of the declaration.
    pub(crate) fn functions(&self) -> Vec<&DeviceFunction> {
        [&self.filter, &self.bin_of].into_iter().flatten().collect()
    }
}

/// The kernel's arguments for the bins, as declared and as passed on, each starting with a comma: the range or the edges,
/// then the number of bins where the text does not know it.
fn arguments(spec: &HistogramSpec<'_>) -> (String, String) {
    let (mut declared, mut passed) = match spec.binning {
        Binning::Index(_) => (String::new(), String::new()),
        Binning::Even { .. } => (", Range range".to_owned(), ", range".to_owned()),
        Binning::Edges { sample, .. } => {
            (format!(", const {}* edges", scalar_name(Binning::edge_of(sample))), ", edges".to_owned())
        }
    };
    if spec.bins.is_none() {
        declared.push_str(", u32 bins");
        passed.push_str(", bins");
    }
    (declared, passed)
}

impl Bins<'_> {
    /// `counter_of`, and for a range what it needs to find the bin.
    pub(crate) fn text(&self) -> String {
        let (below, above, nan) = self.outside();
        let element = |input: usize| self.names.inputs[input].clone();
        let filter = match &self.filter {
            Some(filter) => {
                format!("if (!{}) return {};\n", filter.call(&self.names, &[], element, "i"), self.nowhere())
            }
            None => String::new(),
        };
        let bin = self.bin_of.as_ref().map_or(String::new(), |bin_of| bin_of.call(&self.names, &[], element, "i"));
        let bin_type = self.bin_of.as_ref().and_then(|bin_of| bin_of.result).map_or("u32", scalar_name);
        let negative = if self.signed_bins() { format!("if (bin < 0) return {below};") } else { String::new() };
        // Bins of a wider or narrower type are compared as unsigned numbers of at least 32 bits.
        let as_unsigned = match bin_type {
            "u32" | "u64" => "bin",
            "i64" => "(u64)bin",
            _ => "(u32)bin",
        };
        let narrowed = if matches!(bin_type, "u32") { "bin" } else { "(u32)bin" };
        let (template, sample, closed) = match self.spec.binning {
            Binning::Index(_) => (INDEX, Scalar::U32, false),
            Binning::Edges { sample, closed } => (EDGES, sample, closed),
            Binning::Even { sample, closed } => {
                let template = match sample {
                    _ if sample.is_float() => FLOAT_RANGE,
                    Scalar::I64 | Scalar::U64 => WIDE_RANGE,
                    _ => INTEGER_RANGE,
                };
                (template, sample, closed)
            }
        };
        // Two ends of the edges' type and two doubles; or three or four 64-bit words.
        let size = match sample {
            Scalar::F64 | Scalar::I64 | Scalar::U64 => 32,
            _ => 24,
        };
        let (x, widened) = match (&self.names.inputs[0], sample.is_half()) {
            (half, true) => ("wide", format!("const float wide = to_f32({half});")),
            (x, false) => (x.as_str(), String::new()),
        };
        let past = if closed { ">" } else { ">=" };
        let nan_test = if sample.is_float() { format!("if ({x} != {x}) return {nan};") } else { String::new() };
        let (bins_declared, bins_passed) =
            if self.spec.bins.is_none() { (", u32 bins", ", bins") } else { ("", "") };
        fill(
            template,
            &[
                ("element", &self.element_parameters()),
                ("declared", &self.declared),
                ("size", &size.to_string()),
                ("filter", filter.trim_end()),
                ("bin", &bin),
                ("bin_type", bin_type),
                ("negative", &negative),
                ("as_unsigned", as_unsigned),
                ("narrowed", narrowed),
                ("below", below),
                ("above", above),
                ("nan", nan),
                ("x", x),
                ("S", scalar_name(Binning::edge_of(sample))),
                ("past", past),
                ("nan_test", &nan_test),
                ("widened", &widened),
                ("bins", self.number_of_bins()),
                ("bins_declared", bins_declared),
                ("bins_passed", bins_passed),
            ],
        )
    }

    /// `u8x3 px, u64 i`: what `counter_of` takes of the element.
    fn element_parameters(&self) -> String {
        let inputs = self.names.input_types.iter().zip(&self.names.inputs);
        let mut list: Vec<String> = inputs.map(|(ty, name)| format!("{ty} {name}")).collect();
        if self.indexed() {
            list.push("u64 i".into());
        }
        list.join(", ")
    }

    /// The number of bins: a constant of the text, or an argument.
    pub(crate) fn number_of_bins(&self) -> &'static str {
        if self.spec.bins.is_some() { "BINS" } else { "bins" }
    }

    /// The number of counters, which is also the one of elements that none counts.
    pub(crate) fn number_of_counters(&self) -> &'static str {
        match (self.spec.bins, self.spec.outside) {
            (Some(_), _) => "COUNTERS",
            (None, Outside::Count) => "bins + 3",
            (None, Outside::Drop | Outside::Clamp) => "bins",
        }
    }

    /// The counters of what is below, above and no number.
    fn outside(&self) -> (&'static str, &'static str, &'static str) {
        match (self.spec.outside, self.spec.bins) {
            (Outside::Drop, Some(_)) => ("NOWHERE", "NOWHERE", "NOWHERE"),
            (Outside::Clamp, Some(_)) => ("0", "BINS - 1", "NOWHERE"),
            (Outside::Count, Some(_)) => ("BELOW", "ABOVE", "NOT_A_NUMBER"),
            // Counters behind the bins are numbered as the constants are; one behind all is counted nowhere.
            (Outside::Drop, None) => ("bins", "bins", "bins"),
            (Outside::Clamp, None) => ("0", "bins - 1", "bins"),
            (Outside::Count, None) => ("bins", "bins + 1", "bins + 2"),
        }
    }

    /// The counter of elements that the filter refuses.
    fn nowhere(&self) -> &'static str {
        if self.spec.bins.is_some() { "NOWHERE" } else { self.number_of_counters() }
    }

    /// Whether there are elements that no counter counts.
    pub(crate) fn drops(&self) -> bool {
        let floats = matches!(
            self.spec.binning,
            Binning::Even { sample, .. } | Binning::Edges { sample, .. } if sample.is_float()
        );
        let outside = self.spec.outside;
        self.filter.is_some() || outside == Outside::Drop || (floats && outside == Outside::Clamp)
    }

    /// Whether the element's index matters.
    pub(crate) fn indexed(&self) -> bool {
        self.functions().into_iter().any(|function| function.index)
    }

    /// Whether a whole-number bin can be negative.
    fn signed_bins(&self) -> bool {
        self.bin_of.as_ref().is_some_and(|bin_of| bin_of.result.is_some_and(Scalar::is_signed_integer))
    }

    /// The constants that these functions name.
    pub(crate) fn constants(&self) -> Vec<(&'static str, String, &'static str)> {
        let apart = if self.spec.outside == Outside::Count { " + 3" } else { "" };
        vec![
            ("BINS", self.spec.bins.unwrap_or(0).to_string(), ""),
            ("BELOW", "BINS".into(), "counters behind the bins"),
            ("ABOVE", "BINS + 1".into(), ""),
            ("NOT_A_NUMBER", "BINS + 2".into(), ""),
            ("COUNTERS", format!("BINS{apart}"), ""),
            ("NOWHERE", "COUNTERS".into(), "one more: where elements go that are not counted"),
        ]
    }
}

const INDEX: &str = "
// The counter of an element.
__device__ u32 counter_of($element$declared)
{
    $filter
    const $bin_type bin = $bin;
    $negative
    return $as_unsigned < $bins ? $narrowed : $above;
}
";

const FLOAT_RANGE: &str = "
// The range, as the host has worked it out: `step` is (high - low) / $bins, `bins_per_unit` the reverse.
struct Range {
    $S low, high;
    double step, bins_per_unit;
};
static_assert(sizeof(Range) == $size, \"laid out as on the host\");

// The lower edge of bin k, rounded as numpy does.
__device__ $S edge(u32 k, Range range$bins_declared)
{
    return k == $bins ? range.high : ($S)(k * range.step + (double)range.low);
}

// The counter of an element: a guess that rounding can put one bin off, corrected by the edges.
__device__ u32 counter_of($element$declared)
{
    $filter
    $widened
    if ($x != $x) return $nan;
    if ($x < range.low) return $below;
    if ($x $past range.high) return $above;
    u32 bin = (u32)(((double)$x - (double)range.low) * range.bins_per_unit);
    if (bin > $bins - 1) bin = $bins - 1;
    if ($x < edge(bin, range$bins_passed)) return bin - 1;
    if (bin + 1 < $bins && $x >= edge(bin + 1, range$bins_passed)) return bin + 1;
    return bin;
}
";

const INTEGER_RANGE: &str = "
// The range, as the host has worked it out: `span` is high - low, `bins_per_unit` is $bins / span.
struct Range {
    i64 low;
    u64 span;
    double bins_per_unit;
};
static_assert(sizeof(Range) == $size, \"laid out as on the host\");

// The counter of an element: a guess that rounding can put one bin off, corrected by exact products.
__device__ u32 counter_of($element$declared)
{
    $filter
    const i64 from_low = (i64)$x - range.low;
    if (from_low < 0) return $below;
    const u64 distance = (u64)from_low;
    if (distance $past range.span) return $above;
    u32 bin = (u32)((double)distance * range.bins_per_unit);
    if (bin > $bins - 1) bin = $bins - 1;
    if (distance * $bins < bin * range.span) return bin - 1;
    if (bin + 1 < $bins && distance * $bins >= (bin + 1) * range.span) return bin + 1;
    return bin;
}
";

const WIDE_RANGE: &str = "
// The range, as the host has worked it out: span_high * 2^64 + span is high - low, `bins_per_unit` $bins / that.
struct Range {
    $S low;
    u64 span, span_high;
    double bins_per_unit;
};
static_assert(sizeof(Range) == $size, \"laid out as on the host\");

// Whether `distance` from the low end reaches bin k: distance * $bins >= k * (high - low), in 128 bits.
__device__ bool reaches(u64 distance, u32 k, Range range$bins_declared)
{
    const u64 left_high = __umul64hi(distance, $bins);
    const u64 right_high = __umul64hi(k, range.span) + k * range.span_high;
    return left_high != right_high ? left_high > right_high : distance * $bins >= k * range.span;
}

// The counter of an element: a guess that rounding can put one bin off, corrected by exact products.
__device__ u32 counter_of($element$declared)
{
    $filter
    if ($x < range.low) return $below;
    const u64 distance = (u64)$x - (u64)range.low;
    if (range.span_high == 0 && distance $past range.span) return $above;
    u32 bin = (u32)((double)distance * range.bins_per_unit);
    if (bin > $bins - 1) bin = $bins - 1;
    if (!reaches(distance, bin, range$bins_passed)) return bin - 1;
    if (bin + 1 < $bins && reaches(distance, bin + 1, range$bins_passed)) return bin + 1;
    return bin;
}
";

const EDGES: &str = "
// The counter of an element: its bin begins at the last edge that is not above it, which halving finds.
__device__ u32 counter_of($element$declared)
{
    $filter
    $widened
    $nan_test
    if ($x < edges[0]) return $below;
    if ($x $past edges[$bins]) return $above;
    u32 bin = 0;
    for (u32 length = $bins; length > 1; length -= length / 2) {
        const u32 middle = bin + length / 2;
        if (edges[middle] <= $x) bin = middle;
    }
    return bin;
}
";
