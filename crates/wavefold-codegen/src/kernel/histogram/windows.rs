//! As many counters in shared memory at a time as fit: for each such window clear, count, add to the result.

use super::Kernel;
use super::counting::Count;
use crate::Scalar;
use crate::text::template::fill;
use crate::text::types::scalar_name;

impl Kernel<'_> {
    /// `count`, for the counters of a window.
    pub(super) fn count_in_window(&self) -> String {
        // The number of copies follows from the number of bins: a text that knows of many knows that there is one.
        let (declared, passed, text) = match self.bins.spec.bins {
            Some(_) => ("u32* mine, u32 lowest, u32 window", "mine, lowest, window", COUNT),
            None => {
                ("u32* mine, u32 lowest, u32 window, u32 copies", "mine, lowest, window, copies", COUNT_COPIES)
            }
        };
        self.count_tiles(&Count { text, declared, passed })
    }

    /// The `__global__` function.
    pub(super) fn window_entry(&self, name: &str) -> String {
        let copies = self.bins.spec.bins.is_none();
        let sum = if copies { "sum" } else { "counts[i]" };
        let sum = if self.bins.spec.counter == Scalar::U64 { format!("(u64){sum}") } else { sum.into() };
        let flush = fill(if copies { FLUSH_COPIES } else { FLUSH }, &[("sum", &sum)]);
        let last = self.bins.number_of_counters();
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
                ("copies_declared", if copies { ", u32 copies" } else { "" }),
                ("copies_passed", if copies { ", copies" } else { "" }),
                ("all", if copies { "window * copies" } else { "window" }),
                ("banks", if copies { " Copies of one are neighbours: different banks." } else { "" }),
                ("mine", if copies { "counts + threadIdx.x % copies" } else { "counts" }),
                ("C", scalar_name(self.bins.spec.counter)),
                ("counters", last),
                ("pointer_names", &self.elements.pointer_names),
                ("passed", &self.bins.passed),
                ("flush", &flush),
            ],
        )
    }
}

const COUNT: &str = "
// Counts one element, if its counter is one of the window.
__device__ void count(u32* mine, u32 lowest, u32 window, u32 counter)
{
    const u32 place = counter - lowest;
    if (place < window) atomicAdd(&mine[place], 1u);
}
";

const COUNT_COPIES: &str = "
// Counts one element in the thread's copy of the counters, if its counter is one of the window.
__device__ void count(u32* mine, u32 lowest, u32 window, u32 copies, u32 counter)
{
    const u32 place = counter - lowest;
    if (place < window) atomicAdd(&mine[place * copies], 1u);
}
";

const ENTRY: &str = "
$about_index
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$first_declared$parameters$bins_declared, u32 window$copies_declared, $C* counters)
{
    // As many counters as the launch has shared memory for, until all have had their turn.
    extern __shared__ u32 counts[];
    for (u32 lowest = 0; lowest < $counters; lowest += window) {
        // Phase 1: the block's counters start at zero.$banks
        for (u32 i = threadIdx.x; i < $all; i += BLOCK_SIZE) counts[i] = 0;
        __syncthreads();

        // Phase 2: the block counts its elements.
        u32* mine = $mine;
        count_tiles($pointer_names, n$first_passed, mine, lowest, window$copies_passed$passed);
        __syncthreads();

        // Phase 3: the block adds its counts to the result, which was zero before the launch.
        for (u32 i = threadIdx.x; i < window && lowest + i < $counters; i += BLOCK_SIZE) {
            $flush
        }
        __syncthreads();
    }
}
";

const FLUSH: &str = "
if (counts[i] > 0) atomicAdd(&counters[lowest + i], $sum);
";

// Every lane starts at another copy: neighbouring lanes read different banks.
const FLUSH_COPIES: &str = "
u32 sum = 0;
for (u32 v = 0; v < copies; v++) sum += counts[i * copies + (threadIdx.x + v) % copies];
if (sum > 0) atomicAdd(&counters[lowest + i], $sum);
";
