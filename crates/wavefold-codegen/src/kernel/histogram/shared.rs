//! All counters in shared memory: clear, count, add to the totals, write the result.

use super::Kernel;
use super::counting::Count;
use crate::text::template::fill;
use crate::text::types::scalar_name;
use crate::{Binning, Scalar};

impl Kernel<'_> {
    /// `count`, for counters in shared memory.
    pub(super) fn count_in_shared(&self, copies: u32) -> String {
        let several = copies > 1;
        let count = fill(
            COUNT,
            &[
                ("copies", if several { " * COPIES" } else { "" }),
                ("copy", if several { " in the thread's copy of the counters" } else { "" }),
            ],
        );
        self.count_tiles(&Count { text: &count, declared: "u32* mine", passed: "mine" })
    }

    /// The `__global__` function.
    pub(super) fn shared_entry(&self, name: &str, copies: u32) -> String {
        let (flush, sum_type) = if copies > 1 { (FLUSH_COPIES, "sum") } else { (FLUSH, "count") };
        let sum = if self.bins.spec.counter == Scalar::U64 { format!("(u64){sum_type}") } else { sum_type.into() };
        let flush = fill(flush, &[("sum", &sum)]);
        // With a counter for what is not counted, no element needs a branch.
        let counts = if self.bins.drops() { "(COUNTERS + 1)" } else { "COUNTERS" };
        let counts = if copies > 1 { format!("{counts} * COPIES") } else { counts.into() };
        let (levels, passed) = match self.shared_edge() {
            Some(edge) => {
                let levels = fill(LEVELS, &[("E", scalar_name(edge))]);
                (
                    levels,
                    format!("{}{}", self.bins.parameters_passed, self.bins.bins_passed.replace("edges", "levels")),
                )
            }
            None => (String::new(), self.bins.passed.clone()),
        };
        let [first_declared, first_passed, about_index] = self.first_index();
        fill(
            ENTRY,
            &[
                ("name", name),
                first_declared,
                first_passed,
                about_index,
                ("pointers", &self.elements.pointers),
                ("parameters", &self.bins.parameters_declared),
                ("bins_declared", &self.bins.bins_declared),
                ("C", scalar_name(self.bins.spec.counter)),
                ("counts", &counts),
                ("banks", if copies > 1 { " Copies of one are neighbours: different banks." } else { "" }),
                ("mine", if copies > 1 { "counts + threadIdx.x % COPIES" } else { "counts" }),
                ("pointer_names", &self.elements.pointer_names),
                ("levels", &levels),
                ("passed", &passed),
                ("flush", &flush),
            ],
        )
    }

    /// The type of the edges, where shared memory holds them beside the counters.
    fn shared_edge(&self) -> Option<Scalar> {
        let (Binning::Edges { sample, .. }, Some(bins)) = (self.bins.spec.binning, self.bins.spec.bins) else {
            return None;
        };
        let edge = Binning::edge_of(sample);
        // Both arrays are aligned to 16 bytes at most.
        let bytes = (u64::from(bins) + 1) * u64::from(edge.size()) + 16;
        (bytes <= self.schedule.counts.left(self.bins.spec.outside.counters(bins))).then_some(edge)
    }
}

const COUNT: &str = "
// Counts one element$copy.
__device__ void count(u32* mine, u32 counter)
{
    atomicAdd(&mine[counter$copies], 1u);
}
";

const ENTRY: &str = "
$about_index
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$first_declared$parameters$bins_declared, $C* totals, u32* arrivals, $C* counters)
{
    // Phase 1: the block's counters start at zero.$banks
    __shared__ u32 counts[$counts];
    for (u32 i = threadIdx.x; i < $counts; i += BLOCK_SIZE) counts[i] = 0;
    $levels
    __syncthreads();

    // Phase 2: the block counts its elements.
    u32* mine = $mine;
    count_tiles($pointer_names, n$first_passed, mine$passed);
    __syncthreads();

    // Phase 3: the block adds its counts to the totals of all blocks.
    for (u32 counter = threadIdx.x; counter < COUNTERS; counter += BLOCK_SIZE) {
        $flush
    }
    // What every thread has added is there for others before the block arrives.
    __threadfence();
    __syncthreads();

    // Phase 4: the last block to arrive writes the result, and leaves zeros for the next launch.
    if (!last_to_arrive(arrivals)) return;
    for (u32 counter = threadIdx.x; counter < COUNTERS; counter += BLOCK_SIZE) {
        counters[counter] = totals[counter];
        totals[counter] = 0;
    }
}
";

// In shared memory, many lanes read different edges at once.
const LEVELS: &str = "
// Every element looks at several edges: they are near.
__shared__ $E levels[BINS + 1];
for (u32 i = threadIdx.x; i < BINS + 1; i += BLOCK_SIZE) levels[i] = edges[i];
";

const FLUSH: &str = "
const u32 count = counts[counter];
if (count > 0) atomicAdd(&totals[counter], $sum);
";

// Every lane starts at another copy: neighbouring lanes read different banks.
const FLUSH_COPIES: &str = "
u32 sum = 0;
for (u32 i = 0; i < COPIES; i++) sum += counts[counter * COPIES + (threadIdx.x + i) % COPIES];
if (sum > 0) atomicAdd(&totals[counter], $sum);
";
