//! A histogram as one kernel: how an element finds its counter (`bins`), how a block reads its share of the input
//! (`counting`), and a file for each place where the counters can live.

pub(crate) mod bins;
mod counting;
mod global;
mod shared;
mod windows;

use crate::kernel::elements::Elements;
use crate::kernel::header::{self, Constants, Layout, Section};
use crate::kernel::prelude;
use crate::{Constant, Counts, GenerateError, HistogramSchedule, HistogramSpec, KernelText, Type};
use bins::Bins;

/// The kernel of `spec` laid out as `schedule` says; `constants` are the values of the user's own constants.
///
/// The kernel takes, in this order: a pointer to every input, `u64 n`, the [run-time parameters](KernelText::parameters)
/// that it uses, what the bins need, `u32 bins` where [`HistogramSpec::bins`] does not say it, what the counters need, and
/// a pointer to the result's counters: the bins, then with [`Outside::Count`](crate::Outside::Count) below, above and NaN. What the counters need
/// is said by [`Counts::provision`](crate::Counts::provision): scratch of as many counters as the result has and a scratch
/// `u32`, both of which are zero before the first launch and after every one; or numbers, and a result that is zero before
/// every launch; and shared memory. It is launched with any number of blocks, of which each has less than 2^32 elements to
/// read, for `n` = 0 too: all give the same counts, and `schedule.grid` gives a good one.
///
/// With [`Binning::Edges`](crate::Binning::Edges) the bins need a pointer to their edges, one more than bins, which increase; they are of the
/// samples' type, of half floats `f32`. With [`Binning::Even`](crate::Binning::Even) the bins need a struct by value, without padding, for samples
/// of type `T`: floats `{ T low, T high, f64 step, f64 bins_per_unit }`, the ends of half floats `f32`; integers up to 32 bits `{ i64 low, u64 span, f64
/// bins_per_unit }`; 64-bit integers `{ T low, u64 span, u64 span_high, f64 bins_per_unit }`, where `span` is
/// `high - low` (its upper half in `span_high`).
///
/// # Errors
/// When the expressions do not fit together; rustc finds the same in the declaration's Rust face.
pub fn histogram<'a>(
    spec: &HistogramSpec<'a>,
    constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
) -> Result<KernelText, GenerateError> {
    write(spec, constants, schedule, false)
}

/// The kernel that counts part of a longer input: [`histogram`], except that, where the declaration uses the index, it
/// takes a `u64` behind `n`: the index of the part's first element.
///
/// # Errors
/// As [`histogram`].
pub fn histogram_of_part(
    spec: &HistogramSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
) -> Result<KernelText, GenerateError> {
    write(spec, constants, schedule, true)
}

fn write<'a>(
    spec: &HistogramSpec<'a>,
    constants: &[Constant<'_>],
    schedule: &HistogramSchedule,
    part: bool,
) -> Result<KernelText, GenerateError> {
    let (bins, mut definitions) = Bins::new(spec, constants)?;
    let elements = Elements::new(&spec.item, &bins.names, schedule.vector_width);
    let kernel = Kernel { schedule, elements: &elements, first_index: part && bins.indexed(), bins };
    let first_index = kernel.first_index;
    let entry = crate::text::names::entry_name(spec.item.name);
    let sections = [
        Section::Text(definitions.structs.definitions()),
        Section::Text(definitions.helpers.definitions().to_owned()),
        Section::Functions(definitions.functions.printed()),
        Section::Parts(kernel.bins.functions()),
        Section::Text(kernel.bins.text()),
        Section::Text(kernel.hand_over().to_owned()),
        Section::Text(if schedule.vectors_per_thread > 1 { prelude::KEEP_LOADS_FIRST } else { "" }.to_owned()),
        Section::Text(elements.text.clone()),
        Section::Text(kernel.count()),
        Section::Text(kernel.entry(&entry)),
    ];
    let layout = Layout {
        warp_size: schedule.warp_size,
        block_size: schedule.block_size,
        items_per_thread: schedule.items_per_thread(),
        how: format!(
            "{} of {}, counted in {}",
            header::counted(schedule.vectors_per_thread, "vector"),
            schedule.vector_width,
            kernel.place(),
        ),
    };
    let output = Type::Scalar(spec.counter);
    let (source, origins) =
        header::compose("histogram", &spec.item, output, &layout.lines(), &kernel.constants(), &sections);
    Ok(KernelText {
        source,
        entry,
        parameters: kernel.bins.parameters.clone(),
        first_index,
        fp: spec.item.fp,
        origins,
    })
}

/// Everything that the phases of one kernel share.
struct Kernel<'k> {
    bins: Bins<'k>,
    schedule: &'k HistogramSchedule,
    elements: &'k Elements,
    /// Whether the index of the first element is an argument: elements are counted from there.
    first_index: bool,
}

/// What depends on where the counters live.
impl Kernel<'_> {
    /// Where they do, as the header says it.
    fn place(&self) -> String {
        let counters = match self.bins.spec.bins {
            Some(bins) => format!("the {} counters", self.bins.spec.outside.counters(bins)),
            None => "the counters".into(),
        };
        match self.schedule.counts {
            Counts::Shared { copies } => {
                format!("{} of {counters}", header::counted(copies, "copy").replace("copys", "copies"))
            }
            Counts::Windows { .. } => format!("as many of {counters} at a time as shared memory holds"),
            Counts::Global => format!("{counters} of the result"),
        }
    }

    /// What blocks need to hand over to each other.
    fn hand_over(&self) -> &'static str {
        match self.schedule.counts {
            Counts::Shared { .. } => prelude::LAST_TO_ARRIVE,
            Counts::Windows { .. } | Counts::Global => "",
        }
    }

    fn count(&self) -> String {
        match self.schedule.counts {
            Counts::Shared { copies } => self.count_in_shared(copies),
            Counts::Windows { .. } => self.count_in_window(),
            Counts::Global => self.count_in_global(),
        }
    }

    fn entry(&self, name: &str) -> String {
        match self.schedule.counts {
            Counts::Shared { copies } => self.shared_entry(name, copies),
            Counts::Windows { .. } => self.window_entry(name),
            Counts::Global => self.global_entry(name),
        }
    }
}

impl Kernel<'_> {
    fn constants(&self) -> Constants<'static> {
        let schedule = self.schedule;
        let copies = if let Counts::Shared { copies } = schedule.counts { copies } else { 1 };
        let mut lines = self.bins.constants();
        lines.extend([
            ("COPIES", copies.to_string(), "of every counter; neighbouring lanes use different ones"),
            ("BLOCK_SIZE", schedule.block_size.to_string(), ""),
            ("VECTOR_WIDTH", schedule.vector_width.to_string(), "elements of one load"),
            ("VECTOR_STRIDE", "BLOCK_SIZE * VECTOR_WIDTH".into(), "from one vector of a thread to its next"),
            ("VECTORS", schedule.vectors_per_thread.to_string(), "loaded before the first of them is counted"),
            ("TILE", "VECTORS * VECTOR_STRIDE".into(), "elements that a block reads in one turn"),
        ]);
        Constants { lines, assertion: String::new() }
    }
}
