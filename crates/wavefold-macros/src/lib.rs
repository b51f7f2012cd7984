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
/// | `exact` | `true`: any order gives the same bits | `false` |
/// | `commutative` | `true` | `true` |
/// | `warp_size` | 32, 64 or `[32, 64]` | both |
/// | `block_size` | a power of two from 64 to 1024 | chosen for the device |
/// | `items_per_thread` | a power of two from 1 to 256 | chosen for the device |
/// | `vector_width` | a power of two; a load has at most 16 bytes | chosen for the device |
///
/// Run-time parameters are fields: `pub Deviation { mean: f32 }: fn(x: f32) -> f32 { … }`. Expressions
/// consist of literals, names, constants (in capitals, or with a path), operators, `as`, `if`, `match`,
/// `let`, blocks, arrays and the methods of the numeric types. Integer arithmetic wraps, `x / 0` is 0
/// and `x % 0` is `x`, shift counts are taken modulo the width.
///
/// The methods are
/// - of every number: `min max clamp rem_euclid div_euclid`, and with a sign `abs signum`;
/// - of floats: `minimum maximum sqrt floor ceil trunc round round_ties_even fract recip copysign mul_add powi
///   is_nan is_infinite is_finite is_sign_negative is_sign_positive to_bits`, `f32::from_bits(…)`, and, with bits
///   that depend on the device, `exp exp2 ln log2 log10 sin cos tan asin acos atan atan2 sinh cosh tanh cbrt hypot
///   powf`;
/// - of integers: `pow wrapping_add wrapping_sub wrapping_mul wrapping_neg saturating_add saturating_sub abs_diff
///   unsigned_abs count_ones count_zeros leading_zeros trailing_zeros rotate_left rotate_right is_power_of_two`.
///
/// They may also be written as functions of the type, `f32::max(a, b)`.
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
/// | `edges` | increasing edges: a list, a constant array, or a parameter of type `Edges<f32>`; after `..=` the last one counts too | `bin` or `range` |
/// | `bins` | the number of bins: a number, a constant, or a run-time parameter of type `u32` | an error, but for `edges` |
/// | `filter` | `bool` expression over the inputs: which elements take part | all do |
/// | `index` | a name for the index of the element, a `u64` | none |
/// | `outside` | `drop`, `clamp` (into the nearest bin) or `count` (apart: below, above, NaN) | `drop` |
/// | `warp_size`, `block_size`, `items_per_thread`, `vector_width` | as in [`reduction!`] | |
#[proc_macro]
pub fn histogram(input: TokenStream) -> TokenStream {
    wavefold_macros_core::histogram(input.into()).into()
}
