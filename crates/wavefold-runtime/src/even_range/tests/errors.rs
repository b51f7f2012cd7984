//! Ranges that are refused, and what is said.

use crate::{EvenRange, RangeError};

#[track_caller]
fn refuses<T: std::fmt::Debug>(range: Result<T, RangeError>, message: &str) {
    assert_eq!(range.unwrap_err().to_string(), message);
}

#[test]
fn ends_out_of_order() {
    refuses(EvenRange::<f32>::new(1.0, 0.1, 4, false), "the range 1.0..0.1 is reversed; write 0.1..1.0");
    refuses(EvenRange::<f64>::new(-0.0, 0.0, 4, true), "the range -0.0..0.0 is empty; make its upper end larger");
    refuses(EvenRange::<u8>::new(7, 7, 1, true), "the range 7..7 is empty; make its upper end larger");
    refuses(EvenRange::<i64>::new(7, -7, 1, true), "the range 7..-7 is reversed; write -7..7");
}

#[test]
fn ends_that_are_no_numbers() {
    for (low, high, said) in
        [(f32::NAN, 1.0, "NaN..1.0"), (0.0, f32::INFINITY, "0.0..inf"), (f32::INFINITY, 1.0, "inf..1.0")]
    {
        let message = format!("the range {said} has an end that is not a finite number; give finite ends");
        refuses(EvenRange::<f32>::new(low, high, 4, false), &message);
    }
}

#[test]
fn no_bins() {
    refuses(
        EvenRange::<f32>::new(0.0, 1.0, 0, false),
        "the range 0.0..1.0 is to be divided into 0 bins; ask for 1 or more",
    );
}

#[test]
fn more_bins_than_numbers() {
    refuses(
        EvenRange::<f32>::new(1.0, 1.0000005, 5, false),
        "the range 1.0..1.0000005 is too narrow for 5 bins of f32: edge 2 is 1.0000002, but edge 3 is 1.0000002; \
         use fewer bins, a wider range or a range nearer to zero",
    );
    assert!(EvenRange::<f32>::new(1.0, 1.0000005, 4, false).is_ok());
}

#[test]
fn bins_that_are_subnormal() {
    refuses(
        EvenRange::<f64>::new(0.0, f64::MIN_POSITIVE, 2, false),
        "the range 0.0..2.2250738585072014e-308 is too narrow for 2 bins: a bin is 1.1125369292536007e-308 wide, \
         the least is 2.2250738585072014e-308; use fewer bins, or scale the samples",
    );
    assert!(EvenRange::<f64>::new(0.0, f64::MIN_POSITIVE, 1, false).is_ok());
}

#[test]
fn widths_that_are_no_numbers() {
    refuses(
        EvenRange::<f64>::new(-1e308, 1e308, 2, false),
        "the range -1e308..1e308 is too wide: its width is more than 1.7976931348623157e308; \
         give nearer ends, or scale the samples",
    );
    assert!(EvenRange::<f64>::new(0.0, f64::MAX, 3, false).is_ok());
    assert!(EvenRange::<f32>::new(f32::MIN, f32::MAX, 3, false).is_ok());
}

#[test]
fn integer_products_that_do_not_fit() {
    refuses(
        EvenRange::<i32>::new(0, 1 << 40, 1 << 24, false),
        "the range 0..1099511627776 is too wide for 16777216 bins: its width times the bins is \
         18446744073709551616, the largest is 18446744073709551615; give nearer ends or use fewer bins",
    );
    assert!(EvenRange::<i32>::new(0, (1 << 40) - 1, 1 << 24, false).is_ok());
    assert!(EvenRange::<i32>::new(-(1 << 31), 1 << 31, u32::MAX, false).is_ok());
}

#[test]
fn integer_ends_out_of_reach() {
    refuses(
        EvenRange::<u64>::new(-1, 5, 2, false),
        "the range -1..5 of u64 samples has an end outside 0..18446744073709551616; give ends that lie within",
    );
    assert!(EvenRange::<i8>::new(0, 1 << 63, 1, false).is_err());
    assert!(EvenRange::<i64>::new(-(1 << 63), (1 << 63) + 1, 1, false).is_err());
    assert!(EvenRange::<i64>::new(i128::MIN, i128::MAX, 1, false).is_err());
    assert!(EvenRange::<i32>::new(i128::MIN, i128::MAX, 1, false).is_err());
}
