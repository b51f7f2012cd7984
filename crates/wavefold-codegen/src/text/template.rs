//! Text with holes: the layout of a phase stays readable where it is written.

/// Fills `$name` holes in `template`.
///
/// A hole alone on its line takes text of several lines, each indented like the hole; empty text removes
/// the line. A leading newline of the template is dropped. Unknown holes stay, so that a snapshot shows them.
pub(crate) fn fill(template: &str, holes: &[(&str, &str)]) -> String {
    let template = template.strip_prefix('\n').unwrap_or(template);
    let mut out = String::new();
    for line in template.split_inclusive('\n') {
        match lone_hole(line, holes) {
            Some((_, "")) => {}
            Some((indent, text)) => out.push_str(&indented(text, indent)),
            None => push_filled(&mut out, line, holes),
        }
    }
    out
}

/// `text` with every line but the empty ones moved right by `indent`, ending in a newline.
pub(crate) fn indented(text: &str, indent: &str) -> String {
    let mut out = String::new();
    for line in text.lines() {
        if !line.is_empty() {
            out.push_str(indent);
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

fn lone_hole<'a>(line: &'a str, holes: &[(&str, &'a str)]) -> Option<(&'a str, &'a str)> {
    let name = line.trim().strip_prefix('$')?;
    let (_, text) = holes.iter().find(|(hole, _)| *hole == name)?;
    Some((&line[..line.len() - line.trim_start().len()], text))
}

fn push_filled(out: &mut String, mut line: &str, holes: &[(&str, &str)]) {
    while let Some(dollar) = line.find('$') {
        out.push_str(&line[..dollar]);
        let rest = &line[dollar + 1..];
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        match holes.iter().find(|(hole, _)| *hole == &rest[..end]) {
            Some((_, text)) => out.push_str(text),
            None => out.push_str(&line[dollar..dollar + 1 + end]),
        }
        line = &rest[end..];
    }
    out.push_str(line);
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn holes_within_a_line() {
        assert_eq!(fill("\n$ty $ty2($name);\n", &[("ty", "int"), ("ty2", "u8"), ("name", "x")]), "int u8(x);\n");
    }

    #[test]
    fn a_lone_hole_keeps_its_indent_and_an_empty_one_its_peace() {
        let filled = fill("{\n    $body\n    $nothing\n}\n", &[("body", "a;\n\nb;"), ("nothing", "")]);
        assert_eq!(filled, "{\n    a;\n\n    b;\n}\n");
    }

    #[test]
    fn an_unknown_hole_stays_visible() {
        assert_eq!(fill("a $b c\n", &[]), "a $b c\n");
    }
}
