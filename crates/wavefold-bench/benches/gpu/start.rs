//! From the start of a process to its first results.

use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use wavefold::prelude::*;
use wavefold_bench::{Bytes, Sum, bytes, floats};

use crate::Options;

/// Starts processes that do nothing else. NVRTC keeps on disk what it has compiled: only without that are kernels new.
pub(crate) fn measure(device: &str) -> Result<()> {
    println!("a new process: the first of this machine, five without the compiler's cache, three with it");
    for without_cache in ["0", "1", "1", "1", "1", "1", "0", "0", "0"] {
        let start = Instant::now();
        let mut child = Command::new(std::env::current_exe()?);
        child.args(["--start", "--device", device]).env("CUDA_CACHE_DISABLE", without_cache);
        let output = child.output()?;
        let total = start.elapsed();
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        println!("  {}, process in all {:.0} ms", String::from_utf8_lossy(&output.stdout).trim(), ms(total));
    }
    Ok(())
}

/// Two operations, each compiled and run on host values.
pub(crate) fn child(options: &Options) -> Result<()> {
    let start = Instant::now();
    let device = options.open().context("no device")?;
    let opened = start.elapsed();
    Sum.run(&device, &floats(1000))?;
    let first = start.elapsed();
    Bytes.run(&device, &bytes(1000))?;
    let second = start.elapsed() - first;
    println!(
        "device open {:.0} ms, first result {:.0} ms, a second op {:.0} ms",
        ms(opened),
        ms(first),
        ms(second)
    );
    Ok(())
}

fn ms(time: std::time::Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
