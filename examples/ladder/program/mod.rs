//! What the example does, for its `main` and for tests.

mod device;
mod files;
mod histograms;
mod listing;
mod noise;
mod operations;
mod options;
mod picture;
mod profiled;
mod progress;
mod race;
mod record;
mod reductions;
mod rungs;
mod samples;
mod size;
mod sweep;
mod table;
mod timing;
mod work;

use std::io::Write;

use anyhow::{Context, Result, bail};

pub(crate) use self::options::Options;

use self::device::Place;
use self::files::Document;
use self::progress::Progress;
use self::race::Race;
use self::record::{Outcome, Record};
use self::rungs::{Ladder, Rung};
use self::timing::Bandwidth;

/// Does what the options ask for; false when a result is not what it must be.
///
/// # Errors
/// When the options do not go together, the device or a file cannot be used, or no row can be laid out.
pub(crate) fn run(options: &Options, out: &mut impl Write) -> Result<bool> {
    options.check()?;
    if options.list {
        listing::rows(options, out)?;
        return Ok(true);
    }
    if let Some(name) = &options.kernel {
        listing::kernel(options, name, out)?;
        return Ok(true);
    }
    // What can be wrong with the options is found before anything runs.
    let rungs = rungs::chosen(options)?;
    let profile = options.profile_csv.as_deref().map(crate::profile::read).transpose()?;
    let place = Place::open(options)?;

    let steps = steps(options, &rungs);
    let progress = Progress::new(steps.len());
    let bandwidth = if place.counts { None } else { Some(bandwidth(&place, options, &progress)?) };
    table::introduction(out, &place, bandwidth)?;
    let race = Race { options, place: &place, bandwidth, progress: &progress };
    let n = options.n.unwrap_or_else(|| place.usual_n());
    let mut records = Vec::new();
    for &ladder in options.ladders() {
        let steps: Vec<Rung> = steps.iter().copied().filter(|rung| rung.ladder == ladder).collect();
        if steps.is_empty() {
            continue;
        }
        progress.begin("the input");
        let work = match ladder {
            Ladder::Reduction => options.op.work(&place.device, n)?,
            Ladder::Histogram => options.distribution.work(&place.device, n)?,
        };
        let rows = race.run(&*work, &steps)?;
        refuse_none(options, &rows)?;
        table::rows(out, &*work, &rows)?;
        if options.sweep.is_some() {
            sweep::conclusions(out, &rows)?;
        }
        if let Some(profile) = &profile {
            profiled::table(out, &rows, profile)?;
        }
        records.extend(rows);
    }
    drop(progress);
    out.flush().context("cannot print")?;
    Document::new(&place, bandwidth, &records).write(options)?;
    Ok(!records.iter().any(|record| matches!(record.outcome, Outcome::Wrong(_))))
}

/// The rungs to run; in a sweep each with every number of items.
fn steps(options: &Options, rungs: &[Rung]) -> Vec<Rung> {
    if options.sweep.is_some() { sweep::steps(rungs) } else { rungs.to_vec() }
}

fn bandwidth(place: &Place, options: &Options, progress: &Progress) -> Result<Bandwidth> {
    progress.begin("the bandwidth of the device");
    Bandwidth::measure(&place.device, options).context("the bandwidth of the device cannot be measured")
}

/// Rows of which none can be laid out are a mistake in the options.
fn refuse_none(options: &Options, rows: &[Record]) -> Result<()> {
    let refused = |row: &Record| match &row.outcome {
        Outcome::Refused(reason) => Some(reason.clone()),
        _ => None,
    };
    let reasons: Option<Vec<String>> = rows.iter().map(refused).collect();
    if let Some(reason) = reasons.and_then(|reasons| reasons.into_iter().next()) {
        let given = [("--block", options.block), ("--items", options.items)];
        let given = given.iter().filter_map(|(name, value)| Some(format!("{name} {}", (*value)?)));
        let given: Vec<String> = given.collect();
        let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(" and ")) };
        bail!("no row can be laid out{with}: {reason}");
    }
    Ok(())
}
