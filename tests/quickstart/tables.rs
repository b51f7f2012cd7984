//! Tables of one's own, good and bad.

use super::program::{Sandbox, row};

/// What is said of the table, and its mean and levels.
fn read(content: &str, arguments: &[&str]) -> String {
    let arguments = [&["--csv", "t.csv"], arguments].concat();
    let out = Sandbox::with("t.csv", content).run(&arguments).succeeds();
    assert!(!row(&out, "Mean").contains("same"), "nothing is known of this table\n{out}");
    let table = out.lines().find_map(|line| line.strip_prefix("table   t.csv: ")).unwrap_or_default();
    let mean: Vec<_> = row(&out, "Mean").split("  ").take(1).collect();
    format!("{table}; {}", mean.concat())
}

#[test]
fn tables_of_every_kind() {
    let cases: &[(&str, &[&str], &str)] = &[
        ("a,b\n1,2\n3,6\n", &["--column", "b"], "column `b`, 2 rows, 0 of them empty; 4.0"),
        ("a,b\n1,2\n3,6\n", &["--column", "1"], "column `a`, 2 rows, 0 of them empty; 2.0"),
        ("a,b\n1,2\n3,\n", &["--column", "b"], "column `b`, 2 rows, 1 of them empty; 2.0"),
        ("a,b\r\n1,NaN\r\n3,6\r\n", &["--column", "b"], "column `b`, 2 rows, 1 of them empty; 6.0"),
        ("only\n1\n2\n\n3", &[], "column `only`, 3 rows, 0 of them empty; 2.0"),
        ("1,2\n3,6\n", &["--column", "2"], "column number 2, 2 rows, 0 of them empty; 4.0"),
        ("5\n7\n", &[], "column number 1, 2 rows, 0 of them empty; 6.0"),
        ("2019,2020\n1,3\n", &["--column", "2020"], "column `2020`, 1 rows, 0 of them empty; 3.0"),
        ("\u{feff}a,b\n1,2\n", &["--column", "a"], "column `a`, 1 rows, 0 of them empty; 1.0"),
        (
            "\"a, b\",c\n\" 1.5e1 \",\"x\ny\"\n",
            &["--column", "a, b"],
            "column `a, b`, 1 rows, 0 of them empty; 15.0",
        ),
        ("a\n-1e-3\n+3E-3\n", &[], "column `a`, 2 rows, 0 of them empty; 0.001"),
        ("a,a\n1,2\n", &["--column", "2"], "column `a`, 1 rows, 0 of them empty; 2.0"),
        ("a,b\n,1\n,2\n", &["--column", "a"], "column `a`, 2 rows, 2 of them empty; nothing: no values"),
        ("a\n4\n4\n", &[], "column `a`, 2 rows, 0 of them empty; 4.0"),
    ];
    for (content, arguments, expected) in cases {
        assert_eq!(read(content, arguments), *expected, "{content:?}");
    }
}

#[test]
fn another_column_of_the_known_table_has_no_reference() {
    let out = Sandbox::new().run(&["--column", "date"]).succeeds();
    assert!(!row(&out, "Mean").contains("off") && row(&out, "Luma").contains("same"), "{out}");
}

#[test]
fn what_is_no_table() {
    let a: &[&str] = &["--column", "a"];
    let cases: &[(&[u8], &[&str], &[&str])] = &[
        (b"", a, &["is empty", "comma-separated values"]),
        (b"\xef\xbb\xbf", a, &["is empty"]),
        (b" \n\n", a, &["is empty"]),
        (b"a,b\n", a, &["no rows below its first line"]),
        (b"x,y\n1,2\n", a, &["line 1", "no column `a` among `x`, `y`", "--column"]),
        (b"1,2\n3,4\n", a, &["no column `a` among `1`, `2`"]),
        (b"x,y\n1,2\n", &["--column", "3"], &["no column `3`", "by number from 1"]),
        (b"x,y\n1,2\n", &["--column", "0"], &["no column `0`"]),
        (b"x,y\n1,2\n", &[], &["has 2 columns: `x`, `y`", "--column NAME"]),
        (b"a,b,a\n1,2,3\n", a, &["2 columns are called `a`", "--column 1"]),
        (
            b"a,b\n1,2\nten,4\n",
            a,
            &["line 3", "column `a`", "`ten` is not a finite number", "leave the cell empty"],
        ),
        (b"a\n1\ninf\n", a, &["line 3", "`inf` is not a finite number"]),
        (b"a\n1e999\n", a, &["line 2", "`1e999`"]),
        (b"a,b\n\"1,5\",2\n", a, &["line 2", "`1,5`"]),
        (b"a,b\n1,2\n3\n", a, &["line 3", "1 cells, but the first line has 2"]),
        (b"a,b\n1,2,3\n", a, &["line 2", "3 cells, but the first line has 2"]),
        (b"a\n1\n\xe9\n", a, &["line 3", "not UTF-8"]),
        (b"\xff\xfea\0\n\x001\0\n\0", a, &["line 1", "not UTF-8"]),
        (b"a\n1\0\n", a, &["line 2", "is not a finite number"]),
        (b"a\n-1e308\n1e308\n", a, &["cannot be divided into levels", "too wide"]),
        (b"a\n\"1\n2\n", a, &["line 2", "is not a finite number"]),
    ];
    for (content, arguments, expected) in cases {
        let arguments = [&["--csv", "t.csv"], *arguments].concat();
        let err = Sandbox::with("t.csv", content).refuse(&arguments);
        for part in *expected {
            assert!(
                err.contains(part),
                "{part} in the message for {:?}:\n{err}",
                String::from_utf8_lossy(content)
            );
        }
    }
}

#[test]
fn messages_name_the_file_and_stay_short() {
    let long = format!("a\n{}\n", "x".repeat(100_000));
    let err = Sandbox::with("t.csv", long).refuse(&["--csv", "t.csv"]);
    assert!(err.contains("`t.csv`, line 2") && err.len() < 300, "{err}");

    let wide = (0..1000).map(|k| format!("c{k}")).collect::<Vec<_>>().join(",");
    let err = Sandbox::with("t.csv", wide).refuse(&["--csv", "t.csv"]);
    assert!(err.contains("992 more") && err.len() < 300, "{err}");

    let err = Sandbox::new().refuse(&["--csv", "missing.csv"]);
    assert!(err.contains("cannot read `missing.csv`; check the path"), "{err}");
}
