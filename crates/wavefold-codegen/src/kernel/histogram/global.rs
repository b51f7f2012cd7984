//! Counters in global memory: every element adds to the result.

use super::Kernel;
use super::counting::Count;
use crate::text::template::fill;
use crate::text::types::scalar_name;

impl Kernel<'_> {
    /// `count`, for the counters of the result.
    pub(super) fn count_in_global(&self) -> String {
        let counter = scalar_name(self.bins.spec.counter);
        // Only an element that no counter counts has a number beyond the last.
        let one = format!("atomicAdd(&counters[counter], ({counter})1);");
        let one = match self.bins.drops() {
            true => format!("if (counter < {}) {one}", self.bins.number_of_counters()),
            false => one,
        };
        let own = self.bins.drops() && self.bins.spec.bins.is_none();
        let text = fill(COUNT, &[("C", counter), ("one", &one), ("bins", if own { ", u32 bins" } else { "" })]);
        let declared = format!("{counter}* counters");
        let passed = if own { "counters, bins" } else { "counters" };
        self.count_tiles(&Count { text: &text, declared: &declared, passed })
    }

    /// The `__global__` function.
    pub(super) fn global_entry(&self, name: &str) -> String {
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
                ("pointer_names", &self.elements.pointer_names),
                ("passed", &self.bins.passed),
            ],
        )
    }
}

const COUNT: &str = "
// Counts one element.
__device__ void count($C* counters$bins, u32 counter)
{
    $one
}
";

const ENTRY: &str = "
$about_index
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$first_declared$parameters$bins_declared, $C* counters)
{
    // The result was zero before the launch.
    count_tiles($pointer_names, n$first_passed, counters$passed);
}
";
