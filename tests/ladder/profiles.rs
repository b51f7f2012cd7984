//! Profilers' files: what is read from those of each, and what is said of those that are none.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::profile::{KernelProfile, ProfileError, read};

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ladder/fixtures").join(name)
}

fn profile(name: &str, nanoseconds: [u64; 3], launches: usize, registers: Option<u32>) -> KernelProfile {
    let [total, median, min] = nanoseconds.map(Duration::from_nanos);
    KernelProfile { name: name.into(), launches, total, median, min, registers }
}

#[test]
fn a_trace_of_rocprofv3() {
    let expected = [
        profile("sum_interleaved", [49_500, 16_500, 15_500], 3, Some(12)),
        profile("sum_interleaved_partials", [2000, 2000, 2000], 1, Some(12)),
    ];
    assert_eq!(read(&fixture("rocprofv3_kernel_trace.csv")).unwrap(), expected);
}

#[test]
fn a_trace_of_an_earlier_rocprofv3_has_no_registers() {
    let expected = [profile("sum_sequential", [4000; 3], 1, None)];
    assert_eq!(read(&fixture("rocprofv3_kernel_trace_6_2.csv")).unwrap(), expected);
}

#[test]
fn counters_of_a_launch_are_one_launch() {
    let expected = [profile("sum_contiguous", [14_000, 7000, 6000], 2, Some(16))];
    assert_eq!(read(&fixture("rocprofv3_counter_collection.csv")).unwrap(), expected);
}

#[test]
fn a_trace_of_nsys_without_its_notices_and_copies() {
    let expected = [
        profile("sum_interleaved", [14_072, 7036, 7000], 2, Some(18)),
        profile("sum_sequential", [5000; 3], 1, Some(22)),
    ];
    assert_eq!(read(&fixture("nsys_cuda_gpu_trace.csv")).unwrap(), expected);
}

#[test]
fn metrics_of_ncu_in_rows_and_in_columns() {
    let expected = [profile("sum_interleaved", [17_374, 8687, 8670], 2, Some(16))];
    assert_eq!(read(&fixture("ncu_metrics.csv")).unwrap(), expected);
    let expected =
        [profile("sum_interleaved", [3264; 3], 1, Some(16)), profile("sum_sequential", [3232; 3], 1, Some(18))];
    assert_eq!(read(&fixture("ncu_raw.csv")).unwrap(), expected);
}

#[test]
fn times_whose_sum_is_too_long_are_read() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let columns = "Duration (s),GrdX,Reg/Trd,Name";
    fs::write(file.path(), format!("{columns}\n1e19,1,8,sum\n1.2e19,1,8,sum\n")).unwrap();
    let kernel = &read(file.path()).unwrap()[0];
    assert_eq!((kernel.launches, kernel.total), (2, Duration::MAX));
    assert_eq!(kernel.median, Duration::from_secs(11_000_000_000_000_000_000));
}

/// The message for a file of this content, without its name.
fn message(content: &str) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    fs::write(file.path(), content).unwrap();
    let error = read(file.path()).unwrap_err().to_string();
    let name = file.path().display().to_string();
    error.strip_prefix(&name).unwrap_or_else(|| panic!("`{error}` does not name the file")).into()
}

/// A fixture with a part of it replaced.
fn edited(name: &str, from: &str, to: &str) -> String {
    let text = fs::read_to_string(fixture(name)).unwrap();
    assert!(text.contains(from), "{name} has no `{from}`");
    text.replacen(from, to, 1)
}

#[test]
fn a_file_that_is_no_profile_says_what_is_wanted() {
    for content in ["", "\n\n", "x,y\n1,2\n", "\"unclosed\n"] {
        let message = message(content);
        assert!(message.starts_with(" has no line of column names: wanted is a CSV of rocprofv3"), "{message}");
    }
    let error = read(Path::new("/nowhere/trace.csv")).unwrap_err();
    assert!(matches!(&error, ProfileError::Read { .. }));
    assert!(error.to_string().starts_with("/nowhere/trace.csv cannot be read: "), "{error}");
}

#[test]
fn a_missing_column_is_named_with_its_line() {
    let trace = edited("rocprofv3_kernel_trace.csv", "End_Timestamp", "Ended");
    let expected = ", line 1: there is no column `End_Timestamp`, which a CSV of rocprofv3 has; say --output-format csv \
                    and take the file …_kernel_trace.csv";
    assert_eq!(message(&trace), expected);
    let summary = "preamble\nTime (%),Duration (ns),Name\n10,7,sum\n";
    let expected = ", line 2: there is no column `GrdX`, which a CSV of nsys has; say --report cuda_gpu_trace";
    assert_eq!(message(summary), expected);
    let raw = edited("ncu_raw.csv", "gpu__time_duration.sum", "sm__cycles_elapsed.max");
    assert!(message(&raw).contains(", line 1: there is no column `gpu__time_duration.sum`"), "{}", message(&raw));
}

#[test]
fn a_value_that_is_none_is_shown_with_its_line_and_column() {
    let late = edited("rocprofv3_kernel_trace.csv", "2414192765415500", "2414192765390000");
    let expected = ", line 4: `2414192765390000` in the column `End_Timestamp` is no time after the start";
    assert_eq!(message(&late), expected);
    let text = edited("rocprofv3_kernel_trace.csv", "2414192765382000", "later");
    assert_eq!(message(&text), ", line 3: `later` in the column `End_Timestamp` is no whole number");
    let time = edited("nsys_cuda_gpu_trace.csv", ",7072,", ",-7,");
    assert_eq!(message(&time), ", line 6: `-7` in the column `Duration (ns)` is no time");
    let unit = edited("ncu_metrics.csv", "\"us\"", "\"fortnight\"");
    let expected =
        ", line 8: `8.67` in the column `Metric Value` is no time: its unit is none of ns, us, ms and s";
    assert_eq!(message(&unit), expected);
    let registers = edited("ncu_raw.csv", "\"18\"", "\"many\"");
    assert_eq!(
        message(&registers),
        ", line 4: `many` in the column `launch__registers_per_thread` is no whole number"
    );
    let short = edited("ncu_raw.csv", "\"9.0\",\"3,232\",\"100\",\"18\"", "\"9.0\"");
    let expected = ", line 4: `` in the column `gpu__time_duration.sum` is no value: the row ends before it";
    assert_eq!(message(&short), expected);
}

#[test]
fn a_profile_without_kernels_or_times_says_so() {
    let header = |name| fs::read_to_string(fixture(name)).unwrap().lines().next().unwrap().to_owned();
    let expected = " has no kernel in it: was one launched, and not filtered away?";
    assert_eq!(message(&header("rocprofv3_kernel_trace.csv")), expected);
    assert_eq!(message(&header("ncu_raw.csv")), expected);
    let without =
        edited("ncu_metrics.csv", "\"gpu__time_duration.sum\",\"ns\"", "\"sm__cycles_elapsed.max\",\"cycle\"");
    assert_eq!(message(&without), " has no time of its kernels: collect the metric gpu__time_duration.sum too");
}
