//! What a counting emulator counts: the things that decide how fast a kernel runs on a GPU, and that a CPU's clock
//! does not show.

use std::iter::Sum;
use std::ops::{Add, AddAssign};

macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident,)*) => {
        /// What the warps of a launch did, as the text is written: each operator an instruction, nothing hoisted, merged or
        /// predicated. A compiler for GPUs leaves some of it out, so that its profiler shows the same or fewer.
        ///
        /// An *instruction* is one of a warp: its lanes execute it together where they come to the same place of the text in
        /// the same iteration of the loops around it, with no barrier or warp operation between them. Where they part, each
        /// side executes its own.
        ///
        /// Memory of a thread alone (local variables and arrays), arguments and constant tables of the text are not counted:
        /// a GPU has them in registers or in a cache of their own.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[repr(C)]
        pub struct Counters {
            $($(#[$doc])* pub $name: u64,)*
        }

        impl AddAssign for Counters {
            fn add_assign(&mut self, other: Self) {
                $(self.$name += other.$name;)*
            }
        }
    };
}

// The runtime's `Counters` (rt_count.h) has the same fields in the same order.
counters! {
    /// Blocks of the grid.
    blocks,
    /// Threads of all blocks.
    threads,
    /// Warps of all blocks; a last warp with fewer lanes is one.
    warps,
    /// Block barriers (`__syncthreads`): one for each time that a block meets.
    barriers,
    /// Warp operations that move values: shuffles, votes and broadcasts, DPP moves. One for each group of lanes that meets.
    warp_operations,
    /// Barriers of warps (`__syncwarp`), for each group of lanes that meets.
    warp_barriers,
    /// Conditional branches that warps executed: `if`, loop conditions, `&&`, `||`, and `?:` where the host's compiler jumps.
    branches,
    /// Of `branches`, those at which lanes of the warp went different ways. The warp then executes both sides in turn.
    divergent_branches,
    /// Load instructions on shared memory (AMD: LDS). More than 16 bytes are several.
    shared_loads,
    /// Store instructions on shared memory.
    shared_stores,
    /// Cycles that loads and stores of shared memory take beyond those that their bytes need, with 32 banks of 4 bytes: for
    /// each instruction the most distinct words in one bank, less the distinct words divided by 32, rounded up. Lanes that
    /// share a word share its cycle. The halves of a warp of 64 lanes come one after the other and are counted apart.
    bank_conflicts,
    /// Load instructions on global memory: buffers, and variables of the text outside functions. More than 16 bytes are
    /// several.
    global_loads,
    /// Store instructions on global memory.
    global_stores,
    /// Bytes that the lanes of `global_loads` and `global_stores` asked for.
    global_bytes,
    /// Distinct 32-byte sectors that these instructions touched, summed over instructions: what moves between the warp and the
    /// caches. 32 times this, over `global_bytes`, is 1 where all that moves is used.
    global_sectors,
    /// Atomic read-modify-write instructions on shared memory. Each attempt of a compare-and-swap is one; in the emulator the
    /// lanes come one after the other, so that no attempt fails because of another lane.
    shared_atomics,
    /// Operations of single lanes in `shared_atomics`.
    shared_atomic_lanes,
    /// Operations of `shared_atomics` on an address that an earlier lane of the same instruction also updates: they wait.
    shared_atomic_collisions,
    /// As `shared_atomics`, on global memory.
    global_atomics,
    /// Operations of single lanes in `global_atomics`.
    global_atomic_lanes,
    /// Operations of `global_atomics` on an address that an earlier lane of the same instruction also updates.
    global_atomic_collisions,
}

impl Add for Counters {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Counters {
    fn sum<I: Iterator<Item = Self>>(counters: I) -> Self {
        counters.fold(Self::default(), Add::add)
    }
}

/// One launch of a counting device.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaunchCounts {
    /// The kernel's name in the text.
    pub kernel: String,
    /// Blocks of the grid.
    pub grid: u32,
    /// Threads of a block.
    pub block: u32,
    /// Bytes of shared memory that a block has: the variables that the launch accessed, whole, and what it asked for beside
    /// the text's. Without the gaps that alignment may need.
    pub shared_bytes: u64,
    /// What its warps did.
    pub counters: Counters,
}
