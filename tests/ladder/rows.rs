//! Rows on an emulated GPU: their results, their counters, and the files about them.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;
use tempfile::TempDir;

use crate::{cells, emulated, where_emulated};

/// A folder for files, and the path of one of them.
fn file(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).display().to_string()
}

/// The rows of a CSV by their names, each by the names of its columns.
fn csv_rows(path: &str) -> HashMap<String, HashMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let rows = reader.deserialize().map(|row| row.unwrap());
    rows.map(|row: HashMap<String, String>| (row["row"].clone(), row)).collect()
}

#[test]
fn rows_in_every_file() {
    where_emulated(|| {
        let folder = tempfile::tempdir().unwrap();
        let [csv, json, svg] = ["a.csv", "a.json", "a.svg"].map(|name| file(&folder, name));
        let arguments = ["reduction", "--only", "sequential,canonical", "--n", "1003", "--check-partials"];
        let out = emulated(&[&arguments[..], &["--csv", &csv, "--json", &json, "--svg", &svg]].concat());
        assert!(
            out.contains("reduction of Sum, 1003 elements of 4 bytes") && out.contains("of 4 blocks"),
            "{out}"
        );

        // Four blocks of 256, and one for their totals; a tree of 256 values has eight levels, each behind a barrier.
        let rows = csv_rows(&csv);
        assert_eq!(rows.len(), 2);
        let row = &rows["sequential"];
        for (column, expected) in [
            ("bandwidth_gbps", ""),
            ("work", "Sum"),
            ("n", "1003"),
            ("block", "256"),
            ("items", "1"),
            ("kernels", "sum_sequential sum_sequential_partials"),
            ("launches", "2"),
            ("blocks_checked", "4"),
            ("result", "right"),
            ("microseconds", ""),
            ("blocks", "5"),
            ("warps", "40"),
            ("barriers", "40"),
            ("bank_conflicts", "0"),
        ] {
            assert_eq!(row[column], expected, "{column}");
        }
        assert_eq!(cells(&out, "sequential")[..6], ["sequential", "256", "1", "2", "5", "40"]);
        assert_eq!(rows["canonical"]["blocks_checked"], "0");

        let document: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
        assert_eq!(document["warp_size"], 32);
        assert_eq!(document["device"].as_str(), Some(row["device"].as_str()));
        // Nothing is measured here.
        for what in ["bandwidth_gbps", "work_group_mode", "iterations", "warm_up"] {
            assert_eq!(document.get(what), Some(&Value::Null), "{what}");
        }
        let row = &document["rows"][0];
        assert_eq!((&row["row"], &row["kernels"][1]), (&"sequential".into(), &"sum_sequential_partials".into()));
        assert_eq!(row["tutorials"][0]["tutorial"], "HIP reduction");
        let kernels = row["counted"]["kernels"].as_array().unwrap();
        let barriers: Vec<_> =
            kernels.iter().map(|kernel| kernel["counters"]["barriers"].as_u64().unwrap()).collect();
        assert_eq!(barriers, [32, 8]);
        assert_eq!(row["counted"]["total"]["barriers"], 40);

        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
        for text in ["Sum sequential", "Sum canonical", "accesses to shared memory"] {
            assert!(picture.contains(text), "{text}");
        }
    });
}

#[test]
fn every_operation_is_right_in_another_order() {
    where_emulated(|| {
        for op in ["sum", "product", "max", "max-abs", "arg-max", "mean", "variance", "xor"] {
            let out = emulated(&[
                "reduction",
                "--op",
                op,
                "--only",
                "last_warp_shuffle,block_atomics",
                "--n",
                "1003",
                "--check-partials",
                "--warp-size",
                "64",
            ]);
            assert!(out.contains("of 2 blocks"), "{out}");
            assert_eq!(out.contains("not possible"), op == "variance", "{out}");
        }
    });
}

#[test]
fn distributions_differ_in_collisions() {
    where_emulated(|| {
        let collisions = |distribution: &str| -> u64 {
            let folder = tempfile::tempdir().unwrap();
            let csv = file(&folder, "a.csv");
            let options = ["histogram", "--only", "shared_counts", "--n", "1024", "--csv", &csv];
            emulated(&[&options[..], &["--distribution", distribution]].concat());
            csv_rows(&csv)["shared_counts"]["shared_atomic_collisions"].parse().unwrap()
        };
        // All but one of each of the 32 warps wait.
        assert_eq!(collisions("constant"), 32 * 31);
        // Eight lanes of each warp count in bin 1, and few of the others in one bin.
        let [uniform, skewed, zipf] = ["uniform", "skewed", "zipf"].map(collisions);
        assert!(uniform < 32 * 7 && (32 * 7..32 * 12).contains(&skewed), "{uniform} {skewed}");
        assert!(zipf > uniform, "{zipf} {uniform}");
    });
}

#[test]
fn a_grid_that_strides_has_the_totals_of_its_tiles() {
    where_emulated(|| {
        // More tiles than the 1024 blocks of a device whose size is not known.
        let out = emulated(&[
            "reduction",
            "--only",
            "grid_stride",
            "--items",
            "1",
            "--block",
            "32",
            "--n",
            "70_001",
            "--check-partials",
            "--op",
            "arg-max",
        ]);
        assert!(out.contains("of 1024 blocks"), "{out}");
        assert_eq!(cells(&out, "grid_stride")[1..3], ["32", "1"]);
    });
}

#[test]
fn a_sweep_leaves_out_what_no_load_is_wide_enough_for() {
    where_emulated(|| {
        let folder = tempfile::tempdir().unwrap();
        let svg = file(&folder, "s.svg");
        let out = emulated(&[
            "--sweep",
            "items",
            "--only",
            "vector_loads,sequential,shared_counts",
            "--n",
            "501",
            "--svg",
            &svg,
        ]);
        let items = |row: &str| -> Vec<u32> {
            let lines = out.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            lines.filter(|cells| cells.first() == Some(&row)).map(|cells| cells[2].parse().unwrap()).collect()
        };
        assert_eq!(items("vector_loads"), [1, 2, 4]);
        assert!(items("sequential").is_empty());
        assert_eq!(items("shared_counts"), [1, 2, 4, 8, 16, 32, 64]);
        assert!(out.contains("only a clock can say"), "{out}");
        let picture = fs::read_to_string(&svg).unwrap();
        assert!(picture.contains("vector_loads") && picture.contains("items per thread"));
    });
}

#[test]
fn a_profile_stands_beside_its_rows() {
    where_emulated(|| {
        let trace = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/ladder/fixtures/rocprofv3_kernel_trace.csv");
        let profile = ["--n", "257", "--profile-csv", trace];
        let out = emulated(&[&["reduction", "--only", "sequential,interleaved"], &profile[..]].concat());
        let (_, table) = out.split_once("As the profiler has it").unwrap();
        // Three calls took 49.5 and 2 µs.
        assert_eq!(
            cells(table, "interleaved"),
            ["interleaved", "sum_interleaved", "3", "16.50", "15.50", "12", "17.17"]
        );
        assert_eq!(cells(table, "sum_interleaved_partials")[1..], ["1", "2.00", "2.00", "12"]);
        assert!(!table.contains("sequential"), "{table}");
        let out = emulated(&[&["reduction", "--only", "sequential"], &profile[..]].concat());
        assert!(out.contains("has none of these kernels") && out.contains("sum_interleaved_partials"), "{out}");
    });
}
