//! Logs of whatever, of whatever length.

use std::time::{Duration, Instant};

use wavefold_codegen::{Fp, KernelText};

use crate::compile::refused;

/// The error of a text that means nothing, with this log.
fn shown(log: &str) -> String {
    let (source, entry) = ("int x;\n".repeat(50), "k".into());
    let text = KernelText {
        source,
        entry,
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: Vec::new(),
    };
    refused(&text, "compiler", "architecture", log).to_string()
}

#[test]
fn a_log_may_be_of_anything() {
    let pieces = [
        "error: ",
        "error ",
        "error #1",
        "fatal error",
        "note",
        "comgr-",
        "/comgr-a/",
        "/comgr-a/input/",
        " ",
        "\t",
        "^",
        "~",
        "|",
        "(",
        ")",
        ":1",
        "a:1:1: error: x\n",
        "\n  ^\n",
        "\n",
        "é",
        "\u{2028}",
        "\u{3000}",
        "'",
    ];
    for first in pieces {
        for second in pieces {
            for third in pieces {
                shown(&[first, second, third].concat());
                shown(&[first, second, third].concat().repeat(3));
            }
        }
    }
}

/// Its length is all that counts: with its square, this would take minutes.
#[test]
fn a_long_line_is_read_in_time() {
    let start = Instant::now();
    for space in [" ", "\t", "\u{2028}"] {
        shown(&["error: ".repeat(400_000), space.repeat(400_000)].concat());
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
}
