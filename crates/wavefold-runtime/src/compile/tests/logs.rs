//! What real compilers said to the marked text of [`faulty`]: their logs, as they were written.
//!
//! `hiprtc_*` are of Debian's ROCm 5.7.1 and 6.4.3 for gfx942, `nvrtc_*` of NVRTC 13.0.88 for sm_90, all called with the
//! file name `foo.hip`; `*_shared` are about 400 000 bytes of shared memory in a kernel `luma`.

use super::faulty;
use crate::compile::Severity::{Error, Note, Warning};
use crate::compile::{CompileError, refused};

const HIPRTC_5_7: &str = include_str!("hiprtc_5_7.log");
const HIPRTC_6_4: &str = include_str!("hiprtc_6_4.log");
const NVRTC_13_0: &str = include_str!("nvrtc_13_0.log");

fn read(log: &str) -> CompileError {
    *refused(&faulty("src/main.rs"), "hiprtc 5.7", "gfx942", log)
}

/// Severity, begin of the text, file and line, line of the generated text.
type Said = (crate::compile::Severity, String, Option<(String, u32, Option<u32>)>);

fn said(error: &CompileError) -> Vec<Said> {
    let place = |place: &crate::compile::Place| (place.file.clone(), place.line, place.kernel_line);
    let messages = error.messages.iter();
    messages.map(|message| (message.severity, message.text.clone(), message.place.as_ref().map(place))).collect()
}

fn at(file: &str, line: u32, kernel_line: u32) -> Option<(String, u32, Option<u32>)> {
    Some((file.into(), line, Some(kernel_line)))
}

#[test]
fn hiprtc() {
    // Before clang 17 (ROCm 5.7) there was no gutter.
    let gutterless: String = HIPRTC_5_7
        .lines()
        .map(|line| line.split_once(" | ").map_or(line, |(_, code)| code).to_owned() + "\n")
        .collect();
    for log in [&gutterless, HIPRTC_5_7, HIPRTC_6_4] {
        let expected = [
            (Error, "use of undeclared identifier 'y'", at("src/main.rs", 12, 5)),
            (Error, "member reference base type 'float' is not a structure or union", at("src/main.rs", 13, 8)),
            (Error, "use of undeclared identifier 'bigger'", at("src/main.rs", 13, 9)),
            (Error, "use of undeclared identifier 'none'", at("src/main.rs", 13, 11)),
            (Error, "no matching function for call to 'op'", at("max_abs.hip", 19, 19)),
            (
                Note,
                "candidate function not viable: requires 2 arguments, but 1 was provided",
                at("src/main.rs", 13, 6),
            ),
            (Error, "no matching function for call to 'first'", at("max_abs.hip", 20, 20)),
            (
                Note,
                "candidate template ignored: deduced conflicting types for parameter 'T' ('int' vs. 'float')",
                at("max_abs.hip", 14, 14),
            ),
        ];
        assert_eq!(said(&read(log)), expected.map(|(severity, text, place)| (severity, text.to_owned(), place)));
    }
}

#[test]
fn nvrtc() {
    let expected = [
        (Error, "identifier \"y\" is undefined", at("src/main.rs", 12, 5)),
        (Error, "expression must have class type but it has type \"float\"", at("src/main.rs", 13, 8)),
        (Error, "identifier \"bigger\" is undefined", at("src/main.rs", 13, 9)),
        (Error, "identifier \"none\" is undefined", at("src/main.rs", 13, 11)),
        (Error, "too few arguments in function call", at("max_abs.hip", 19, 19)),
        (
            Error,
            "no instance of function template \"first\" matches the argument list\nargument types are: (int, float)",
            at("max_abs.hip", 20, 20),
        ),
        (Note, "candidate function template \"first\" failed deduction", at("max_abs.hip", 14, 14)),
        (Warning, "variable \"unused\" was declared but never referenced", at("max_abs.hip", 18, 18)),
    ];
    assert_eq!(
        said(&read(NVRTC_13_0)),
        expected.map(|(severity, text, place)| (severity, text.to_owned(), place))
    );
}

#[test]
fn the_generated_lines_around_are_those_of_the_source() {
    let error = read(NVRTC_13_0);
    let text = faulty("src/main.rs");
    let source: Vec<&str> = text.source.lines().collect();
    for message in &error.messages {
        let place = message.place.as_ref().unwrap();
        let numbers: Vec<u32> = place.generated.iter().map(|&(number, _)| number).collect();
        let meant = place.kernel_line.unwrap();
        assert_eq!(
            numbers,
            (meant - 2..=meant + 2).filter(|&line| line as usize <= source.len()).collect::<Vec<_>>()
        );
        assert!(place.generated.iter().all(|(number, line)| source[*number as usize - 1] == line));
    }
}

/// Compilers write names as they are, whatever is in them.
#[test]
fn names_with_any_character_are_found() {
    for file in [r"C:\new dir\a (1): 'é'.rs", "a: error: b(3).rs", "my file.rs", "max_abs.hip(1)"] {
        for (log, position) in [(HIPRTC_6_4, ":13:"), (NVRTC_13_0, "(13)")] {
            let log = log.replace("src/main.rs", file);
            assert!(log.contains(&format!("{file}{position}")));
            let error = refused(&faulty(file), "a compiler", "sm_90", &log);
            assert_eq!(said(&error)[2].2, at(file, 13, 9), "{error}");
        }
    }
}

/// Without the line that a compiler shows, all that the user's line became can be meant.
#[test]
fn where_a_compiler_says_too_little_all_lines_are_shown() {
    let error = read("src/main.rs(13): error: something\n");
    let place = error.messages[0].place.as_ref().unwrap();
    assert_eq!(place.kernel_line, None);
    assert_eq!(
        place.generated.iter().map(|&(number, _)| number).collect::<Vec<_>>(),
        (4..=13).collect::<Vec<_>>()
    );
}

#[test]
fn too_much_shared_memory() {
    let luma = |log| {
        let text = wavefold_codegen::KernelText { entry: "luma".into(), ..faulty("src/main.rs") };
        *refused(&text, "a compiler", "an architecture", log)
    };
    let old = luma(include_str!("hiprtc_5_7_shared.log"));
    let new = luma(include_str!("hiprtc_6_4_shared.log"));
    let nvidia = luma(include_str!("nvrtc_13_0_shared.log"));
    assert_eq!(
        said(&old),
        [(
            Error,
            "local memory (400000) exceeds limit (65536) in function 'luma' () exceeds limit () in ''".into(),
            None
        )]
    );
    assert_eq!(
        said(&new)[0],
        (Error, "local memory (400000) exceeds limit (65536) in 'luma'".into(), at("luma.hip", 1, 1))
    );
    assert_eq!((said(&new)[1].0, new.messages.len()), (Warning, 2));
    assert_eq!(
        said(&nvidia),
        [(Error, "Entry function 'luma' uses too much shared data (0x61a80 bytes, 0xc000 max)".into(), None)]
    );
    for error in [old, new, nvidia] {
        assert!(error.to_string().contains("use fewer bins"), "{error}");
    }
}

#[test]
fn what_cannot_be_read_is_shown_whole() {
    for log in ["LLVM ERROR: out of memory\nAborted", "  error: indented like code\n"] {
        let error = read(log);
        assert_eq!(error.messages, []);
        assert!(error.to_string().starts_with(log.trim()), "{error}");
        assert_eq!(error.log, log);
    }
    assert!(read("").to_string().starts_with("the compiler gives no reason"));
    let error = read(include_str!("nvrtc_13_0_option.log"));
    assert_eq!(said(&error), [(Error, "invalid value for --gpu-architecture (-arch)".into(), None)]);
}

#[test]
fn how_it_reads() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::assert_snapshot!("refused_by_hiprtc", read(HIPRTC_5_7));
        insta::assert_snapshot!(
            "refused_by_nvrtc",
            *refused(&faulty("src/main.rs"), "NVRTC 13.0", "sm_90", NVRTC_13_0)
        );
    });
}

#[test]
fn many_errors_are_counted() {
    let log: String = (0..20).map(|number| format!("max_abs.hip:3:1: error: number {number}\n")).collect();
    let shown = read(&log).to_string();
    assert!(shown.contains("number 7") && !shown.contains("number 8"), "{shown}");
    assert!(shown.contains("and 12 more errors"), "{shown}");
}
