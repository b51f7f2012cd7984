//! Phase 1 where `op` is not commutative: every slot folds its run, neighbouring elements from the first to the last.

use super::Kernel;
use crate::kernel::functions::DeviceFunction;
use crate::text::template::fill;

impl Kernel<'_> {
    /// `run_length`, `load_present`, `fold_step`, `fold_runs` and `fold_slots`.
    pub(super) fn run_folds(&self) -> String {
        let functions = &self.functions;
        let filter = functions.filter.as_ref();
        let user: Vec<&DeviceFunction> = [Some(&functions.map), filter].into_iter().flatten().collect();
        let indexed = user.iter().any(|function| function.index);
        let reads = user.iter().any(|function| function.reads_elements());
        let call = |function: &DeviceFunction, index: &str| {
            function.call(&self.names, &[], |input| self.elements.of_step(input), index)
        };
        let joined = functions.op.call(&self.names, &["totals[v]", "mapped"], |_| String::new(), "");
        let fill_element = |template: &str, index: &str| {
            let index = self.index(index);
            let filter = filter.map_or(String::new(), |filter| call(filter, &index));
            let holes = [
                ("T", self.accumulator.as_str()),
                ("filter", &filter),
                ("mapped", &call(&functions.map, &index)),
                ("joined", &joined),
                ("op_passed", &self.op_passed),
            ];
            fill(template, &holes)
        };
        let (fold, fold_present, only) =
            if self.flagged() { (ACCEPTED, ACCEPTED, ONLY_ACCEPTED) } else { (ELEMENT, PRESENT, ONLY) };
        let fold = fill_element(fold, "first + v * stride + j");
        let fold_present = fill_element(fold_present, "i");
        let only = fill_element(only, "i");
        let ahead = if self.schedule.steps_ahead > 1 { STEPS } else { STEPS_ONE_AHEAD };
        let aligned_and = self.elements.aligned_and();
        let holes = [
            ("pointers_declared", self.elements.pointers.as_str()),
            ("pointers", &self.elements.pointer_names),
            ("define_aligned", &self.elements.define_aligned()),
            ("whole_runs", &format!("{aligned_and}first + (VECTORS - 1) * stride + run <= n")),
            ("whole_vectors", &format!("{aligned_and}first + (VECTORS - 1) * VECTOR_STRIDE + VECTOR_WIDTH <= n")),
            // The first element fills a total, unless totals say themselves that they are empty.
            ("follows", if self.flagged() { "whole_runs" } else { "at > 0 && whole_runs" }),
            ("if_accepted", if self.flagged() { ", if it is accepted" } else { "" }),
            ("slot", if self.flagged() { "Partial" } else { &self.accumulator }),
            ("declared", &self.fold_declared),
            ("passed", &self.fold_passed),
            // Names would be unused ones where elements are only counted.
            ("step_name", if reads { " loaded" } else { "" }),
            ("first_declared", if indexed { ", u64 first, u64 stride" } else { "" }),
            ("first_of_step_s", if indexed { ", first + at + s * VECTOR_WIDTH, stride" } else { "" }),
            ("first_of_step", if indexed { ", first + at, stride" } else { "" }),
        ];
        let unaligned = self.elements.and_unaligned("element");
        let one_by_one = match self.flagged() {
            true => format!("The last vectors, those of a run that n cuts{unaligned}"),
            false => format!("The first vector, the last ones, those of a run that n cuts{unaligned}"),
        };
        let or_nothing = |template: &str| if reads { fill(template, &holes) } else { String::new() };
        let (load, load_only) = (or_nothing(LOAD), or_nothing(LOAD_ONLY));
        let ahead = fill(ahead, &holes);
        let mut all = holes.to_vec();
        all.extend([
            ("load", load.as_str()),
            ("load_only", &load_only),
            ("ahead", &ahead),
            ("fold", &fold),
            ("fold_present", &fold_present),
            ("only", &only),
            ("one_by_one", &one_by_one),
        ]);
        let load_present = if reads { format!("\n{}", self.elements.load_present) } else { String::new() };
        format!("{RUN_LENGTH}{load_present}{}", fill(FOLD_RUNS, &all))
    }
}

const RUN_LENGTH: &str = "
// Elements of a slot: the least power of two of them with which SLOTS runs hold all n.
__device__ u64 run_length(u64 n)
{
    u64 run = 1;
    while (run * SLOTS < n) run *= 2;
    return run;
}
";

const FOLD_RUNS: &str = "

// Folds a vector of elements into every total, one after the other$if_accepted.
__device__ void fold_step(const Step&$step_name$first_declared, $slot (&totals)[VECTORS]$declared)
{
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            $fold
        }
    }
}

// Folds VECTORS runs: the first one begins at `first`, every other one `stride` behind the one before.
__device__ void fold_runs($pointers_declared, u64 n, u64 run, u64 first, u64 stride, $slot (&totals)[VECTORS]$declared)
{
    $define_aligned
    const bool whole_runs = $whole_runs;
    for (u64 at = 0; at < run && first + at < n; at += VECTOR_WIDTH) {
        $ahead
        if (at >= run) return;
        // $one_by_one.
        $load
        #pragma unroll
        for (u32 v = 0; v < VECTORS; v++) {
            #pragma unroll
            for (u32 j = 0; j < VECTOR_WIDTH; j++) {
                const u64 i = first + v * stride + at + j;
                if (at + j >= run || i >= n) continue;
                $fold_present
            }
        }
    }
}

// Folds every element of the thread's slots; `first` is the first of these slots, each a run of `run` elements.
__device__ void fold_slots($pointers_declared, u64 n, u64 run, u64 first, $slot (&slots)[VECTORS][VECTOR_WIDTH]$declared)
{
    if (run > 1) {
        // Vectors lie along the runs.
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            $slot totals[VECTORS] = {};
            fold_runs($pointers, n, run, (first + j) * run, VECTOR_STRIDE * run, totals$passed);
            for (u32 v = 0; v < VECTORS; v++) slots[v][j] = totals[v];
        }
        return;
    }
    // Every slot is an element, a vector of elements a vector of slots.
    $load_only
    #pragma unroll
    for (u32 v = 0; v < VECTORS; v++) {
        #pragma unroll
        for (u32 j = 0; j < VECTOR_WIDTH; j++) {
            const u64 i = first + v * VECTOR_STRIDE + j;
            $only
        }
    }
}
";

const STEPS: &str = "
// STEPS_AHEAD vectors of every run, all loaded before the first is folded.
for (; $follows && at + STEPS_AHEAD * VECTOR_WIDTH <= run; at += STEPS_AHEAD * VECTOR_WIDTH) {
    Step ahead[STEPS_AHEAD];
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) ahead[s] = load_step($pointers, first + at + s * VECTOR_WIDTH, stride);
    #pragma unroll
    for (u32 s = 0; s < STEPS_AHEAD; s++) fold_step(ahead[s]$first_of_step_s, totals$passed);
}
";

const STEPS_ONE_AHEAD: &str = "
// A vector of every run.
for (; $follows && at + VECTOR_WIDTH <= run; at += VECTOR_WIDTH) {
    fold_step(load_step($pointers, first + at, stride)$first_of_step, totals$passed);
}
";

const LOAD: &str = "
const bool whole = whole_runs && at + VECTOR_WIDTH <= run;
const Step loaded = whole ? load_step($pointers, first + at, stride) : load_present($pointers, n, first + at, stride);
";

const LOAD_ONLY: &str = "
$define_aligned
const bool whole = $whole_vectors;
const Step loaded = whole ? load_step($pointers, first, VECTOR_STRIDE) : load_present($pointers, n, first, VECTOR_STRIDE);
";

const ELEMENT: &str = "
const $T mapped = $mapped;
totals[v] = $joined;
";

const ACCEPTED: &str = "
if (!$filter) continue;
totals[v] = join(totals[v], Partial{$mapped, true}$op_passed);
";

const PRESENT: &str = "
const $T mapped = $mapped;
totals[v] = at + j > 0 ? $joined : mapped;
";

const ONLY: &str = "
if (i < n) slots[v][j] = $mapped;
";

const ONLY_ACCEPTED: &str = "
if (i < n && $filter) slots[v][j] = Partial{$mapped, true};
";
