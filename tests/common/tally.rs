//! The judge of histograms: every element is placed by hand-written code and counted one by one.

use std::fmt::Debug;

use wavefold::{Binning, Counted, Device, Histogram, HistogramExt, Inputs};

/// Where the judge sees an element.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum At {
    Bin(usize),
    Below,
    Above,
    Nan,
    /// The filter refused it.
    Refused,
}

/// A whole number among `bins` bins.
pub(crate) fn number(k: i128, bins: usize) -> At {
    match k {
        k if k < 0 => At::Below,
        k if k >= bins as i128 => At::Above,
        k => At::Bin(k as usize),
    }
}

/// An integer in a range with exact, fractional edges.
pub(crate) fn in_integers(x: i128, low: i128, high: i128, bins: usize, closed: bool) -> At {
    match x {
        x if x < low => At::Below,
        x if closed && x == high => At::Bin(bins - 1),
        x if x >= high => At::Above,
        x => At::Bin(((x - low) * bins as i128 / (high - low)) as usize),
    }
}

/// A float in a range with numpy's edges, each found by looking at all of them.
pub(crate) fn in_floats<T: Copy + PartialOrd>(x: T, edges: &[T], closed: bool) -> At {
    let bins = edges.len() - 1;
    match x {
        x if x.partial_cmp(&x).is_none() => At::Nan,
        x if x < edges[0] => At::Below,
        x if closed && x == edges[bins] => At::Bin(bins - 1),
        x if x >= edges[bins] => At::Above,
        x => At::Bin((0..bins).find(|&k| edges[k] <= x && x < edges[k + 1]).expect("edges increase")),
    }
}

/// numpy's edges: `low + k * step`, each rounded twice, the last one as given.
pub(crate) fn edges_f64(low: f64, high: f64, bins: usize) -> Vec<f64> {
    let step = (high - low) / bins as f64;
    (0..=bins).map(|k| if k == bins { high } else { k as f64 * step + low }).collect()
}

/// The same, worked out in f64 and rounded to f32.
pub(crate) fn edges_f32(low: f32, high: f32, bins: usize) -> Vec<f32> {
    edges_f64(f64::from(low), f64::from(high), bins).into_iter().map(|edge| edge as f32).collect()
}

/// The counts of every bin, and of below, above and NaN.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Tally {
    pub(crate) bins: Vec<u64>,
    pub(crate) below: u64,
    pub(crate) above: u64,
    pub(crate) nan: u64,
}

/// Counts `n` elements.
pub(crate) fn tally(n: usize, bins: usize, at: impl Fn(usize) -> At) -> Tally {
    let mut tally = Tally { bins: vec![0; bins], below: 0, above: 0, nan: 0 };
    for i in 0..n {
        match at(i) {
            At::Bin(k) => tally.bins[k] += 1,
            At::Below => tally.below += 1,
            At::Above => tally.above += 1,
            At::Nan => tally.nan += 1,
            At::Refused => {}
        }
    }
    tally
}

/// What a histogram returns, as its policy for what is outside has it.
pub(crate) trait Output: Debug {
    fn matches(&self, tally: &Tally, clamp: bool) -> bool;
}

impl<C: Copy + Into<u64> + Debug> Output for Vec<C> {
    fn matches(&self, tally: &Tally, clamp: bool) -> bool {
        let mut expected = tally.bins.clone();
        if clamp {
            expected[0] += tally.below;
            *expected.last_mut().unwrap() += tally.above;
        }
        self.iter().map(|&count| count.into()).eq(expected)
    }
}

impl<C: Copy + Into<u64> + Debug> Output for Counted<C> {
    fn matches(&self, tally: &Tally, _clamp: bool) -> bool {
        let outside = [self.below, self.above, self.nan].map(Into::into);
        self.bins.matches(tally, false) && outside == [tally.below, tally.above, tally.nan]
    }
}

/// The counts on the device, for the first elements as many as each of `sizes` says, against those of the judge, who
/// is told the number of an element.
pub(crate) fn check_counts<H: Histogram>(
    device: &Device,
    histogram: H,
    input: <H::Inputs as Inputs>::Slices<'_>,
    sizes: &[usize],
    at: impl Fn(usize) -> At,
) where
    H::Output: Output,
{
    let clamp = matches!(H::SPEC.outside, wavefold::__private::codegen::Outside::Clamp);
    let bins = H::SPEC.bins.unwrap_or_else(|| histogram.binning().unwrap().bins());
    for &n in sizes {
        let what = || format!("`{}` of {n} elements on {device}", H::SPEC.item.name);
        let counts = histogram
            .run(device, H::Inputs::range(input, 0, n))
            .unwrap_or_else(|error| panic!("{}: {error}", what()));
        let expected = tally(n, bins as usize, &at);
        assert!(counts.matches(&expected, clamp), "{}: {counts:?}, but the judge says {expected:?}", what());
    }
}
