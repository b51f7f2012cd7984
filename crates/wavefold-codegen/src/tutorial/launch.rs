//! What a tutorial's schedule launches: several kernels, in turn.

/// One launch of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// Which of the schedule's kernels.
    pub kernel: usize,
    /// Blocks.
    pub grid: u32,
    /// Threads of a block.
    pub threads: u32,
    /// Its arguments, in order.
    pub arguments: Vec<Argument>,
}

/// An argument of a launch, or several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Argument {
    /// A pointer to every input.
    InputPointers,
    /// A `u64`.
    Length(u64),
    /// The run-time parameters that the kernel takes.
    Parameters,
    /// What a histogram's bins need: the range or the edges, then the number of bins where the text does not know it.
    Bins,
    /// A pointer to memory that the plan holds.
    Scratch(Scratch),
    /// A pointer to the result.
    ResultPointer,
}

/// Memory that a plan holds for its launches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scratch {
    /// A value for every thread, where blocks join them in global memory.
    Values,
    /// What the blocks of the first kernel have left; of histograms, the counters of each.
    Partials,
    /// What the blocks of the second pass have left; the third pass writes over the first's again.
    NextPartials,
    /// The total that all blocks join theirs to.
    Total,
    /// How many blocks have arrived: a `u32`, zero before the first launch and after every one.
    Arrivals,
}
