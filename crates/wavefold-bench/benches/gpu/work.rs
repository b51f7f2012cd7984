//! Device time of reductions and histograms.

use std::ffi::c_void;

use anyhow::{Result, anyhow};
use wavefold::Binning;
use wavefold::prelude::*;
use wavefold_bench::{ByteSum, Bytes, MaxAbs, Sum, Words, bytes, floats};

use crate::bins;
use crate::peer::Peer;

/// Measures every work at every size up to two to the power of `largest`.
pub(crate) fn measure(device: &Device, peer: Option<&Peer>, largest: u32) -> Result<()> {
    println!(
        "\n{:<30} {:>13} {:>12} {:>9} {:>12} {:>9} {:>7}",
        "work", "n", "wavefold", "GB/s", "CUB", "GB/s", "ratio"
    );
    let sizes: Vec<usize> =
        [10, 16, 20, 22, 24, 26, 28, 30].into_iter().filter(|&k| k <= largest).map(|k| 1 << k).collect();
    let most = sizes.iter().copied().max().unwrap_or(1);
    let stream = device.stream()?;
    let bench = Bench { peer, stream: &stream };
    {
        let input = device.upload(&floats(most))?;
        for &n in &sizes {
            bench.reduction("sum of f32", "cub_sum_f32", Sum, &input, n)?;
        }
        for &n in &sizes {
            bench.reduction("max of |f32|", "cub_max_abs_f32", MaxAbs, &input, n)?;
        }
    }
    let large: Vec<usize> = sizes.into_iter().filter(|&n| n >= 1 << 20).collect();
    let random = bytes(most);
    {
        let input = device.upload(&random)?;
        for &n in &large {
            bench.reduction("sum of u8 into u32", "cub_sum_u8", ByteSum, &input, n)?;
        }
        for &n in &large {
            bench.histogram("256 bins of u8, uniform", "cub_histogram_u8", Bytes, &input, n)?;
        }
    }
    for (name, words) in [
        ("256 bins of u32, uniform", random.iter().map(|&x| u32::from(x)).collect::<Vec<_>>()),
        ("256 bins of u32, one hot", vec![7; most]),
    ] {
        let input = device.upload(&words)?;
        for &n in &large {
            bench.histogram(name, "cub_histogram_u32", Words, &input, n)?;
        }
    }
    bins::measure(&bench, device, &large)
}

pub(crate) struct Bench<'b> {
    peer: Option<&'b Peer>,
    stream: &'b Stream,
}

impl Bench<'_> {
    fn reduction<T, R>(&self, name: &str, cub: &str, reduction: R, input: &Buffer<T>, n: usize) -> Result<()>
    where
        T: wavefold::Element,
        R: wavefold::Reduction<Inputs = (T,), Value: wavefold::Element>,
    {
        let plan = reduction.plan(input.device(), n)?;
        let (output, view) = (plan.output()?, input.slice(..n)?);
        let ours = |stream: &Stream| Ok(plan.enqueue(view, &output, stream)?);
        let theirs = input.device().zeroed::<R::Value>(1)?;
        self.compare(name, n, size_of::<T>(), ours, cub, input.as_raw().cast(), theirs.as_raw().cast())
    }

    pub(crate) fn histogram<T, H>(
        &self,
        name: &str,
        cub: &str,
        histogram: H,
        input: &Buffer<T>,
        n: usize,
    ) -> Result<()>
    where
        T: wavefold::Element,
        H: wavefold::Histogram<Inputs = (T,)>,
    {
        let plan = histogram.plan(input.device(), n)?;
        let (output, view) = (plan.output()?, input.slice(..n)?);
        let ours = |stream: &Stream| Ok(plan.enqueue(view, &output, stream)?);
        let theirs = input.device().zeroed::<u32>(histogram.binning()?.bins() as usize)?;
        self.compare(name, n, size_of::<T>(), ours, cub, input.as_raw().cast(), theirs.as_raw().cast())
    }

    /// Prints the times of both, measured in turns.
    #[allow(clippy::too_many_arguments, reason = "one row of the table")]
    fn compare(
        &self,
        name: &str,
        n: usize,
        element: usize,
        ours: impl FnMut(&Stream) -> Result<()>,
        cub: &str,
        input: *mut c_void,
        result: *mut c_void,
    ) -> Result<()> {
        let calls = (1_usize << 27).div_ceil(n * element).clamp(4, 100);
        let ours = Timed::new(self.stream, calls, ours)?;
        let theirs = match self.peer {
            // SAFETY: the arrays are those that the function takes, and live as long as this call.
            Some(peer) => Some(unsafe { peer.call(cub, input, result, n, self.stream)? }),
            None => None,
        };
        let mut theirs = theirs;
        let theirs = theirs.as_mut().map(|call| Timed::new(self.stream, calls, call)).transpose()?;
        let (mut times, mut their_times) = (Vec::new(), Vec::new());
        for _ in 0..15 {
            times.push(ours.seconds()?);
            if let Some(theirs) = &theirs {
                their_times.push(theirs.seconds()?);
            }
        }
        let rate = |seconds: f64| (n * element) as f64 / seconds / 1e9;
        let time = median(&mut times);
        print!("{name:<30} {n:>13} {:>9.2} µs {:>9.0}", time * 1e6, rate(time));
        if theirs.is_some() {
            let their_time = median(&mut their_times);
            print!(" {:>9.2} µs {:>9.0} {:>7.2}", their_time * 1e6, rate(their_time), their_time / time);
        }
        println!();
        Ok(())
    }
}

/// A number of launches as one graph.
struct Timed<'s> {
    stream: &'s Stream,
    graph: wavefold::Graph,
    calls: usize,
}

impl<'s> Timed<'s> {
    fn new(stream: &'s Stream, calls: usize, mut call: impl FnMut(&Stream) -> Result<()>) -> Result<Self> {
        let mut failure = None;
        let graph = stream.capture(|stream| {
            failure = (0..calls).find_map(|_| call(stream).err());
            Ok(())
        });
        if let Some(failure) = failure {
            return Err(failure);
        }
        let timed = Self { stream, graph: graph.map_err(|error| anyhow!(error))?, calls };
        timed.seconds()?;
        Ok(timed)
    }

    /// Seconds of one launch.
    fn seconds(&self) -> Result<f64> {
        let start = self.stream.record()?;
        self.graph.launch(self.stream)?;
        let end = self.stream.record()?;
        Ok(end.since(&start)?.as_secs_f64() / self.calls as f64)
    }
}

fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
