//! What half floats can do, function by function.

use half::{bf16, f16};

use super::HalfBits;
use crate::face::{Arithmetic, Float, Negatable, Transcendental};

/// `through_f32! { Trait for [f16, bf16] { f(x, y); g(x, count: u32) -> bool; } }`: arguments without a type are widened,
/// and a result without one is rounded.
macro_rules! through_f32 {
    ($name:ident for [$($half:ident),*] $functions:tt) => { $( through_f32! { @one $name, $half, $functions } )* };
    (@one $name:ident, $half:ident, { $( $function:ident($($argument:ident $(: $ty:ty)?),*) $(-> $out:ty)?; )* }) => {
        impl $name for $half {
            $(
                #[inline(always)]
                fn $function($($argument: or_else!([Self] $($ty)?)),*) -> or_else!([Self] $($out)?) {
                    let result = <f32 as $name>::$function($(through_f32!(@argument $argument $($ty)?)),*);
                    through_f32!(@result result $($out)?)
                }
            )*
        }
    };
    (@argument $argument:ident) => { HalfBits::widen($argument) };
    (@argument $argument:ident $ty:ty) => { $argument };
    (@result $result:ident) => { HalfBits::narrow($result) };
    (@result $result:ident $out:ty) => { $result };
}

through_f32! {
    Arithmetic for [f16, bf16] {
        add(a, b);
        sub(a, b);
        mul(a, b);
        div(a, b);
        rem(a, b);
        min(a, b);
        max(a, b);
        minimum(a, b);
        maximum(a, b);
        clamp(x, low, high);
        rem_euclid(a, b);
        div_euclid(a, b);
        is_nan(x) -> bool;
        is_infinite(x) -> bool;
        is_finite(x) -> bool;
        is_sign_negative(x) -> bool;
        is_sign_positive(x) -> bool;
    }
}

through_f32! {
    Negatable for [f16, bf16] {
        neg(x);
        abs(x);
        signum(x);
    }
}

through_f32! {
    Float for [f16, bf16] {
        sqrt(x);
        floor(x);
        ceil(x);
        trunc(x);
        round(x);
        round_ties_even(x);
        fract(x);
        recip(x);
        copysign(x, sign);
        mul_add(x, b, c);
        powi(x, power: i32);
    }
}

through_f32! {
    Transcendental for [f16, bf16] {
        exp(x);
        exp2(x);
        ln(x);
        log2(x);
        log10(x);
        sin(x);
        cos(x);
        tan(x);
        asin(x);
        acos(x);
        atan(x);
        atan2(y, x);
        sinh(x);
        cosh(x);
        tanh(x);
        cbrt(x);
        hypot(x, y);
        powf(x, power);
    }
}
