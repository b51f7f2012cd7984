//! Casts, precedence, literals and control flow.

const SAMPLES: [f64; 22] = [
    0.0,
    -0.0,
    0.9,
    -0.9,
    127.5,
    -128.5,
    128.0,
    255.9,
    256.0,
    32768.0,
    65535.9,
    2147483647.5,
    -2147483649.0,
    4294967296.0,
    9.3e18,
    -9.3e18,
    1.9e19,
    1e300,
    -1e300,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

agree! {
    saturating_casts: fn(x: f64, y: f32) -> [i64; 18] [
        x as i8 as i64, x as u8 as i64, x as i16 as i64, x as u16 as i64, x as i32 as i64, x as u32 as i64, x as i64,
        x as u64 as i64, y as i8 as i64, y as u8 as i64, y as i16 as i64, y as u16 as i64, y as i32 as i64,
        y as u32 as i64, y as i64, y as u64 as i64, (x as f32).to_bits() as i64 * (x == x) as i64, (y as f64 * 3.0) as i64,
    ] on SAMPLES, [0.0, -1.5, 300.0, 16777217.0, 2147483648.0, 4294967040.0, 9.3e18, 1.9e19, -1e20, f32::INFINITY, f32::NAN]
}

agree! {
    casts_between_integers: fn(x: i64, y: u64) -> [u64; 16] [
        x as i8 as u64, x as u8 as u64, x as i16 as u64, x as u16 as u64, x as i32 as u64, x as u32 as u64, x as u64,
        y as i8 as i64 as u64, y as u8 as i8 as i16 as u64, y as i32 as i64 as u64, (x as u8 as i8 as i32 >> 3) as u64,
        (y as f32).to_bits() as u64, (x as f32).to_bits() as u64, (x as f64).to_bits(), (y as f64).to_bits(),
        u64::from(x < 3) + u64::from(x as u8) + u64::from(true),
    ] on [i64::MIN, -129, -1, 0, 1, 127, 128, 255, 256, 65535, 1 << 31, (1 << 53) + 1, i64::MAX],
        [0, 1, 128, 255, 1 << 15, 1 << 31, (1 << 24) + 1, (1 << 53) + 1, (1 << 63) + 1025, u64::MAX]
}

agree! {
    precedence: fn(x: u32, y: u32) -> [u32; 24] [
        x & y + 1, (x & y) + 1, x + y & 3, x | y ^ x & y, (x | y) ^ x & y, x << y & 3, x << (y & 3), x + y << 1, x + (y << 1),
        x - y - x, x - (y - x), x / (y / (x | 1)), x * y / 7, x * (y / 7), x % y * 3, x % (y * 3), !x & y, !(x & y),
        (x & 3 == 1) as u32, (x == y | 1) as u32, x as u8 as u32 + 1, (x as u8 + 1) as u32, 2 ^ 3 ^ x, (x << 1 >> 2 << 3) - !y,
    ] on [0, 1, 2, 3, 7, 255, 256, 0x8000_0000, u32::MAX], [0, 1, 2, 3, 31, 33, 0xffff_0000, u32::MAX]
}

agree! {
    literals: fn(x: i64, y: u64) -> [i64; 20] [
        -128i8 as i64 + x, i8::MIN as i64, i16::MIN as i64, i32::MIN as i64, i64::MIN, -9223372036854775808, i64::MAX,
        -2147483648i32 as i64, 0xff_u8 as i8 as i64, 0b1000_0000u8 as i64, u64::MAX as i64, u32::MAX as i64,
        -9223372036854775808 as i64, -3000000000 as i64, 3_000_000_000 as i64, 0o17 as i64, -1i8 as u8 as i64,
        1e3 as i64, -1.5 as i64, (y ^ 0xffff_ffff_ffff_ffff) as i64,
    ] on [0, -1, i64::MIN], [0, u64::MAX]
}

const LIMIT: i8 = i8::MIN;
mod limits {
    pub(super) const LOW: u64 = 0;
    pub(super) const TINY: f32 = -0.0;
}

agree! {
    control_flow: fn(x: i8, y: [u8; 3]) -> [i32; 16] [
        match x { LIMIT => 1, -5 | -3..=-1 => 2, 0..10 => 3, 10.. => 4, _ => 5 },
        match x { ..0 => -1, 0 => 0, 1.. => 1 },
        match x { n if n > 100 => 1, n if { let double = n * 2; double > 50 } => 2, _ if x == 3 => 3, n => n as i32 },
        match x + 1 { i8::MIN..=-1 => 1, m => match m { 0 => 2, 1..=i8::MAX if y[0] > 3 => 3, _ => 4 } },
        match y[1] > y[0] { true if x < 0 => 1, true => 2, false => 3 },
        match y[2] { 0..=9 => 1, 10..100 | 200..=255 => 2, _ => 3 },
        if x < 0 { if x < -100 { 1 } else { 2 } } else if x == 0 { 3 } else { let t = x / 2; t as i32 },
        { let x = x as i32 * 3; let x = x - 1; let unused = x * 7; let _other = unused; x },
        { let t = [y[0], y[1] & 15, y[2] >> 1, 7]; (t[0] + t[1] + t[2] + t[3]) as i32 },
        [x & 3, x >> 1, -x][1] as i32,
        (if x < 0 { y } else { [1, 2, 3] })[2] as i32,
        { let late = 7; let told = late + y[0]; (told * late) as i32 },
        (x as u8).max(y[0] & 15).pow(3) as i32 - (y[1] >> 1).abs_diff(200) as i32,
        { let float = x; let n = y[0]; let result = float as i32 + n as i32; let u8x3 = result; u8x3 },
        [[x, 1], [2, 3]][0][0] as i32,
        (limits::LOW as i32) + (limits::TINY.is_sign_negative() as i32),
    ] on [i8::MIN, -101, -5, -4, -2, -1, 0, 1, 3, 9, 10, 26, 101, i8::MAX],
        [[0, 0, 0], [1, 2, 3], [255, 16, 9], [4, 200, 10], [100, 99, 255], [9, 9, 150]]
}
