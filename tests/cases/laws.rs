//! The law check finds what others found in production.

use wavefold::LawViolation;
use wavefold::prelude::*;

reduction! { FromOne: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 1.0 } }
reduction! { Doubling: fn(x: f32) -> f32 { op: |a, b| a + 2.0 * b, identity: 0.0 } }
reduction! { MaxFromZero: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: 0.0 } }
reduction! { MaxI8FromZero: fn(x: i8) -> i8 { op: |a, b| a.max(b), identity: 0 } }
reduction! { MinU32FromTooLow: fn(x: u32) -> u32 { op: |a, b| a.min(b), identity: 2147483647 } }
reduction! { Difference: fn(x: i32) -> i32 { op: |a, b| a - b, identity: none } }
reduction! { ExactSum: fn(x: f32) -> f32 { op: |a, b| a + b, identity: 0.0, exact: true } }

fn message(checked: Result<(), LawViolation>) -> String {
    checked.expect_err("a law does not hold").to_string()
}

/// cupy#1106
#[test]
fn a_sum_from_one() {
    let message = message(FromOne.check_laws());
    assert!(message.contains("the identity 1.0 is not neutral"), "{message}");
    assert!(message.contains("a value to start from is `init:`"), "{message}");
}

/// pycuda#207
#[test]
fn an_op_that_is_not_associative() {
    let message = message(Doubling.check_laws());
    assert!(message.contains("op is not associative"), "{message}");
}

#[test]
fn wrong_identities() {
    assert!(matches!(MaxFromZero.check_laws(), Err(LawViolation::Identity { .. })));
    assert!(matches!(MaxI8FromZero.check_laws(), Err(LawViolation::Identity { .. })));
    assert!(matches!(MinU32FromTooLow.check_laws(), Err(LawViolation::Identity { .. })));
}

#[test]
fn an_op_that_depends_on_the_order() {
    assert!(Difference.check_laws().is_err());
    assert!(matches!(ExactSum.check_laws(), Err(LawViolation::NotExact { .. })));
}

reduction! { Sum: fn(x: f64) -> f64 { op: |a, b| a + b, identity: 0.0 } }
reduction! { Min: fn(x: f32) -> f32 { op: |a, b| a.min(b), identity: f32::INFINITY } }
reduction! { MaxI8: fn(x: i8) -> i8 { op: |a, b| a.max(b), identity: i8::MIN, exact: true } }
reduction! { MinU32: fn(x: u32) -> u32 { op: |a, b| a.min(b), identity: u32::MAX, exact: true } }
reduction! { ExactIntegers: fn(x: u64) -> u64 { op: |a, b| a + b, identity: 0, exact: true } }
reduction! { Bits: fn(x: u16) -> u16 { op: |a, b| a ^ b, identity: 0, exact: true } }

#[test]
fn right_declarations_pass() {
    Sum.check_laws().unwrap();
    Min.check_laws().unwrap();
    MaxI8.check_laws().unwrap();
    MinU32.check_laws().unwrap();
    ExactIntegers.check_laws().unwrap();
    Bits.check_laws().unwrap();
}
