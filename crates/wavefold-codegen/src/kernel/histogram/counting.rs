//! How a block reads its share of the input and counts it, wherever the counters live.

use super::Kernel;
use crate::kernel::header;
use crate::text::template::fill;

/// What the place of the counters adds to the counting of one element.
pub(super) struct Count<'c> {
    /// The function `count`.
    pub(super) text: &'c str,
    /// Its arguments besides the counter, as declared.
    pub(super) declared: &'c str,
    /// The same, as passed on.
    pub(super) passed: &'c str,
}

impl Kernel<'_> {
    /// `count`, and `count_tiles`: what a block does with its share of the input.
    pub(super) fn count_tiles(&self, count: &Count<'_>) -> String {
        let loaded = self.counter(|input| self.elements.of_step(input), "first + v * VECTOR_STRIDE + j");
        let single = self.counter(|input| self.elements.at_index(input), "i");
        fill(
            COUNT_TILES,
            &[
                ("count", count.text.trim_matches('\n')),
                ("into_declared", count.declared),
                ("into", count.passed),
                ("pointers_declared", &self.elements.pointers),
                ("pointers", &self.elements.pointer_names),
                ("define_aligned", &self.elements.define_aligned()),
                ("and_unaligned", &self.elements.and_unaligned("tile")),
                ("whole_tile", &format!("{}tile + TILE <= n", self.elements.aligned_and())),
                self.first_index()[0],
                ("declared", &self.bins.declared),
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
        let mut arguments: Vec<String> = (0..self.bins.spec.item.inputs.len()).map(element).collect();
        if self.bins.indexed() {
            arguments.push(if self.first_index { format!("first_index + {index}") } else { index.into() });
        }
        format!("counter_of({}{})", arguments.join(", "), self.bins.passed)
    }

    /// The holes of a kernel of part of an input: the index of its first element, and what is said of it.
    pub(super) fn first_index(&self) -> [(&'static str, &'static str); 3] {
        let or_nothing = |text| if self.first_index { text } else { "" };
        [
            ("first_declared", or_nothing(", u64 first_index")),
            ("first_passed", or_nothing(", first_index")),
            ("about_index", or_nothing(header::ABOUT_FIRST_INDEX)),
        ]
    }
}

const COUNT_TILES: &str = "
$count

// Counts the block's share of the input: every gridDim.x-th tile.
__device__ void count_tiles($pointers_declared, u64 n$first_declared, $into_declared$declared)
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
                for (u32 j = 0; j < VECTOR_WIDTH; j++) count($into, $counter);
            }
        } else {
            // The tile that n cuts$and_unaligned.
            const u64 end = tile + TILE < n ? tile + TILE : n;
            for (u64 i = tile + threadIdx.x; i < end; i += BLOCK_SIZE) count($into, $single);
        }
    }
}
";
