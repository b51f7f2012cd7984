//! The host's time of launches that are prepared.

use std::time::Instant;

use anyhow::Result;
use wavefold::prelude::*;
use wavefold_bench::{Bytes, Sum, bytes, floats};

/// Few enough that the device's queue never fills up.
const LAUNCHES: u32 = 200;

pub(crate) fn measure(device: &Device) -> Result<()> {
    let stream = device.stream()?;
    let (sum, counts) = (Sum.plan(device, 1000)?, Bytes.plan(device, 1000)?);
    let (numbers, samples) = (device.upload(&floats(1000))?, device.upload(&bytes(1000))?);
    let (total, table) = (sum.output()?, counts.output()?);
    println!("host time, n = 1000, best of 20 rounds of {LAUNCHES}");
    best("  enqueue a reduction", &stream, || Ok(sum.enqueue(&numbers, &total, &stream)?))?;
    best("  enqueue a histogram", &stream, || Ok(counts.enqueue(&samples, &table, &stream)?))?;
    best("  launch a reduction and wait", &stream, || Ok(sum.launch(&numbers, &stream).map(drop)?))?;
    best("  launch a histogram and wait", &stream, || Ok(counts.launch(&samples, &stream).map(drop)?))?;
    let graph = stream.capture(|stream| sum.enqueue(&numbers, &total, stream))?;
    best("  launch a graph of one reduction", &stream, || Ok(graph.launch(&stream)?))
}

fn best(what: &str, stream: &Stream, mut call: impl FnMut() -> Result<()>) -> Result<()> {
    let mut best = f64::INFINITY;
    for _ in 0..20 {
        stream.synchronize()?;
        let start = Instant::now();
        for _ in 0..LAUNCHES {
            call()?;
        }
        best = best.min(start.elapsed().as_secs_f64() / f64::from(LAUNCHES));
    }
    println!("{what:<36} {:>7.2} µs", best * 1e6);
    Ok(())
}
