//! The kernel itself: the three phases in a row.

use super::Kernel;
use crate::kernel::header;
use crate::text::template::fill;

impl Kernel<'_> {
    /// The `__global__` function.
    pub(super) fn entry(&self, name: &str) -> String {
        let flagged = self.flagged();
        let several_vectors = self.schedule.vectors_per_thread > 1;
        let slot = if flagged { "Partial" } else { self.accumulator.as_str() };
        let ordered = !self.spec.commutative;
        let runs = match (ordered, flagged) {
            (false, _) => "",
            (true, false) => RUNS_COUNTED,
            (true, true) => RUNS,
        };
        let holes = [
            ("about_index", if self.first_index { header::ABOUT_FIRST_INDEX } else { "" }),
            ("runs", runs.trim_start()),
            ("run", if ordered { ", elements" } else { "" }),
            (
                "its_elements",
                if ordered {
                    "its run from the first element to the last"
                } else {
                    "its elements in increasing index"
                },
            ),
            ("present", if ordered { "present" } else { "n" }),
            ("name", name),
            ("pointers", &self.elements.pointers),
            ("parameters", &self.parameters_declared),
            ("T", &self.accumulator),
            ("slot", slot),
            ("output", &self.output),
            ("passed", &self.op_passed),
            ("pointer_names", &self.elements.pointer_names),
            ("fold_passed", &self.fold_passed),
            ("found", if self.may_be_absent() { ", u32* found" } else { "" }),
        ];
        let fill_all = |template: &str| fill(template, &holes);
        let block = fill_all(match (flagged, several_vectors) {
            (false, true) => BLOCK,
            (false, false) => BLOCK_ONE_VECTOR,
            (true, true) => BLOCK_FLAGGED,
            (true, false) => BLOCK_FLAGGED_ONE_VECTOR,
        });
        let grid = fill_all(match (flagged, self.schedule.partials_per_thread() > 1) {
            (false, true) => GRID,
            (false, false) => GRID_ONE_PARTIAL,
            (true, true) => GRID_FLAGGED,
            (true, false) => GRID_FLAGGED_ONE_PARTIAL,
        });
        let result = self.result();
        let mut all = holes.to_vec();
        all.extend([("block", block.as_str()), ("grid", grid.as_str()), ("result", result.as_str())]);
        fill(ENTRY, &all)
    }

    /// Whether the result of empty input is absent.
    fn may_be_absent(&self) -> bool {
        self.functions.identity.is_none() && self.functions.init.is_none()
    }

    /// What thread 0 writes.
    fn result(&self) -> String {
        let call = |function: &crate::kernel::functions::DeviceFunction, operands: &[&str]| {
            function.call(&self.names, operands, |_| String::new(), "")
        };
        let (exists, total) = if self.flagged() { ("total.found", "total.value") } else { ("n > 0", "total") };
        let finish = |value: &str| match &self.functions.finish {
            Some(finish) => call(finish, &[value]),
            None => value.to_owned(),
        };
        if let Some(init) = &self.functions.init {
            let joined = call(&self.functions.op, &[&call(init, &[]), total]);
            return format!("*result = {};\n", finish(&format!("{exists} ? {joined} : {}", call(init, &[]))));
        }
        if let Some(identity) = &self.functions.identity {
            return format!("*result = {};\n", finish(&format!("{exists} ? {total} : {}", call(identity, &[]))));
        }
        format!("if ({exists}) *result = {};\n*found = {exists};\n", finish(total))
    }
}

const RUNS: &str = "
// Elements of a slot.
const u64 elements = run_length(n);
";

const RUNS_COUNTED: &str = "
// Elements of a slot, and slots that have one.
const u64 elements = run_length(n);
const u64 present = elements > 1 ? (n + elements - 1) / elements : n;
";

const ENTRY: &str = "
$about_index
extern \"C\" __global__ __launch_bounds__(BLOCK_SIZE)
void $name($pointers, u64 n$parameters, $slot* partials, u32* arrivals, $output* result$found)
{
    const u32 lane = threadIdx.x % WARP_SIZE;
    const u32 warp = threadIdx.x / WARP_SIZE;
    // The first slots of the block, the warp and the thread.
    const u64 tile = (u64)blockIdx.x * TILE;
    const u64 warp_tile = tile + warp * WARP_TILE;
    const u64 first = warp_tile + lane * VECTOR_WIDTH;
    $runs

    // Phase 1: every slot folds $its_elements.
    $slot slots[VECTORS][VECTOR_WIDTH] = {};
    fold_slots($pointer_names, n$run, first, slots$fold_passed);

    // Phase 2: the block joins its slots.
    $block

    // Phase 3: the last block to arrive joins the totals of all blocks.
    if (gridDim.x > 1) {
        $grid
    }
    if (threadIdx.x == 0) {
        $result
    }
}
";

const BLOCK: &str = "
$T totals[VECTORS];
#pragma unroll
for (u32 v = 0; v < VECTORS; v++) {
    const u32 skipped = v * VECTOR_STRIDE;
    fold_pairs(slots[v], count_present($present, first + skipped, 1, VECTOR_WIDTH)$passed);
    totals[v] = fold_lanes<WARP_SIZE>(slots[v][0], count_present($present, warp_tile + skipped, VECTOR_WIDTH, WARP_SIZE)$passed);
}
fold_pairs(totals, count_present($present, warp_tile, VECTOR_STRIDE, VECTORS)$passed);
$T total = fold_warps(totals[0], count_present($present, tile, WARP_TILE, WARPS)$passed);
";

const BLOCK_ONE_VECTOR: &str = "
fold_pairs(slots[0], count_present($present, first, 1, VECTOR_WIDTH)$passed);
$T total = fold_lanes<WARP_SIZE>(slots[0][0], count_present($present, warp_tile, VECTOR_WIDTH, WARP_SIZE)$passed);
total = fold_warps(total, count_present($present, tile, WARP_TILE, WARPS)$passed);
";

const BLOCK_FLAGGED: &str = "
Partial totals[VECTORS];
#pragma unroll
for (u32 v = 0; v < VECTORS; v++) {
    fold_pairs(slots[v]$passed);
    totals[v] = fold_lanes<WARP_SIZE>(slots[v][0]$passed);
}
fold_pairs(totals$passed);
Partial total = fold_warps(totals[0]$passed);
";

const BLOCK_FLAGGED_ONE_VECTOR: &str = "
fold_pairs(slots[0]$passed);
Partial total = fold_warps(fold_lanes<WARP_SIZE>(slots[0][0]$passed)$passed);
";

const GRID: &str = "
if (threadIdx.x == 0) partials[blockIdx.x] = total;
if (!last_to_arrive(arrivals)) return;
const u32 first_partial = threadIdx.x * PARTIALS;
$T run[PARTIALS] = {};
#pragma unroll
for (u32 i = 0; i < PARTIALS; i++) {
    if (first_partial + i < gridDim.x) run[i] = partials[first_partial + i];
}
fold_pairs(run, count_present(gridDim.x, first_partial, 1, PARTIALS)$passed);
total = fold_lanes<WARP_SIZE>(run[0], count_present(gridDim.x, warp * WARP_SIZE * PARTIALS, PARTIALS, WARP_SIZE)$passed);
total = fold_warps(total, count_present(gridDim.x, 0, WARP_SIZE * PARTIALS, WARPS)$passed);
";

const GRID_ONE_PARTIAL: &str = "
if (threadIdx.x == 0) partials[blockIdx.x] = total;
if (!last_to_arrive(arrivals)) return;
if (threadIdx.x < gridDim.x) total = partials[threadIdx.x];
total = fold_lanes<WARP_SIZE>(total, count_present(gridDim.x, warp * WARP_SIZE, 1, WARP_SIZE)$passed);
total = fold_warps(total, count_present(gridDim.x, 0, WARP_SIZE, WARPS)$passed);
";

const GRID_FLAGGED: &str = "
if (threadIdx.x == 0) partials[blockIdx.x] = total;
if (!last_to_arrive(arrivals)) return;
const u32 first_partial = threadIdx.x * PARTIALS;
Partial run[PARTIALS] = {};
#pragma unroll
for (u32 i = 0; i < PARTIALS; i++) {
    if (first_partial + i < gridDim.x) run[i] = partials[first_partial + i];
}
fold_pairs(run$passed);
total = fold_warps(fold_lanes<WARP_SIZE>(run[0]$passed)$passed);
";

const GRID_FLAGGED_ONE_PARTIAL: &str = "
if (threadIdx.x == 0) partials[blockIdx.x] = total;
if (!last_to_arrive(arrivals)) return;
total = threadIdx.x < gridDim.x ? partials[threadIdx.x] : Partial{};
total = fold_warps(fold_lanes<WARP_SIZE>(total$passed)$passed);
";
