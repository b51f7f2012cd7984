//! A histogram of host slices: tasks count apart, then the counts are added up.

use rayon::prelude::*;
use wavefold_codegen::{Binning, Expr, Outside, Part};

use super::dispatch::{Work, widest};
use super::fork::fork;
use crate::{Counter, Error, Histogram, Inputs, Place};

/// Fewest elements of a task.
const FEWEST: usize = 64 * 1024;

/// Copies of the counts that a task uses in turn, so that equal neighbours do not wait for each other.
const COPIES: usize = 4;

/// Counts up to which a task has several copies: they stay in the first-level cache.
const COPIES_BELOW: usize = 1024;

/// Counts from which on adding up is shared among threads.
const SHARED_SUM: usize = 256 * 1024;

/// Elements whose bins are found before any of them is counted.
const BLOCK: usize = 128;

/// Places for elements that no bin takes, behind the bins: below, above, NaN, refused.
const EXTRA: usize = 4;

/// The private counts of the tasks: the scratch of a histogram on the CPU.
#[derive(Debug)]
pub(crate) struct Tally<C> {
    counts: Vec<C>,
    tasks: usize,
    bins: u32,
}

impl<C: Counter> Tally<C> {
    /// Room for the tasks that `n` elements are worth: never more than `n` counts, or one task's.
    pub(crate) fn new<H: Histogram<Counter = C>>(n: usize, bins: u32) -> Result<Self, Error> {
        let tasks = tasks::<H>(n, bins);
        let length = tasks.saturating_mul(per_task::<H>(bins));
        let bytes = length.saturating_mul(size_of::<C>());
        let exhausted = || Error::OutOfMemory { device: "cpu".into(), bytes, free: None };
        // Places are numbered with 32 bits.
        u32::try_from(places::<H>(bins)).map_err(|_| exhausted())?;
        let mut counts = Vec::new();
        counts.try_reserve_exact(length).map_err(|_| exhausted())?;
        counts.resize(length, C::ZERO);
        Ok(Self { counts, tasks, bins })
    }

    /// What it takes.
    pub(crate) fn bytes<H: Histogram<Counter = C>>(n: usize, bins: u32) -> usize {
        tasks::<H>(n, bins) * per_task::<H>(bins) * size_of::<C>()
    }
}

/// Private counts of one copy.
const fn places<H: Histogram>(bins: u32) -> usize {
    fixed::<H>(bins) as usize + EXTRA
}

/// The bins: a constant where the declaration knows it.
#[inline(always)]
const fn fixed<H: Histogram>(bins: u32) -> u32 {
    match const { H::SPEC.bins } {
        Some(bins) => bins,
        None => bins,
    }
}

const fn copies<H: Histogram>(bins: u32) -> usize {
    if places::<H>(bins) <= COPIES_BELOW { COPIES } else { 1 }
}

const fn per_task<H: Histogram>(bins: u32) -> usize {
    places::<H>(bins) * copies::<H>(bins)
}

fn tasks<H: Histogram>(n: usize, bins: u32) -> usize {
    let threads = rayon::current_num_threads();
    // Small tasks even out the load; large counts are worth a thread's only.
    let most = if copies::<H>(bins) > 1 { 4 * threads } else { threads };
    (n / places::<H>(bins).max(FEWEST)).clamp(1, most)
}

/// Counts the first `n` elements; gives as many counters as the spec says, within the tally.
///
/// A thread that waits for its tasks may run other work of the rayon pool meanwhile, this function included:
/// callers hold no lock.
pub(crate) fn count<'t, H: Histogram>(
    histogram: &H,
    binning: &H::Binning,
    input: <H::Inputs as Inputs>::Slices<'_>,
    n: usize,
    tally: &'t mut Tally<H::Counter>,
) -> &'t [H::Counter] {
    let bins = fixed::<H>(tally.bins);
    let tasks = tasks::<H>(n, bins).min(tally.tasks);
    let chunk = n.div_ceil(tasks).max(1);
    let counts = &mut tally.counts[..tasks * per_task::<H>(bins)];
    Tasks { histogram, binning, bins, input, n, chunk }.run(0, tasks, counts);
    add_up(counts, places::<H>(bins));
    &tally.counts[..const { &H::SPEC }.outside.counters(bins) as usize]
}

/// What all tasks know.
struct Tasks<'h, 's, H: Histogram> {
    histogram: &'h H,
    binning: &'h H::Binning,
    bins: u32,
    input: <H::Inputs as Inputs>::Slices<'s>,
    n: usize,
    /// Elements of a task.
    chunk: usize,
}

impl<H: Histogram> Tasks<'_, '_, H> {
    /// The tasks from `first` on, as many as `counts` are for.
    fn run(&self, first: usize, tasks: usize, counts: &mut [H::Counter]) {
        if tasks == 1 {
            return self.one(first, counts);
        }
        let half = tasks / 2;
        let (left, right) = counts.split_at_mut(half * per_task::<H>(self.bins));
        fork(true, &mut || self.run(first, half, left), &mut || self.run(first + half, tasks - half, right));
    }

    fn one(&self, task: usize, counts: &mut [H::Counter]) {
        let &Self { histogram, binning, bins, n, chunk, .. } = self;
        let (start, end) = ((task * chunk).min(n), ((task + 1) * chunk).min(n));
        let input = H::Inputs::range(self.input, start, end);
        let elements = Elements { histogram, binning, bins, input, first_index: start as u64 };
        widest(Count { elements, count: end - start, counts });
    }
}

/// One task: part of the elements, into its own counts.
struct Count<'h, 's, 'c, H: Histogram> {
    elements: Elements<'h, 's, H>,
    count: usize,
    counts: &'c mut [H::Counter],
}

struct Elements<'h, 's, H: Histogram> {
    histogram: &'h H,
    binning: &'h H::Binning,
    bins: u32,
    input: <H::Inputs as Inputs>::Slices<'s>,
    first_index: u64,
}

// No closures here: they would be functions of their own, compiled for the baseline wherever the compiler does
// not inline them.
impl<H: Histogram> Work for Count<'_, '_, '_, H> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { elements, count, counts } = self;
        counts.fill(H::Counter::ZERO);
        let bins = elements.bins;
        let whole = count - count % BLOCK;
        let mut numbers = [0; BLOCK];
        let mut start = 0;
        while start < whole {
            if const { is_element::<H>() } {
                let mut at = start;
                while at < start + BLOCK {
                    let next = [
                        elements.place(at),
                        elements.place(at + 1),
                        elements.place(at + 2),
                        elements.place(at + 3),
                    ];
                    increment_four::<H>(counts, bins, next);
                    at += 4;
                }
            } else {
                // First where, in a loop that can be vectorised, then the counting, which cannot.
                for (at, number) in numbers.iter_mut().enumerate() {
                    *number = elements.place(start + at);
                }
                for four in numbers.as_chunks().0 {
                    increment_four::<H>(counts, bins, *four);
                }
            }
            start += BLOCK;
        }
        for element in whole..count {
            increment(counts, elements.place(element));
        }
    }
}

impl<H: Histogram> Elements<'_, '_, H> {
    /// The number of the private count of an element.
    #[inline(always)]
    fn place(&self, element: usize) -> u32 {
        let (value, index) = (H::Inputs::get(self.input, element), self.first_index + element as u64);
        let bins = fixed::<H>(self.bins);
        if const { H::SPEC.item.filter.is_some() } && !self.histogram.accept(value, index) {
            return bins + 3;
        }
        match (self.histogram.place(self.binning, value, index), const { H::SPEC.outside }) {
            (Place::Bin(bin), _) => bin,
            (Place::Below, Outside::Clamp) => 0,
            (Place::Above, Outside::Clamp) => bins.saturating_sub(1),
            (Place::Below, _) => bins,
            (Place::Above, _) => bins + 1,
            (Place::Nan, _) => bins + 2,
        }
    }
}

/// Counts four elements, each in its own copy where there are copies.
#[inline(always)]
fn increment_four<H: Histogram>(counts: &mut [H::Counter], bins: u32, [a, b, c, d]: [u32; COPIES]) {
    if copies::<H>(bins) == 1 {
        increment(counts, a);
        increment(counts, b);
        increment(counts, c);
        increment(counts, d);
    } else {
        let (first, rest) = counts.split_at_mut(places::<H>(bins));
        let (second, rest) = rest.split_at_mut(places::<H>(bins));
        let (third, fourth) = rest.split_at_mut(places::<H>(bins));
        increment(first, a);
        increment(second, b);
        increment(third, c);
        increment(fourth, d);
    }
}

/// Whether the element itself is the bin: then finding it costs nothing, and its type may say that it is one.
const fn is_element<H: Histogram>() -> bool {
    matches!(H::SPEC.binning, Binning::Index(Part { body: Expr::Name(_) | Expr::Cast(Expr::Name(_), _), .. }))
}

/// Counts one element. A number beyond the last cannot come from a declaration; it is not counted.
#[inline(always)]
fn increment<C: Counter>(counts: &mut [C], number: u32) {
    if let Some(count) = counts.get_mut(number as usize) {
        *count = count.increment();
    }
}

/// Adds the copies of all tasks to the first one. The counters are the bins and, where the spec has them, the
/// places that follow; what lies behind is not looked at.
fn add_up<C: Counter>(counts: &mut [C], places: usize) {
    let shared = counts.len() >= SHARED_SUM;
    let (first, others) = counts.split_at_mut(places);
    let add = |(start, counters): (usize, &mut [C])| {
        for copy in others.chunks_exact(places) {
            for (counter, count) in counters.iter_mut().zip(&copy[start..]) {
                *counter = counter.plus(*count);
            }
        }
    };
    if shared {
        let part = FEWEST / 4;
        first.par_chunks_mut(part).enumerate().for_each(|(at, counters)| add((at * part, counters)));
    } else {
        add((0, first));
    }
}
