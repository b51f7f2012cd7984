//! Where a histogram's counters live while a tutorial counts.

use super::axis::Axis;
use super::{Argument, Launch, Scratch, TutorialHistogram, TutorialKernel};
use crate::kernel::histogram::bins::Bins;
use crate::text::template::fill;
use crate::text::types::scalar_name;

/// Where the counters of a tutorial's histogram live while it counts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TutorialCounts {
    /// In global memory: an atomic operation on the result for every element.
    Global,
    /// In every block's shared memory. A block adds all its counts to the result.
    Shared,
    /// In every block's shared memory. A block writes its counts to a slice of its own, and a second kernel adds the slices up,
    /// a block for every counter.
    Slices,
}

impl Axis for TutorialCounts {
    const KEY: &'static str = "counts";
    const ALL: &'static [Self] = &[Self::Global, Self::Shared, Self::Slices];

    fn name(self) -> &'static str {
        match self {
            Self::Global => "global",
            Self::Shared => "shared",
            Self::Slices => "slices",
        }
    }

    fn label(self) -> String {
        self.name().into()
    }

    fn words(self) -> String {
        match self {
            Self::Global => "every element adds to the result in global memory",
            Self::Shared => "a block counts in shared memory and adds its counts to the result",
            Self::Slices => "a block counts in shared memory and leaves its counts to a second kernel",
        }
        .into()
    }
}

impl TutorialCounts {
    /// The block sizes that it can work with, in words, and whether this is one of them.
    pub(super) fn block_sizes(self, block_size: u32) -> (&'static str, bool) {
        let fits = (1..=1024).contains(&block_size);
        match self {
            // The slices' sums are joined by a tree.
            Self::Slices => ("a power of two from 1 to 1024", fits && block_size.is_power_of_two()),
            Self::Global | Self::Shared => ("1 to 1024", fits),
        }
    }

    /// Whether the text fixes how many counters shared memory has to hold.
    pub(super) const fn in_shared(self) -> bool {
        !matches!(self, Self::Global)
    }

    /// Whether the result has to be zero before: blocks add to it.
    pub(super) const fn adds_to_result(self) -> bool {
        !matches!(self, Self::Slices)
    }

    /// The launches for `n` elements, where the first has `blocks`.
    pub(super) fn launches(self, schedule: &TutorialHistogram, n: u64, blocks: u32, counters: u32) -> Vec<Launch> {
        use Argument::{Bins, InputPointers, Length, Parameters, ResultPointer};
        let threads = schedule.block_size;
        let first = |last| {
            let arguments = vec![InputPointers, Length(n), Parameters, Bins, last];
            Launch { kernel: 0, grid: blocks, threads, arguments }
        };
        if self.adds_to_result() {
            return vec![first(ResultPointer)];
        }
        let slices = Argument::Scratch(Scratch::Partials);
        let arguments = vec![slices, Length(blocks.into()), ResultPointer];
        vec![first(slices), Launch { kernel: 1, grid: counters, threads, arguments }]
    }

    /// The memory that these launches need, in bytes.
    pub(super) fn scratch(self, blocks: u32, counters: u32) -> Vec<(Scratch, u64)> {
        if self.adds_to_result() {
            return Vec::new();
        }
        vec![(Scratch::Partials, u64::from(blocks) * u64::from(counters) * 4)]
    }

    /// The function that counts a thread's elements.
    pub(super) fn count_elements(self, bins: &Bins<'_>, schedule: &TutorialHistogram) -> String {
        let inputs = &bins.names.inputs;
        let mut arguments: Vec<String> = inputs.iter().map(|name| format!("{name}[i]")).collect();
        if bins.indexed() {
            arguments.push("i".into());
        }
        let type_of_count = if self == Self::Global { scalar_name(bins.spec.counter) } else { "u32" };
        let one = if type_of_count == "u32" { "1u" } else { "(u64)1" };
        // Only an element that no counter counts has a number beyond the last.
        let if_counted =
            if bins.drops() { format!("if (counter < {}) ", bins.number_of_counters()) } else { String::new() };
        let count_it = format!("{if_counted}atomicAdd(&counts[counter], {one});");
        fill(
            if schedule.items_per_thread == 1 { COUNT_ONE } else { COUNT },
            &[
                ("pointers", &pointers(bins)),
                ("declared", &bins.declared),
                ("count", type_of_count),
                ("counter_of", &format!("counter_of({}{})", arguments.join(", "), bins.passed)),
                ("count_it", &count_it),
            ],
        )
    }

    /// The kernels, the one of the elements first.
    pub(super) fn kernels(self, bins: &Bins<'_>, name: &str) -> Vec<TutorialKernel> {
        let counter = scalar_name(bins.spec.counter);
        let kernel = |entry: String, template: &str, parameters: &[usize]| {
            let holes = [
                ("name", entry.as_str()),
                ("pointers", &pointers(bins)),
                ("names", &bins.names.inputs.join(", ")),
                ("declared", &bins.declared),
                ("passed", &bins.passed),
                ("C", counter),
                ("count", if counter == "u32" { "counts[i]" } else { "(u64)counts[i]" }),
            ];
            TutorialKernel { text: fill(template, &holes), entry, parameters: parameters.to_vec() }
        };
        let elements = match self {
            Self::Global => GLOBAL,
            Self::Shared => SHARED,
            Self::Slices => SLICES,
        };
        let mut kernels = vec![kernel(name.to_owned(), elements, &bins.parameters)];
        if self == Self::Slices {
            kernels.push(kernel(format!("{name}_sums"), SUMS, &[]));
        }
        kernels
    }
}

/// `const u32* x`
fn pointers(bins: &Bins<'_>) -> String {
    let inputs = bins.names.input_types.iter().zip(&bins.names.inputs);
    inputs.map(|(ty, name)| format!("const {ty}* {name}")).collect::<Vec<_>>().join(", ")
}

const COUNT_ONE: &str = "
// Counts the thread's element.
__device__ void count_elements($pointers, u64 n, $count* counts$declared)
{
    const u64 i = (u64)blockIdx.x * BLOCK_SIZE + threadIdx.x;
    if (i >= n) return;
    const u32 counter = $counter_of;
    $count_it
}
";

const COUNT: &str = "
// Counts the thread's elements: ITEMS of them, each BLOCK_SIZE from the last.
__device__ void count_elements($pointers, u64 n, $count* counts$declared)
{
    const u64 first = (u64)blockIdx.x * TILE + threadIdx.x;
    #pragma unroll
    for (u32 j = 0; j < ITEMS; j++) {
        const u64 i = first + j * BLOCK_SIZE;
        if (i >= n) continue;
        const u32 counter = $counter_of;
        $count_it
    }
}
";

const GLOBAL: &str = "
// Every element adds to the result, which was zero before the launch.
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$declared, $C* counters)
{
    count_elements($names, n, counters$passed);
}
";

const SHARED: &str = "
// Every block counts its elements and adds the counts to the result, which was zero before the launch.
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$declared, $C* counters)
{
    __shared__ u32 counts[COUNTERS];
    for (u32 i = threadIdx.x; i < COUNTERS; i += BLOCK_SIZE) counts[i] = 0;
    __syncthreads();
    count_elements($names, n, counts$passed);
    __syncthreads();
    for (u32 i = threadIdx.x; i < COUNTERS; i += BLOCK_SIZE) atomicAdd(&counters[i], $count);
}
";

const SLICES: &str = "
// Every block counts its elements and leaves the counts in a slice of its own.
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$declared, u32* slices)
{
    __shared__ u32 counts[COUNTERS];
    for (u32 i = threadIdx.x; i < COUNTERS; i += BLOCK_SIZE) counts[i] = 0;
    __syncthreads();
    count_elements($names, n, counts$passed);
    __syncthreads();
    u32* slice = slices + (u64)blockIdx.x * COUNTERS;
    for (u32 i = threadIdx.x; i < COUNTERS; i += BLOCK_SIZE) slice[i] = counts[i];
}
";

const SUMS: &str = "
// A block for every counter adds up what n blocks have left of it. Neighbouring threads read COUNTERS apart.
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name(const u32* slices, u64 n, $C* counters)
{
    $C sum = 0;
    for (u64 i = threadIdx.x; i < n; i += BLOCK_SIZE) sum += slices[i * COUNTERS + blockIdx.x];
    __shared__ $C sums[BLOCK_SIZE];
    sums[threadIdx.x] = sum;
    for (u32 stride = BLOCK_SIZE / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    }
    if (threadIdx.x == 0) counters[blockIdx.x] = sums[0];
}
";
