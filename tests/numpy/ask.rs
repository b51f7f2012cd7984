//! Asks numpy: one process, all requests at once.

use std::env;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

/// A sample as numpy is given it.
pub(crate) trait Float: Copy {
    const BYTES: u8;
    fn put(self, to: &mut Vec<u8>);
}

impl Float for f32 {
    const BYTES: u8 = 4;
    fn put(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }
}

impl Float for f64 {
    const BYTES: u8 = 8;
    fn put(self, to: &mut Vec<u8>) {
        to.extend(self.to_le_bytes());
    }
}

/// What numpy is asked, in the form that `judge.py` describes, and the number of bins of every request.
#[derive(Default)]
pub(crate) struct Questions {
    bytes: Vec<u8>,
    bins: Vec<usize>,
}

impl Questions {
    pub(crate) fn range<T: Float>(&mut self, low: T, high: T, bins: u32, samples: &[T]) {
        self.add(0, bins, &[low, high], samples);
    }

    pub(crate) fn edges<T: Float>(&mut self, edges: &[T], samples: &[T]) {
        self.add(1, edges.len() as u32 - 1, edges, samples);
    }

    fn add<T: Float>(&mut self, way: u8, bins: u32, ends: &[T], samples: &[T]) {
        self.bytes.extend([T::BYTES, way]);
        self.bytes.extend([bins, samples.len() as u32].map(u32::to_le_bytes).concat());
        ends.iter().chain(samples).for_each(|number| number.put(&mut self.bytes));
        self.bins.push(bins as usize);
    }

    /// The counts of every request.
    pub(crate) fn ask(self) -> Vec<Vec<u32>> {
        let folder = env::var_os("WAVEFOLD_NUMPY").expect("`cargo xtask numpy --test` names numpy's folder");
        let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/numpy/judge.py");
        let mut python = Command::new("python3");
        python.arg(program).arg(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = python.spawn().expect("python3 starts");
        let mut input = process.stdin.take().unwrap();
        let writer = thread::spawn(move || input.write_all(&self.bytes));
        let output = process.wait_with_output().unwrap();
        assert!(output.status.success(), "numpy's program failed");
        writer.join().unwrap().unwrap();
        let counts: Vec<u64> =
            output.stdout.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect();
        assert_eq!(counts.len(), self.bins.iter().sum::<usize>(), "an answer for each bin");
        let mut rest = &counts[..];
        let mut next = |bins: usize| {
            let (own, others) = rest.split_at(bins);
            rest = others;
            own.iter().map(|&count| count as u32).collect()
        };
        self.bins.into_iter().map(&mut next).collect()
    }
}
