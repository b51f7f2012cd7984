//! From typed expressions to C++ text.

pub(crate) mod expression;
pub(crate) mod functions;
pub(crate) mod helpers;
pub(crate) mod literals;
mod matching;
mod methods;
pub(crate) mod names;
mod operators;
mod precedence;
mod reserved;
mod statements;
pub(crate) mod structs;
pub(crate) mod template;
#[cfg(test)]
mod tests;
pub(crate) mod types;

/// The identifiers of a text, among other words.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
}

/// A doc line that cannot end or continue the comment it stands in.
pub(crate) fn printable(line: &str) -> String {
    let mut text: String = line.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    // A backslash at the end would continue the comment on the next line.
    let end = text.trim_end_matches(|c: char| c == '\\' || c.is_whitespace()).len();
    text.truncate(end);
    text.replace("??/", "?? /")
}

/// What the functions of a text need to have defined before them.
#[derive(Default, Debug)]
pub(crate) struct Definitions<'a> {
    pub(crate) structs: structs::Structs,
    pub(crate) helpers: helpers::Helpers,
    pub(crate) functions: functions::Functions<'a>,
    /// What the user's structs and functions are called: names that nothing within a function may hide.
    pub(crate) names: names::Scope,
}
