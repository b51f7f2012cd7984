//! How many elements: every boundary of a layout, and sizes on no boundary at all.

use wavefold::Device;

use crate::judge::SLOTS;

/// Around the boundaries of vectors, warps, warp tiles, tiles and blocks; primes.
pub(crate) fn small() -> Vec<usize> {
    let mut sizes = vec![0];
    for k in 0..=13 {
        sizes.extend([(1 << k) - 1, 1 << k, (1 << k) + 1]);
    }
    sizes.extend([5, 7, 13, 97, 193, 1009, 5003, 10_007]);
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

/// Around the boundaries of partials and of the slots themselves.
pub(crate) fn large() -> Vec<usize> {
    vec![32_767, 65_537, 100_003, SLOTS - 1, SLOTS, SLOTS + 1, 2 * SLOTS + 12_345]
}

/// All of them on the CPU, the small ones elsewhere.
pub(crate) fn all_on_the_cpu(device: &Device) -> Vec<usize> {
    let mut sizes = small();
    if device.warp_size().is_none() {
        sizes.extend(large());
    }
    sizes
}

/// The largest of them.
pub(crate) fn most(sizes: &[usize]) -> usize {
    sizes.iter().copied().max().unwrap_or(0)
}
