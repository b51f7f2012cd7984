//! What can be asked for, and what is said of what cannot.

use std::fs;

use wavefold::tutorial::{HISTOGRAMS, REDUCTIONS, ROWS};

use crate::{ladder, where_emulated};

/// What is printed without running anything.
fn printed(arguments: &[&str]) -> String {
    let (right, out) = ladder(arguments).unwrap();
    assert!(right);
    out
}

#[test]
fn every_kernel_of_every_tutorial_is_listed() {
    let out = printed(&["--list"]);
    for row in ROWS {
        let line = out.lines().find(|line| line.contains(row.preset) && line.contains(row.kernel));
        assert!(line.is_some(), "{row:?} is not in\n{out}");
    }
    let names = REDUCTIONS.iter().map(|(name, _)| *name).chain(HISTOGRAMS.iter().map(|(name, _)| *name));
    for name in names.chain(["canonical", "privatized"]) {
        assert!(out.lines().any(|line| line.split_whitespace().next() == Some(name)), "{name}");
    }
    assert!(out.contains("bins_slices_items16, bins_slices_items16_sums"), "{out}");
    assert_eq!(printed(&["histogram", "--list"]).lines().count(), 5);
}

#[test]
fn the_kernels_of_a_row() {
    let text = printed(&["--kernel", "sequential", "--op", "max-abs"]);
    assert!(
        text.contains("void max_abs_sequential(") && text.contains("void max_abs_sequential_partials("),
        "{text}"
    );
    let text = printed(&["--kernel", "warp_shuffle", "--warp-size", "64", "--block", "128"]);
    assert!(text.contains("WARP_SIZE = 64") && text.contains("BLOCK_SIZE = 128"), "{text}");
    let text = printed(&["--kernel", "shared_counts", "--items", "8"]);
    assert!(text.contains("void bins_shared_items8("), "{text}");
    assert!(printed(&["--kernel", "canonical"]).contains("void sum("));
}

/// The message for these arguments, with its causes.
fn message(arguments: &[&str]) -> String {
    let error = ladder(arguments).map(|(_, out)| out).expect_err(&format!("{arguments:?} is refused"));
    format!("{error:#}")
}

#[test]
fn what_cannot_be_asked_for() {
    let cases: &[(&[&str], &[&str])] = &[
        (&["--n", "20k"], &["'20k' for '--n <N>'", "100M", "2^28"]),
        (&["--op", "median"], &["'median'", "--op", "sum", "arg-max"]),
        (&["--distribution", "normal"], &["--distribution", "uniform, skewed, constant, zipf"]),
        (&["--device", "metal"], &["--device", "best, hip, cuda, emulated"]),
        (&["--warp-size", "16"], &["--warp-size", "write 32 or 64"]),
        (&["--warp-size", "64", "--device", "cuda"], &["--warp-size is for --device emulated", "leave it out"]),
        (&["--cu-mode"], &["--cu-mode is for --device hip"]),
        (&["--sweep", "items", "--items", "4"], &["--sweep", "--items"]),
        (&["--iterations", "0"], &["--iterations", "1..=100000"]),
        (&["scan"], &["scan", "reduction, histogram"]),
        (&["--only", "sequential,fast"], &["--only fast", "the rows are global_memory, ", "privatized"]),
        (&["histogram", "--only", "sequential"], &["--only sequential", "the rows are global_atomics, "]),
        (&["--kernel", "fast"], &["--kernel fast", "the rows are global_memory, "]),
        (
            &["--kernel", "block_atomics", "--op", "variance"],
            &["--kernel block_atomics", "24 bytes", "last_block"],
        ),
        (&["--kernel", "sequential", "--block", "100"], &["block_size 100", "a power of two from 2 to 1024"]),
        (&["--profile-csv", "/nowhere/a.csv"], &["/nowhere/a.csv cannot be read"]),
        (&["--json", "/nowhere/a.json"], &["--json: cannot write `/nowhere/a.json`", "name a file"]),
        (&["--csv", "/nowhere/a", "--json", "/nowhere/./a"], &["--csv and --json both name `/nowhere/"]),
    ];
    for (arguments, parts) in cases {
        let message = message(arguments);
        for part in *parts {
            assert!(message.contains(part), "`{part}` is not in the message for {arguments:?}:\n{message}");
        }
    }
}

#[test]
fn one_file_for_two_options() {
    where_emulated(|| {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("b")).unwrap();
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (plain, roundabout) = (path("a"), path("b/../a"));
        for (one, other) in [("--csv", "--json"), ("--csv", "--svg"), ("--json", "--svg")] {
            let message = message(&["--device", "emulated", one, &plain, other, &roundabout]);
            let expected = format!("{one} and {other} both name `{roundabout}`; give each a file of its own");
            assert_eq!(message, expected);
        }
        assert!(!fs::exists(plain).unwrap(), "nothing is written");
    });
}

#[test]
fn numbers_that_no_row_can_have() {
    where_emulated(|| {
        let reduction = ["reduction", "--device", "emulated", "--n", "10"];
        let refused = |more: &[&str]| message(&[&reduction[..], more].concat());
        let of_block = refused(&["--block", "100"]);
        assert!(
            of_block.contains("no row of Sum can be laid out with --block 100: `Sum`: block_size 100"),
            "{of_block}"
        );
        let of_items = refused(&["--items", "0"]);
        assert!(
            of_items.contains("with --items 0: `Sum`: items_per_thread 0") && of_items.contains("1 to 256"),
            "{of_items}"
        );
        let of_op = refused(&["--op", "variance", "--only", "block_atomics"]);
        assert!(of_op.contains("no row of Variance can be laid out: ") && of_op.contains("24 bytes"), "{of_op}");
    });
}
