//! Joining a value to one in memory, in one step.

use super::TutorialKernel;
use super::entry::{Entry, entry};
use super::text::{Parts, Text};
use crate::text::template::fill;
use crate::text::types::scalar_name;
use crate::{Binary, Expr, ReductionSpec, Scalar, Type};

/// How a value is joined to one in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atomic {
    /// By `atomicAdd`, straight into the result.
    Add(Scalar),
    /// By exchanges of a word until no other block was in between.
    Exchange {
        /// Bytes of the word: 4 or 8.
        bytes: u32,
    },
}

impl Atomic {
    pub(super) fn of(spec: &ReductionSpec<'_>) -> Self {
        const ADDED: [Scalar; 6] = [Scalar::I32, Scalar::U32, Scalar::I64, Scalar::U64, Scalar::F32, Scalar::F64];
        let operands = [Expr::Name(spec.op.left), Expr::Name(spec.op.right)];
        let adds =
            matches!(spec.op.part.body, Expr::Binary(Binary::Add, &left, &right) if [left, right] == operands);
        match spec.accumulator {
            Type::Scalar(scalar)
                if adds && ADDED.contains(&scalar) && spec.init.is_none() && spec.finish.is_none() =>
            {
                Self::Add(scalar)
            }
            other => Self::Exchange { bytes: if other.size() <= 4 { 4 } else { 8 } },
        }
    }

    /// Whether the blocks join the result itself.
    pub(super) const fn is_direct(self) -> bool {
        matches!(self, Self::Add(_))
    }

    /// Bytes of the total that blocks join theirs to; none where that is the result.
    pub(super) const fn total_bytes(self) -> u32 {
        match self {
            Self::Add(_) => 0,
            Self::Exchange { bytes } => bytes,
        }
    }

    /// The kernels: that of the elements, one that begins the total, and where it is not the result one that ends it.
    pub(super) fn kernels(self, text: &Text<'_>, name: &str) -> Vec<TutorialKernel> {
        let (elements, begin) = match self {
            Self::Add(Scalar::F32) => (&ADD_F32, ADD_BEGIN),
            Self::Add(_) => (&ADD, ADD_BEGIN),
            Self::Exchange { .. } => (&EXCHANGE, EXCHANGE_BEGIN),
        };
        let mut kernels = vec![
            entry(text, name, &text.elements(), elements),
            alone(text, &format!("{name}_begin"), begin, Parts::IDENTITY),
        ];
        if !self.is_direct() {
            kernels.push(alone(text, &format!("{name}_end"), EXCHANGE_END, Parts::RESULT));
        }
        kernels
    }

    /// The type of the total.
    fn word(self) -> &'static str {
        match self {
            Self::Add(scalar) => scalar_name(scalar),
            Self::Exchange { bytes: 4 } => "u32",
            Self::Exchange { .. } => "u64",
        }
    }
}

impl Text<'_> {
    /// The functions that join a value to the total.
    pub(super) fn atomic(&self) -> String {
        let atomic = Atomic::of(self.spec);
        if atomic.is_direct() {
            return String::new();
        }
        let joined = self.joined("to_accumulator(expected)", "total");
        fill(
            FUNCTIONS,
            &[
                ("T", &self.accumulator),
                ("word", atomic.word()),
                ("declared", &self.forward(Parts::OP_AND_IDENTITY).0),
                ("identity", &self.identity()),
                ("joined", &joined),
            ],
        )
    }

    pub(super) fn atomic_holes(&self, total: &str) -> Vec<(&'static str, String)> {
        let atomic = Atomic::of(self.spec);
        // There is no overload for signed 64-bit integers; the sum's bits are the same.
        let (word, added) = match atomic {
            Atomic::Add(Scalar::I64) => ("reinterpret_cast<u64*>(result)", format!("(u64){total}")),
            _ => ("result", total.to_owned()),
        };
        vec![
            ("word", atomic.word().to_owned()),
            ("added_to", word.to_owned()),
            ("added", added),
            ("join_passed", self.forward(Parts::OP_AND_IDENTITY).1),
        ]
    }
}

/// A kernel of one thread.
fn alone(text: &Text<'_>, name: &str, template: &str, parts: Parts) -> TutorialKernel {
    let (declared, _) = text.forward(parts);
    let holes = [
        ("name", name),
        ("T", &text.accumulator),
        ("word", Atomic::of(text.spec).word()),
        ("output", &text.output),
        ("declared", declared.trim_start_matches(", ")),
        ("comma", if declared.is_empty() { "" } else { ", " }),
        ("identity", &text.identity()),
        ("result", &text.result("to_accumulator(*grid_total)")),
    ];
    TutorialKernel { entry: name.to_owned(), text: fill(template, &holes), parameters: text.parameters(parts) }
}

const FUNCTIONS: &str = "
// An accumulator as the word that it is exchanged in, and back.
__device__ $word to_word($T value)
{
    $word bits = 0;
    memcpy(&bits, &value, sizeof($T));
    return bits;
}
__device__ $T to_accumulator($word bits)
{
    $T value;
    memcpy(&value, &bits, sizeof($T));
    return value;
}

// Joins a value to the total: again, if it is not what was expected, as when another block was in between.
__device__ void join_total($word* grid_total, $T total$declared)
{
    $word seen = to_word($identity), expected;
    do {
        expected = seen;
        seen = atomicCAS(grid_total, expected, to_word($joined));
    } while (seen != expected);
}
";

const ADD: Entry = Entry {
    about: "Every block adds what its elements come to.",
    arguments: "$output* result",
    leave: "
if (threadIdx.x == 0) atomicAdd($added_to, $added);
",
    ..Entry::NOTHING
};

const ADD_F32: Entry = Entry {
    about: "Every block adds what its elements come to. NVIDIA's atomicAdd takes subnormal floats for zero.",
    ..ADD
};

const ADD_BEGIN: &str = "
// One thread, launched before the blocks: the result begins with the identity.
extern \"C\" __global__ void $name($declared$comma$output* result)
{
    *result = $identity;
}
";

const EXCHANGE: Entry = Entry {
    about: "Every block joins what its elements come to.",
    arguments: "$word* grid_total",
    leave: "
if (threadIdx.x == 0) join_total(grid_total, $total$join_passed);
",
    parts: Parts::OP_AND_IDENTITY,
    ..Entry::NOTHING
};

const EXCHANGE_BEGIN: &str = "
// One thread, launched before the blocks: the total begins with the identity.
extern \"C\" __global__ void $name($declared$comma$word* grid_total)
{
    *grid_total = to_word($identity);
}
";

const EXCHANGE_END: &str = "
// One thread, launched behind them: the result.
extern \"C\" __global__ void $name($declared$comma$word* grid_total, $output* result)
{
    *result = $result;
}
";
