//! `docs/ladder.md`: its kernels are those of the snapshots, its tables what the library says and the emulator counts.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use wavefold::emulator::LaunchCounts;
use wavefold::prelude::*;
use wavefold::tutorial::{self, Axis, HISTOGRAMS, REDUCTIONS};

use crate::where_emulated;

reduction! { Sum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0 } }
histogram! { LowestByte: fn(x: u32) -> u32 { bin: x % 256, bins: 256 } }

/// Elements of what is counted: whole tiles of every row.
const N: usize = 1 << 14;

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/ladder.md")
}

/// Compares what stands between two comments of the page; `INSTA_UPDATE=always`, as for snapshots, writes it instead.
fn compare(what: &str, table: &str) {
    // Tests that write it take turns.
    static PAGE: Mutex<()> = Mutex::new(());
    let _turn = PAGE.lock().unwrap_or_else(PoisonError::into_inner);
    let (begin, end) = (format!("<!-- {what}, written by tests/ladder/page.rs. -->\n\n"), "\n<!-- End. -->\n");
    let page = page();
    let text = fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(&begin).unwrap_or_else(|| panic!("the page has no place for: {what}"));
    let (found, after) = rest.split_once(end).expect("the page marks where the table ends");
    if found == table {
        return;
    }
    assert!(
        std::env::var("INSTA_UPDATE").is_ok_and(|update| update == "always"),
        "docs/ladder.md, {what}: the table is not what it should be; `cargo xtask bless` writes it\n{table}"
    );
    fs::write(page, format!("{before}{begin}{table}{end}{after}")).unwrap();
}

#[test]
fn the_rows() {
    let reduction = |name: &str| REDUCTIONS.iter().find(|(known, _)| *known == name);
    let histogram = |name: &str| HISTOGRAMS.iter().find(|(known, _)| *known == name);
    let mut table =
        String::from("| tutorial | its kernel | `schedule: tutorial::` | by axes |\n|---|---|---|---|\n");
    for row in tutorial::ROWS {
        let axes = match (reduction(row.preset), histogram(row.preset)) {
            (Some((_, schedule)), _) => {
                let tutorial::TutorialReduction { load, block, warp, grid, .. } = schedule;
                let values = [load.declared(), block.declared(), warp.declared(), grid.declared()];
                format!("load: {}, block: {}, warp: {}, grid: {}", values[0], values[1], values[2], values[3])
            }
            (None, Some((_, schedule))) => {
                format!("counts: {} (items_per_thread: {})", schedule.counts.declared(), schedule.items_per_thread)
            }
            (None, None) => panic!("{row:?} has no preset"),
        };
        writeln!(table, "| {} | {} | `{}` | `{axes}` |", row.tutorial.title(), row.kernel, row.preset).unwrap();
    }
    compare("The rows of the tutorials", &table);
}

/// What the first kernel of a call did, for each of its blocks.
fn first(device: &Device) -> (LaunchCounts, impl Fn(u64) -> String) {
    let counts = device.take_counts();
    // An atomic fold begins with a kernel of one thread.
    let first = counts.into_iter().max_by_key(|launch| launch.grid).expect("a call launches kernels");
    let blocks = f64::from(first.grid);
    let each = move |count: u64| {
        let each = count as f64 / blocks;
        if each.fract() == 0.0 { format!("{each}") } else { format!("{each:.1}") }
    };
    (first, each)
}

#[test]
fn the_counters_of_reductions() {
    where_emulated(|| {
        let values = vec![1.0; N];
        let mut table = String::from(
            "| row | lanes | barriers | divergent branches | LDS loads | LDS stores | conflicts | shuffles | warp barriers \
             | global loads | sectors | LDS bytes |\n|---|---|---|---|---|---|---|---|---|---|---|---|\n",
        );
        for (name, schedule) in REDUCTIONS {
            for warp_size in WarpSize::ALL {
                let device = Device::counting(warp_size).unwrap();
                let stream = device.stream().unwrap();
                let plan = Sum.plan_with(&device, N, *schedule).unwrap();
                let input = device.upload(&values).unwrap();
                assert_eq!(plan.launch(&input, &stream).unwrap(), N as f32);
                let (launch, each) = first(&device);
                let counters = launch.counters;
                let name = if warp_size == WarpSize::W32 { format!("`{name}`") } else { String::new() };
                let cells = [
                    counters.barriers,
                    counters.divergent_branches,
                    counters.shared_loads,
                    counters.shared_stores,
                    counters.bank_conflicts,
                    counters.warp_operations,
                    counters.warp_barriers,
                    counters.global_loads,
                    counters.global_sectors,
                ]
                .map(each);
                writeln!(table, "| {name} | {warp_size} | {} | {} |", cells.join(" | "), launch.shared_bytes)
                    .unwrap();
            }
        }
        compare("What one block counts, of sums", &table);
    });
}

#[test]
fn the_counters_of_histograms() {
    where_emulated(|| {
        let noise = |i: usize| noise(i as u64) as u32;
        let inputs: [(&str, Vec<u32>); 3] = [
            ("uniform", (0..N).map(noise).collect()),
            ("skewed", (0..N).map(|i| if i % 4 == 0 { 1 } else { noise(i) }).collect()),
            ("constant", vec![7; N]),
        ];
        let mut table = String::from(
            "| row | lanes | input | LDS atomics | collisions | global atomics | collisions | global loads | stores | \
             sectors |\n|---|---|---|---|---|---|---|---|---|---|\n",
        );
        for (name, schedule) in HISTOGRAMS {
            for warp_size in WarpSize::ALL {
                let device = Device::counting(warp_size).unwrap();
                let stream = device.stream().unwrap();
                let plan = LowestByte.plan_with(&device, N, *schedule).unwrap();
                for (distribution, values) in &inputs {
                    let input = device.upload(values).unwrap();
                    assert_eq!(plan.launch(&input, &stream).unwrap().iter().sum::<u32>(), N as u32);
                    let counters: wavefold::emulator::Counters =
                        device.take_counts().into_iter().map(|launch| launch.counters).sum();
                    let cells = [
                        counters.shared_atomics,
                        counters.shared_atomic_collisions,
                        counters.global_atomics,
                        counters.global_atomic_collisions,
                        counters.global_loads,
                        counters.global_stores,
                        counters.global_sectors,
                    ]
                    .map(|count| count.to_string());
                    writeln!(table, "| `{name}` | {warp_size} | {distribution} | {} |", cells.join(" | "))
                        .unwrap();
                }
            }
        }
        compare("What a whole call counts, of histograms", &table);
    });
}

/// Bits that look like noise, the same every time: Steele's SplitMix64.
fn noise(i: u64) -> u64 {
    let mut bits = (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Every kernel on the page stands in a snapshot, line by line.
#[test]
fn the_kernels_are_those_of_the_snapshots() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots/tutorial");
    let snapshots: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap()).collect();
    let page = fs::read_to_string(page()).unwrap();
    let blocks: Vec<&str> =
        page.split("```cpp\n").skip(1).map(|rest| rest.split("```").next().unwrap_or_default()).collect();
    assert!(blocks.len() >= 8, "the page shows {} kernels", blocks.len());
    for block in blocks {
        assert!(snapshots.iter().any(|text| text.contains(block)), "no snapshot has:\n{block}");
    }
}
