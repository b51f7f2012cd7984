//! The rows for other programs: comma-separated values, JSON, a picture.

use std::fs::{self, OpenOptions};
use std::path::Path;

use anyhow::{Context, Result};
use serde::Serialize;

use super::device::Place;
use super::options::Options;
use super::picture;
use super::record::{Named, Outcome, Record};
use super::timing::Bandwidth;

/// All that was found.
#[derive(Serialize)]
pub(crate) struct Document<'d> {
    device: String,
    architecture: Option<String>,
    compute_units: Option<u32>,
    warp_size: Option<u32>,
    /// Measured by this run; absent where nothing has a clock.
    bandwidth_gbps: Option<f64>,
    rows: &'d [Record],
}

impl<'d> Document<'d> {
    pub(crate) fn new(place: &Place, bandwidth: Option<Bandwidth>, rows: &'d [Record]) -> Self {
        let properties = place.device.properties();
        Self {
            device: properties.name,
            architecture: properties.architecture,
            compute_units: properties.compute_units,
            warp_size: properties.warp_size,
            bandwidth_gbps: bandwidth.map(|bandwidth| bandwidth.gbps),
            rows,
        }
    }

    /// Writes the files that the options name.
    ///
    /// # Errors
    /// When one cannot be written.
    pub(crate) fn write(&self, options: &Options) -> Result<()> {
        if let Some(path) = &options.csv {
            save("--csv", path, &self.csv()?)?;
        }
        if let Some(path) = &options.json {
            save("--json", path, &format!("{}\n", serde_json::to_string_pretty(self)?))?;
        }
        if let Some(path) = &options.svg {
            save("--svg", path, &picture::draw(&self.device, self.rows, options.sweep.is_some())?)?;
        }
        Ok(())
    }

    /// A line for each row; cells that it has no value for are empty.
    fn csv(&self) -> Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(HEAD.iter().chain(Named::NAMES))?;
        for row in self.rows {
            let mut cells = vec![
                row.ladder.into(),
                row.work.clone(),
                row.row.into(),
                row.n.to_string(),
                row.block.to_string(),
                row.items.to_string(),
                row.kernels.join(" "),
                row.launches.to_string(),
                row.scratch_bytes.to_string(),
                row.blocks_checked.to_string(),
            ];
            let failure = match &row.outcome {
                Outcome::Refused(reason) => ["refused".into(), reason.clone()],
                Outcome::Wrong(what) => ["wrong".into(), what.clone()],
                Outcome::Timed(_) | Outcome::Counted(_) => ["right".into(), String::new()],
            };
            cells.extend(failure);
            let measured = match &row.outcome {
                Outcome::Timed(timed) => {
                    [timed.microseconds, timed.gbps, timed.share_of_bandwidth, timed.relative]
                        .map(|x| x.to_string())
                }
                _ => Default::default(),
            };
            cells.extend(measured);
            match &row.outcome {
                Outcome::Counted(counted) => {
                    cells.push(counted.shared_bytes.to_string());
                    cells.extend(counted.total.values().map(|value| value.to_string()));
                }
                _ => cells.extend(std::iter::repeat_n(String::new(), 1 + Named::NAMES.len())),
            }
            writer.write_record(&cells)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

const HEAD: &[&str] = &[
    "ladder",
    "work",
    "row",
    "n",
    "block",
    "items",
    "kernels",
    "launches",
    "scratch_bytes",
    "blocks_checked",
    "result",
    "reason",
    "microseconds",
    "gbps",
    "share_of_bandwidth",
    "relative",
    "shared_bytes",
];

/// Finds files that cannot be written before a long run, not after it.
///
/// # Errors
/// Names the option and the file.
pub(crate) fn check(options: &Options) -> Result<()> {
    let files = [("--csv", &options.csv), ("--json", &options.json), ("--svg", &options.svg)];
    for (option, path) in files {
        if let Some(path) = path {
            OpenOptions::new().append(true).create(true).open(path).with_context(|| refusal(option, path))?;
        }
    }
    Ok(())
}

fn save(option: &str, path: &Path, content: &str) -> Result<()> {
    fs::write(path, content).with_context(|| refusal(option, path))
}

fn refusal(option: &str, path: &Path) -> String {
    format!("{option}: cannot write `{}`; name a file that can be written", path.display())
}
