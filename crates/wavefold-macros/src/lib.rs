//! The procedural macros of wavefold; documented where they are re-exported, in the crate `wavefold`.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Declares a reduction: `finish(op(init, fold of op over map(x…) for every x that filter accepts))`.
///
/// ```ignore
/// reduction! {
///     /// Largest absolute value; 0 for empty input.
///     pub MaxAbs: fn(x: f32) -> f32 { map: x.abs(), op: |a, b| a.max(b), identity: 0.0 }
/// }
/// ```
///
/// | key | value | without it |
/// |---|---|---|
/// | `filter` | `bool` expression over the inputs: which elements take part | all do |
/// | `map` | expression over the inputs: the accumulator of one element | the element itself |
/// | `op` | `\|a, b\| …`: joins two accumulators | an error |
/// | `identity` | the neutral value of `op`, or `none`: then the result is an `Option` | an error |
/// | `init` | an accumulator folded once, before everything else | none |
/// | `finish` | `\|t\| …`: the result of the total | the total itself |
/// | `accumulator` | the type that `op` joins | the type of the result |
/// | `index` | a name for the index of the element, a `u64` | none |
/// | `exact` | `true`: any order gives the same bits; or a constant that says so, `T::EXACT` | `false` |
/// | `commutative` | `false`: elements are folded from the first to the last, in one order on every device; or a constant | `true` |
/// | `domain` | `bool` expression over the inputs: the elements for which the law check holds `op` to its laws | finite values |
/// | `fp` | `strict`, floats exactly as written, or `fast`: `a * b + c` may be rounded once, other bits elsewhere | `strict` |
/// | `schedule` | a kernel as a tutorial has it, see [below](#schedules-of-tutorials) | the canonical order, as fast as the device is |
/// | `warp_size` | 32, 64 or `[32, 64]` | both |
/// | `block_size` | a power of two from 64 to 1024 | chosen for the device |
/// | `items_per_thread` | a power of two from 1 to 256 | chosen for the device |
/// | `vector_width` | a power of two; a load has at most 16 bytes | chosen for the device |
///
/// There are one to twelve inputs, arrays of one length: `fn(x: f32, y: f32)`. Run-time parameters are fields of the
/// item: `pub Deviation { mean: f32 }: fn(x: f32) -> f32 { … }`.
///
/// # Types
///
/// Types are `bool`, `i8` to `i64`, `u8` to `u64`, `f16` and `bf16` (of the crate `half`), `f32`, `f64`; arrays of a length
/// that is a number or a constant; tuples, but not as elements of inputs, because Rust does not fix how they lie in memory;
/// and by any path structs that derive [`DeviceType`](macro@DeviceType), aliases and type parameters.
///
/// ```ignore
/// reduction! {
///     pub Sum<T: Summable>: fn(x: T) -> T::Total { map: x as T::Total, op: |a, b| a + b, identity: T::Total::ZERO }
/// }
/// ```
///
/// Such an item is a value, `Sum::<f32>.run(…)`, and a type, `Sum<f32>`. Every type parameter is bound: by `Number`, `Float`
/// or `Integer`, by a trait of yours that contains one of them, by `Sample` for `range` and `edges`, or by `Element` when nothing
/// is computed with it. A declaration
/// may have several, constant ones and a `where` clause. With run-time parameters every type parameter stands in the type of one of them.
///
/// # Expressions
///
/// Expressions consist of literals, names, constants (in capitals, or with a path, `T::ZERO`), operators, `as`, `T::from`,
/// `if`, `match`, `let`, blocks, arrays, tuples, structs with all of their fields, fields (`m.mean`, `t.0`), the methods of
/// the numeric types, and calls of [`#[device_fn]`](macro@device_fn)s. `let` and the arguments of `op` and `finish` may take
/// tuples apart: `op: |(a, i), (b, j)| …`. Integer arithmetic wraps, `x / 0` is 0 and `x % 0` is `x`, shift counts are taken
/// modulo the width. Half floats are computed with as `f32` and rounded after every operation; they have no literals of
/// their own, so write `1.0 as f16`.
///
/// The methods are
/// - of every number: `min max minimum maximum clamp rem_euclid div_euclid is_nan is_infinite is_finite
///   is_sign_negative is_sign_positive`, and with a sign `abs signum`;
/// - of half floats: `to_f32`;
/// - of floats: `sqrt floor ceil trunc round round_ties_even fract recip copysign mul_add powi to_bits`,
///   `f32::from_bits(…)`, and, with bits
///   that depend on the device, `exp exp2 ln log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh cbrt hypot
///   powf`;
/// - of integers: `pow wrapping_add wrapping_sub wrapping_mul wrapping_neg saturating_add saturating_sub abs_diff
///   unsigned_abs count_ones count_zeros leading_zeros trailing_zeros rotate_left rotate_right is_power_of_two`.
///
/// They may also be written as functions of the type, `f32::max(a, b)`.
///
/// # Schedules of tutorials
///
/// `schedule` makes a kernel as tutorials build it up, step by step: by its name, which needs no `use`, or by its axes.
///
/// ```ignore
/// reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, schedule: tutorial::last_warp_unrolled } }
/// reduction! {
///     Dot: fn(x: f32, y: f32) -> f32 {
///         map: x * y,
///         op: |a, b| a + b,
///         identity: 0.0,
///         schedule: { load: first_add(2), block: sequential, warp: shuffle, grid: passes },
///         block_size: 128,
///     }
/// }
/// ```
///
/// Such kernels join elements in an order of their own: floats may be rounded otherwise than on the CPU, and otherwise from
/// one schedule to the next. They pad with the identity and do not keep the order of the elements, so the declaration has
/// an `identity` and is commutative.
///
/// | axis | value | without it |
/// |---|---|---|
/// | `load` | `first_add(2)`: a thread joins two elements, a block's threads apart; `first_add(1)` is one element a thread. `vector(4)`: neighbours, by one load of at most 16 bytes. `grid_stride(2)`: a grid that fills the device steps over the input | `first_add(1)` |
/// | `block` | a tree `interleaved_in_global` memory, `interleaved` in shared memory, `contiguous` (of neighbouring threads) or `sequential` (which halves the values); or `warps` first, then their totals | `sequential` |
/// | `warp` | with `barriers` of the block, in `shared` memory or by `shuffle`: the last two where `block` leaves a warp, `sequential` and `warps`, which needs one of them | `barriers` |
/// | `grid` | further `passes`, a `second_kernel` of one block, the `last_block` to finish, or `atomic` for accumulators up to 8 bytes | `passes` |
///
/// The names are, from the bottom of the ladder to its top, `global_memory`, `interleaved`, `contiguous`, `sequential`,
/// `two_loads_interleaved`, `two_loads`, `last_warp_unrolled`, `last_warp_shuffle`, `warps_in_shared`, `vector_loads`,
/// `warp_shuffle`, `two_loads_warp_shuffle`, `vector_loads_warp_shuffle`, `second_kernel`, `block_atomics` and `grid_stride`.
///
/// A block has 256 threads. `block_size` beside `schedule` gives it another number, `items_per_thread` another number to
/// `load`; which are legal depends on the schedule and on the warp size. `vector_width` has no meaning beside it.
#[proc_macro]
pub fn reduction(input: TokenStream) -> TokenStream {
    wavefold_macros_core::reduction(input.into()).into()
}

/// Declares a histogram: counts of the bins that the elements fall into. The type after `->` is the type of
/// one count, `u32` or `u64`.
///
/// ```ignore
/// histogram! { pub Levels: fn(x: u8) -> u32 { bin: x, bins: 256 } }
/// histogram! { pub Ages: fn(x: f32) -> u32 { edges: ..=[0.0, 18.0, 65.0, 120.0] } }
/// histogram! { pub Unit: fn(x: f32) -> u64 { range: 0.0..=1.0, bins: 1000, outside: count } }
/// ```
///
/// | key | value | without it |
/// |---|---|---|
/// | `bin` | integer expression over the inputs: the number of the bin | `range` or `edges` |
/// | `range` | `low..high`, or `low..=high` to count the upper end too; may name run-time parameters | `bin` or `edges` |
/// | `edges` | increasing edges: a list, a constant array, or a parameter that is an array or of type `Edges<f32>`; after `..=` the last one counts too | `bin` or `range` |
/// | `bins` | the number of bins: a number, a constant, or a run-time parameter of type `u32` | an error, but for `edges` |
/// | `filter` | `bool` expression over the inputs: which elements take part | all do |
/// | `index` | a name for the index of the element, a `u64` | none |
/// | `outside` | `drop`, `clamp` (into the nearest bin) or `count` (apart: below, above, NaN) | `drop` |
/// | `schedule` | a kernel as a tutorial has it: `tutorial::global_atomics`, `shared_counts` or `partial_histograms`, or `{ counts: global }` | as fast as the device is |
/// | `fp`, `warp_size`, `block_size`, `items_per_thread`, `vector_width` | as in [`reduction!`] | |
///
/// With a `schedule`, `counts` live in `global` memory (one element a thread), in every block's `shared` memory, or there and
/// then in `slices` that a second kernel adds up (16 elements a thread). The last two need a number of bins that is fixed and
/// fits into 48 KiB. The counts are the same. `block_size` and `items_per_thread` replace the schedule's numbers.
///
/// Inputs, run-time parameters, types and expressions are those of [`reduction!`].
///
/// The ends of a range and the edges have the type of the samples, but over `f16` and `bf16` they are `f32`, and over
/// integers the upper end may lie one above the largest. Where the samples have a type parameter or an alias for a type,
/// `pub Even<T: Sample> { low: T, high: T }: fn(x: T) -> u32 { range: low..high, bins: 100 }`, the ends and what lists of
/// edges hold are of that type; a parameter for edges is an `Edges<T::Edge>`.
#[proc_macro]
pub fn histogram(input: TokenStream) -> TokenStream {
    wavefold_macros_core::histogram(input.into()).into()
}

/// Lets kernels hold a struct: as an element, an accumulator, a result or a parameter.
///
/// ```ignore
/// #[derive(Clone, Copy, DeviceType)]
/// #[repr(C)]
/// pub struct Moments { n: f32, mean: f32, m2: f32 }
/// ```
///
/// The struct is `Copy`, and has named fields, each of a type that inputs can hold, and `#[repr(C)]`, which fixes where they
/// lie. It may have type parameters, `struct Pair<T: Element> { … }`. Implements the traits `DeviceType` and `Element`; a
/// crate that forbids unsafe code may derive it, because the derive sees to what these traits promise.
#[proc_macro_derive(DeviceType)]
pub fn device_type(input: TokenStream) -> TokenStream {
    wavefold_macros_core::device_type(input.into()).into()
}

/// Makes a function that declarations can call, `op: |a, b| merge(a, b)`, and Rust as well.
///
/// ```ignore
/// /// Chan's formula.
/// #[device_fn]
/// pub fn merge(a: Moments, b: Moments) -> Moments {
///     let n = a.n + b.n;
///     let d = b.mean - a.mean;
///     Moments { n, mean: a.mean + d * b.n / n, m2: a.m2 + b.m2 + d * d * a.n * b.n / n }
/// }
/// ```
///
/// Its body consists of what [`reduction!`] allows in expressions, with the same arithmetic: integers wrap, in Rust too.
/// It takes and returns values, has no type parameters, and does not call itself. It may call other `#[device_fn]`s, and
/// is called by any path, `stats::merge(a, b)`; a type of the same name travels with it through `use`. Of a function that
/// lacks the attribute rustc says, where a declaration calls it, "expected type, found function".
#[proc_macro_attribute]
pub fn device_fn(arguments: TokenStream, function: TokenStream) -> TokenStream {
    wavefold_macros_core::device_fn(arguments.into(), function.into()).into()
}
