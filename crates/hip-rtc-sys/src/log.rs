//! What the compiler says, without what changes from run to run.

/// hiprtc compiles in a temporary folder of a random name, which its messages then have in front of the file's name.
/// Without it the same source gives the same log: `/tmp/comgr-e4d1d1/input/max.hip:3:1: …` becomes `max.hip:3:1: …`.
pub(crate) fn without_folders(log: &str) -> String {
    let mut out = String::with_capacity(log.len());
    let mut rest = log;
    while let Some((before, after)) = folder(rest) {
        out.push_str(before);
        rest = after;
    }
    out + rest
}

/// What stands before the first such folder, and what after it.
fn folder(text: &str) -> Option<(&str, &str)> {
    const NAME: &str = "comgr-";
    const INNER: [&str; 3] = ["input", "include", "output"];
    let mut from = 0;
    while let Some(found) = text[from..].find(NAME) {
        let start = from + found;
        from = start + NAME.len();
        let tail = text[from..].trim_start_matches(|c: char| c.is_ascii_alphanumeric());
        let inside = tail.strip_prefix(['/', '\\']);
        let inner = inside.and_then(|inside| INNER.iter().find_map(|inner| inside.strip_prefix(inner)));
        let Some(after) = inner.and_then(|inner| inner.strip_prefix(['/', '\\'])) else {
            continue;
        };
        let before = &text[..start];
        let path = before.rfind(|c: char| c.is_whitespace() || "'\"<(=".contains(c));
        let path = path.map_or(0, |at| at + before[at..].chars().next().map_or(0, char::len_utf8));
        return Some((&text[..path], after));
    }
    None
}

/// Whether a message is an error. hiprtc reports success for some of them: two architectures, a device library that is
/// missing.
pub(crate) fn has_error(log: &str) -> bool {
    log.lines().any(|line| line.starts_with("error: ") || line.contains(": error: "))
}

#[cfg(test)]
mod tests {
    use super::{has_error, without_folders};

    #[test]
    fn random_folders_go_and_everything_else_stays() {
        let log = "In file included from /tmp/comgr-0a9Zf1/include/a.h:1:\n/tmp/comgr-0a9Zf1/input/é k.hip:2:2: error: x\n\
                   see '/var/tmp/comgr-1/input/k.hip'; comgr-notes and comgr-1/output stay\n";
        let expected = "In file included from a.h:1:\né k.hip:2:2: error: x\n\
                        see 'k.hip'; comgr-notes and comgr-1/output stay\n";
        assert_eq!(without_folders(log), expected);
        let log = "clang: error: no such file: '/scratch/a b/comgr-0142b3/output/k.o'\nC:\\Temp\\comgr-7\\input\\k.hip:1:1: note: x\n";
        let expected = "clang: error: no such file: '/scratch/a k.o'\nk.hip:1:1: note: x\n";
        assert_eq!(without_folders(log), expected);
        assert_eq!(
            without_folders("see\u{3000}/tmp/comgr-1/input/k.hip"),
            "see\u{3000}k.hip",
            "any space ends a path"
        );
        assert_eq!(without_folders(""), "");
        assert_eq!(without_folders("comgr-"), "comgr-");
    }

    #[test]
    fn errors_are_told_from_warnings_and_from_the_text_they_quote() {
        assert!(has_error("k.hip:2:2: error: x\n    2 | #error x\n"));
        assert!(has_error("error: cannot specify -o when generating multiple output files\n"));
        assert!(!has_error("k.hip:1:4: warning: unused variable 'error'\n  1 | int error = 3; // error\n"));
        assert!(!has_error(""));
    }
}
