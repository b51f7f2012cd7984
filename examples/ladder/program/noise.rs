//! Input that looks random and is the same in every run.

use std::thread;

/// A well mixed number for each `i` (splitmix64).
pub(crate) fn noise(i: usize) -> u64 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `n` elements, made by all threads of this machine.
pub(crate) fn generate<T: Copy + Default + Send>(n: usize, element: impl Fn(usize) -> T + Sync) -> Vec<T> {
    let mut elements = vec![T::default(); n];
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = n.div_ceil(threads).max(1);
    thread::scope(|scope| {
        for (k, part) in elements.chunks_mut(share).enumerate() {
            let element = &element;
            scope.spawn(move || {
                for (i, place) in (k * share..).zip(part) {
                    *place = element(i);
                }
            });
        }
    });
    elements
}
