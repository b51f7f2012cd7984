//! The points of the space that five tutorials teach, and what each tutorial calls them.

use super::{BlockFold, GridFold, Load, TutorialCounts, TutorialHistogram, TutorialReduction, WarpFold};

const ONE: Load = Load::FirstAdd { items: 1 };
const TWO: Load = Load::FirstAdd { items: 2 };

const fn point(load: Load, block: BlockFold, warp: WarpFold) -> TutorialReduction {
    TutorialReduction { block_size: 256, load, block, warp, grid: GridFold::Passes }
}

macro_rules! presets {
    ($($(#[$doc:meta])* $name:ident: $schedule:ty = $value:expr;)*) => {
        $($(#[$doc])* pub const fn $name() -> $schedule { $value })*
    };
}

presets! {
    /// A tree in global memory: every level reads and writes it.
    global_memory: TutorialReduction = point(ONE, BlockFold::InterleavedInGlobal, WarpFold::Barriers);
    /// The same tree in shared memory. The threads at work lie further and further apart, so that every warp stays at work.
    interleaved: TutorialReduction = point(ONE, BlockFold::Interleaved, WarpFold::Barriers);
    /// The first threads do the work: whole warps are done early, but their values lie in the same banks.
    contiguous: TutorialReduction = point(ONE, BlockFold::Contiguous, WarpFold::Barriers);
    /// Neighbouring threads join neighbouring values: no lanes part above a warp, and values of 4 bytes conflict in no bank.
    sequential: TutorialReduction = point(ONE, BlockFold::Sequential, WarpFold::Barriers);
    /// The interleaved tree, over two elements a thread.
    two_loads_interleaved: TutorialReduction = point(TWO, BlockFold::Interleaved, WarpFold::Barriers);
    /// The sequential tree, over two elements a thread: no thread is idle from the start.
    two_loads: TutorialReduction = point(TWO, BlockFold::Sequential, WarpFold::Barriers);
    /// The last warp goes on in shared memory without barriers of the block (unrolled, as its tutorial has it).
    last_warp_unrolled: TutorialReduction = point(TWO, BlockFold::Sequential, WarpFold::Shared);
    /// The last warp goes on in registers.
    last_warp_shuffle: TutorialReduction = point(TWO, BlockFold::Sequential, WarpFold::Shuffle);
    /// Every warp joins its own values in shared memory: one barrier of the block.
    warps_in_shared: TutorialReduction = point(ONE, BlockFold::Warps, WarpFold::Shared);
    /// The same over four neighbouring elements a thread, by one load.
    vector_loads: TutorialReduction = point(Load::Vector { width: 4 }, BlockFold::Warps, WarpFold::Shared);
    /// Every warp joins its own values in registers.
    warp_shuffle: TutorialReduction = point(ONE, BlockFold::Warps, WarpFold::Shuffle);
    /// The same over two elements a thread.
    two_loads_warp_shuffle: TutorialReduction = point(TWO, BlockFold::Warps, WarpFold::Shuffle);
    /// The same over four neighbouring elements a thread, by one load.
    vector_loads_warp_shuffle: TutorialReduction = point(Load::Vector { width: 4 }, BlockFold::Warps, WarpFold::Shuffle);
    /// Warps in registers, over as many elements a thread as there are.
    grid_stride: TutorialReduction = point(Load::GridStride { items: 2 }, BlockFold::Warps, WarpFold::Shuffle);
    /// `warp_shuffle`, and a second kernel for what the blocks have left.
    second_kernel: TutorialReduction = TutorialReduction { grid: GridFold::SecondKernel, ..warp_shuffle() };
    /// `warp_shuffle`, and an atomic operation of every block.
    block_atomics: TutorialReduction = TutorialReduction { grid: GridFold::Atomic, ..warp_shuffle() };

    /// Every element adds to the result in global memory.
    global_atomics: TutorialHistogram = TutorialHistogram { block_size: 256, items_per_thread: 1, counts: TutorialCounts::Global };
    /// Every block counts in shared memory, and adds its counts to the result.
    shared_counts: TutorialHistogram = TutorialHistogram { block_size: 256, items_per_thread: 16, counts: TutorialCounts::Shared };
    /// Every block counts in shared memory, and leaves its counts to a second kernel.
    partial_histograms: TutorialHistogram = TutorialHistogram { block_size: 256, items_per_thread: 16, counts: TutorialCounts::Slices };
}

/// A preset with its name.
pub type Named<S> = (&'static str, S);

/// Every preset of a reduction, from the bottom of the ladder to its top.
pub const REDUCTIONS: &[Named<TutorialReduction>] = &[
    ("global_memory", global_memory()),
    ("interleaved", interleaved()),
    ("contiguous", contiguous()),
    ("sequential", sequential()),
    ("two_loads_interleaved", two_loads_interleaved()),
    ("two_loads", two_loads()),
    ("last_warp_unrolled", last_warp_unrolled()),
    ("last_warp_shuffle", last_warp_shuffle()),
    ("warps_in_shared", warps_in_shared()),
    ("vector_loads", vector_loads()),
    ("warp_shuffle", warp_shuffle()),
    ("two_loads_warp_shuffle", two_loads_warp_shuffle()),
    ("vector_loads_warp_shuffle", vector_loads_warp_shuffle()),
    ("second_kernel", second_kernel()),
    ("block_atomics", block_atomics()),
    ("grid_stride", grid_stride()),
];

/// Every preset of a histogram, from the bottom of the ladder to its top.
pub const HISTOGRAMS: &[Named<TutorialHistogram>] = &[
    ("global_atomics", global_atomics()),
    ("shared_counts", shared_counts()),
    ("partial_histograms", partial_histograms()),
];

/// A tutorial that teaches these kernels.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Tutorial {
    /// "Optimizing reduction in HIP".
    HipReduction,
    /// "Reduce", of ROCm.
    RocmReduce,
    /// "CUDA Reduce", from v0 to what is usual in engineering.
    CudaReduce,
    /// "Parallel Reduction", V0 to V5.
    ParallelReduction,
    /// "Optimizing histogram in HIP".
    HipHistogram,
}

impl Tutorial {
    /// What tables call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::HipReduction => "HIP reduction",
            Self::RocmReduce => "ROCm reduce",
            Self::CudaReduce => "CUDA reduce",
            Self::ParallelReduction => "parallel reduction",
            Self::HipHistogram => "HIP histogram",
        }
    }
}

/// A kernel of a tutorial.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// The tutorial.
    pub tutorial: Tutorial,
    /// What it calls the kernel.
    pub kernel: &'static str,
    /// What it is called here.
    pub preset: &'static str,
}

const fn row(tutorial: Tutorial, kernel: &'static str, preset: &'static str) -> Row {
    Row { tutorial, kernel, preset }
}

/// Every kernel of the tutorials, in their order.
pub const ROWS: &[Row] = &[
    row(Tutorial::HipReduction, "reduction_naive", "interleaved"),
    row(Tutorial::HipReduction, "reducing thread divergence", "contiguous"),
    row(Tutorial::HipReduction, "reduction_sequential", "sequential"),
    row(Tutorial::HipReduction, "reduction_warp", "warps_in_shared"),
    row(Tutorial::HipReduction, "reduction_float4", "vector_loads"),
    row(Tutorial::HipReduction, "reduction_float4, as its note on shuffles has it", "vector_loads_warp_shuffle"),
    row(Tutorial::RocmReduce, "reduce_branchy", "two_loads"),
    row(Tutorial::RocmReduce, "reduce_shuffle", "two_loads_warp_shuffle"),
    row(Tutorial::CudaReduce, "reduce_v0", "global_memory"),
    row(Tutorial::CudaReduce, "reduce_v1", "interleaved"),
    row(Tutorial::CudaReduce, "reduce_v2", "two_loads_interleaved"),
    row(Tutorial::CudaReduce, "reduce_v3", "two_loads"),
    row(Tutorial::CudaReduce, "reduce_v4", "last_warp_unrolled"),
    row(Tutorial::CudaReduce, "reduce_v5", "last_warp_shuffle"),
    row(Tutorial::CudaReduce, "reduce_better", "grid_stride"),
    row(Tutorial::ParallelReduction, "V0", "interleaved"),
    row(Tutorial::ParallelReduction, "V1", "sequential"),
    row(Tutorial::ParallelReduction, "V2", "sequential"),
    row(Tutorial::ParallelReduction, "V3", "two_loads"),
    row(Tutorial::ParallelReduction, "V4", "last_warp_shuffle"),
    row(Tutorial::ParallelReduction, "V5", "warp_shuffle"),
    row(Tutorial::ParallelReduction, "V5 and a second kernel", "second_kernel"),
    row(Tutorial::ParallelReduction, "V5 and block atomics", "block_atomics"),
    row(Tutorial::HipHistogram, "histogram_naive", "global_atomics"),
    row(Tutorial::HipHistogram, "histogram_shared", "shared_counts"),
    row(Tutorial::HipHistogram, "histogram_partial and histogram_reduce", "partial_histograms"),
];
