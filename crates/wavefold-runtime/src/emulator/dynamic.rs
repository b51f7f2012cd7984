//! `extern __shared__ T name[];`: shared memory whose size is given at launch.
//!
//! `__shared__` is a macro that says `static`, which `extern` excludes, so these declarations are marked in the text:
//! `extern __shared__` becomes `extern __dynamic__`, a plain external array. The linker then makes every such name an alias of
//! one array of the runtime.

/// A text with its dynamic declarations marked, and the names that they declare.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Marked {
    pub(crate) text: String,
    pub(crate) names: Vec<String>,
}

/// Marks the declarations; lines stay where they are.
pub(crate) fn mark(source: &str) -> Marked {
    const SHARED: &str = "__shared__";
    let mut marked = Marked { text: String::with_capacity(source.len() + 16), names: Vec::new() };
    let mut rest = source;
    while let Some(at) = rest.find(SHARED) {
        let (before, after) = (&rest[..at], &rest[at + SHARED.len()..]);
        marked.text.push_str(before);
        let name = before.trim_end().ends_with("extern").then(|| declared_name(after)).flatten();
        marked.text.push_str(if name.is_some() { "__dynamic__" } else { SHARED });
        if let Some(name) = name.filter(|name| !marked.names.contains(name)) {
            marked.names.push(name);
        }
        rest = after;
    }
    marked.text.push_str(rest);
    marked
}

/// The identifier before the first `[` of the declaration.
fn declared_name(declaration: &str) -> Option<String> {
    let declarator = declaration.split(';').next()?.split_once('[')?.0.trim_end();
    let begin = declarator.rfind(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(0, |at| at + 1);
    let name = &declarator[begin..];
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::mark;

    #[test]
    fn only_external_declarations_are_marked() {
        let marked =
            mark("extern\n__shared__ float4 tile [];\n__shared__ int x[4]; extern __shared__ int tile[], *p;");
        assert_eq!(
            marked.text,
            "extern\n__dynamic__ float4 tile [];\n__shared__ int x[4]; extern __dynamic__ int tile[], *p;"
        );
        assert_eq!(marked.names, ["tile"]);
    }
}
