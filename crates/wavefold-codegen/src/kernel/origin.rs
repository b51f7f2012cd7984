//! Which lines of a kernel print what the user wrote.

use std::ops::Range;

use crate::KernelText;

/// Lines of a kernel that print one part of the declaration, or a function that it calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The lines of [`KernelText::source`], from 1; the end is the line after the last.
    pub lines: Range<u32>,
    /// The user's file, as `file!()` says it.
    pub file: String,
    /// The line in it where the part or the function begins, from 1.
    pub line: u32,
}

impl Origin {
    pub(crate) fn move_down(&mut self, lines: u32) {
        self.lines.start += lines;
        self.lines.end += lines;
    }
}

impl KernelText {
    /// What line `line` of the source prints, from 1; `None` for what the generator writes of its own.
    pub fn origin_of(&self, line: u32) -> Option<&Origin> {
        self.origins.iter().find(|origin| origin.lines.contains(&line))
    }
}

/// The origins of texts that stand one below the other from line `first` on, with `between` empty lines between them.
/// Each comes with the file and the line that it prints; one of an unknown place has none.
pub(crate) fn origins<'t>(
    texts: impl Iterator<Item = (&'t str, &'t str, u32)>,
    first: u32,
    between: u32,
) -> Vec<Origin> {
    let mut next = first;
    let mut found = Vec::new();
    for (text, file, line) in texts {
        let lines = next..next + text.lines().count() as u32;
        next = lines.end + between;
        if line != 0 && !file.is_empty() {
            found.push(Origin { lines, file: file.into(), line });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::{
        Binary, Binding, Expr, Finish, Fp, Item, KernelText, Location, Op, Part, Pins, ReductionSchedule,
        ReductionSpec, Scalar, Type, WarpSize, reduction,
    };

    const A: Expr<'static> = Expr::Name("a");
    const B: Expr<'static> = Expr::Name("b");
    const X: Expr<'static> = Expr::Name("x");
    const ZERO: Expr<'static> = Expr::Integer { value: 0, suffix: None };
    const U32: Type<'static> = Type::Scalar(Scalar::U32);

    /// A reduction whose parts stand on these lines: filter, map, op, identity, finish.
    fn text(file: &str, lines: [u32; 5]) -> KernelText {
        let [filter, map, op, identity, finish] = lines;
        let smaller = Expr::Binary(Binary::Lt, &A, &B);
        let choice = Expr::If { condition: &smaller, then: &A, otherwise: &B };
        // Three levels of choices are statements, so that `op` takes several lines.
        let outer = Expr::If { condition: &smaller, then: &choice, otherwise: &A };
        let deep = Expr::If { condition: &smaller, then: &outer, otherwise: &B };
        let spec = ReductionSpec {
            item: Item {
                name: "Least",
                docs: &["The least one."],
                inputs: &[Binding { name: "x", ty: U32 }],
                index: None,
                parameters: &[],
                filter: Some(Part { body: Expr::Binary(Binary::Lt, &ZERO, &X), line: filter }),
                arguments: &[],
                fp: Fp::Strict,
                pins: Pins::NONE,
                location: Location { file, line: 1 },
            },
            accumulator: U32,
            output: U32,
            map: Part { body: X, line: map },
            op: Op { left: "a", right: "b", part: Part { body: deep, line: op } },
            identity: Some(Part { body: ZERO, line: identity }),
            init: None,
            finish: Some(Finish { total: "a", part: Part { body: A, line: finish } }),
            exact: true,
            commutative: true,
            schedule: None,
        };
        let schedule = ReductionSchedule::documented(&spec, WarpSize::W32).unwrap();
        reduction(&spec, &[], &schedule).unwrap()
    }

    #[test]
    fn every_part_has_the_lines_of_its_function() {
        let text = text("src/a.rs", [10, 11, 12, 13, 14]);
        let lines: Vec<&str> = text.source.lines().collect();
        assert_eq!(text.origins.len(), 5);
        for (origin, (name, line)) in
            text.origins.iter().zip([("filter", 10), ("map", 11), ("op", 12), ("identity", 13), ("finish", 14)])
        {
            let function = lines[origin.lines.start as usize - 1..origin.lines.end as usize - 1].join("\n");
            assert!(function.starts_with("__device__ ") && function.ends_with('}'), "{function}");
            assert!(function.contains(&format!(" {name}(")), "{function}");
            assert_eq!(function.matches("__device__").count(), 1, "{function}");
            assert_eq!((origin.file.as_str(), origin.line), ("src/a.rs", line));
        }
        let op = &text.origins[2];
        assert!(op.lines.len() > 4, "{op:?} is to test a function of several lines");
        assert!(op.lines.clone().all(|line| text.origin_of(line) == Some(op)));
    }

    #[test]
    fn what_the_generator_writes_has_no_origin() {
        let text = text("src/a.rs", [10, 11, 12, 13, 14]);
        for (line, content) in (1..).zip(text.source.lines()) {
            let parts = text.origins[0].lines.start..text.origins[4].lines.end;
            assert_eq!(text.origin_of(line).is_some(), parts.contains(&line), "{content}");
        }
    }

    #[test]
    fn an_unknown_line_or_file_gives_none() {
        let known: Vec<u32> =
            text("src/a.rs", [10, 0, 12, 0, 14]).origins.iter().map(|origin| origin.line).collect();
        assert_eq!(known, [10, 12, 14]);
        assert!(text("", [10, 11, 12, 13, 14]).origins.is_empty());
    }

    #[test]
    fn where_a_declaration_stands_does_not_show_in_its_text() {
        assert_eq!(text("src/a.rs", [10, 11, 12, 13, 14]).source, text("src/b.rs", [1, 0, 3, 4, 5]).source);
    }
}
