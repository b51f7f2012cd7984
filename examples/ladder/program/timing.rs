//! Time on the device.

use anyhow::Result;
use wavefold::prelude::*;
use wavefold::{Error, Graph};

use super::noise::{generate, noise};
use super::options::Options;

/// Calls of one operation, noted as a graph: what the host does between two calls is no part of their time.
pub(crate) struct Stopwatch<'s> {
    stream: &'s Stream,
    graph: Graph,
    calls: u32,
}

impl<'s> Stopwatch<'s> {
    /// Notes so many calls on inputs of so many bytes that a measurement takes long enough to be one.
    pub(crate) fn new(
        stream: &'s Stream,
        bytes: usize,
        call: impl Fn(&Stream) -> Result<(), Error>,
    ) -> Result<Self, Error> {
        let calls = (1_usize << 27).div_ceil(bytes.max(1)).clamp(4, 100) as u32;
        let graph = stream.capture(|stream| (0..calls).try_for_each(|_| call(stream)))?;
        Ok(Self { stream, graph, calls })
    }

    /// Seconds of one call: the median of the measurements.
    pub(crate) fn median(&self, options: &Options) -> Result<f64, Error> {
        let all = (0..options.warm_up + options.iterations).map(|_| self.seconds());
        let mut seconds = all.skip(options.warm_up as usize).collect::<Result<Vec<_>, _>>()?;
        seconds.sort_by(f64::total_cmp);
        Ok(middle(&seconds))
    }

    fn seconds(&self) -> Result<f64, Error> {
        let start = self.stream.record()?;
        self.graph.launch(self.stream)?;
        let end = self.stream.record()?;
        Ok(end.since(&start)?.as_secs_f64() / f64::from(self.calls))
    }
}

/// The middle of at least one number in order; of an even number of them, the mean of the two in the middle.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) { f64::midpoint(sorted[half - 1], sorted[half]) } else { sorted[half] }
}

reduction! {
    /// What the bandwidth is measured with: an exclusive or under a name of its own, which no row's kernel has in a profile.
    ReadBandwidth: fn(x: u32) -> u32 { op: |a, b| a ^ b, identity: 0 }
}

/// The read bandwidth of a device in GB/s, and from how many bytes it was measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bandwidth {
    pub(crate) gbps: f64,
    pub(crate) bytes: usize,
}

impl Bandwidth {
    /// Measures it: the exclusive or, in the canonical order, of 1 GiB of words, or of a quarter of the memory where that is
    /// less. So much is in no cache, and there is no cheaper operation.
    pub(crate) fn measure(device: &Device, options: &Options) -> Result<Self> {
        let quarter = device.free_memory().map_or(usize::MAX, |bytes| bytes / 4);
        let words = ((1 << 30).min(quarter) / size_of::<u32>()).max(1);
        let (plan, stream) = (ReadBandwidth.plan(device, words)?, device.stream()?);
        let (input, output) = (device.upload(&generate(words, |i| noise(i) as u32))?, plan.output()?);
        let bytes = words * size_of::<u32>();
        let stopwatch = Stopwatch::new(&stream, bytes, |stream| plan.enqueue(&input, &output, stream))?;
        Ok(Self { gbps: bytes as f64 / stopwatch.median(options)? / 1e9, bytes })
    }
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn the_middle_of_an_even_number_is_a_mean() {
        assert_eq!(middle(&[4.0]), 4.0);
        assert_eq!(middle(&[1.0, 2.0]), 1.5);
        assert_eq!(middle(&[1.0, 2.0, 9.0]), 2.0);
        assert_eq!(middle(&[1.0, 2.0, 4.0, 9.0]), 3.0);
    }
}
