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
use wavefold::WarpSize;

pub(crate) use self::options::Options;

use self::device::Place;
use self::files::Document;
use self::progress::Progress;
use self::race::Race;
use self::record::Outcome;
use self::rungs::{Ladder, Rung, Step};
use self::timing::Bandwidth;
use self::work::Work;

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

    files::check(options)?;
    let steps = if options.sweep.is_some() { sweep::steps(&rungs) } else { rungs };
    let progress = Progress::new(steps.len());
    let bandwidth = if place.counts { None } else { Some(bandwidth(&place, options, &progress)?) };
    progress.aside(|| table::introduction(out, &place, bandwidth))?;
    let race = Race { options, place: &place, bandwidth, progress: &progress };
    let warp_size = place.device.warp_size().unwrap_or(WarpSize::W32);
    let n = options.n.unwrap_or_else(|| place.usual_n());
    let mut records = Vec::new();
    for &ladder in options.ladders() {
        let mut steps: Vec<Rung> = steps.iter().copied().filter(|rung| rung.ladder == ladder).collect();
        if steps.is_empty() {
            continue;
        }
        progress.begin("the input");
        let work = match ladder {
            Ladder::Reduction => options.op.work(&place.device, n)?,
            Ladder::Histogram => options.distribution.work(&place.device, n)?,
        };
        check_legal(options, &*work, &steps, warp_size)?;
        if options.sweep.is_some() {
            // A load that is as wide as a load can be has no wider ones.
            steps.retain(|rung| work.source(rung.step, warp_size).is_ok());
        }
        let rows = race.run(&*work, &steps)?;
        progress.aside(|| -> Result<()> {
            table::rows(out, &*work, &rows)?;
            if options.sweep.is_some() {
                sweep::conclusions(out, &rows)?;
            }
            if let Some(profile) = &profile {
                profiled::table(out, &rows, profile)?;
            }
            Ok(())
        })?;
        records.extend(rows);
    }
    drop(progress);
    out.flush().context("cannot print")?;
    Document::new(options, &place, bandwidth, &records).write(options)?;
    Ok(!records.iter().any(|record| matches!(record.outcome, Outcome::Wrong(_))))
}

fn bandwidth(place: &Place, options: &Options, progress: &Progress) -> Result<Bandwidth> {
    progress.begin("the bandwidth of the device");
    Bandwidth::measure(&place.device, options).context("the bandwidth of the device cannot be measured")
}

/// Finds block sizes and items that no row can have: a mistake in the options, where a row that cannot have them is not.
fn check_legal(options: &Options, work: &dyn Work, steps: &[Rung], warp_size: WarpSize) -> Result<()> {
    let given = [("--block", options.block), ("--items", options.items)];
    let given: Vec<String> =
        given.iter().filter_map(|(name, value)| Some(format!("{name} {}", (*value)?))).collect();
    let changed = |rung: &&Rung| match rung.step {
        Step::Production => given.is_empty(),
        _ => options.block.is_some() || options.items.is_none() || rung.has_items(),
    };
    let mut reasons = steps.iter().filter(changed).map(|rung| work.source(rung.step, warp_size).err());
    let Some(Some(reason)) = reasons.next() else { return Ok(()) };
    if reasons.all(|reason| reason.is_some()) {
        let with = if given.is_empty() { String::new() } else { format!(" with {}", given.join(" and ")) };
        bail!("no row of {} can be laid out{with}: {reason}", work.name());
    }
    Ok(())
}
