//! What can be wrong with a spec or its schedule.

use crate::WarpSize;

/// A schedule that cannot be laid out.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ScheduleError {
    /// The declaration does not allow this warp size.
    #[error(
        "`{name}` is declared for warp size {}, but {warp_size} was asked for; add it to `warp_size:`",
        list(allowed)
    )]
    WarpSizeNotAllowed {
        /// The declaration.
        name: String,
        /// The warp size asked for.
        warp_size: WarpSize,
        /// The warp sizes it is declared for.
        allowed: Vec<WarpSize>,
    },
    /// A number of the schedule that no layout has.
    #[error("`{name}`: {what} {value} cannot be laid out; it is {legal}")]
    IllegalNumber {
        /// The declaration.
        name: String,
        /// Which number: the name of a field of the schedule.
        what: &'static str,
        /// Its value.
        value: u32,
        /// The legal values, in words.
        legal: String,
    },
    /// The pinned vector is wider than one load.
    #[error(
        "`{name}`: vector_width {vector_width} × {element_bytes} bytes is wider than a load of 16 bytes; \
         the widest legal value is {widest}"
    )]
    VectorTooWide {
        /// The declaration.
        name: String,
        /// The width asked for.
        vector_width: u32,
        /// The size of the largest input element.
        element_bytes: u32,
        /// The widest legal width.
        widest: u32,
    },
    /// The pinned items do not divide into vectors.
    #[error(
        "`{name}`: items_per_thread {items_per_thread} is not a multiple of vector_width {vector_width}; \
         make it one, or make the vector narrower"
    )]
    ItemsNotVectors {
        /// The declaration.
        name: String,
        /// The items asked for.
        items_per_thread: u32,
        /// The elements of one load.
        vector_width: u32,
    },
    /// So small a tile would leave the last block too many partials.
    #[error(
        "`{name}`: block_size {block_size} with items_per_thread {items_per_thread} makes too many blocks for \
         one of them to fold their partials; use items_per_thread {fewest_items} or more, or a larger block"
    )]
    TileTooSmall {
        /// The declaration.
        name: String,
        /// Threads of a block.
        block_size: u32,
        /// The items asked for.
        items_per_thread: u32,
        /// The fewest that can be laid out.
        fewest_items: u32,
    },
    /// A thread's registers cannot hold an accumulator of this size.
    #[error(
        "`{name}`: an accumulator of {bytes} bytes is too large for a thread of a GPU, the limit is {limit} bytes; \
         reduce parts of it one by one, or use the CPU device"
    )]
    AccumulatorTooLarge {
        /// The declaration.
        name: String,
        /// The size of the accumulator.
        bytes: u32,
        /// The largest there can be.
        limit: u32,
    },
    /// A block's shared memory cannot hold an accumulator of this size for every thread.
    #[error(
        "`{name}`: an accumulator of {bytes} bytes is too large: {block_size} threads have shared memory for {limit} \
         bytes each; give a block fewer threads, or let its values stay in registers (`block: warps, warp: shuffle`)"
    )]
    BlockTooLarge {
        /// The declaration.
        name: String,
        /// The size of the accumulator.
        bytes: u32,
        /// Threads of a block.
        block_size: u32,
        /// The largest that so many threads can have.
        limit: u32,
    },
    /// The counts do not fit into shared memory.
    #[error(
        "`{name}`: {bins} bins need {bytes} bytes of shared memory for one copy of the counts, but a block has \
         {limit}; count in windows of them, or in global memory"
    )]
    TooManyBins {
        /// The declaration.
        name: String,
        /// The bins asked for.
        bins: u32,
        /// What one copy of the counts takes.
        bytes: u64,
        /// What a block has.
        limit: u32,
    },
    /// One text for every number of bins cannot ask for shared memory by itself.
    #[error(
        "`{name}`: shared memory of a fixed size cannot hold a number of bins that is known only at run time; \
         count in windows of them, or in global memory"
    )]
    BinsNotFixed {
        /// The declaration.
        name: String,
    },
    /// More passes over the input than can be meant.
    #[error(
        "`{name}`: {counters} counters, {window} of them in {shared_bytes} bytes of shared memory at a time, take \
         {passes} passes over the input, the limit is {limit}; give more shared memory, or count in global memory"
    )]
    TooManyPasses {
        /// The declaration.
        name: String,
        /// All counters.
        counters: u32,
        /// Counters of one pass.
        window: u32,
        /// The shared memory that the schedule gives.
        shared_bytes: u32,
        /// Passes it would take.
        passes: u32,
        /// The most there may be.
        limit: u32,
    },
    /// Two values of a schedule that do not go together.
    #[error("`{name}`: {value} does not go with {with}; use {legal}")]
    Combination {
        /// The declaration.
        name: String,
        /// The value that does not fit.
        value: String,
        /// What it does not fit with.
        with: String,
        /// What does.
        legal: String,
    },
    /// A declaration without what the schedule needs.
    #[error("`{name}`: this schedule needs {what}; {remedy}, or choose another schedule")]
    ScheduleNeeds {
        /// The declaration.
        name: String,
        /// What is missing.
        what: String,
        /// What to do.
        remedy: String,
    },
    /// More blocks than a grid has.
    #[error(
        "`{name}`: {n} elements in tiles of {tile} need more than the {limit} blocks of a grid; give a block more \
         threads or a thread more elements"
    )]
    TooManyBlocks {
        /// The declaration.
        name: String,
        /// The elements.
        n: u64,
        /// Elements of a block.
        tile: u32,
        /// Blocks of a grid.
        limit: u64,
    },
}

/// A spec that no text can be made for.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// Two expressions that must have one type do not.
    #[error("`{part}:` needs `{expected}` but has `{found}`")]
    TypeMismatch {
        /// The part of the declaration.
        part: String,
        /// The type needed.
        expected: String,
        /// The type there is.
        found: String,
    },
    /// A name that nothing binds.
    #[error("`{part}:` uses `{name}`, which is no input, parameter, operand or constant")]
    UnknownName {
        /// The part of the declaration.
        part: String,
        /// The name.
        name: String,
    },
    /// A field that the type does not have, or a field of what has none.
    #[error("`{part}:` uses the field `{field}` of a `{ty}`, which has no such field")]
    NoSuchField {
        /// The part of the declaration.
        part: String,
        /// The type.
        ty: String,
        /// The field.
        field: String,
    },
    /// A struct expression that gives a field two values.
    #[error("`{part}:` gives the field `{field}` of `{ty}` twice; give it once")]
    FieldTwice {
        /// The part of the declaration.
        part: String,
        /// The struct.
        ty: String,
        /// The field.
        field: String,
    },
    /// A struct expression that leaves out a field.
    #[error("`{part}:` makes a `{ty}` without its field `{field}`; give it a value")]
    FieldMissing {
        /// The part of the declaration.
        part: String,
        /// The struct.
        ty: String,
        /// The field.
        field: String,
    },
    /// A call with too few or too many arguments.
    #[error("`{part}:` calls `{function}` with {found} arguments, but it takes {expected}")]
    ArgumentCount {
        /// The part of the declaration.
        part: String,
        /// The function called.
        function: String,
        /// How many parameters it has.
        expected: usize,
        /// How many arguments there are.
        found: usize,
    },
    /// A function that calls itself, directly or through others.
    #[error("`{function}` calls itself; kernels have no recursion, write it without")]
    Recursion {
        /// The function.
        function: String,
    },
    /// A whole struct, tuple or array where only a number or a truth value can be.
    #[error("`{part}:` {what} a `{found}`, which is no number; use its parts")]
    NotANumber {
        /// The part of the declaration.
        part: String,
        /// What is done with it, in words.
        what: &'static str,
        /// The type there is.
        found: String,
    },
    /// A struct that C++ cannot lay out so, or that has nothing in it.
    #[error("`{ty}` cannot lie in memory as its description says: {what}")]
    Layout {
        /// The struct or tuple.
        ty: String,
        /// What is wrong, in words.
        what: String,
    },
    /// Something indexed that is not an array.
    #[error("`{part}:` indexes a `{found}`, which is not an array")]
    NotAnArray {
        /// The part of the declaration.
        part: String,
        /// The type indexed.
        found: String,
    },
}

fn list(sizes: &[WarpSize]) -> String {
    sizes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}
