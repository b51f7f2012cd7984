//! Rows on a GPU: their times, and what is made of them.

use std::collections::HashMap;
use std::fs;

use serde_json::Value;
use wavefold::Device;

use crate::ladder;

on_cuda!(times_make_sense, a_sweep_says_which_items_are_enough);

fn times_make_sense(_device: &Device) {
    let folder = tempfile::tempdir().unwrap();
    let [csv, json] = ["a.csv", "a.json"].map(|name| folder.path().join(name).display().to_string());
    let n = 1 << 22;
    let arguments = ["--device", "cuda", "--n", "2^22", "--iterations", "5", "--check-partials"];
    let (right, out) = ladder(&[&arguments[..], &["--csv", &csv, "--json", &json]].concat()).unwrap();
    assert!(right, "{out}");
    let document: Value = serde_json::from_str(&fs::read_to_string(&json).unwrap()).unwrap();
    let bandwidth = document["bandwidth_gbps"].as_f64().unwrap();
    assert!(bandwidth > 1.0, "{bandwidth}");
    assert_eq!((&document["iterations"], &document["warm_up"]), (&5.into(), &3.into()));
    assert_eq!(document["work_group_mode"], Value::Null);
    for row in csv::Reader::from_path(&csv).unwrap().deserialize() {
        let row: HashMap<String, String> = row.unwrap();
        assert_eq!(document["device"].as_str(), Some(row["device"].as_str()));
        // JSON may be read less exactly than CSV.
        let of_row: f64 = row["bandwidth_gbps"].parse().unwrap();
        assert!((of_row / bandwidth - 1.0).abs() < 1e-9, "{of_row} {bandwidth}");
    }
    let rows = document["rows"].as_array().unwrap();
    for ladder in ["reduction", "histogram"] {
        let rows: Vec<&Value> = rows.iter().filter(|row| row["ladder"] == ladder).collect();
        let number =
            |row: &Value, what: &str| row["timed"][what].as_f64().unwrap_or_else(|| panic!("{what}: {row}"));
        let first = number(rows[0], "microseconds");
        for row in rows {
            let (time, gbps) = (number(row, "microseconds"), number(row, "gbps"));
            let near = |found: f64, expected: f64| assert!((found / expected - 1.0).abs() < 1e-9, "{row}");
            near(gbps, f64::from(n) * 4.0 / time / 1e3);
            near(number(row, "share_of_bandwidth"), gbps / bandwidth);
            near(number(row, "relative"), first / time);
        }
    }
}

fn a_sweep_says_which_items_are_enough(_device: &Device) {
    let arguments =
        ["histogram", "--device", "cuda", "--n", "2^22", "--sweep", "items", "--only", "shared_counts"];
    let (right, out) = ladder(&arguments).unwrap();
    assert!(right && out.contains("shared_counts: best with "), "{out}");
}
