//! Input that looks random and is the same in every run.

/// A well mixed number for each `i` (splitmix64).
pub(crate) fn noise(i: usize) -> u64 {
    let mut z = (i as u64).wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// `n` elements, each made of its noise.
pub(crate) fn noisy<T>(n: usize, element: impl Fn(u64) -> T) -> Vec<T> {
    (0..n).map(|i| element(noise(i))).collect()
}

/// Evenly between -1 and 1, with 24 random bits.
pub(crate) fn unit_f32(noise: u64) -> f32 {
    (noise >> 40) as f32 / (1 << 23) as f32 - 1.0
}

/// Evenly between -1 and 1, with 53 random bits.
pub(crate) fn unit_f64(noise: u64) -> f64 {
    (noise >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Floats of all kinds: of every magnitude, now and then a zero of either sign, an infinity or NaN.
pub(crate) fn wild_f32(noise: u64) -> f32 {
    match noise % 61 {
        0 => 0.0,
        1 => -0.0,
        2 => f32::INFINITY,
        3 => f32::NEG_INFINITY,
        4 => f32::NAN,
        5 => f32::from_bits((noise >> 45) as u32),
        _ => f32::from_bits((noise >> 32) as u32),
    }
}
