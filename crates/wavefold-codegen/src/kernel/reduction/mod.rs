//! A reduction as one kernel, in the canonical order.
//!
//! Element `i` is folded into slot `i % SLOTS` in increasing `i`; the slots are joined by a tree of adjacent
//! pairs. Where `op` is not commutative, slots hold runs of neighbouring elements instead. [`folds`] holds the joins
//! (thread, warp, block), [`slots`] the first phase, [`runs`] that of runs, [`entry`] the kernel.

mod entry;
mod folds;
mod runs;
mod slots;

use crate::kernel::declared;
use crate::kernel::elements::Elements;
use crate::kernel::functions::{KernelNames, forwarded, parameters_of};
use crate::kernel::header::{self, Constants, Layout, Section};
use crate::kernel::parts::{Functions, parts};
use crate::kernel::prelude;
use crate::{Constant, GenerateError, KernelText, ReductionSchedule, ReductionSpec, SLOTS};

/// The kernel of `spec` laid out as `schedule` says; `constants` are the values of the user's own constants.
///
/// The kernel takes, in this order: a pointer to every input, `u64 n`, the [run-time parameters](KernelText::parameters)
/// that it uses, a scratch array of `max_grid` partials of [`partial_bytes`](ReductionSpec::partial_bytes) each, a
/// scratch `u32` that is zero before the first launch and after every one, a pointer to the result, and with
/// `identity: none` (and no `init`) a pointer to a `u32` that tells whether there is one. It is launched with
/// `schedule.grid(spec.slots(n))` blocks, for `n` = 0 too.
///
/// # Errors
/// When the expressions do not fit together; rustc finds the same in the declaration's Rust face.
pub fn reduction(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
) -> Result<KernelText, GenerateError> {
    write(spec, constants, schedule, false)
}

/// The kernel of a part of the input: [`reduction`] of [`spec.partial()`](ReductionSpec::partial). Where the declaration
/// uses the index, it takes a `u64` behind `n` besides: the index of the part's first element.
///
/// # Errors
/// As [`reduction`].
pub fn partial(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
) -> Result<KernelText, GenerateError> {
    write(&spec.partial(), constants, schedule, true)
}

fn write(
    spec: &ReductionSpec<'_>,
    constants: &[Constant<'_>],
    schedule: &ReductionSchedule,
    partial: bool,
) -> Result<KernelText, GenerateError> {
    let mut definitions = declared::definitions(&spec.item, &[spec.accumulator, spec.output], &parts(spec))?;
    let names = KernelNames::new(&spec.item, &mut definitions);
    let functions = Functions::new(spec, &names, constants, &mut definitions)?;
    let make_elements = if spec.commutative { Elements::new } else { Elements::strided };
    let elements = make_elements(&spec.item, &names, schedule.vector_width);
    let (op_declared, op_passed) = forwarded(&[&functions.op], &spec.item, &names);
    let mut folding = vec![&functions.map, &functions.op];
    folding.extend(&functions.filter);
    let first_index = partial && folding.iter().any(|function| function.index);
    let (first_declared, first_passed) =
        if first_index { (", u64 first_index", ", first_index") } else { ("", "") };
    let (fold_declared, fold_passed) = forwarded(&folding, &spec.item, &names);
    let (parameters_declared, _) = forwarded(&functions.all(), &spec.item, &names);
    let parameters = parameters_of(&functions.all(), &spec.item);
    let kernel = Kernel {
        spec,
        schedule,
        names,
        accumulator: definitions.structs.require_type(spec.accumulator),
        output: definitions.structs.require_type(spec.output),
        functions,
        elements,
        op_declared,
        op_passed,
        fold_declared: format!("{first_declared}{fold_declared}"),
        fold_passed: format!("{first_passed}{fold_passed}"),
        parameters_declared: format!("{first_declared}{parameters_declared}"),
        first_index,
    };
    let entry = crate::text::names::entry_name(spec.item.name);
    for input in spec.item.inputs {
        definitions.structs.require_type(input.ty);
    }
    let sections = [
        Section::Text(definitions.structs.definitions()),
        Section::Text(definitions.helpers.definitions().to_owned()),
        Section::Functions(definitions.functions.printed()),
        Section::Parts(kernel.functions.all()),
        Section::Text(kernel.prelude()),
        Section::Text(kernel.joins()),
        Section::Text(kernel.elements.text.clone()),
        Section::Text(if spec.commutative { kernel.slot_folds() } else { kernel.run_folds() }),
        Section::Text(kernel.entry(&entry)),
    ];
    let layout = Layout {
        warp_size: schedule.warp_size,
        block_size: schedule.block_size,
        items_per_thread: schedule.items_per_thread(),
        how: format!(
            "{} of {}, {} ahead",
            header::counted(schedule.vectors_per_thread, "vector"),
            header::counted(schedule.vector_width, "slot"),
            header::counted(schedule.steps_ahead, "step")
        ),
    };
    let (source, origins) = header::compose(
        if partial { "partial reduction" } else { "reduction" },
        &spec.item,
        spec.output,
        &layout.lines(),
        &kernel.constants(),
        &sections,
    );
    Ok(KernelText { source, entry, parameters, first_index, fp: spec.item.fp, origins })
}

/// Everything that the phases of one kernel share.
struct Kernel<'k> {
    spec: &'k ReductionSpec<'k>,
    schedule: &'k ReductionSchedule,
    names: KernelNames,
    accumulator: String,
    output: String,
    functions: Functions,
    elements: Elements,
    /// The run-time parameters of `op`, as declared and as passed on.
    op_declared: String,
    op_passed: String,
    /// Those of everything that happens to an element.
    fold_declared: String,
    fold_passed: String,
    /// Those of the whole kernel, as declared.
    parameters_declared: String,
    /// Whether the index of the first element is an argument: elements are counted from there.
    first_index: bool,
}

impl Kernel<'_> {
    /// Whether slots and partials carry a flag: with a filter, n alone does not say which of them exist.
    fn flagged(&self) -> bool {
        self.functions.filter.is_some()
    }

    /// The index of an element, where it stands at `at` in the input.
    fn index(&self, at: &str) -> String {
        if self.first_index { format!("first_index + {at}") } else { at.into() }
    }

    fn constants(&self) -> Constants<'static> {
        let schedule = self.schedule;
        let (slots, neighbours) = if self.spec.commutative {
            ("element i is folded into slot i % SLOTS", "neighbouring slots of a lane")
        } else {
            ("a slot folds a run of neighbouring elements", "neighbouring slots of a lane; elements of a load")
        };
        Constants {
            lines: vec![
                ("SLOTS", SLOTS.to_string(), slots),
                ("WARP_SIZE", schedule.warp_size.to_string(), ""),
                ("BLOCK_SIZE", schedule.block_size.to_string(), ""),
                ("WARPS", "BLOCK_SIZE / WARP_SIZE".into(), ""),
                ("VECTOR_WIDTH", schedule.vector_width.to_string(), neighbours),
                ("VECTOR_STRIDE", "WARP_SIZE * VECTOR_WIDTH".into(), "from one vector of a lane to its next"),
                ("VECTORS", schedule.vectors_per_thread.to_string(), "per thread"),
                ("WARP_TILE", "VECTORS * VECTOR_STRIDE".into(), "slots of a warp"),
                ("TILE", "WARPS * WARP_TILE".into(), "slots of a block"),
                ("STEPS_AHEAD", schedule.steps_ahead.to_string(), "loaded before the first of them is folded"),
                ("PARTIALS", "SLOTS / TILE / BLOCK_SIZE".into(), "per thread of the last block"),
            ],
            assertion: format!(
                "static_assert(TILE == {} && SLOTS % TILE == 0, \"the host launches a block for every tile\");\n",
                schedule.tile()
            ),
        }
    }

    fn prelude(&self) -> String {
        // Half floats are structs of the text.
        let scalar = self.spec.accumulator.scalar().is_some_and(|scalar| !scalar.is_half());
        let mut text = match (scalar, self.flagged()) {
            (true, false) => prelude::shuffle_down(&self.accumulator),
            (true, true) => prelude::shuffle_down_any(),
            (false, flagged) => {
                let words = prelude::shuffle_down_words(&self.accumulator);
                if flagged { prelude::shuffle_down("bool") + "\n" + &words } else { words }
            }
        };
        text.push_str(prelude::LAST_TO_ARRIVE);
        text
    }
}
