//! Floats: signed zeros, NaN, infinities, rounding, remainders.

macro_rules! floats {
    ($test:ident, $predicates:ident, $ty:ident, $bits:ident, $samples:ident) => {
        const $samples: [$ty; 18] = [
            0.0, -0.0, 1.0, -1.0, 0.5, 1.5, -2.5, 0.49999997, 8388609.5, 0.1, -7.3, 1e30, $ty::MAX,
            $ty::MIN_POSITIVE, -$ty::MIN_POSITIVE / 8.0, $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN,
        ];

        agree! {
            $test: fn(x: $ty, y: $ty) -> [$ty; 48] [
                x + y, x - y, x * y, x / y, x % y, -x, - -x, -(x - y), x * y + x, x - (y - x), x / (y / x),
                x.min(y), x.max(y), x.minimum(y), x.maximum(y), x.clamp(y, 3.0), x.clamp(-1.0, y),
                x.rem_euclid(y), x.div_euclid(y), x.abs(), x.signum(), x.sqrt(), x.floor(), x.ceil(), x.trunc(),
                x.round(), x.round_ties_even(), x.fract(), x.recip(), 1.0 / x.recip(), x.copysign(y + 0.25),
                x.mul_add(y, -x), x.powi(0), x.powi(5), x.powi(-3), x.powi(i32::MIN), $ty::from_bits(3),
                $ty::INFINITY - x, $ty::NAN.max(x), $ty::NEG_INFINITY.min(y), -0.0 + x, -0.0 * x, 0.1 + 0.2,
                16777217.000000001 as $ty * x, std::$ty::consts::PI * x, 1e-45 * y, x - $ty::MIN_POSITIVE,
                if x < y { x } else { y },
            ] on $samples, [0.0, -0.0, -1.0, 2.5, 0.3, $ty::MAX, $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN]
        }

        agree! {
            $predicates: fn(x: $ty, y: $ty) -> [u8; 20] [
                (x == y) as u8, (x != y) as u8, (x < y) as u8, (x <= y) as u8, (x > y) as u8, (x >= y) as u8,
                !(x < y) as u8, !(x == x) as u8, x.is_nan() as u8, x.is_infinite() as u8, x.is_finite() as u8,
                x.is_sign_negative() as u8, x.is_sign_positive() as u8, ((x < y) == (y > x)) as u8,
                (x < y && y < x || x == y) as u8, (x.is_nan() & y.is_nan() | (x < 0.0)) as u8,
                ((x < 0.0) ^ (y < 0.0)) as u8, (x.to_bits() >> ($bits::BITS - 9)) as u8, (x.to_bits() == y.to_bits()) as u8,
                ((x < y) <= (y < x)) as u8,
            ] on $samples, [0.0, -0.0, 1.0, -2.5, $ty::INFINITY, $ty::NAN]
        }
    };
}

floats!(f32_operators, f32_predicates, f32, u32, F32);
floats!(f64_operators, f64_predicates, f64, u64, F64);
