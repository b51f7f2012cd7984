//! How the grid joins what its blocks come to.

use super::atomic::Atomic;
use super::axis::Axis;
use super::block::Values;
use super::launch::{Argument, Launch, Scratch};
use super::text::{Parts, Source, Text};
use super::{TutorialKernel, TutorialReduction};
use crate::ReductionSpec;
use crate::text::template::fill;

/// How the grid joins what its blocks come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridFold {
    /// Blocks join what the blocks of the pass before have left, until one block is enough.
    Passes,
    /// A second kernel of one block joins what the first has left.
    SecondKernel,
    /// The last block to finish does, in the same kernel.
    LastBlock,
    /// Every block joins its total to one in memory, by an atomic operation.
    Atomic,
}

impl Axis for GridFold {
    const KEY: &'static str = "grid";
    const ALL: &'static [Self] = &[Self::Passes, Self::SecondKernel, Self::LastBlock, Self::Atomic];

    fn name(self) -> &'static str {
        match self {
            Self::Passes => "passes",
            Self::SecondKernel => "second_kernel",
            Self::LastBlock => "last_block",
            Self::Atomic => "atomic",
        }
    }

    fn label(self) -> String {
        match self {
            Self::Passes => String::new(),
            other => other.name().into(),
        }
    }

    fn words(self) -> String {
        match self {
            Self::Passes => "further passes join the blocks' totals",
            Self::SecondKernel => "a second kernel joins the blocks' totals",
            Self::LastBlock => "the last block joins the totals of all",
            Self::Atomic => "every block joins its total to one in memory",
        }
        .into()
    }
}

impl GridFold {
    /// Whether it can join accumulators of so many bytes.
    pub(super) fn takes(self, bytes: u32) -> bool {
        self != Self::Atomic || bytes <= 8
    }

    /// The launches for `n` elements, where the first has `blocks`.
    pub(super) fn launches(
        self,
        schedule: &TutorialReduction,
        spec: &ReductionSpec<'_>,
        n: u64,
        blocks: u32,
    ) -> Vec<Launch> {
        use Argument::{InputPointers, Length, Parameters, ResultPointer, Scratch as In};
        let threads = schedule.block_size;
        let in_global = schedule.block.values(schedule.warp) == Values::Global;
        let values = || in_global.then_some(In(Scratch::Values));
        let first = |rest: &[Argument]| {
            let arguments =
                [InputPointers, Length(n), Parameters].into_iter().chain(values()).chain(rest.iter().copied());
            Launch { kernel: 0, grid: blocks, threads, arguments: arguments.collect() }
        };
        match self {
            Self::Passes => {
                let mut launches = vec![first(&[In(Scratch::Partials), ResultPointer])];
                let (mut from, mut to, mut left) = (Scratch::Partials, Scratch::Others, blocks);
                while left > 1 {
                    let grid = schedule.blocks(left.into(), None).unwrap_or(1);
                    let head = [In(from), Length(left.into()), Parameters].into_iter();
                    let arguments = head.chain(values()).chain([In(to), ResultPointer]).collect();
                    launches.push(Launch { kernel: 1, grid, threads, arguments });
                    (from, to, left) = (to, from, grid);
                }
                launches
            }
            Self::SecondKernel => {
                let head = [In(Scratch::Partials), Length(blocks.into()), Parameters].into_iter();
                let arguments = head.chain(values()).chain([ResultPointer]).collect();
                vec![first(&[In(Scratch::Partials)]), Launch { kernel: 1, grid: 1, threads, arguments }]
            }
            Self::LastBlock => vec![first(&[In(Scratch::Partials), In(Scratch::Arrivals), ResultPointer])],
            Self::Atomic => {
                let total = if Atomic::of(spec).is_direct() { ResultPointer } else { In(Scratch::Total) };
                let one = |kernel, arguments| Launch { kernel, grid: 1, threads: 1, arguments };
                let mut launches = vec![one(1, vec![Parameters, total]), first(&[total])];
                if total != ResultPointer {
                    launches.push(one(2, vec![Parameters, total, ResultPointer]));
                }
                launches
            }
        }
    }

    /// The kernels, the one of the elements first.
    pub(super) fn kernels(self, text: &Text<'_>, name: &str) -> Vec<TutorialKernel> {
        match self {
            Self::Passes => vec![
                entry(text, name, &text.elements(), &PASS_OF_ELEMENTS),
                entry(text, &format!("{name}_partials"), &text.partials(), &PASS_OF_PARTIALS),
            ],
            Self::SecondKernel => vec![
                entry(text, name, &text.elements(), &LEAVES_PARTIALS),
                entry(text, &format!("{name}_partials"), &text.partials(), &SECOND),
            ],
            Self::LastBlock => vec![entry(text, name, &text.elements(), &LAST)],
            Self::Atomic => Atomic::of(text.spec).kernels(text, name),
        }
    }
}

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

const PASS_OF_ELEMENTS: Entry = Entry {
    about: "Every block leaves what its elements come to; where there is one block, that is the result.",
    arguments: "$T* partials, $output* result",
    leave: "
if (threadIdx.x == 0) {
    partials[blockIdx.x] = $total;
    if (gridDim.x == 1) *result = $result;
}
",
    parts: Parts::RESULT,
    ..Entry::NOTHING
};
const PASS_OF_PARTIALS: Entry = Entry {
    about: "The same for what the blocks of the pass before have left: launched until one block is enough.",
    ..PASS_OF_ELEMENTS
};

const LEAVES_PARTIALS: Entry = Entry {
    about: "Every block leaves what its elements come to.",
    arguments: "$T* partials",
    leave: "
if (threadIdx.x == 0) partials[blockIdx.x] = $total;
",
    ..Entry::NOTHING
};
const SECOND: Entry = Entry {
    about: "One block joins what the blocks of the first kernel have left.",
    arguments: "$output* result",
    before: "
$T mine = $identity;
for (u64 i = threadIdx.x; i < n; i += BLOCK_SIZE) mine = $joined_total;
",
    share: "mine",
    leave: "
if (threadIdx.x == 0) *result = $result;
",
    parts: Parts::RESULT.and(Parts::OP_AND_IDENTITY),
    ..Entry::NOTHING
};

const LAST: Entry = Entry {
    about: "Every block leaves what its elements come to, and the last one joins what all have left.",
    arguments: "$T* partials, u32* arrivals, $output* result",
    then: "
if (!last_to_arrive(arrivals)) return;
$T mine = $identity;
for (u32 i = threadIdx.x; i < gridDim.x; i += BLOCK_SIZE) mine = $joined_partial;
$join_again
if (threadIdx.x == 0) *result = $result;
",
    parts: Parts::RESULT.and(Parts::OP_AND_IDENTITY),
    ..LEAVES_PARTIALS
};
