//! The promise of the library, tried on the input at hand: the same bits from the CPU and from the kernels.

use std::io::Write;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use wavefold::emulator::EmulatorError;
use wavefold::{Device, Error, WarpSize};

use super::Levels;
use super::results::{Data, Results};

/// As many elements as the emulator runs in a moment.
const MOST: usize = 1 << 18;

type Digits = Vec<(&'static str, String)>;

/// Runs everything on both emulated devices too and compares the bits; false when one differs. Without a C++
/// compiler it says that this is left out.
pub(crate) fn show(out: &mut impl Write, device: &Device, data: Data<'_>, levels: Option<Levels>) -> Result<bool> {
    writeln!(out, "\nThe same bits from every device:\n")?;
    let emulated = match WarpSize::ALL.map(Device::emulated) {
        [Ok(narrow), Ok(wide)] => [narrow, wide],
        [Err(error), _] | [_, Err(error)] if is_no_compiler(&error) => {
            writeln!(out, "    LEFT OUT: the kernels were not run. {error}")?;
            return Ok(true);
        }
        [Err(error), _] | [_, Err(error)] => return Err(error).context("the emulator cannot be used"),
    };
    let data = first(out, data)?;
    let expected = Results::compute(device, data, levels)?.digits();

    let mut others: Vec<Device> = emulated.into_iter().chain([Device::cpu()]).collect();
    others.retain(|other| other != device);
    let mut agree = true;
    for (other, (digits, elapsed)) in others.iter().zip(on_all(&others, data, levels)?) {
        let differing: Vec<_> = expected.iter().zip(&digits).filter(|(a, b)| a != b).collect();
        let (all, same) = (expected.len(), expected.len() - differing.len());
        writeln!(out, "    {device} and {other}: {same} of {all} results have the same bits ({elapsed:.1?})")?;
        for ((name, ours), (_, theirs)) in &differing {
            writeln!(out, "        {name} DIFFERS: {ours} on {device}, {theirs} on {other}")?;
        }
        agree &= differing.is_empty();
    }
    Ok(agree)
}

/// Whether this machine just has nothing to compile kernels with, which is no fault.
fn is_no_compiler(error: &Error) -> bool {
    use EmulatorError::{HostCompilerMissing, UnsupportedHost};
    matches!(error, Error::Emulator(HostCompilerMissing { .. } | UnsupportedHost))
}

/// The results on every device. At the same time, because most of it is waiting for the C++ compiler.
fn on_all(devices: &[Device], data: Data<'_>, levels: Option<Levels>) -> Result<Vec<(Digits, Duration)>> {
    thread::scope(|scope| {
        let compute = |device| {
            let start = Instant::now();
            let results = Results::compute(device, data, levels)?;
            Ok((results.digits(), start.elapsed()))
        };
        let running: Vec<_> = devices.iter().map(|device| scope.spawn(move || compute(device))).collect();
        running.into_iter().map(|thread| thread.join().map_err(|_| anyhow!("a device panicked"))?).collect()
    })
}

/// The first elements of the data.
fn first<'a>(out: &mut impl Write, data: Data<'a>) -> Result<Data<'a>> {
    if data.pixels.len().max(data.values.len()) > MOST {
        writeln!(out, "    (of the first {MOST} pixels and values only: the emulator checks every access)")?;
    }
    Ok(Data { pixels: start(data.pixels), values: start(data.values), known: start(data.known) })
}

fn start<T>(all: &[T]) -> &[T] {
    &all[..all.len().min(MOST)]
}
