//! A histogram of host slices: tasks count apart, then the counts are added up.

use rayon::prelude::*;
use wavefold_codegen::Outside;

use super::dispatch::{Work, widest};
use crate::{Counter, Error, Histogram, Inputs, Place};

/// Fewest elements of a task.
const FEWEST: usize = 64 * 1024;

/// Copies of the counts that a task uses in turn, so that equal neighbours do not wait for each other.
const COPIES: usize = 4;

/// Counts up to which a task has several copies: they stay in the first-level cache.
const COPIES_BELOW: usize = 1024;

/// Counts from which on adding up is shared among threads.
const SHARED_SUM: usize = 256 * 1024;

/// Places for elements that no bin takes, behind the bins: below, above, NaN, refused.
const EXTRA: usize = 4;

/// The private counts of the tasks: the scratch of a histogram on the CPU.
#[derive(Debug)]
pub(crate) struct Tally<C> {
    counts: Vec<C>,
    tasks: usize,
}

impl<C: Counter> Tally<C> {
    /// Room for the tasks that `n` elements are worth: never more than `n` counts, or one task's.
    pub(crate) fn new<H: Histogram<Counter = C>>(n: usize) -> Result<Self, Error> {
        let tasks = tasks::<H>(n);
        let length = tasks.saturating_mul(per_task::<H>());
        let mut counts = Vec::new();
        counts.try_reserve_exact(length).map_err(|_| Error::OutOfMemory {
            device: "cpu".into(),
            bytes: length.saturating_mul(size_of::<C>()),
        })?;
        counts.resize(length, C::ZERO);
        Ok(Self { counts, tasks })
    }

    /// What it takes.
    pub(crate) fn bytes<H: Histogram<Counter = C>>(n: usize) -> usize {
        tasks::<H>(n) * per_task::<H>() * size_of::<C>()
    }
}

/// Private counts of one copy.
const fn places<H: Histogram>() -> usize {
    H::SPEC.bins as usize + EXTRA
}

const fn copies<H: Histogram>() -> usize {
    if places::<H>() <= COPIES_BELOW { COPIES } else { 1 }
}

const fn per_task<H: Histogram>() -> usize {
    places::<H>() * copies::<H>()
}

fn tasks<H: Histogram>(n: usize) -> usize {
    let threads = rayon::current_num_threads();
    // Small tasks even out the load; large counts are worth a thread's only.
    let most = if copies::<H>() > 1 { 4 * threads } else { threads };
    (n / places::<H>().max(FEWEST)).clamp(1, most)
}

/// Counts the first `n` elements into `counters`, which holds as many as the spec says.
pub(crate) fn count<H: Histogram>(
    histogram: &H,
    binning: &H::Binning,
    input: <H::Inputs as Inputs>::Slices<'_>,
    n: usize,
    tally: &mut Tally<H::Counter>,
    counters: &mut [H::Counter],
) {
    let tasks = tasks::<H>(n).min(tally.tasks);
    let chunk = n.div_ceil(tasks).max(1);
    let counts = &mut tally.counts[..tasks * per_task::<H>()];
    let run = |(task, counts): (usize, &mut [H::Counter])| {
        let (start, end) = ((task * chunk).min(n), ((task + 1) * chunk).min(n));
        let input = H::Inputs::range(input, start, end);
        widest(Count { histogram, binning, input, count: end - start, first_index: start as u64, counts });
    };
    if tasks == 1 {
        run((0, counts));
    } else {
        counts.par_chunks_mut(per_task::<H>()).enumerate().for_each(run);
    }
    add_up::<H>(&tally.counts[..tasks * per_task::<H>()], counters);
}

/// One task: part of the elements, into its own counts.
struct Count<'h, 's, 'c, H: Histogram> {
    histogram: &'h H,
    binning: &'h H::Binning,
    input: <H::Inputs as Inputs>::Slices<'s>,
    count: usize,
    first_index: u64,
    counts: &'c mut [H::Counter],
}

impl<H: Histogram> Work for Count<'_, '_, '_, H> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        self.counts.fill(H::Counter::ZERO);
        let place = |element: usize| {
            let (value, index) = (H::Inputs::get(self.input, element), self.first_index + element as u64);
            if H::SPEC.item.filter.is_some() && !self.histogram.accept(value, index) {
                return places::<H>() - 1;
            }
            number::<H>(self.histogram.place(self.binning, value, index))
        };
        if copies::<H>() == 1 {
            for element in 0..self.count {
                increment(self.counts, place(element));
            }
            return;
        }
        let (first, rest) = self.counts.split_at_mut(places::<H>());
        let (second, rest) = rest.split_at_mut(places::<H>());
        let (third, fourth) = rest.split_at_mut(places::<H>());
        let whole = self.count - self.count % COPIES;
        for element in (0..whole).step_by(COPIES) {
            increment(first, place(element));
            increment(second, place(element + 1));
            increment(third, place(element + 2));
            increment(fourth, place(element + 3));
        }
        for element in whole..self.count {
            increment(first, place(element));
        }
    }
}

/// Counts one element. A place beyond the last cannot come from a declaration; it is not counted.
#[inline(always)]
fn increment<C: Counter>(counts: &mut [C], place: usize) {
    if let Some(count) = counts.get_mut(place) {
        *count = count.increment();
    }
}

/// The private count of a place.
#[inline(always)]
fn number<H: Histogram>(place: Place) -> usize {
    let bins = H::SPEC.bins as usize;
    match (place, H::SPEC.outside) {
        (Place::Bin(bin), _) => bin as usize,
        (Place::Below, Outside::Clamp) => 0,
        (Place::Above, Outside::Clamp) => bins.saturating_sub(1),
        (Place::Below, _) => bins,
        (Place::Above, _) => bins + 1,
        (Place::Nan, _) => bins + 2,
    }
}

/// Adds up the copies of all tasks. The counters are the bins and, where the spec has them, the places that
/// follow; what lies behind is dropped.
fn add_up<H: Histogram>(counts: &[H::Counter], counters: &mut [H::Counter]) {
    let add = |(start, counters): (usize, &mut [H::Counter])| {
        counters.fill(H::Counter::ZERO);
        for copy in counts.chunks_exact(places::<H>()) {
            for (counter, count) in counters.iter_mut().zip(&copy[start..]) {
                *counter = counter.plus(*count);
            }
        }
    };
    if counts.len() < SHARED_SUM {
        add((0, counters));
    } else {
        let part = FEWEST / 4;
        counters.par_chunks_mut(part).enumerate().for_each(|(at, counters)| add((at * part, counters)));
    }
}
