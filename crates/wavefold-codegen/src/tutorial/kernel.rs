//! Whole texts: the axes' pieces, composed.

use super::reduction::TutorialReduction;
use super::text::Text;
use super::{Axis, TutorialHistogram, TutorialKernel};
use crate::kernel::declared;
use crate::kernel::functions::KernelNames;
use crate::kernel::header::{self, Constants, Section};
use crate::kernel::histogram::bins::Bins;
use crate::kernel::parts::{Functions, parts};
use crate::text::names::entry_name;
use crate::{Constant, GenerateError, HistogramSpec, Item, KernelText, ReductionSpec, Type, WarpSize};

/// The kernels of `spec` laid out as `schedule` says: one source, an entry for each. What they take, and how they are
/// launched, is said by [`TutorialReduction::launches`].
///
/// # Errors
/// When the expressions do not fit together; rustc finds the same in the declaration's Rust face.
pub fn reduction_texts(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &TutorialReduction,
    warp_size: WarpSize,
) -> Result<Vec<KernelText>, GenerateError> {
    let mut definitions = declared::definitions(&spec.item, &[spec.accumulator, spec.output], &parts(spec))?;
    let names = KernelNames::new(&spec.item, &mut definitions);
    let functions = Functions::padded(spec, &names, constants, &mut definitions)?;
    let text = Text {
        spec,
        schedule,
        functions,
        accumulator: definitions.structs.require_type(spec.accumulator),
        output: definitions.structs.require_type(spec.output),
        names,
    };
    for input in spec.item.inputs {
        definitions.structs.require_type(input.ty);
    }
    let kernels = schedule.grid.kernels(&text, &format!("{}_{}", entry_name(spec.item.name), schedule.label()));
    let mut sections = vec![
        Section::Text(definitions.structs.definitions()),
        Section::Text(definitions.helpers.definitions().to_owned()),
        Section::Functions(definitions.functions.printed()),
        Section::Parts(text.functions.all()),
        Section::Text(text.value_of_element()),
        Section::Text(schedule.warp.fold(&text)),
        Section::Text(schedule.block.fold(&text, schedule.warp)),
        Section::Text(schedule.load.fold(&text, &text.elements())),
    ];
    sections.extend(schedule.grid.functions(&text).into_iter().map(Section::Text));
    sections.extend(kernels.iter().map(|kernel| Section::Text(kernel.text.clone())));
    let laid_out = laid_out(schedule, warp_size);
    let constants = constants_of(schedule, warp_size);
    let (source, origins) =
        header::compose("reduction", &spec.item, spec.output, &laid_out, &constants, &sections);
    Ok(each(&spec.item, kernels, &source, &origins))
}

/// A text for every kernel.
fn each(
    item: &Item<'_>,
    kernels: Vec<TutorialKernel>,
    source: &str,
    origins: &[crate::Origin],
) -> Vec<KernelText> {
    let text = |kernel: TutorialKernel| KernelText {
        source: source.to_owned(),
        entry: kernel.entry,
        parameters: kernel.parameters,
        first_index: false,
        fp: item.fp,
        origins: origins.to_vec(),
    };
    kernels.into_iter().map(text).collect()
}

/// What the header says of the schedule.
fn laid_out(schedule: &TutorialReduction, warp_size: WarpSize) -> Vec<String> {
    let warps = if schedule.uses_warps() { format!("warps of {warp_size} lanes, ") } else { String::new() };
    let mut how = vec![schedule.load.words(), format!("a block joins values by {}", schedule.block.words())];
    if schedule.uses_warps() {
        how.push(schedule.warp.words());
    }
    how.push(schedule.grid.words());
    let mut lines =
        vec![format!("as a step of the ladder, for {warps}blocks of {} threads:", schedule.block_size)];
    let (last, others) = how.split_last().map_or(("", [].as_slice()), |(last, others)| (last.as_str(), others));
    // Two to a line.
    lines.extend(others.chunks(2).map(|two| format!("{};", two.join("; "))));
    lines.push(format!("{last}. It joins in an order of its own."));
    lines
}

fn constants_of(schedule: &TutorialReduction, warp_size: WarpSize) -> Constants<'static> {
    let items = schedule.load.items().to_string();
    Constants {
        lines: vec![
            ("WARP_SIZE", warp_size.to_string(), ""),
            ("BLOCK_SIZE", schedule.block_size.to_string(), ""),
            ("WARPS", "BLOCK_SIZE / WARP_SIZE".into(), ""),
            ("ITEMS", items.clone(), "of a thread"),
            ("VECTOR_WIDTH", items.clone(), "elements of a vector"),
            ("TILE", format!("BLOCK_SIZE * {}", schedule.load.constant()), "elements of a block"),
        ],
        assertion: String::new(),
    }
}

/// The kernels of `spec` laid out as `schedule` says: one source, an entry for each. What they take, and how they are
/// launched, is said by [`TutorialHistogram::launches`].
///
/// # Errors
/// When the expressions do not fit together; rustc finds the same in the declaration's Rust face.
pub fn histogram_texts(
    spec: &HistogramSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &TutorialHistogram,
) -> Result<Vec<KernelText>, GenerateError> {
    let (bins, mut definitions) = Bins::new(spec, constants)?;
    let counts = schedule.counts;
    let kernels = counts.kernels(&bins, &format!("{}_{}", entry_name(spec.item.name), schedule.label()));
    let mut sections = vec![
        Section::Text(definitions.structs.definitions()),
        Section::Text(definitions.helpers.definitions().to_owned()),
        Section::Functions(definitions.functions.printed()),
        Section::Parts(bins.functions()),
        Section::Text(bins.text()),
        Section::Text(counts.count_elements(&bins, schedule)),
    ];
    sections.extend(kernels.iter().map(|kernel| Section::Text(kernel.text.clone())));
    let mut lines = bins.constants();
    // There is no counter behind the last: who has its number is not counted.
    lines.iter_mut().filter(|line| line.0 == "NOWHERE").for_each(|line| line.2 = "behind the last: not counted");
    lines.extend([
        ("BLOCK_SIZE", schedule.block_size.to_string(), ""),
        ("ITEMS", schedule.items_per_thread.to_string(), "of a thread"),
        ("TILE", "BLOCK_SIZE * ITEMS".into(), "elements of a block"),
    ]);
    let laid_out = [
        format!(
            "as a step of the ladder, for blocks of {} threads, {} per thread:",
            schedule.block_size,
            header::counted(schedule.items_per_thread, "item"),
        ),
        format!("{}. The layout changes the speed, never the result.", counts.words()),
    ];
    let constants = Constants { lines, assertion: String::new() };
    let output = Type::Scalar(spec.counter);
    let (source, origins) = header::compose("histogram", &spec.item, output, &laid_out, &constants, &sections);
    Ok(each(&spec.item, kernels, &source, &origins))
}
