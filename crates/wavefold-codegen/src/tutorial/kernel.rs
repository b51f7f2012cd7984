//! Whole texts: the axes' pieces, composed.

use super::reduction::TutorialReduction;
use super::text::Text;
use super::{Axis, GridFold, TutorialHistogram, TutorialKernel};
use crate::kernel::declared;
use crate::kernel::functions::KernelNames;
use crate::kernel::header::{self, Constants, Section};
use crate::kernel::histogram::bins::Bins;
use crate::kernel::parts::{Functions, parts};
use crate::kernel::prelude;
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
    let fold_partials = match schedule.grid {
        GridFold::Passes => schedule.load.fold(&text, &text.partials()),
        _ => String::new(),
    };
    let mut sections = vec![
        Section::Text(definitions.structs.definitions()),
        Section::Text(definitions.helpers.definitions().to_owned()),
        Section::Functions(definitions.functions.printed()),
        Section::Parts(text.functions.all()),
        Section::Text(text.value_of_element()),
        Section::Text(schedule.warp.fold(&text)),
        Section::Text(schedule.block.fold(&text, schedule.warp)),
        Section::Text(schedule.load.fold(&text, &text.elements())),
        Section::Text(fold_partials),
        Section::Text(match schedule.grid {
            GridFold::Atomic => text.atomic(),
            GridFold::LastBlock => prelude::LAST_TO_ARRIVE.to_owned(),
            GridFold::Passes | GridFold::SecondKernel => String::new(),
        }),
    ];
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
    let warp = if schedule.uses_warps() { format!(", {}", schedule.warp.words()) } else { String::new() };
    vec![
        format!("as a step of the ladder, for {warps}blocks of {} threads:", schedule.block_size),
        format!("{}; a block joins values by {}{warp};", schedule.load.words(), schedule.block.words()),
        format!("{}. It joins in an order of its own.", schedule.grid.words()),
    ]
}

fn constants_of(schedule: &TutorialReduction, warp_size: WarpSize) -> Constants<'static> {
    let items = schedule.load.items().to_string();
    Constants {
        lines: vec![
            ("WARP_SIZE", warp_size.to_string(), ""),
            ("BLOCK_SIZE", schedule.block_size.to_string(), ""),
            ("WARPS", "BLOCK_SIZE / WARP_SIZE".into(), ""),
            ("ITEMS", items.clone(), "of a thread"),
            ("VECTOR_WIDTH", items.clone(), "elements of one load"),
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
