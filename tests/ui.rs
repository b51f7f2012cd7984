//! What the macros accept and refuse, as a user's crate sees it. Bless new messages with
//! `TRYBUILD=overwrite cargo test --test ui`; the pinned toolchain writes them.

use std::fs;
use std::path::Path;

/// A glob without matches is no error to trybuild: these are the numbers of cases that must run.
const PASS: usize = 11;
const FAIL: usize = 33;

#[test]
fn ui() {
    assert_eq!((count("tests/ui/pass"), count("tests/ui/fail")), (PASS, FAIL), "cases in pass and fail");
    let cases = trybuild::TestCases::new();
    cases.pass("tests/ui/pass/*.rs");
    cases.compile_fail("tests/ui/fail/*.rs");
}

fn count(folder: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = fs::read_dir(&folder).expect("the folder of the cases exists");
    let names = entries.map(|entry| entry.expect("the folder is readable").path());
    names.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).count()
}
