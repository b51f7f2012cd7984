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
    without_links(&text).replace("??/", "?? /")
}

/// Links of rustdoc as what they show: `[total](Total)` and [`Total`] mean nothing in a kernel.
fn without_links(line: &str) -> String {
    let (mut out, mut rest) = (String::new(), line);
    while let Some((before, after)) = rest.split_once('[') {
        let Some((shown, behind)) = after.split_once(']') else { break };
        let target = behind.strip_prefix('(').and_then(|target| target.split_once(')'));
        let code = shown.len() > 2 && shown.starts_with('`') && shown.ends_with('`');
        out.push_str(before);
        rest = match target {
            Some((_, behind)) => behind,
            None if code => behind,
            // Brackets of the text's own.
            None => {
                out.push('[');
                rest = after;
                continue;
            }
        };
        out.push_str(shown);
    }
    out + rest
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
