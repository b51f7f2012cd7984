//! `min` and `max` of floats, without branches, so that loops over them vectorise.
//!
//! `if a > b { a } else { b }` is one instruction, and the first operand loses against everything that it
//! does not compare with. Taken both ways round, the two results differ only where that matters: for two
//! zeros, where "and" keeps the sign that both have and "or" the one that either has; and beside a NaN,
//! where masks choose the one that is wanted.

/// The four functions, for each type.
pub(super) trait Order: Copy {
    /// The smaller; a NaN loses, `-0.0 < +0.0`.
    fn min(a: Self, b: Self) -> Self;
    /// The larger; a NaN loses, `-0.0 < +0.0`.
    fn max(a: Self, b: Self) -> Self;
    /// The smaller; a NaN wins, `-0.0 < +0.0`.
    fn minimum(a: Self, b: Self) -> Self;
    /// The larger; a NaN wins, `-0.0 < +0.0`.
    fn maximum(a: Self, b: Self) -> Self;
}

macro_rules! orders {
    ($($float:ident $bits:ident $larger:ident $smaller:ident $nan:ident;)*) => {$(
        /// The larger as bits; `b` if one of them is NaN or they are equal.
        #[inline(always)]
        fn $larger(a: $float, b: $float) -> $bits {
            if a > b { a.to_bits() } else { b.to_bits() }
        }

        /// The smaller as bits; `b` if one of them is NaN or they are equal.
        #[inline(always)]
        fn $smaller(a: $float, b: $float) -> $bits {
            if a < b { a.to_bits() } else { b.to_bits() }
        }

        /// All ones for NaN, else zero.
        #[inline(always)]
        fn $nan(x: $float) -> $bits {
            if x.is_nan() { $bits::MAX } else { 0 }
        }

        impl Order for $float {
            #[inline(always)]
            fn min(a: $float, b: $float) -> $float {
                let either = $smaller(a, b) & !$nan(b) | $smaller(b, a) & ($nan(b) | !$nan(a));
                $float::from_bits(either)
            }

            #[inline(always)]
            fn max(a: $float, b: $float) -> $float {
                $float::from_bits(($larger(a, b) | $nan(b)) & ($larger(b, a) | $nan(a)))
            }

            #[inline(always)]
            fn minimum(a: $float, b: $float) -> $float {
                let either = $smaller(a, b) & !$nan(a) | $smaller(b, a) & ($nan(a) | !$nan(b));
                $float::from_bits(either)
            }

            #[inline(always)]
            fn maximum(a: $float, b: $float) -> $float {
                $float::from_bits(($larger(a, b) | $nan(a)) & ($larger(b, a) | $nan(b)))
            }
        }
    )*};
}

orders! {
    f32 u32 larger_f32 smaller_f32 nan_f32;
    f64 u64 larger_f64 smaller_f64 nan_f64;
}
