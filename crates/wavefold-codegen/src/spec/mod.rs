//! What a declaration says, as data: the input of the generator.

mod expr;
mod half;
mod method;
mod types;

use crate::{SLOTS, WarpSize, tutorial};
pub use expr::{Arm, Binary, Constant, Expr, FieldValue, Function, Let, NumericConst, Pattern, Unary, Value};
pub use half::half_bits;
pub use method::{Method, Receiver, Shape};
pub use types::{Field, Scalar, Struct, Type};

/// A `reduction!`: `finish(op(init, fold of op over map(x…) for every x that filter accepts))`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ReductionSpec<'a> {
    /// What both kinds of declaration have.
    pub item: Item<'a>,
    /// The type of `map`'s result and of `op`'s operands.
    pub accumulator: Type<'a>,
    /// The type of `finish`'s result: what the kernel writes.
    pub output: Type<'a>,
    /// Element to accumulator; names the inputs, the index and the parameters.
    pub map: Part<'a>,
    /// Joins two accumulators, the one of the lower elements first.
    pub op: Op<'a>,
    /// The accumulator of empty input; without it the result of empty input is absent.
    pub identity: Option<Part<'a>>,
    /// An accumulator folded once, before everything else.
    pub init: Option<Part<'a>>,
    /// Total to output.
    pub finish: Option<Finish<'a>>,
    /// Any order gives the same bits (declared, checked by the law check).
    pub exact: bool,
    /// `op(a, b)` is `op(b, a)`. Where it is not, elements are folded from the first to the last.
    pub commutative: bool,
    /// The tutorial's schedule that it is declared with; without one it is laid out in the canonical order.
    pub schedule: Option<tutorial::TutorialReduction>,
}

impl<'a> ReductionSpec<'a> {
    /// The reduction of a part of the input: its result is the accumulator of that part, absent where it has no element.
    /// What comes once, `init` and `finish`, is left to whoever joins the parts.
    pub const fn partial(self) -> ReductionSpec<'a> {
        ReductionSpec { output: self.accumulator, identity: None, init: None, finish: None, ..self }
    }

    /// Slots that hold an element, of `n` elements in all. Without commutativity a slot holds neighbouring elements, its
    /// *run*: the least power of two of them with which `SLOTS` slots are enough.
    pub const fn slots(&self, n: u64) -> u64 {
        if self.commutative {
            return if n < SLOTS as u64 { n } else { SLOTS as u64 };
        }
        n.div_ceil(run_length(n))
    }

    /// The bytes of what one block hands over: its accumulator, and with a filter a flag that says whether there
    /// is one, padded to the accumulator's alignment.
    pub const fn partial_bytes(&self) -> u32 {
        let bytes = self.accumulator.size();
        match self.item.filter {
            Some(_) => (bytes + 1).next_multiple_of(self.accumulator.align()),
            None => bytes,
        }
    }
}

/// Elements of a slot of a reduction of `n` elements that is not commutative; the last slot may have fewer.
pub const fn run_length(n: u64) -> u64 {
    let length = n.div_ceil(SLOTS as u64);
    if length > 1 { length.next_power_of_two() } else { 1 }
}

/// A `histogram!`: counts of the bins that the elements fall into.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HistogramSpec<'a> {
    /// What both kinds of declaration have.
    pub item: Item<'a>,
    /// How an element finds its bin.
    pub binning: Binning<'a>,
    /// The number of bins; `None` where it is known only when a plan is made.
    pub bins: Option<u32>,
    /// What becomes of elements outside every bin.
    pub outside: Outside,
    /// The type of a count: `u32` or `u64`.
    pub counter: Scalar,
    /// The tutorial's schedule that it is declared with.
    pub schedule: Option<tutorial::TutorialHistogram>,
}

/// How an element finds its bin.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Binning<'a> {
    /// `bin:` an integer expression, the bin's number.
    Index(Part<'a>),
    /// `range:` equal bins over a range; its ends are arguments of the kernel.
    Even {
        /// The type of the sample, which is the only input.
        sample: Scalar,
        /// The upper end belongs to the last bin (`..=`).
        closed: bool,
    },
    /// `edges:` bins between neighbouring edges, which are arguments of the kernel.
    Edges {
        /// The type of the sample, which is the only input.
        sample: Scalar,
        /// The last edge belongs to the last bin (`..=`).
        closed: bool,
    },
}

impl Binning<'_> {
    /// The type of the edges that samples of this type are compared with: their own, or `f32` for half floats.
    pub const fn edge_of(sample: Scalar) -> Scalar {
        if sample.is_half() { Scalar::F32 } else { sample }
    }
}

/// What becomes of elements outside every bin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outside {
    /// They are not counted.
    Drop,
    /// They count in the nearest bin; NaN is not counted.
    Clamp,
    /// They are counted apart, as below, above and NaN.
    Count,
}

/// What reductions and histograms have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item<'a> {
    /// The Rust name of the item, `MaxAbs`.
    pub name: &'a str,
    /// What its type parameters stand for: `f32` of `Sum<f32>`.
    pub arguments: &'a [Type<'a>],
    /// Its doc comment, line by line, without the leading space.
    pub docs: &'a [&'a str],
    /// The element: one binding per input array.
    pub inputs: &'a [Binding<'a>],
    /// The name bound to the element's index, a `u64`.
    pub index: Option<&'a str>,
    /// Values known only at run time: fields of the item, arguments of the kernel.
    pub parameters: &'a [Binding<'a>],
    /// Elements for which this is false are absent.
    pub filter: Option<Part<'a>>,
    /// How freely the compiler may compute with floats.
    pub fp: Fp,
    /// What the declaration fixes of the schedule.
    pub pins: Pins<'a>,
    /// Where it is declared.
    pub location: Location<'a>,
}

impl Item<'_> {
    /// The name of its kernel, in snake case: `max_abs`.
    pub fn entry(&self) -> String {
        crate::text::names::entry_name(self.name)
    }
}

/// How freely a compiler may compute with floats.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fp {
    /// As written, so that every device gives the same bits.
    Strict,
    /// `a * b + c` may be rounded once instead of twice: faster, and other bits than elsewhere.
    Fast,
}

/// A name and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Binding<'a> {
    /// The name, as in Rust.
    pub name: &'a str,
    /// Its type.
    pub ty: Type<'a>,
}

/// An expression and the line of the user's file it stands on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Part<'a> {
    /// The expression.
    pub body: Expr<'a>,
    /// The line of the user's file, from 1; 0 when unknown.
    pub line: u32,
}

/// `op: |left, right| body`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Op<'a> {
    /// The name of the accumulator of the lower elements.
    pub left: &'a str,
    /// The name of the accumulator of the higher elements.
    pub right: &'a str,
    /// What joins them.
    pub part: Part<'a>,
}

/// `finish: |total| body`
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Finish<'a> {
    /// The name of the total.
    pub total: &'a str,
    /// What becomes of it.
    pub part: Part<'a>,
}

/// The parts of the schedule that a declaration fixes; the rest is chosen for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pins<'a> {
    /// The warp sizes the declaration allows, never empty.
    pub warp_sizes: &'a [WarpSize],
    /// Threads of a block.
    pub block_size: Option<u32>,
    /// Elements a thread holds in flight.
    pub items_per_thread: Option<u32>,
    /// Elements one load brings.
    pub vector_width: Option<u32>,
}

impl Pins<'_> {
    /// Nothing is fixed.
    pub const NONE: Pins<'static> = Pins {
        warp_sizes: &[WarpSize::W32, WarpSize::W64],
        block_size: None,
        items_per_thread: None,
        vector_width: None,
    };
}

/// A place in the user's file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Location<'a> {
    /// As `file!()` says it.
    pub file: &'a str,
    /// From 1.
    pub line: u32,
}
