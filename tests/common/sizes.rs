//! How many elements: every boundary of a layout, and sizes on no boundary at all.

use wavefold::Device;

use crate::judge::SLOTS;

/// Whether `WAVEFOLD_SIZES=reduced` asks for few sizes, because everything is slow: under a checker, say.
pub(crate) fn reduced() -> bool {
    std::env::var_os("WAVEFOLD_SIZES").is_some_and(|sizes| sizes == "reduced")
}

/// Around the boundaries of vectors, warps, warp tiles, tiles and blocks; primes.
pub(crate) fn small() -> Vec<usize> {
    if reduced() {
        return vec![0, 1, 31, 65, 255, 1025, 2047, 4097, 8193, 10_007];
    }
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
    if reduced() {
        return vec![65_537];
    }
    vec![32_767, 65_537, 100_003, SLOTS - 1, SLOTS, SLOTS + 1, 2 * SLOTS + 12_345]
}

/// Small ones only, where every instruction is emulated; all of them elsewhere.
pub(crate) fn sizes_for(device: &Device) -> Vec<usize> {
    let mut sizes = small();
    if !device.name().starts_with("emulated") {
        sizes.extend(large());
    }
    sizes
}

/// The largest of them.
pub(crate) fn most(sizes: &[usize]) -> usize {
    sizes.iter().copied().max().unwrap_or(0)
}
