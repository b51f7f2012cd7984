//! Integers of every width: overflow, shifts, division, narrowing, the methods.

// Every operator and method of a signed type.
macro_rules! signed {
    ($test:ident, $ty:ident, $unsigned:ident) => {
        agree! {
            $test: fn(x: $ty, y: $ty) -> [$ty; 36] [
                x + y, x - y, x * y, x / y, x % y, x & y, x | y, x ^ y, !x, -x, -(-x),
                x << y, x >> y, x << 9, x >> 63, x << -1, x >> (y as u64), 1 << x,
                x / 3, x % 3, x / -1, x % -1, x / 0, x % 0, $ty::MIN / x, $ty::MAX * x,
                x.abs() - y.signum(), x.min(y), x.max(y), x.clamp(y, 3), x.rem_euclid(y), x.div_euclid(y),
                x.pow(5), x.saturating_add(y), x.saturating_sub(y), x.rotate_left(5).rotate_right(y as u32),
            ] on [$ty::MIN, $ty::MIN + 1, -7, -1, 0, 1, 2, 7, 100, $ty::MAX], [$ty::MIN, -3, -1, 0, 1, 2, 9, $ty::MAX]
        }
    };
}

signed!(i8_operators, i8, u8);
signed!(i16_operators, i16, u16);
signed!(i32_operators, i32, u32);
signed!(i64_operators, i64, u64);

macro_rules! unsigned {
    ($test:ident, $ty:ident) => {
        agree! {
            $test: fn(x: $ty, y: $ty) -> [$ty; 32] [
                x + y, x - y, x * y, x / y, x % y, x & y, x | y, x ^ y, !x, !x + 1,
                x << y, x >> y, x << 9, x >> 63, x >> -1, 1 << x, x / 3, x % 3, x / 0, x % 0,
                x.min(y), x.max(y), x.clamp(y, 3), x.rem_euclid(y), x.div_euclid(y), x.pow(5),
                x.saturating_add(y), x.saturating_sub(y), x.abs_diff(y), x.rotate_left(5).rotate_right(y as u32),
                x.is_power_of_two() as $ty, (x * y + x) / 2,
            ] on [0, 1, 2, 3, 7, 100, $ty::MAX / 2, $ty::MAX / 2 + 1, $ty::MAX], [0, 1, 2, 5, 9, $ty::MAX - 1, $ty::MAX]
        }
    };
}

unsigned!(u8_operators, u8);
unsigned!(u16_operators, u16);
unsigned!(u32_operators, u32);
unsigned!(u64_operators, u64);

agree! {
    bit_counts: fn(x: i64, y: u16) -> [u32; 17] [
        x.count_ones(), x.count_zeros(), x.leading_zeros(), x.trailing_zeros(),
        y.count_ones(), y.count_zeros(), y.leading_zeros(), y.trailing_zeros(),
        (x as i8).count_ones(), (x as i8).count_zeros(), (x as i8).leading_zeros(), (x as i8).trailing_zeros(),
        (x as u32).leading_zeros(), (x as i32).trailing_zeros(), (y as u8).leading_zeros(),
        (x as i8).unsigned_abs() as u32, (x as i16).abs_diff(y as i16) as u32,
    ] on [i64::MIN, -1, 0, 1, 0x80, 0x8000, 1 << 40, i64::MAX], [0, 1, 2, 0x80, u16::MAX]
}
