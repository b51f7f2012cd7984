//! The comment on top of a kernel, its constants, and the order of its sections.

use std::borrow::Cow;

use super::functions::DeviceFunction;
use super::origin::{Origin, origins};
use crate::text::functions::PrintedFunction;
use crate::text::{printable, types, words};
use crate::{Fp, Item, Type, WarpSize};

/// Stands above a kernel that takes the index of its first element.
pub(crate) const ABOUT_FIRST_INDEX: &str =
    "// Element i of the input has the index first_index + i: the input is part of a longer one.";

/// The longest line of the comment that is made of several sentences.
const LONGEST_LINE: usize = 112;

/// What the header says of the schedule.
pub(crate) struct Layout {
    pub(crate) warp_size: WarpSize,
    pub(crate) block_size: u32,
    pub(crate) items_per_thread: u32,
    pub(crate) how: String,
}

impl Layout {
    /// As lines of the comment.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!(
            "laid out for warps of {} lanes, blocks of {} threads, {} per thread:",
            self.warp_size,
            self.block_size,
            counted(self.items_per_thread, "item"),
        )];
        let never = "The layout changes the speed, never the result.";
        if self.how.len() + never.len() < LONGEST_LINE {
            lines.push(format!("{}. {never}", self.how));
        } else {
            lines.extend([format!("{}.", self.how), never.into()]);
        }
        lines
    }
}

/// A piece of a kernel; empty lines part it from its neighbours.
pub(crate) enum Section<'f> {
    /// What the generator writes of its own.
    Text(String),
    /// Functions of the user's that the parts call.
    Functions(&'f [PrintedFunction]),
    /// The parts of the declaration.
    Parts(Vec<&'f DeviceFunction>),
}

impl Section<'_> {
    fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => text.trim_matches('\n').into(),
            Self::Functions(functions) => {
                functions.iter().map(|function| function.text.as_str()).collect::<Vec<_>>().join("\n\n").into()
            }
            Self::Parts(parts) => {
                parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("\n").into()
            }
        }
    }

    /// Which lines print what the user wrote, when the section begins at line `first`.
    fn origins(&self, item: &Item<'_>, first: u32) -> Vec<Origin> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Functions(functions) => {
                let functions = functions.iter();
                origins(functions.map(|of| (of.text.as_str(), of.file.as_str(), of.line)), first, 1)
            }
            Self::Parts(parts) => {
                let parts = parts.iter();
                origins(parts.map(|part| (part.text.as_str(), item.location.file, part.line)), first, 0)
            }
        }
    }
}

/// Joins the sections and puts before them what depends on all of them; `layout` is what the comment says of it. Gives the text, and which of its lines are the
/// user's.
pub(crate) fn compose(
    kind: &str,
    item: &Item<'_>,
    output: Type<'_>,
    layout: &[String],
    constants: &Constants<'_>,
    sections: &[Section<'_>],
) -> (String, Vec<Origin>) {
    let mut body = String::new();
    let mut user = Vec::new();
    for section in sections {
        let text = section.text();
        if text.is_empty() {
            continue;
        }
        if !body.is_empty() {
            body.push_str("\n\n");
        }
        user.extend(section.origins(item, line_at_end(&body)));
        body.push_str(&text);
    }
    let constants = constants.used_by(&body);
    let body = format!("{constants}\n{body}");
    let mut out = comment(kind, item, output, layout);
    out.push('\n');
    let typedefs = types::typedefs(&body);
    if !typedefs.is_empty() {
        out.push_str(&typedefs);
        out.push('\n');
    }
    // The sections stand behind all of this.
    let before = line_at_end(&out) - 1 + line_at_end(&constants);
    user.iter_mut().for_each(|origin| origin.move_down(before));
    out.push_str(&body);
    out.push('\n');
    (out, user)
}

/// The number, from 1, of the line that text after `text` stands on.
fn line_at_end(text: &str) -> u32 {
    1 + text.matches('\n').count() as u32
}

fn comment(kind: &str, item: &Item<'_>, output: Type<'_>, layout: &[String]) -> String {
    let mut lines: Vec<String> = item.docs.iter().map(|line| printable(line)).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    if !lines.is_empty() {
        lines.push(String::new());
    }
    let list = |bindings: &[crate::Binding<'_>]| {
        bindings.iter().map(|binding| format!("{}: {}", binding.name, binding.ty)).collect::<Vec<_>>().join(", ")
    };
    let parameters = match item.parameters {
        [] => String::new(),
        parameters => format!(" {{ {} }}", list(parameters)),
    };
    let arguments = match item.arguments {
        [] => String::new(),
        arguments => format!("<{}>", arguments.iter().map(Type::to_string).collect::<Vec<_>>().join(", ")),
    };
    let inputs = list(item.inputs);
    lines.push(format!("The {kind} `{}{arguments}{parameters}: fn({inputs}) -> {output}`,", item.name));
    lines.extend(layout.iter().cloned());
    lines.push(
        match item.fp {
            Fp::Strict => "Compile without contraction: -ffp-contract=off (hiprtc), --fmad=false (NVRTC).",
            Fp::Fast => "Compile with contraction: -ffp-contract=fast (hiprtc), --fmad=true (NVRTC).",
        }
        .into(),
    );
    lines.iter().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect()
}

/// `1 vector`, `2 vectors`
pub(crate) fn counted(count: u32, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Named constants of a kernel.
pub(crate) struct Constants<'c> {
    /// Name, value and comment.
    pub(crate) lines: Vec<(&'c str, String, &'c str)>,
    /// What is asserted about them.
    pub(crate) assertion: String,
}

impl Constants<'_> {
    /// Those that `body` uses, directly or through one another, one per line with the comments in one column.
    fn used_by(&self, body: &str) -> String {
        let mut kept = Vec::new();
        let mut users = format!("{body}\n{}", self.assertion);
        // A constant is only named by later ones.
        for line in self.lines.iter().rev() {
            if words(&users).any(|word| word == line.0) {
                users.push('\n');
                users.push_str(&line.1);
                kept.insert(0, line);
            }
        }
        let texts: Vec<String> =
            kept.iter().map(|(name, value, _)| format!("constexpr u32 {name} = {value};")).collect();
        let commented = texts.iter().zip(&kept).filter(|(_, (_, _, comment))| !comment.is_empty());
        let width = commented.map(|(text, _)| text.len()).max().unwrap_or(0);
        let mut out = String::new();
        for (text, (_, _, comment)) in texts.iter().zip(&kept) {
            let line = if comment.is_empty() { text.clone() } else { format!("{text:width$}  // {comment}") };
            out.push_str(&line);
            out.push('\n');
        }
        out + &self.assertion
    }
}
