//! What the judge knows of the types: plain Rust, written out for each, beside nothing of the library's.

use std::fmt::Debug;

use wavefold::{bf16, f16};

use crate::judge::canonical;

/// A type of the ready-made set, in the judge's hands.
pub(crate) trait Plain: Copy + Debug + 'static {
    /// What it is summed in.
    type Total: Copy + Debug;
    /// What its mean is.
    type Mean: Copy + Debug;

    /// A value like those of real data: no NaN, no infinity, sums that stay small.
    fn tame(noise: u64) -> Self;
    /// Any bits at all; NaN, infinities and zeros among floats more often than by chance.
    fn wild(noise: u64) -> Self;

    fn is_nan(self) -> bool;
    fn equals(self, other: Self) -> bool;
    fn is_below(self, other: Self) -> bool;
    /// The sign of a zero, to tell the two apart.
    fn is_negative(self) -> bool;
    fn times(self, other: Self) -> Self;
    fn one() -> Self;

    fn total(self) -> Self::Total;
    fn zero() -> Self::Total;
    fn plus(a: Self::Total, b: Self::Total) -> Self::Total;
    fn times_total(a: Self::Total, b: Self::Total) -> Self::Total;

    fn mean(total: Self::Total, n: u64) -> Self::Mean;
    /// Partial counts, means and squared deviations, merged in the canonical order.
    fn variance(xs: &[Self]) -> Option<Self::Mean>;
    /// The same, of those that are not NaN.
    fn variance_of_numbers(xs: &[Self]) -> Option<Self::Mean>;

    /// The absolute value, 0, and the root: floats only.
    fn absolute(self) -> Self;
    fn null() -> Self;
    fn magnitude(total: Self::Total) -> Self::Total;
    fn root(total: Self::Total) -> Self::Total;
}

/// [`Plain::variance`] in a type of floats.
macro_rules! variance {
    ($float:ty, $xs:ident, |$x:ident| $value:expr, $counts:expr) => {{
        let part = |i: usize| {
            let $x = $xs[i];
            $counts.then_some((1_u64, $value, 0.0 as $float))
        };
        let merge = |(n, mean, squares): (u64, $float, $float), (m, other, others): (u64, $float, $float)| {
            let difference = other - mean;
            let share = m as $float / (n + m) as $float;
            (n + m, mean + difference * share, squares + others + difference * difference * (n as $float * share))
        };
        canonical($xs.len(), part, merge).map(|(n, _, squares)| squares / n as $float)
    }};
}

macro_rules! integers {
    ($($ty:ty: $total:ty;)*) => {$(
        impl Plain for $ty {
            type Total = $total;
            type Mean = f64;

            fn tame(noise: u64) -> Self {
                (noise >> 13) as $ty
            }
            fn wild(noise: u64) -> Self {
                match noise % 7 {
                    0 => <$ty>::MIN,
                    1 => <$ty>::MAX,
                    _ => (noise >> 9) as $ty,
                }
            }
            fn is_nan(self) -> bool {
                false
            }
            fn equals(self, other: Self) -> bool {
                self == other
            }
            fn is_below(self, other: Self) -> bool {
                self < other
            }
            fn is_negative(self) -> bool {
                false
            }
            fn times(self, other: Self) -> Self {
                self.wrapping_mul(other)
            }
            fn one() -> Self {
                1
            }
            fn total(self) -> Self::Total {
                <$total>::from(self)
            }
            fn zero() -> Self::Total {
                0
            }
            fn plus(a: Self::Total, b: Self::Total) -> Self::Total {
                a.wrapping_add(b)
            }
            fn times_total(a: Self::Total, b: Self::Total) -> Self::Total {
                a.wrapping_mul(b)
            }
            fn mean(total: Self::Total, n: u64) -> f64 {
                total as f64 / n as f64
            }
            fn variance(xs: &[Self]) -> Option<f64> {
                variance!(f64, xs, |x| x as f64, true)
            }
            fn variance_of_numbers(xs: &[Self]) -> Option<f64> {
                Self::variance(xs)
            }
            fn absolute(self) -> Self {
                unreachable!("floats only")
            }
            fn null() -> Self {
                unreachable!("floats only")
            }
            fn magnitude(_: Self::Total) -> Self::Total {
                unreachable!("floats only")
            }
            fn root(_: Self::Total) -> Self::Total {
                unreachable!("floats only")
            }
        }
    )*};
}

integers! {
    i8: i64;
    i16: i64;
    i32: i64;
    i64: i64;
    u8: u64;
    u16: u64;
    u32: u64;
    u64: u64;
}

macro_rules! floats {
    ($($ty:ty: $total:ty, $bits:ty, |$x:ident| $widen:expr, |$y:ident| $narrow:expr;)*) => {$(
        impl Plain for $ty {
            type Total = $total;
            type Mean = $total;

            fn tame(noise: u64) -> Self {
                let $y = (noise >> 40) as f32 / (1 << 23) as f32 - 1.0;
                $narrow
            }
            fn wild(noise: u64) -> Self {
                match noise % 61 {
                    0 => { let $y = 0.0_f32; $narrow }
                    1 => { let $y = -0.0_f32; $narrow }
                    2 => { let $y = f32::INFINITY; $narrow }
                    3 => { let $y = f32::NEG_INFINITY; $narrow }
                    4 => { let $y = f32::NAN; $narrow }
                    _ => <$ty>::from_bits((noise >> 3) as $bits),
                }
            }
            fn is_nan(self) -> bool {
                <$ty>::is_nan(self)
            }
            fn equals(self, other: Self) -> bool {
                self == other
            }
            fn is_below(self, other: Self) -> bool {
                self < other
            }
            fn is_negative(self) -> bool {
                self.is_sign_negative()
            }
            fn times(self, other: Self) -> Self {
                let $y = self.total() * other.total();
                $narrow
            }
            fn one() -> Self {
                let $y = 1.0_f32;
                $narrow
            }
            fn total(self) -> Self::Total {
                let $x = self;
                $widen
            }
            fn zero() -> Self::Total {
                0.0
            }
            fn plus(a: Self::Total, b: Self::Total) -> Self::Total {
                a + b
            }
            fn times_total(a: Self::Total, b: Self::Total) -> Self::Total {
                a * b
            }
            fn mean(total: Self::Total, n: u64) -> Self::Mean {
                total / n as $total
            }
            fn variance(xs: &[Self]) -> Option<Self::Mean> {
                variance!($total, xs, |x| x.total(), true)
            }
            fn variance_of_numbers(xs: &[Self]) -> Option<Self::Mean> {
                variance!($total, xs, |x| x.total(), !x.is_nan())
            }
            fn absolute(self) -> Self {
                if self.is_sign_negative() { -self } else { self }
            }
            fn null() -> Self {
                let $y = 0.0_f32;
                $narrow
            }
            fn magnitude(total: Self::Total) -> Self::Total {
                total.abs()
            }
            fn root(total: Self::Total) -> Self::Total {
                total.sqrt()
            }
        }
    )*};
}

floats! {
    f16: f32, u16, |x| x.to_f32(), |y| f16::from_f32(y);
    bf16: f32, u16, |x| x.to_f32(), |y| bf16::from_f32(y);
    f32: f32, u32, |x| x, |y| y as f32;
    f64: f64, u64, |x| x, |y| y as f64;
}
