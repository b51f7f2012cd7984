//! Phase 1: every slot folds its elements in increasing index.

use super::Kernel;
use crate::text::template::fill;

impl Kernel<'_> {
    /// `fold_step` and `fold_slots`.
    pub(super) fn slot_folds(&self) -> String {
        let functions = &self.functions;
        let in_step = |function: &crate::kernel::functions::DeviceFunction| {
            function.call(&self.names, &[], |input| self.elements.of_step(input), "first + v * VECTOR_STRIDE + j")
        };
        let at_index = |function: &crate::kernel::functions::DeviceFunction| {
            function.call(&self.names, &[], |input| self.elements.at_index(input), "i")
        };
        let joined = functions.op.call(&self.names, &["slots[v][j]", "mapped"], |_| String::new(), "");
        let indexed = functions.map.index || functions.filter.as_ref().is_some_and(|filter| filter.index);
        let reads = functions.map.reads_elements()
            || functions.filter.as_ref().is_some_and(|filter| filter.reads_elements());
        let slot = if self.flagged() { "Partial" } else { self.accumulator.as_str() };
        let (fold_step, first_step, last_step) = if self.flagged() {
            (FOLD_STEP_FILTERED, "0", LAST_STEP_FILTERED)
        } else {
            (FOLD_STEP, "1", LAST_STEP)
        };
        let filter = functions.filter.as_ref();
        let last_step = fill(
            last_step,
            &[
                ("filter", &filter.map_or(String::new(), at_index)),
                ("mapped", &at_index(&functions.map)),
                ("joined", &joined),
                ("op_passed", &self.op_passed),
            ],
        );
        let fill_slots = if self.flagged() {
            ""
        } else {
            "if (whole > 0) fold_step<true>($load_step($pointers, first)$first, slots$passed);"
        };
        let ahead = if self.schedule.steps_ahead > 1 { AHEAD } else { "" };
        let holes: Vec<(&str, &str)> = vec![
            ("template", self.elements.template()),
            ("load_step", self.elements.load_step()),
            ("pointers_declared", &self.elements.pointers),
            ("pointers", &self.elements.pointer_names),
            ("slot", slot),
            ("T", &self.accumulator),
            ("declared", &self.fold_declared),
            ("passed", &self.fold_passed),
            // A name would be an unused one where elements are only counted.
            ("loaded", if reads { " loaded" } else { "" }),
            ("first_step", first_step),
            ("fold", if self.flagged() { "fold_step" } else { "fold_step<false>" }),
            ("first_declared", if indexed { ", u64 first" } else { "" }),
            ("first", if indexed { ", first" } else { "" }),
            ("first_of_step_s", if indexed { ", first + (step + s) * SLOTS" } else { "" }),
            ("first_of_step", if indexed { ", first + step * SLOTS" } else { "" }),
        ];
        let fill_slots = fill(fill_slots, &holes);
        let ahead = fill(ahead, &holes);
        let last_step = fill(&last_step, &holes);
        let fold_step = fill(
            fold_step,
            &[
                ("filter", &filter.map_or(String::new(), in_step)),
                ("mapped", &in_step(&functions.map)),
                ("joined", &joined),
                ("op_passed", &self.op_passed),
            ],
        );
        let mut text = fill(&fold_step, &holes);
        let mut holes = holes;
        holes.extend([("fill_slots", fill_slots.as_str()), ("ahead", &ahead), ("last_step", &last_step)]);
        text.push_str(&fill(FOLD_SLOTS, &holes));
        text
    }
}

const FOLD_STEP: &str = "
// Folds one element into every slot of the thread; FIRST elements fill the slots.
template <bool FIRST>
__device__ void fold_step(const Step&$loaded$first_declared, $T (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            const $T mapped = $mapped;
            slots[v][j] = FIRST ? mapped : $joined;
        }
    }
}

";

const FOLD_STEP_FILTERED: &str = "
// Folds one element into every slot of the thread, if it is accepted.
__device__ void fold_step(const Step&$loaded$first_declared, Partial (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            if (!$filter) continue;
            slots[v][j] = join(slots[v][j], Partial{$mapped, true}$op_passed);
        }
    }
}

";

const FOLD_SLOTS: &str = "
// Folds every element of the thread's slots; `first` is the first of these slots.
$template
__device__ void fold_slots($pointers_declared, u64 n, u64 first, $slot (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    // Steps in which the whole tile has elements.
    const u64 tile_end = (u64)(blockIdx.x + 1) * TILE;
    const u64 whole = n < tile_end ? 0 : (n - tile_end) / SLOTS + 1;
    $fill_slots
    u64 step = $first_step;
    $ahead
    for (; step < whole; step++) {
        $fold($load_step($pointers, first + step * SLOTS)$first_of_step, slots$passed);
    }
    // The step in which n cuts the tile.
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            const u64 i = first + whole * SLOTS + v * VECTOR_STRIDE + j;
            $last_step
        }
    }
}
";

const AHEAD: &str = "
for (; step + STEPS_AHEAD <= whole; step += STEPS_AHEAD) {
    Step ahead[STEPS_AHEAD];
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) ahead[s] = $load_step($pointers, first + (step + s) * SLOTS);
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) $fold(ahead[s]$first_of_step_s, slots$passed);
}
";

const LAST_STEP: &str = "
if (i >= n) continue;
const $T mapped = $mapped;
slots[v][j] = whole > 0 ? $joined : mapped;
";

const LAST_STEP_FILTERED: &str = "
if (i >= n || !$filter) continue;
slots[v][j] = join(slots[v][j], Partial{$mapped, true}$op_passed);
";
