//! Phase 1: every slot folds its elements in increasing index.

use super::Kernel;
use crate::kernel::functions::DeviceFunction;
use crate::text::template::fill;

impl Kernel<'_> {
    /// `load_present`, `fold_step` and `fold_slots`.
    pub(super) fn slot_folds(&self) -> String {
        let functions = &self.functions;
        let filter = functions.filter.as_ref();
        let user: Vec<&DeviceFunction> = [Some(&functions.map), filter].into_iter().flatten().collect();
        let indexed = user.iter().any(|function| function.index);
        let reads = user.iter().any(|function| function.reads_elements());
        let call = |function: &DeviceFunction, index: &str| {
            function.call(&self.names, &[], |input| self.elements.of_step(input), index)
        };
        let joined = functions.op.call(&self.names, &["slots[v][j]", "mapped"], |_| String::new(), "");
        let fill_element = |template: &str, index: &str| {
            let filter = filter.map_or(String::new(), |filter| call(filter, index));
            let holes = [
                ("T", self.accumulator.as_str()),
                ("filter", &filter),
                ("mapped", &call(&functions.map, index)),
                ("joined", &joined),
                ("op_passed", &self.op_passed),
            ];
            fill(template, &holes)
        };
        let (fold, fold_present) = if self.flagged() { (ACCEPTED, PRESENT_ACCEPTED) } else { (ELEMENT, PRESENT) };
        let whole_steps = if self.schedule.steps_ahead > 1 { WHOLE_STEPS } else { WHOLE_STEPS_ONE_AHEAD };
        let aligned_and = self.elements.aligned_and();
        let one_by_one = match (self.flagged(), self.elements.and_unaligned("step")) {
            (true, unaligned) => format!("The last steps{unaligned}"),
            (false, unaligned) if unaligned.is_empty() => "The first step and the last ones".into(),
            (false, unaligned) => format!("The first step, the last ones{unaligned}"),
        };
        // The first step fills the slots, unless they say themselves that they are empty.
        let filled_and = if self.flagged() { "" } else { "step > 0 && " };
        let holes = [
            ("pointers_declared", self.elements.pointers.as_str()),
            ("pointers", &self.elements.pointer_names),
            ("define_aligned", &self.elements.define_aligned()),
            ("whole_step", &format!("{aligned_and}tile + step * SLOTS + TILE <= n")),
            (
                "several_whole_steps",
                &format!("{filled_and}{aligned_and}tile + (step + STEPS_AHEAD - 1) * SLOTS + TILE <= n"),
            ),
            ("next_whole_step", &format!("{filled_and}{aligned_and}tile + step * SLOTS + TILE <= n")),
            ("one_by_one", &one_by_one),
            ("if_accepted", if self.flagged() { ", if it is accepted" } else { "" }),
            ("slot", if self.flagged() { "Partial" } else { &self.accumulator }),
            ("declared", &self.fold_declared),
            ("passed", &self.fold_passed),
            // A name would be an unused one where elements are only counted.
            ("step_name", if reads { " loaded" } else { "" }),
            ("first_declared", if indexed { ", u64 first" } else { "" }),
            ("first_of_step_s", if indexed { ", first + (step + s) * SLOTS" } else { "" }),
            ("first_of_step", if indexed { ", first + step * SLOTS" } else { "" }),
        ];
        let mut all = holes.to_vec();
        let whole_steps = fill(whole_steps, &holes);
        let load = if reads { fill(LOAD, &holes) } else { String::new() };
        let (fold, fold_present) = (
            fill_element(fold, &self.index("first + v * VECTOR_STRIDE + j")),
            fill_element(fold_present, &self.index("i")),
        );
        all.extend([
            ("whole_steps", whole_steps.as_str()),
            ("load", &load),
            ("fold", &fold),
            ("fold_present", &fold_present),
        ]);
        let load_present = if reads { self.elements.load_present.as_str() } else { "" };
        format!("{load_present}{}", fill(FOLD_SLOTS, &all))
    }
}

const FOLD_SLOTS: &str = "

// Folds one element into every slot of the thread$if_accepted.
__device__ void fold_step(const Step&$step_name$first_declared, $slot (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            $fold
        }
    }
}

// Folds every element of the thread's slots; `first` is the first of these slots.
__device__ void fold_slots($pointers_declared, u64 n, u64 first, $slot (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    $define_aligned
    const u64 tile = (u64)blockIdx.x * TILE;
    for (u64 step = 0; tile + step * SLOTS < n; step++) {
        $whole_steps
        // $one_by_one.
        const u64 at = first + step * SLOTS;
        $load
        #pragma unroll
        for (u32 v = 0; v < VECTORS; v++) {
            #pragma unroll
            for (u32 j = 0; j < VECTOR_WIDTH; j++) {
                const u64 i = at + v * VECTOR_STRIDE + j;
                $fold_present
            }
        }
    }
}
";

const WHOLE_STEPS: &str = "
// Whole steps, STEPS_AHEAD of them loaded before the first is folded.
for (; $several_whole_steps; step += STEPS_AHEAD) {
    Step ahead[STEPS_AHEAD];
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) ahead[s] = load_step($pointers, first + (step + s) * SLOTS);
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) fold_step(ahead[s]$first_of_step_s, slots$passed);
}
";

const WHOLE_STEPS_ONE_AHEAD: &str = "
// Whole steps.
for (; $next_whole_step; step++) {
    fold_step(load_step($pointers, first + step * SLOTS)$first_of_step, slots$passed);
}
";

const LOAD: &str = "
const bool whole = $whole_step;
const Step loaded = whole ? load_step($pointers, at) : load_present($pointers, n, at);
";

const ELEMENT: &str = "
const $T mapped = $mapped;
slots[v][j] = $joined;
";

const ACCEPTED: &str = "
if (!$filter) continue;
slots[v][j] = join(slots[v][j], Partial{$mapped, true}$op_passed);
";

const PRESENT: &str = "
if (i >= n) continue;
const $T mapped = $mapped;
slots[v][j] = step > 0 ? $joined : mapped;
";

const PRESENT_ACCEPTED: &str = "
if (i >= n || !$filter) continue;
slots[v][j] = join(slots[v][j], Partial{$mapped, true}$op_passed);
";
