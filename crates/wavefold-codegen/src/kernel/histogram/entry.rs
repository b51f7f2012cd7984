//! The kernel itself: clear, count, add to the totals, write the result.

use super::Kernel;
use crate::Scalar;
use crate::kernel::header;
use crate::text::template::fill;
use crate::text::types::scalar_name;

impl Kernel<'_> {
    /// `count_tiles`: what a block does with its share of the input.
    pub(super) fn count(&self) -> String {
        let loaded = self.counter(|input| self.elements.of_step(input), "first + v * VECTOR_STRIDE + j");
        let single = self.counter(|input| self.elements.at_index(input), "i");
        let add =
            format!("atomicAdd(&mine[counter{}], 1u);", if self.schedule.copies > 1 { " * COPIES" } else { "" });
        fill(
            COUNT,
            &[
                ("add", &add),
                ("copy", if self.schedule.copies > 1 { " in the thread's copy of the counters" } else { "" }),
                ("pointers_declared", &self.elements.pointers),
                ("pointers", &self.elements.pointer_names),
                ("define_aligned", &self.elements.define_aligned()),
                ("and_unaligned", &self.elements.and_unaligned("tile")),
                ("first_declared", self.first_index_declared()),
                ("whole_tile", &format!("{}tile + TILE <= n", self.elements.aligned_and())),
                ("declared", &self.declared),
                (
                    "keep_loads_first",
                    if self.schedule.vectors_per_thread > 1 { "keep_loads_first();" } else { "" },
                ),
                ("counter", &loaded),
                ("single", &single),
            ],
        )
    }

    fn counter(&self, element: impl Fn(usize) -> String, index: &str) -> String {
        let mut arguments: Vec<String> = (0..self.spec.item.inputs.len()).map(element).collect();
        if self.indexed() {
            arguments.push(if self.first_index { format!("first_index + {index}") } else { index.into() });
        }
        format!("counter_of({}{})", arguments.join(", "), self.passed)
    }

    fn first_index_declared(&self) -> &'static str {
        if self.first_index { ", u64 first_index" } else { "" }
    }

    /// The `__global__` function.
    pub(super) fn entry(&self, name: &str) -> String {
        let (flush, sum_type) = if self.schedule.copies > 1 { (FLUSH_COPIES, "sum") } else { (FLUSH, "count") };
        let sum = if self.spec.counter == Scalar::U64 { format!("(u64){sum_type}") } else { sum_type.into() };
        let flush = fill(flush, &[("sum", &sum)]);
        // With a counter for what is not counted, no element needs a branch.
        let counts = if self.drops() { "(COUNTERS + 1)" } else { "COUNTERS" };
        let counts = if self.schedule.copies > 1 { format!("{counts} * COPIES") } else { counts.into() };
        fill(
            ENTRY,
            &[
                ("name", name),
                ("pointers", &self.elements.pointers),
                ("parameters", &self.parameters_declared),
                ("first_declared", self.first_index_declared()),
                ("first_passed", if self.first_index { ", first_index" } else { "" }),
                ("about_index", if self.first_index { header::ABOUT_FIRST_INDEX } else { "" }),
                ("range", self.range),
                ("C", scalar_name(self.spec.counter)),
                ("counts", &counts),
                (
                    "banks",
                    if self.schedule.copies > 1 { " Copies of one are neighbours: different banks." } else { "" },
                ),
                ("mine", if self.schedule.copies > 1 { "counts + threadIdx.x % COPIES" } else { "counts" }),
                ("pointer_names", &self.elements.pointer_names),
                ("passed", &self.passed),
                ("flush", &flush),
            ],
        )
    }
}

const COUNT: &str = "
// Counts one element$copy.
__device__ void count(u32* mine, u32 counter)
{
    $add
}

// Counts the block's share of the input: every gridDim.x-th tile.
__device__ void count_tiles($pointers_declared, u64 n$first_declared, u32* mine$declared)
{
    $define_aligned
    for (u64 tile = (u64)blockIdx.x * TILE; tile < n; tile += (u64)gridDim.x * TILE) {
        if ($whole_tile) {
            const u64 first = tile + threadIdx.x * VECTOR_WIDTH;
            const Step loaded = load_step($pointers, first);
            $keep_loads_first
            #pragma unroll
            for (u32 v = 0; v < VECTORS; v++) {
                #pragma unroll
                for (u32 j = 0; j < VECTOR_WIDTH; j++) count(mine, $counter);
            }
        } else {
            // The tile that n cuts$and_unaligned.
            const u64 end = tile + TILE < n ? tile + TILE : n;
            for (u64 i = tile + threadIdx.x; i < end; i += BLOCK_SIZE) count(mine, $single);
        }
    }
}
";

const ENTRY: &str = "
$about_index
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$first_declared$parameters$range, $C* totals, u32* arrivals, $C* counters)
{
    // Phase 1: the block's counters start at zero.$banks
    __shared__ u32 counts[$counts];
    for (u32 i = threadIdx.x; i < $counts; i += BLOCK_SIZE) counts[i] = 0;
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
