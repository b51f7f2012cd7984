//! The columns of each profiler's CSV.
//!
//! | written by | a row is | name | time |
//! |---|---|---|---|
//! | `rocprofv3 --kernel-trace` | a launch | `Kernel_Name` | `Start_Timestamp`, `End_Timestamp` in ns |
//! | `rocprofv3 --pmc …` | a counter of a launch (`Dispatch_Id`) | the same | the same |
//! | `nsys stats --report cuda_gpu_trace` | a launch, or a copy without a grid | `Name` | `Duration (ns)` |
//! | `ncu --csv` | a metric of a launch (`ID`) | `Kernel Name` | a row `gpu__time_duration.sum` |
//! | `ncu --csv --page raw` | a launch; the first row is units | `Kernel Name` | a column `gpu__time_duration.sum` |

use std::collections::HashMap;
use std::time::Duration;

use csv::StringRecord;

use super::{Launch, ProfileError};

/// What nsys calls the kernel's time, before the unit.
const NSYS_TIME: &str = "Duration (";
/// ncu's metrics, by their names and by those of its report's sections.
const NCU_TIME: [&str; 2] = ["gpu__time_duration.sum", "Duration"];
const NCU_REGISTERS: [&str; 2] = ["launch__registers_per_thread", "Registers Per Thread"];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Rocprof,
    Nsys,
    NcuMetrics,
    NcuRaw,
}

/// A file, cut at its column names.
pub(super) struct Table<'t> {
    file: &'t str,
    format: Format,
    columns: StringRecord,
    /// What comes after the column names, and how many lines before.
    rows: &'t str,
    lines_before: u64,
}

impl<'t> Table<'t> {
    pub(super) fn open(file: &'t str, text: &'t str) -> Result<Self, ProfileError> {
        let mut rows = text;
        for (number, line) in text.split_inclusive('\n').enumerate() {
            rows = &rows[line.len()..];
            let columns = fields(line);
            if let Some(format) = format(&columns) {
                return Ok(Self { file, format, columns, rows, lines_before: number as u64 + 1 });
            }
        }
        Err(ProfileError::NoHeader { file: file.into() })
    }

    /// Every launch once, in the order of the file.
    pub(super) fn launches(&self) -> Result<Vec<Launch>, ProfileError> {
        match self.format {
            Format::Rocprof => self.rocprof(),
            Format::Nsys => self.nsys(),
            Format::NcuMetrics => self.ncu_metrics(),
            Format::NcuRaw => self.ncu_raw(),
        }
    }

    fn rocprof(&self) -> Result<Vec<Launch>, ProfileError> {
        const REMEDY: &str = "say --output-format csv and take the file …_kernel_trace.csv";
        let column = |name| self.need(name, "rocprofv3", REMEDY);
        let (name, start, end) = (column("Kernel_Name")?, column("Start_Timestamp")?, column("End_Timestamp")?);
        let (registers, accumulation) = (self.find("VGPR_Count"), self.find("Accum_VGPR_Count"));
        let dispatch = self.find("Dispatch_Id");
        let mut launches = Launches::default();
        for row in self.rows() {
            let row = row?;
            let (begun, ended) = (self.number(&row, start)?, self.number(&row, end)?);
            let nanoseconds = ended.checked_sub(begun);
            let time = nanoseconds.ok_or_else(|| self.wrong(&row, end, "time after the start"))?;
            let launch = launches.of(dispatch.and_then(|column| row.get(column)));
            launch.name = kernel_name(self.text(&row, name)?);
            launch.duration = Some(Duration::from_nanos(time));
            if let Some(column) = registers {
                let more = accumulation.map_or(Ok(0), |column| self.count(&row, column))?;
                launch.registers = Some(self.count(&row, column)?.saturating_add(more));
            }
        }
        Ok(launches.0)
    }

    fn nsys(&self) -> Result<Vec<Launch>, ProfileError> {
        const REMEDY: &str = "say --report cuda_gpu_trace";
        let (name, grid) = (self.need("Name", "nsys", REMEDY)?, self.need("GrdX", "nsys", REMEDY)?);
        let registers = self.need("Reg/Trd", "nsys", REMEDY)?;
        let time = self.columns.iter().position(|column| column.starts_with(NSYS_TIME)).unwrap_or_default();
        let unit = self.columns[time][NSYS_TIME.len()..].trim_end_matches(')');
        let mut launches = Vec::new();
        for row in self.rows() {
            let row = row?;
            // Copies have no grid.
            if row.get(grid).is_some_and(str::is_empty) {
                continue;
            }
            launches.push(Launch {
                name: kernel_name(self.text(&row, name)?),
                duration: Some(self.duration(&row, time, unit)?),
                registers: Some(self.count(&row, registers)?),
            });
        }
        Ok(launches)
    }

    fn ncu_metrics(&self) -> Result<Vec<Launch>, ProfileError> {
        let column = |name| self.need(name, "ncu", "say --csv, and no --print-… option");
        let (id, name, metric) = (column("ID")?, column("Kernel Name")?, column("Metric Name")?);
        let (unit, value) = (column("Metric Unit")?, column("Metric Value")?);
        let mut launches = Launches::default();
        for row in self.rows() {
            let row = row?;
            let launch = launches.of(Some(self.text(&row, id)?));
            launch.name = kernel_name(self.text(&row, name)?);
            let metric = self.text(&row, metric)?;
            if NCU_TIME.contains(&metric) {
                launch.duration = Some(self.duration(&row, value, self.text(&row, unit)?)?);
            } else if NCU_REGISTERS.contains(&metric) {
                launch.registers = Some(self.count(&row, value)?);
            }
        }
        Ok(launches.0)
    }

    fn ncu_raw(&self) -> Result<Vec<Launch>, ProfileError> {
        let name = self.need("Kernel Name", "ncu", "say --csv --page raw")?;
        let remedy = "collect the metric gpu__time_duration.sum too";
        let time = self.need(NCU_TIME[0], "ncu", remedy)?;
        let registers = self.find(NCU_REGISTERS[0]);
        let (mut units, mut launches) = (None, Vec::new());
        for row in self.rows() {
            let row = row?;
            let Some(units) = &units else {
                units = Some(row);
                continue;
            };
            launches.push(Launch {
                name: kernel_name(self.text(&row, name)?),
                duration: Some(self.duration(&row, time, self.text(units, time)?)?),
                registers: registers.map(|column| self.count(&row, column)).transpose()?,
            });
        }
        Ok(launches)
    }

    /// The rows. What a tool says between them begins with `==`.
    fn rows(&self) -> impl Iterator<Item = Result<StringRecord, ProfileError>> {
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .comment(Some(b'='))
            .from_reader(self.rows.as_bytes());
        reader.into_records().map(|row| {
            row.map_err(|source| {
                let line = self.lines_before + source.position().map_or(0, csv::Position::line);
                ProfileError::Row { file: self.file.into(), line, source }
            })
        })
    }

    fn find(&self, column: &str) -> Option<usize> {
        // rocprofv3 writes VGPR_Count, its converter from databases Vgpr_Count.
        self.columns.iter().position(|name| name.eq_ignore_ascii_case(column))
    }

    fn need(&self, column: &'static str, tool: &'static str, remedy: &'static str) -> Result<usize, ProfileError> {
        let (file, line) = (self.file.into(), self.lines_before);
        self.find(column).ok_or(ProfileError::NoColumn { file, line, column, tool, remedy })
    }

    fn text<'r>(&self, row: &'r StringRecord, column: usize) -> Result<&'r str, ProfileError> {
        row.get(column).ok_or_else(|| self.wrong(row, column, "value: the row ends before it"))
    }

    /// A number, in which ncu groups the digits.
    fn number(&self, row: &StringRecord, column: usize) -> Result<u64, ProfileError> {
        let digits = self.text(row, column)?.replace(',', "");
        digits.parse().map_err(|_| self.wrong(row, column, "whole number"))
    }

    fn count(&self, row: &StringRecord, column: usize) -> Result<u32, ProfileError> {
        let number = self.number(row, column)?;
        number.try_into().map_err(|_| self.wrong(row, column, "number of registers"))
    }

    fn duration(&self, row: &StringRecord, column: usize, unit: &str) -> Result<Duration, ProfileError> {
        let seconds = match unit {
            "ns" | "nsecond" => 1e-9,
            "us" | "usecond" | "μs" => 1e-6,
            "ms" | "msecond" => 1e-3,
            "s" | "second" => 1.0,
            _ => return Err(self.wrong(row, column, "time: its unit is none of ns, us, ms and s")),
        };
        let value = self.text(row, column)?.replace(',', "").parse::<f64>().ok();
        let duration = value.and_then(|value| Duration::try_from_secs_f64(value * seconds).ok());
        duration.ok_or_else(|| self.wrong(row, column, "time"))
    }

    fn wrong(&self, row: &StringRecord, column: usize, wanted: &'static str) -> ProfileError {
        ProfileError::Value {
            file: self.file.into(),
            line: self.lines_before + row.position().map_or(0, csv::Position::line),
            column: self.columns[column].into(),
            value: row.get(column).unwrap_or_default().into(),
            wanted,
        }
    }

    pub(super) fn without_time(&self) -> ProfileError {
        ProfileError::NoTime { file: self.file.into() }
    }

    pub(super) fn without_kernels(&self) -> ProfileError {
        ProfileError::NoKernel { file: self.file.into() }
    }
}

/// The profiler that writes these columns.
fn format(columns: &StringRecord) -> Option<Format> {
    let has = |name: &str| columns.iter().any(|column| column.eq_ignore_ascii_case(name));
    if has("Kernel_Name") {
        Some(Format::Rocprof)
    } else if has("Kernel Name") {
        Some(if has("Metric Name") { Format::NcuMetrics } else { Format::NcuRaw })
    } else if has("Name") && columns.iter().any(|column| column.starts_with(NSYS_TIME)) {
        Some(Format::Nsys)
    } else {
        None
    }
}

/// The fields of a line.
fn fields(line: &str) -> StringRecord {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(line.as_bytes());
    reader.records().next().and_then(Result::ok).unwrap_or_default()
}

/// Launches that have several rows, found by their numbers.
#[derive(Default)]
struct Launches(Vec<Launch>, HashMap<String, usize>);

impl Launches {
    /// The launch of this number; without one, a new launch.
    fn of(&mut self, number: Option<&str>) -> &mut Launch {
        let next = self.0.len();
        let place = number.map_or(next, |number| *self.1.entry(number.into()).or_insert(next));
        if place == next {
            self.0.push(Launch::default());
        }
        &mut self.0[place]
    }
}

/// The name as the text has it: AMD's descriptors are called after the kernel.
fn kernel_name(name: &str) -> String {
    let name = name.trim_end_matches(" [clone .kd]");
    name.strip_suffix(".kd").unwrap_or(name).into()
}
