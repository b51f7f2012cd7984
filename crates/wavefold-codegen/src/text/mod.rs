//! From typed expressions to C++ text.

pub(crate) mod expression;
pub(crate) mod helpers;
mod helpers_float;
mod helpers_integer;
pub(crate) mod literals;
mod matching;
mod methods;
pub(crate) mod names;
mod precedence;
mod statements;
pub(crate) mod template;
#[cfg(test)]
mod tests;
pub(crate) mod types;

/// What the functions of a text need to have defined before them.
#[derive(Default, Debug)]
pub(crate) struct Definitions {
    pub(crate) structs: types::Structs,
    pub(crate) helpers: helpers::Helpers,
}
