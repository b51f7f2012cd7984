//! Compilers' logs, message by message.
//!
//! clang (and g++) write `file:12:5: error: text`, then the line with a caret below it; NVRTC `file(12): error #20: text`,
//! further lines of the text, the line, a caret; linkers, `ptxas` and whoever knows no place `tool: error: text`.

use super::Severity;

/// One message, as the compiler says it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Entry {
    pub(super) severity: Severity,
    pub(super) text: String,
    /// File and line.
    pub(super) place: Option<(String, u32)>,
    /// The line that it shows.
    pub(super) excerpt: Option<String>,
}

/// The messages of a log. Names of `files` are found whatever characters they have.
pub(super) fn entries(log: &str, files: &[&str]) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut lines = log.lines().peekable();
    while let Some(line) = lines.next() {
        let Some(mut entry) = head(line, files) else {
            continue;
        };
        let mut body = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.trim().is_empty() && head(line, files).is_none()) {
            body.push(line);
        }
        let caret = body.iter().position(|line| is_caret(line));
        let shown = caret.and_then(|caret| caret.checked_sub(1));
        entry.excerpt = shown.map(|shown| after_gutter(body[shown]).to_owned());
        // What is indented before the shown line goes on with the message.
        for line in
            body.iter().take(shown.unwrap_or(body.len())).filter(|line| line.starts_with(char::is_whitespace))
        {
            entry.text.push('\n');
            entry.text.push_str(line.trim());
        }
        entries.push(entry);
    }
    entries
}

/// The first line of a message.
fn head(line: &str, files: &[&str]) -> Option<Entry> {
    let known = files.iter().filter_map(|&file| {
        let rest = line.strip_prefix(file)?;
        let (position, severity, text) = severity(rest)?;
        let number = line_number(position)?;
        Some((file, number, severity, text))
    });
    let (place, severity, text) = match known.max_by_key(|(file, ..)| file.len()) {
        Some((file, number, severity, text)) => (Some((file.to_owned(), number)), severity, text),
        None => {
            let (before, severity, text) = severity(line)?;
            let place = place(before);
            // Code that a compiler shows may say `error:` too.
            let tool = !before.contains(char::is_whitespace) || before.starts_with("ptxas ");
            if line.starts_with(char::is_whitespace) || place.is_none() && !tool {
                return None;
            }
            (place, severity, text)
        }
    };
    let text = text.strip_prefix("<unknown>:0:0: ").unwrap_or(text);
    Some(Entry { severity, text: text.to_owned(), place, excerpt: None })
}

/// What stands before the first `error:`, which of them it is, and the text after it.
fn severity(line: &str) -> Option<(&str, Severity, &str)> {
    const WORDS: [(&str, Severity); 8] = [
        ("fatal error", Severity::Error),
        ("catastrophic error", Severity::Error),
        ("internal error", Severity::Error),
        ("fatal", Severity::Error),
        ("error", Severity::Error),
        ("warning", Severity::Warning),
        ("note", Severity::Note),
        ("remark", Severity::Note),
    ];
    let found = WORDS.iter().flat_map(|&(word, severity)| {
        line.match_indices(word).filter_map(move |(at, _)| {
            let before = &line[..at];
            if !(before.is_empty() || before.ends_with(' ')) {
                return None;
            }
            // `error: `, `error   : `, `error #20: `, `warning #177-D: `
            let after = line[at + word.len()..].trim_start();
            let after = after.strip_prefix('#').map_or(after, |number| {
                number.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches("-D")
            });
            Some((before, severity, after.strip_prefix(':')?))
        })
    });
    let (before, severity, text) = found.min_by_key(|(before, ..)| before.len())?;
    Some((before.trim_end().trim_end_matches(':').trim_end(), severity, text.trim()))
}

/// `src/main.rs:12:5`, `src/main.rs(12)`
fn place(text: &str) -> Option<(String, u32)> {
    let end = match text.strip_suffix(')') {
        Some(inner) => inner.rfind('(')?,
        None => {
            let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            let (before, last) = text.rsplit_once(':').filter(|(_, last)| number(last))?;
            match before.rsplit_once(':').filter(|(_, last)| number(last)) {
                Some((file, _)) => file.len(),
                None => text.len() - last.len() - 1,
            }
        }
    };
    let number = line_number(&text[end..])?;
    (end > 0).then(|| (text[..end].to_owned(), number))
}

/// The line of `:12:5`, `:12`, `(12)`.
fn line_number(position: &str) -> Option<u32> {
    let digits = match position.strip_prefix('(') {
        Some(inner) => inner.strip_suffix(')')?,
        None => position.strip_prefix(':')?,
    };
    let (line, column) = digits.split_once([':', ',']).unwrap_or((digits, "0"));
    column.trim().parse::<u32>().ok()?;
    line.parse().ok()
}

/// A line of code without clang's `  12 | `.
fn after_gutter(line: &str) -> &str {
    let gutter =
        line.split_once('|').filter(|(number, _)| number.trim().bytes().all(|byte| byte.is_ascii_digit()));
    gutter.map_or(line, |(_, code)| code)
}

fn is_caret(line: &str) -> bool {
    let marks = after_gutter(line).trim();
    marks.contains('^') && marks.chars().all(|c| matches!(c, '^' | '~' | ' '))
}
