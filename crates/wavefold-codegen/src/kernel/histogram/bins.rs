//! How an element finds its counter.

use super::Kernel;
use crate::text::template::fill;
use crate::text::types::scalar_name;
use crate::{Binning, Outside, Scalar};

/// The kernel's argument for the bins, as declared and as passed on, each starting with a comma.
pub(super) fn argument(binning: &Binning<'_>) -> (&'static str, &'static str) {
    match binning {
        Binning::Index(_) => ("", ""),
        Binning::Even { .. } => (", Range range", ", range"),
    }
}

impl Kernel<'_> {
    /// `counter_of`, and for a range what it needs to find the bin.
    pub(super) fn bins(&self) -> String {
        let (below, above, nan) = self.outside();
        let element = |input: usize| self.names.inputs[input].clone();
        let filter = match self.filter {
            Some(filter) => format!("if (!{}) return NOWHERE;\n", filter.call(self.names, &[], element, "i")),
            None => String::new(),
        };
        let bin = self.bin_of.map_or(String::new(), |bin_of| bin_of.call(self.names, &[], element, "i"));
        let bin_type = self.bin_of.and_then(|bin_of| bin_of.result).map_or("u32", scalar_name);
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
            Binning::Even { sample, closed } => {
                let template = match sample {
                    Scalar::F32 | Scalar::F64 => FLOAT_RANGE,
                    Scalar::I64 | Scalar::U64 => WIDE_RANGE,
                    _ => INTEGER_RANGE,
                };
                (template, sample, closed)
            }
        };
        // Two ends of the sample's type and two doubles; or three or four 64-bit words.
        let size = match sample {
            Scalar::F32 => 24,
            Scalar::F64 | Scalar::I64 | Scalar::U64 => 32,
            _ => 24,
        };
        let x = &self.names.inputs[0];
        let past = if closed { ">" } else { ">=" };
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
                ("S", scalar_name(sample)),
                ("past", past),
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

    /// The counters of what is below, above and no number.
    fn outside(&self) -> (&'static str, &'static str, &'static str) {
        match self.spec.outside {
            Outside::Drop => ("NOWHERE", "NOWHERE", "NOWHERE"),
            Outside::Clamp => ("0", "BINS - 1", "NOWHERE"),
            Outside::Count => ("BELOW", "ABOVE", "NOT_A_NUMBER"),
        }
    }

    /// Whether there are elements that no counter counts.
    pub(super) fn drops(&self) -> bool {
        let floats = matches!(self.spec.binning, Binning::Even { sample, .. } if sample.is_float());
        let (_, above, nan) = self.outside();
        self.filter.is_some() || above == "NOWHERE" || (floats && nan == "NOWHERE")
    }

    /// Whether the element's index matters.
    pub(super) fn indexed(&self) -> bool {
        [self.filter, self.bin_of].into_iter().flatten().any(|function| function.index)
    }
}

const INDEX: &str = "
// The counter of an element.
__device__ u32 counter_of($element$declared)
{
    $filter
    const $bin_type bin = $bin;
    $negative
    return $as_unsigned < BINS ? $narrowed : $above;
}
";

const FLOAT_RANGE: &str = "
// The range, as the host has worked it out: `step` is (high - low) / BINS, `bins_per_unit` the reverse.
struct Range {
    $S low, high;
    double step, bins_per_unit;
};
static_assert(sizeof(Range) == $size, \"laid out as on the host\");

// The lower edge of bin k, rounded as numpy does.
__device__ $S edge(u32 k, Range range)
{
    return k == BINS ? range.high : ($S)(k * range.step + (double)range.low);
}

// The counter of an element: a guess that rounding can put one bin off, corrected by the edges.
__device__ u32 counter_of($element$declared)
{
    $filter
    if ($x != $x) return $nan;
    if ($x < range.low) return $below;
    if ($x $past range.high) return $above;
    u32 bin = (u32)(((double)$x - (double)range.low) * range.bins_per_unit);
    if (bin > BINS - 1) bin = BINS - 1;
    if ($x < edge(bin, range)) return bin - 1;
    if (bin + 1 < BINS && $x >= edge(bin + 1, range)) return bin + 1;
    return bin;
}
";

const INTEGER_RANGE: &str = "
// The range, as the host has worked it out: `span` is high - low, `bins_per_unit` is BINS / span.
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
    if (bin > BINS - 1) bin = BINS - 1;
    if (distance * BINS < bin * range.span) return bin - 1;
    if (bin + 1 < BINS && distance * BINS >= (bin + 1) * range.span) return bin + 1;
    return bin;
}
";

const WIDE_RANGE: &str = "
// The range, as the host has worked it out: span_high * 2^64 + span is high - low, `bins_per_unit` BINS / that.
struct Range {
    $S low;
    u64 span, span_high;
    double bins_per_unit;
};
static_assert(sizeof(Range) == $size, \"laid out as on the host\");

// Whether `distance` from the low end reaches bin k: distance * BINS >= k * (high - low), in 128 bits.
__device__ bool reaches(u64 distance, u32 k, Range range)
{
    const u64 left_high = __umul64hi(distance, BINS);
    const u64 right_high = __umul64hi(k, range.span) + k * range.span_high;
    return left_high != right_high ? left_high > right_high : distance * BINS >= k * range.span;
}

// The counter of an element: a guess that rounding can put one bin off, corrected by exact products.
__device__ u32 counter_of($element$declared)
{
    $filter
    if ($x < range.low) return $below;
    const u64 distance = (u64)$x - (u64)range.low;
    if (range.span_high == 0 && distance $past range.span) return $above;
    u32 bin = (u32)((double)distance * range.bins_per_unit);
    if (bin > BINS - 1) bin = BINS - 1;
    if (!reaches(distance, bin, range)) return bin - 1;
    if (bin + 1 < BINS && reaches(distance, bin + 1, range)) return bin + 1;
    return bin;
}
";
