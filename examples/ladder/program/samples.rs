//! What histograms count: 256 bins of `u32`, as in the tutorial, from distributions that treat atomics differently.

use anyhow::Result;
use clap::ValueEnum;
use wavefold::Device;
use wavefold::prelude::*;

use super::histograms::Histograms;
use super::noise::noise;
use super::work::Work;

/// Bins of the histogram.
const BINS: usize = 256;

histogram! {
    /// How often each number below 256 occurs.
    Bins: fn(x: u32) -> u32 { bin: x, bins: 256 }
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Distribution {
    /// Every bin as often as every other
    #[default]
    Uniform,
    /// Every fourth element in bin 1, the others uniform, as in the tutorial
    Skewed,
    /// All elements in one bin
    Constant,
    /// Bin k in proportion to 1 / (k + 1), as words in a language
    Zipf,
}

impl Distribution {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::Skewed => "skewed",
            Self::Constant => "constant",
            Self::Zipf => "zipf",
        }
    }

    /// The work of counting `n` elements.
    pub(crate) fn work(self, device: &Device, n: usize) -> Result<Box<dyn Work>> {
        let name = self.name();
        match self {
            Self::Uniform => Histograms::work(Bins, name, device, n, uniform),
            Self::Skewed => {
                Histograms::work(Bins, name, device, n, |i| if i.is_multiple_of(4) { 1 } else { uniform(i) })
            }
            Self::Constant => Histograms::work(Bins, name, device, n, |_| 7),
            Self::Zipf => {
                let upper = zipf_levels();
                Histograms::work(Bins, name, device, n, |i| {
                    let draw = noise(i) >> 32;
                    upper.partition_point(|&upper| upper <= draw).min(BINS - 1) as u32
                })
            }
        }
    }
}

fn uniform(i: usize) -> u32 {
    (noise(i) % BINS as u64) as u32
}

/// For each bin, the upper end of those 32-bit draws that fall into it.
fn zipf_levels() -> [u64; BINS] {
    let weight = |k: usize| 1.0 / (k + 1) as f64;
    let total: f64 = (0..BINS).map(weight).sum();
    let mut below = 0.0;
    std::array::from_fn(|k| {
        below += weight(k);
        (below / total * (1_u64 << 32) as f64) as u64
    })
}

#[cfg(test)]
mod tests {
    use super::zipf_levels;

    #[test]
    fn bin_zero_is_drawn_twice_as_often_as_bin_one() {
        let levels = zipf_levels();
        let (first, second) = (levels[0] as f64, (levels[1] - levels[0]) as f64);
        assert!((first / second - 2.0).abs() < 1e-6, "{first} {second}");
        assert!(levels.is_sorted() && levels[255] >= (1 << 32) - 2, "{levels:?}");
    }
}
