//! The README's table of what runs where, made of the tests themselves.

use std::fmt::Write;

use super::READY;
use crate::backends::Backend;

const TYPES: [&str; 12] = ["f16", "bf16", "f32", "f64", "i8", "i16", "i32", "i64", "u8", "u16", "u32", "u64"];
const BEGIN: &str =
    "<!-- The table of the ready-made reductions, written by tests/conformance/ready/table.rs. -->\n";
const END: &str = "<!-- End of the table. -->\n";

/// A row for every reduction, a column for every type; a cell has a letter for each backend that is tested.
fn table() -> String {
    let mut text =
        format!("\n| | {} |\n|---|{}\n", TYPES.map(|ty| format!("`{ty}`")).join(" | "), "---|".repeat(12));
    for (name, types) in READY {
        let cells = TYPES.map(|ty| if types.contains(&ty) { letters() } else { "–".to_owned() });
        writeln!(text, "| `{}` | {} |", name.trim_start_matches("reductions::"), cells.join(" | ")).unwrap();
    }
    text.push('\n');
    text
}

/// Every test is one for every backend.
fn letters() -> String {
    let mut letters: Vec<char> = Backend::ALL
        .map(|backend| match backend {
            Backend::Cpu => 'C',
            Backend::EmulatedW32 | Backend::EmulatedW64 => 'E',
            Backend::Hip => 'A',
            Backend::Cuda => 'N',
        })
        .to_vec();
    letters.dedup();
    letters.into_iter().collect()
}

/// Compares; `INSTA_UPDATE=always`, as for snapshots, writes the table instead.
#[test]
fn the_readme_has_the_table_of_what_is_tested() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let readme = std::fs::read_to_string(path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).expect("the README marks where the table begins");
    let (found, after) = rest.split_once(END).expect("the README marks where the table ends");
    if found == table() {
        return;
    }
    assert!(
        std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
        "the README's table is not that of the tests; `cargo xtask bless` writes it"
    );
    std::fs::write(path, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
}
