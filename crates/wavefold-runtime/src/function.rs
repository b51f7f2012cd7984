//! What `#[device_fn]` implements.

use wavefold_codegen::Function;

/// A function of the user's that declarations call. `#[device_fn]` implements it for a type that has the function's name,
/// which stands beside the function as types and values do not share their names.
pub trait DeviceFunction {
    /// The function as data, from which kernel text is made.
    const SPEC: Function<'static>;
}
