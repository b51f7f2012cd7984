//! Where `#line` puts every line of a text.

use super::faulty;
use crate::compile::marked;

/// What a preprocessor makes of `#line`: file, line and content of every other line.
fn resolved(marked: &str) -> Vec<(String, u32, &str)> {
    let (mut file, mut number) = (String::new(), 0);
    let mut lines = Vec::new();
    for line in marked.lines() {
        if let Some(mark) = line.strip_prefix("#line ") {
            let (at, name) = mark.split_once(' ').unwrap();
            (file, number) = (name.trim_matches('"').to_owned(), at.parse().unwrap());
        } else {
            lines.push((file.clone(), number, line));
            number += 1;
        }
    }
    lines
}

#[test]
fn every_line_of_a_part_is_the_users_and_the_others_keep_their_numbers() {
    let text = faulty("src/main.rs");
    let marked = marked(&text);
    let resolved = resolved(&marked);
    assert_eq!(resolved.iter().map(|(.., line)| format!("{line}\n")).collect::<String>(), text.source);
    for (number, (file, line, content)) in (1..).zip(resolved) {
        let expected = match number {
            5 => ("src/main.rs", 12),
            6..=11 => ("src/main.rs", 13),
            _ => ("max_abs.hip", number),
        };
        assert_eq!((file.as_str(), line), expected, "{content}");
    }
}

#[test]
fn names_of_files_are_literals_of_cpp() {
    for (file, literal) in [
        ("src/my file é.rs", r#""src/my file é.rs""#),
        (r#"C:\new dir\a "b".rs"#, r#""C:\\new dir\\a \"b\".rs""#),
        ("what??/\n1.rs", r#""what\?\?/\0121.rs""#),
    ] {
        let marked = marked(&faulty(file));
        assert!(marked.contains(&format!("#line 12 {literal}\n__device__ float map")), "{marked}");
    }
}
