//! Conversions of half floats, as IEEE 754 has them: to the nearest, and of two to the even one.
//!
//! Without branches, so that loops over them vectorise.

use half::{bf16, f16};

/// The way to `f32` and back.
pub(in crate::face) trait HalfBits: Copy {
    /// The same number.
    fn widen(self) -> f32;
    /// The nearest number; of two, the even one.
    fn narrow(x: f32) -> Self;
}

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = f32::INFINITY.to_bits();

/// 2^112: what the exponent of an f16 lacks, read as that of an f32.
const EXPONENTS_APART: f32 = f32::from_bits((127 + 112) << 23);

impl HalfBits for f16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        let bits = u32::from(self.to_bits());
        let magnitude = bits & 0x7FFF;
        // Exact, and makes normal numbers of those that are none.
        let scaled = f32::from_bits(magnitude << 13) * EXPONENTS_APART;
        let infinite_or_nan = if magnitude >= 0x7C00 { INFINITY } else { 0 };
        f32::from_bits(scaled.to_bits() | infinite_or_nan | (bits & 0x8000) << 16)
    }

    #[inline(always)]
    fn narrow(x: f32) -> Self {
        const TOO_LARGE: u32 = 65536_f32.to_bits();
        const LEAST_NORMAL: u32 = 6.103_515_6e-5_f32.to_bits();
        let magnitude = x.to_bits() & !SIGN;
        // Half of the last place, less one where the number is even already, carries into what is kept.
        let even = (magnitude >> 13) & 1;
        let normal = magnitude.wrapping_add((15_u32.wrapping_sub(127) << 23).wrapping_add(0xFFF + even)) >> 13;
        // Next to 0.5 the last place of an f32 is the least f16 there is: the addition rounds.
        let small = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5_f32.to_bits());
        let large = if magnitude > INFINITY { 0x7E00 } else { 0x7C00 };
        let finite = if magnitude < LEAST_NORMAL { small } else { normal };
        let bits = if magnitude >= TOO_LARGE { large } else { finite };
        Self::from_bits((bits | x.to_bits() >> 16 & 0x8000) as u16)
    }
}

impl HalfBits for bf16 {
    #[inline(always)]
    fn widen(self) -> f32 {
        f32::from_bits(u32::from(self.to_bits()) << 16)
    }

    #[inline(always)]
    fn narrow(x: f32) -> Self {
        let bits = x.to_bits();
        let rounded = bits.wrapping_add(0x7FFF + (bits >> 16 & 1)) >> 16;
        let nan = bits >> 16 | 0x40;
        Self::from_bits(if x.is_nan() { nan } else { rounded } as u16)
    }
}
