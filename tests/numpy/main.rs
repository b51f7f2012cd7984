//! numpy as the judge of histograms over floats: the same counts for thousands of ranges and edges, with samples on and
//! beside the edges. `cargo xtask numpy --test` provides numpy and runs it.

mod ask;
#[macro_use]
#[path = "../common/backends.rs"]
#[allow(dead_code, unused_macros, reason = "shared with the conformance suite")]
mod backends;
#[path = "../common/inputs.rs"]
#[allow(dead_code, reason = "shared with the conformance suite")]
mod inputs;

use wavefold::prelude::*;

use ask::Questions;
use inputs::noise;

/// Requests of a kind on the CPU; on the others, which take longer, one of `APART`.
const REQUESTS: usize = 3000;
const APART: usize = 97;

macro_rules! judged_by_numpy {
    ($module:ident, $ty:ident, $range:ident, $between:ident) => {
        histogram! {
            $range { low: $ty, high: $ty, count: u32 }: fn(x: $ty) -> u32 { range: low..=high, bins: count }
        }
        histogram! { $between { levels: Edges<$ty> }: fn(x: $ty) -> u32 { edges: ..=levels } }

        mod $module {
            use super::*;

            /// Ranges of every kind, by turns: plain, tiny, huge, far from zero, subnormal, near overflow.
            fn ends(i: usize) -> ($ty, $ty) {
                let unit = |k: usize| (noise(9 * i + k) >> 11) as $ty / (1_u64 << 53) as $ty;
                let low = 2.0 * unit(0) - 1.0;
                let width = unit(1) + 0.01;
                let power = ($ty::MAX_EXP - 3) / 2;
                let scale = |power: i32| (2.0 as $ty).powi(power);
                match i % 8 {
                    0 => (low, low + width),
                    1 => (10.0 * low.round(), 10.0 * low.round() + (noise(i) % 1000) as $ty + 1.0),
                    2 => (low * scale(-power), (low + width) * scale(-power)),
                    3 => (low * scale(power), (low + width) * scale(power)),
                    4 => (1000.0 * (1.0 + unit(2)), 1000.0 * (1.0 + unit(2)) + width),
                    5 => (low * scale($ty::MIN_EXP - 4), (low + width) * scale($ty::MIN_EXP - 4)),
                    6 => (-unit(3) * $ty::MAX / 4.0, unit(1) * $ty::MAX / 4.0),
                    _ => (0.0, width / 3.0),
                }
            }

            fn bins(i: usize) -> u32 {
                match noise(5 * i + 1) % 4 {
                    0 => 1 + (noise(i) % 5) as u32,
                    1 => 10 * (1 + (noise(i) % 10) as u32),
                    2 => 1 + (noise(i) % 300) as u32,
                    _ => 1 + (noise(i) % 5000) as u32,
                }
            }

            /// On, below and above the edges, or some of many, then between and beyond them.
            fn samples(i: usize, edges: &[$ty]) -> Vec<$ty> {
                let (low, high) = (edges[0], edges[edges.len() - 1]);
                let pick =
                    |k: usize| edges[if edges.len() <= 60 { k } else { noise(i + 31 * k) as usize % edges.len() }];
                let on = (0..edges.len().min(60)).map(pick).chain([low, high]);
                let mut xs: Vec<$ty> = on.flat_map(|x| [x.next_down(), x, x.next_up()]).collect();
                let unit = |k: usize| (noise(71 * i + k) >> 11) as $ty / (1_u64 << 53) as $ty;
                xs.extend((0..100).map(|k| low + (high - low) * (1.2 * unit(k) - 0.1)));
                xs.extend([$ty::NAN, -$ty::NAN, $ty::INFINITY, $ty::NEG_INFINITY, 0.0, -0.0, $ty::MAX, $ty::MIN]);
                xs
            }

            /// Where edges lie about: what samples are put beside. Who is right about them is numpy.
            fn about(low: $ty, high: $ty, bins: u32) -> Vec<$ty> {
                let step = (f64::from(high) - f64::from(low)) / f64::from(bins);
                (0..=bins)
                    .map(|k| if k == bins { high } else { (f64::from(k) * step + f64::from(low)) as $ty })
                    .collect()
            }

            #[test]
            #[ignore = "needs numpy: cargo xtask test provides it (alone: cargo xtask numpy --test)"]
            fn ranges() {
                let (mut questions, mut asked) = (Questions::default(), Vec::new());
                let (cpu, mut refused) = (Device::cpu(), 0);
                for i in 0..REQUESTS {
                    let ((low, high), count) = (ends(i), bins(i));
                    let range = $range { low, high, count };
                    let xs = samples(i, &about(low, high, count));
                    // Edges that do not increase are an error here, and bins without width there.
                    match range.run(&cpu, &xs) {
                        Ok(counts) => {
                            questions.range(low, high, count, &xs);
                            asked.push((range, xs, counts));
                        }
                        Err(_) => refused += 1,
                    }
                }
                assert!(refused < REQUESTS / 3, "{refused} of {REQUESTS} ranges were refused");
                let answers = questions.ask();
                for ((range, xs, counts), answer) in asked.iter().zip(&answers) {
                    assert!(counts == answer, "{range:?} of {xs:?}: {counts:?}, but numpy says {answer:?}");
                }
                elsewhere(|device| {
                    for ((range, xs, _), answer) in asked.iter().zip(&answers).step_by(APART) {
                        assert_eq!(range.run(device, xs).unwrap(), *answer, "{range:?} on {device}");
                    }
                });
            }

            #[test]
            #[ignore = "needs numpy: cargo xtask test provides it (alone: cargo xtask numpy --test)"]
            fn edges() {
                let (mut questions, mut asked) = (Questions::default(), Vec::new());
                for i in 0..REQUESTS / 3 {
                    let ((low, high), count) = (ends(i), 2 + noise(i) as usize % 400);
                    let between = |k| (noise(1000 * i + k) >> 11) as $ty / (1_u64 << 53) as $ty;
                    let mut levels: Vec<$ty> = (0..count).map(|k| low + (high - low) * between(k)).collect();
                    levels.sort_by(|a, b| a.partial_cmp(b).unwrap());
                    levels.dedup();
                    let Ok(edges) = Edges::new(&levels) else { continue };
                    let (xs, between) = (samples(i, &levels), $between { levels: edges });
                    let counts = between.run(&Device::cpu(), &xs).unwrap();
                    questions.edges(&levels, &xs);
                    asked.push((between, xs, counts));
                }
                assert!(asked.len() > REQUESTS / 4, "{} lists of edges", asked.len());
                let answers = questions.ask();
                for ((between, xs, counts), answer) in asked.iter().zip(&answers) {
                    assert!(counts == answer, "{between:?} of {xs:?}: {counts:?}, but numpy says {answer:?}");
                }
                elsewhere(|device| {
                    for ((between, xs, _), answer) in asked.iter().zip(&answers).step_by(APART) {
                        assert_eq!(between.run(device, xs).unwrap(), *answer, "{between:?} on {device}");
                    }
                });
            }
        }
    };
}

judged_by_numpy!(of_f32, f32, RangeF32, BetweenF32);
judged_by_numpy!(of_f64, f64, RangeF64, BetweenF64);

/// On every backend but the CPU that is there.
fn elsewhere(test: impl Fn(&Device)) {
    let others = backends::Backend::ALL.into_iter().filter(|backend| *backend != backends::Backend::Cpu);
    others.for_each(|backend| backend.run(&test));
}
