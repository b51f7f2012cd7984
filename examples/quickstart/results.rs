//! Running every declaration on one device, and how long each took.

use std::fmt::Debug;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wavefold::prelude::*;
use wavefold::{Error, Histogram, Inputs, Reduction};

use super::reference::References;
use super::{ChannelSums, Growth, Levels, Luma, Mean, Peak, SquaredDeviation};

/// What the declarations run on.
#[derive(Clone, Copy)]
pub(crate) struct Data<'a> {
    pub(crate) pixels: &'a [[u8; 3]],
    /// NaN where there is no value.
    pub(crate) values: &'a [f64],
    /// The values without NaN.
    pub(crate) known: &'a [f64],
}

/// A result and the time from host slices to it: copies and compilation included where a device needs them.
pub(crate) struct Measured<T> {
    pub(crate) name: &'static str,
    pub(crate) value: T,
    pub(crate) elapsed: Duration,
}

/// The results of all declarations; `None` where there is nothing to compute them from.
pub(crate) struct Results {
    pub(crate) peak: Measured<Option<[f64; 2]>>,
    pub(crate) growth: Measured<f64>,
    pub(crate) mean: Measured<Option<f64>>,
    pub(crate) deviation: Option<Measured<f64>>,
    pub(crate) levels: Option<(Levels, Measured<Counted<u32>>)>,
    pub(crate) channel_sums: Measured<[u64; 3]>,
    pub(crate) luma: Measured<Vec<u32>>,
}

impl Results {
    pub(crate) fn compute(device: &Device, data: Data<'_>, levels: Option<Levels>) -> Result<Self> {
        let Data { pixels, values, known } = data;
        // Every value beside the one before it.
        let now = known.get(1..).unwrap_or(&[]);
        let before = &known[..now.len()];

        let mean = reduce(Mean, device, values)?;
        let deviation = match mean.value {
            Some(mean) => Some(reduce(SquaredDeviation { mean, count: known.len() as f64 }, device, values)?),
            None => None,
        };
        let levels = match levels {
            Some(levels) => Some((levels, count(levels, device, values)?)),
            None => None,
        };
        Ok(Self {
            peak: reduce(Peak, device, values)?,
            growth: reduce(Growth, device, (now, before))?,
            mean,
            deviation,
            levels,
            channel_sums: reduce(ChannelSums, device, pixels)?,
            luma: count(Luma, device, pixels)?,
        })
    }

    /// Every result in digits that tell any two values apart.
    pub(crate) fn digits(&self) -> Vec<(&'static str, String)> {
        let all = [
            Some(self.peak.digits()),
            Some(self.growth.digits()),
            Some(self.mean.digits()),
            self.deviation.as_ref().map(Measured::digits),
            self.levels.as_ref().map(|(_, counted)| counted.digits()),
            Some(self.channel_sums.digits()),
            Some(self.luma.digits()),
        ];
        all.into_iter().flatten().collect()
    }
}

impl<T: Debug> Measured<T> {
    /// `Debug` writes a float with as many digits as its bits need, and -0 unlike 0. Only the payloads of NaNs
    /// are lost.
    fn digits(&self) -> (&'static str, String) {
        (self.name, format!("{:?}", self.value))
    }
}

/// The bins for the values: those of the reference, else as many over all there are.
pub(crate) fn levels(data: Data<'_>, references: &References) -> Result<Option<Levels>> {
    if references.column.is_some() {
        return Ok(Some(super::reference::LEVELS));
    }
    let mut known = data.known.iter().copied();
    let Some(first) = known.next() else { return Ok(None) };
    let (low, high) = known.fold((first, first), |(low, high), value| (low.min(value), high.max(value)));
    // As numpy does when all values are equal.
    let levels = if low == high { Levels { low: low - 0.5, high: high + 0.5 } } else { Levels { low, high } };
    levels
        .binning()
        .context("the column cannot be divided into levels; choose another one, or scale its values")?;
    Ok(Some(levels))
}

fn reduce<R: Reduction>(
    reduction: R,
    device: &Device,
    input: <R::Inputs as Inputs>::Slices<'_>,
) -> Result<Measured<R::Output>> {
    measure(R::SPEC.item.name, || reduction.run(device, input))
}

fn count<H: Histogram>(
    histogram: H,
    device: &Device,
    input: <H::Inputs as Inputs>::Slices<'_>,
) -> Result<Measured<H::Output>> {
    measure(H::SPEC.item.name, || histogram.run(device, input))
}

fn measure<T>(name: &'static str, run: impl FnOnce() -> Result<T, Error>) -> Result<Measured<T>> {
    let start = Instant::now();
    let value = run().with_context(|| format!("{name} did not run"))?;
    Ok(Measured { name, value, elapsed: start.elapsed() })
}
