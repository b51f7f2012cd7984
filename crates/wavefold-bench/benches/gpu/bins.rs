//! Device time of histograms with many bins, and with edges.

use anyhow::Result;
use wavefold::prelude::*;
use wavefold_bench::floats;

use crate::work::Bench;

histogram! { Bins1024: fn(x: u32) -> u32 { bin: x, bins: 1024 } }
histogram! { Bins16384: fn(x: u32) -> u32 { bin: x, bins: 16_384 } }
histogram! { Bins49152: fn(x: u32) -> u32 { bin: x, bins: 49_152 } }
histogram! { Bins65536: fn(x: u32) -> u32 { bin: x, bins: 65_536 } }
histogram! { Bins1048576: fn(x: u32) -> u32 { bin: x, bins: 1_048_576 } }
histogram! { Counted { count: u32 }: fn(x: u32) -> u32 { bin: x, bins: count } }
histogram! { Between { levels: Edges<f32> }: fn(x: f32) -> u32 { edges: levels } }
histogram! { Sixteen: fn(x: f32) -> u32 { edges: SIXTEENTHS } }

const SIXTEENTHS: [f32; 17] = {
    let (mut edges, mut k) = ([0.0; 17], 0);
    while k < 17 {
        edges[k] = k as f32 / 16.0;
        k += 1;
    }
    edges
};

/// Measures at these sizes.
pub(crate) fn measure(bench: &Bench<'_>, device: &Device, sizes: &[usize]) -> Result<()> {
    let most = sizes.iter().copied().max().unwrap_or(1);
    let words = |bins: u32| {
        // A multiplicative generator: enough to spread over the bins.
        let mut state = 1_u64;
        let words: Vec<u32> = (0..most)
            .map(|_| {
                state = state.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1);
                (((state >> 32) * u64::from(bins)) >> 32) as u32
            })
            .collect();
        device.upload(&words)
    };
    macro_rules! many {
        ($($histogram:ident $bins:literal)*) => {$(
            let input = words($bins)?;
            for &n in sizes {
                let name = concat!($bins, " bins of u32, uniform");
                bench.histogram(name, concat!("cub_histogram_u32_", $bins), $histogram, &input, n)?;
            }
            drop(input);
        )*};
    }
    many! { Bins1024 1024 Bins16384 16384 Bins49152 49152 Bins65536 65536 Bins1048576 1048576 }
    let input = words(1024)?;
    for &n in sizes {
        let counted = Counted { count: 1024 };
        bench.histogram("1024 bins, number at run time", "cub_histogram_u32_1024", counted, &input, n)?;
    }
    drop(input);
    let input = device.upload(&floats(most))?;
    for &n in sizes {
        bench.histogram("16 edges of f32", "cub_histogram_range_f32_16", Sixteen, &input, n)?;
    }
    let levels = Edges::new((0..=1000).map(|k| k as f32 / 1000.0).collect::<Vec<_>>())?;
    for &n in sizes {
        let between = Between { levels: levels.clone() };
        bench.histogram("1000 edges of f32, run time", "cub_histogram_range_f32_1000", between, &input, n)?;
    }
    Ok(())
}
