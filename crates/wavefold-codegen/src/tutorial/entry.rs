//! A kernel around `fold_block`: what it takes, what its threads join, what it leaves.

use super::TutorialKernel;
use super::block::Values;
use super::text::{Parts, Source, Text};
use crate::text::template::fill;

/// A kernel around `fold_block`: what it takes, joins and leaves.
pub(super) struct Entry {
    pub(super) about: &'static str,
    /// Its arguments behind the run-time parameters.
    pub(super) arguments: &'static str,
    /// A thread's share of what it joins: a call, or variables before it and one of them.
    pub(super) before: &'static str,
    pub(super) share: &'static str,
    /// What thread 0 does with the total.
    pub(super) leave: &'static str,
    /// What follows for all threads.
    pub(super) then: &'static str,
    /// The parts that these pieces call.
    pub(super) parts: Parts,
}

impl Entry {
    /// A kernel that joins what `fold_elements` or `fold_partials` gives, and leaves nothing.
    pub(super) const NOTHING: Self = Self {
        about: "",
        arguments: "",
        before: "",
        share: "$fold($names, n$fold_passed)",
        leave: "",
        then: "",
        parts: Parts::NONE,
    };
}

/// The text of a kernel that joins a source.
pub(super) fn entry(text: &Text<'_>, name: &str, source: &Source, entry: &Entry) -> TutorialKernel {
    let schedule = text.schedule;
    // A second kernel's threads step over all partials by themselves, however threads load the elements.
    let fold_parts = if entry.before.is_empty() { schedule.load.parts(source) } else { Parts::NONE };
    let all = fold_parts.and(schedule.block.parts()).and(entry.parts);
    let (values, join, total) = match schedule.block.values(schedule.warp) {
        Values::Registers => ("", REGISTERS, "total"),
        Values::Shared => (SHARED_VALUES, IN_MEMORY, "values[0]"),
        Values::Global => (GLOBAL_VALUES, IN_MEMORY, "values[0]"),
    };
    let join_again = if join == REGISTERS { REGISTERS_AGAIN } else { IN_MEMORY };
    let in_global = schedule.block.values(schedule.warp) == Values::Global;
    let mut holes: Vec<(&str, String)> = vec![
        ("T", text.accumulator.clone()),
        ("name", name.to_owned()),
        ("pointers", source.pointers.clone()),
        ("names", source.names.join(", ")),
        ("fold", source.fold.to_owned()),
        ("declared", text.forward(all).0),
        ("fold_passed", text.forward(fold_parts).1),
        ("block_passed", text.forward(schedule.block.parts()).1),
        ("scratch", if in_global { format!(", {}* scratch", text.accumulator) } else { String::new() }),
        ("output", text.output.clone()),
        ("total", total.to_owned()),
        ("result", text.result(total)),
        ("identity", text.identity()),
        ("const", if entry.then.is_empty() { "const " } else { "" }.to_owned()),
        ("joined_total", text.joined("mine", "totals[i]")),
        ("joined_partial", text.joined("mine", "partials[i]")),
    ];
    holes.extend(text.atomic_holes(total));
    // Pieces may have holes themselves, which are filled before.
    let pieces = [
        ("about", entry.about),
        ("arguments", entry.arguments),
        ("values", values),
        ("before", entry.before),
        ("share", entry.share),
        ("join", join),
        ("leave", entry.leave),
        ("then", entry.then),
    ];
    for (hole, template) in pieces {
        if hole == "then" {
            holes.retain(|(name, _)| *name != "share");
            holes.push(("share", "mine".into()));
            let again = filled(join_again, &holes);
            holes.push(("join_again", again));
        }
        let piece = filled(template, &holes).trim_end_matches('\n').to_owned();
        holes.push((hole, piece));
    }
    TutorialKernel { entry: name.to_owned(), text: filled(ENTRY, &holes), parameters: text.parameters(all) }
}

fn filled(template: &str, holes: &[(&str, String)]) -> String {
    fill(template, &holes.iter().map(|(name, text)| (*name, text.as_str())).collect::<Vec<_>>())
}

const ENTRY: &str = "
// $about
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$declared$scratch, $arguments)
{
    $values
    $before
    $join
    $leave
    $then
}
";

const SHARED_VALUES: &str = "
__shared__ $T values[BLOCK_SIZE];
";
const GLOBAL_VALUES: &str = "
// The block's part of the scratch.
$T* values = scratch + (u64)blockIdx.x * BLOCK_SIZE;
";
const IN_MEMORY: &str = "
values[threadIdx.x] = $share;
fold_block(values$block_passed);
";
const REGISTERS: &str = "
$const$T total = fold_block($share$block_passed);
";
const REGISTERS_AGAIN: &str = "
total = fold_block(mine$block_passed);
";
