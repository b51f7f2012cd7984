//! From typed expressions to C++ text.

pub(crate) mod expression;
pub(crate) mod helpers;
pub(crate) mod literals;
mod matching;
mod methods;
pub(crate) mod names;
mod operators;
mod precedence;
mod reserved;
mod statements;
pub(crate) mod template;
#[cfg(test)]
mod tests;
pub(crate) mod types;

/// The identifiers of a text, among other words.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// What the functions of a text need to have defined before them.
#[derive(Default, Debug)]
pub(crate) struct Definitions {
    pub(crate) structs: types::Structs,
    pub(crate) helpers: helpers::Helpers,
}
