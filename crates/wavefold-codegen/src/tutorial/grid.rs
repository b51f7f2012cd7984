//! How the grid joins what its blocks come to.

use super::atomic::Atomic;
use super::axis::Axis;
use super::block::Values;
use super::entry::{Entry, entry};
use super::launch::{Argument, Launch, Scratch};
use super::text::{Parts, Text};
use super::{TutorialKernel, TutorialReduction};
use crate::ReductionSpec;
use crate::kernel::prelude;

/// How the grid joins what its blocks come to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridFold {
    /// Blocks join what the blocks of the pass before have left, until one block is enough.
    Passes,
    /// A second kernel of one block joins what the first has left.
    SecondKernel,
    /// The last block to finish does, in the same kernel.
    LastBlock,
    /// Every block joins its total to one in memory, by an atomic operation. NVIDIA's addition of `f32` there takes what is
    /// subnormal for zero.
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
            Self::SecondKernel => "two_kernels".into(),
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
                let (mut from, mut to, mut left) = (Scratch::Partials, Scratch::NextPartials, blocks);
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

    /// The memory that these launches need, in bytes, besides the values that blocks join.
    pub(super) fn scratch(
        self,
        schedule: &TutorialReduction,
        spec: &ReductionSpec<'_>,
        blocks: u32,
        compute_units: Option<u32>,
    ) -> Vec<(Scratch, u64)> {
        let of = |scratch, blocks: u32| (scratch, u64::from(blocks) * u64::from(spec.accumulator.size()));
        let partials = of(Scratch::Partials, blocks);
        match self {
            Self::Passes => {
                let next = schedule.blocks(blocks.into(), compute_units).unwrap_or(1);
                vec![partials, of(Scratch::NextPartials, next)]
            }
            Self::SecondKernel => vec![partials],
            Self::LastBlock => vec![partials, (Scratch::Arrivals, 4)],
            Self::Atomic => match Atomic::of(spec).total_bytes() {
                0 => Vec::new(),
                bytes => vec![(Scratch::Total, bytes.into())],
            },
        }
    }

    /// The functions that its kernels need besides those of the other axes.
    pub(super) fn functions(self, text: &Text<'_>) -> Vec<String> {
        match self {
            // A pass reads what the one before has left as the first reads the input.
            Self::Passes => vec![text.schedule.load.fold(text, &text.partials())],
            Self::SecondKernel => Vec::new(),
            Self::LastBlock => vec![prelude::LAST_TO_ARRIVE.to_owned()],
            Self::Atomic => vec![text.atomic()],
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
