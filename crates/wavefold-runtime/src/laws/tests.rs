//! Good ops pass, and each kind of mistake is found.

use half::{bf16, f16};
use wavefold_codegen::{Expr, Fp, Item, Location, Op, Part, Pins, ReductionSpec};

use super::{check_laws, check_laws_on};
use crate::{DeviceType, Inputs, LawViolation, Reduction, face};

const PART: Part<'static> = Part { body: Expr::Bool(true), line: 0 };

const fn spec<A: DeviceType>(name: &'static str, exact: bool) -> ReductionSpec<'static> {
    ReductionSpec {
        item: Item {
            name,
            docs: &[],
            inputs: &[],
            index: None,
            parameters: &[],
            filter: None,
            arguments: &[],
            fp: Fp::Strict,
            pins: Pins::NONE,
            location: Location { file: "", line: 0 },
        },
        accumulator: A::TYPE,
        output: A::TYPE,
        map: PART,
        op: Op { left: "a", right: "b", part: PART },
        identity: None,
        init: None,
        finish: None,
        exact,
        commutative: true,
        schedule: None,
    }
}

/// `Name: (inputs) -> accumulator, [exact,] map, op, identity` without the macros, which come later.
macro_rules! reduction {
    (
        $name:ident: ($($input:ty),*) -> $acc:ty, exact: $exact:expr,
        map: |$element:pat_param, $index:pat_param| $map:expr, op: |$a:ident, $b:ident| $op:expr,
        identity: $identity:expr $(,)?
    ) => {
        #[derive(Clone, Copy)]
        struct $name;

        impl Reduction for $name {
            type Inputs = ($($input,)*);
            type Accumulator = $acc;
            type Value = $acc;
            type Output = $acc;
            const SPEC: ReductionSpec<'static> = spec::<$acc>(stringify!($name), $exact);

            fn map(&self, $element: Self::Inputs, $index: u64) -> $acc {
                $map
            }

            fn op(&self, $a: $acc, $b: $acc) -> $acc {
                $op
            }

            fn identity(&self) -> Option<$acc> {
                $identity
            }

            fn finish(&self, total: $acc) -> $acc {
                total
            }

            fn output(value: $acc, _found: bool) -> $acc {
                value
            }
        }
    };
}

/// A reduction of elements that are accumulators already.
macro_rules! plain {
    ($name:ident: $ty:ty, exact: $exact:expr, op: |$a:ident, $b:ident| $op:expr, identity: $identity:expr) => {
        reduction! {
            $name: ($ty) -> $ty, exact: $exact, map: |(x,), _| x, op: |$a, $b| $op, identity: $identity
        }
    };
}

#[track_caller]
fn message<R: Reduction>(reduction: R) -> String {
    check_laws(&reduction).unwrap_err().to_string()
}

#[test]
fn good_ops_of_floats_pass() {
    macro_rules! pass {
        ($ty:ident) => {{
            plain! { Sum: $ty, exact: false, op: |a, b| a + b, identity: Some(0.0) }
            plain! { SumFromMinusZero: $ty, exact: false, op: |a, b| a + b, identity: Some(-0.0) }
            plain! { Product: $ty, exact: false, op: |a, b| a * b, identity: Some(1.0) }
            plain! { Min: $ty, exact: true, op: |a, b| face::min(a, b), identity: Some($ty::INFINITY) }
            plain! { Max: $ty, exact: true, op: |a, b| face::max(a, b), identity: Some($ty::NEG_INFINITY) }
            plain! { Maximum: $ty, exact: true, op: |a, b| face::maximum(a, b), identity: None }
            plain! { Hypot: $ty, exact: false, op: |a, b| (a * a + b * b).sqrt(), identity: None }
            reduction! {
                MaxAbs: ($ty) -> $ty, exact: true, map: |(x,), _| x.abs(), op: |a, b| face::max(a, b),
                identity: Some(0.0),
            }
            reduction! {
                Norm: ($ty) -> $ty, exact: false, map: |(x,), _| x.abs(), op: |a, b| (a * a + b * b).sqrt(),
                identity: Some(0.0),
            }
            reduction! {
                Dot: ($ty, $ty) -> $ty, exact: false, map: |(x, y), _| x * y, op: |a, b| a + b,
                identity: Some(0.0),
            }
            reduction! {
                LogSumExp: ($ty) -> $ty, exact: false, map: |(x,), _| x,
                op: |a, b| {
                    let m = a.max(b);
                    if m == $ty::NEG_INFINITY { m } else { ((a - m).exp() + (b - m).exp()).ln() + m }
                },
                identity: Some($ty::NEG_INFINITY),
            }
            reduction! {
                Moments: ($ty) -> [$ty; 3], exact: false, map: |(x,), _| [1.0, x, 0.0],
                op: |a, b| {
                    let n = a[0] + b[0];
                    if n == 0.0 {
                        a
                    } else {
                        let delta = b[1] - a[1];
                        [n, (a[0] * a[1] + b[0] * b[1]) / n, a[2] + b[2] + delta * delta * a[0] * b[0] / n]
                    }
                },
                identity: Some([0.0; 3]),
            }
            assert_eq!(check_laws(&Sum), Ok(()));
            assert_eq!(check_laws(&SumFromMinusZero), Ok(()));
            assert_eq!(check_laws(&Product), Ok(()));
            assert_eq!(check_laws(&Min), Ok(()));
            assert_eq!(check_laws(&Max), Ok(()));
            assert_eq!(check_laws(&Maximum), Ok(()));
            assert_eq!(check_laws(&MaxAbs), Ok(()));
            assert_eq!(check_laws(&Norm), Ok(()));
            assert_eq!(check_laws(&Dot), Ok(()));
            assert_eq!(check_laws(&LogSumExp), Ok(()));
            assert_eq!(check_laws(&Moments), Ok(()));
            // Hypot forgets the sign, which grouping does not show; only an identity would.
            assert_eq!(check_laws(&Hypot), Ok(()));
        }};
    }
    pass!(f32);
    pass!(f64);
}

#[test]
fn good_ops_of_integers_pass() {
    macro_rules! pass {
        ($($ty:ident)*) => {$({
            plain! { Sum: $ty, exact: true, op: |a, b| a.wrapping_add(b), identity: Some(0) }
            plain! { Product: $ty, exact: true, op: |a, b| a.wrapping_mul(b), identity: Some(1) }
            plain! { Min: $ty, exact: true, op: |a, b| a.min(b), identity: Some($ty::MAX) }
            plain! { Max: $ty, exact: true, op: |a, b| a.max(b), identity: Some($ty::MIN) }
            plain! { And: $ty, exact: true, op: |a, b| a & b, identity: Some(!0) }
            plain! { Or: $ty, exact: true, op: |a, b| a | b, identity: Some(0) }
            plain! { Xor: $ty, exact: true, op: |a, b| a ^ b, identity: Some(0) }
            assert_eq!(check_laws(&Sum), Ok(()));
            assert_eq!(check_laws(&Product), Ok(()));
            assert_eq!(check_laws(&Min), Ok(()));
            assert_eq!(check_laws(&Max), Ok(()));
            assert_eq!(check_laws(&And), Ok(()));
            assert_eq!(check_laws(&Or), Ok(()));
            assert_eq!(check_laws(&Xor), Ok(()));
        })*};
    }
    pass!(i8 u8 i16 u16 i32 u32 i64 u64);
}

#[test]
fn argument_of_the_maximum() {
    reduction! {
        LowestIndex: (f32) -> [f64; 2], exact: true, map: |(x,), i| [f64::from(x), i as f64],
        op: |a, b| if b[0] > a[0] || (b[0] == a[0] && b[1] < a[1]) { b } else { a },
        identity: None,
    }
    reduction! {
        FirstOperand: (f32) -> [f64; 2], exact: false, map: |(x,), i| [f64::from(x), i as f64],
        op: |a, b| if b[0] > a[0] { b } else { a },
        identity: None,
    }
    assert_eq!(check_laws(&LowestIndex), Ok(()));
    // 0.0 and -0.0 are equal and have different indices: a tie goes to the left operand.
    assert!(matches!(check_laws(&FirstOperand), Err(LawViolation::Commutativity { .. })));
}

#[test]
fn ops_that_depend_on_grouping() {
    plain! { Doubled: f32, exact: false, op: |a, b| a + 2.0 * b, identity: Some(0.0) }
    assert_eq!(
        message(Doubled),
        "`Doubled`: op is not associative: with 1.0, 1.0, 1.0 as a, b, c, op(op(a, b), c) is 5.0, but \
         op(a, op(b, c)) is 7.0; elements are joined in a tree, so write an op that gives the same for any grouping"
    );
    plain! { Average: f64, exact: false, op: |a, b| (a + b) / 2.0, identity: None }
    plain! { Difference: i32, exact: true, op: |a, b| a.wrapping_sub(b), identity: None }
    plain! { Saturating: i8, exact: true, op: |a, b| a.saturating_add(b), identity: Some(0) }
    plain! { Quotient: u32, exact: false, op: |a, b| face::div(a, b), identity: None }
    assert!(matches!(check_laws(&Average), Err(LawViolation::Associativity { .. })));
    assert!(matches!(check_laws(&Difference), Err(LawViolation::Associativity { .. })));
    assert!(matches!(check_laws(&Saturating), Err(LawViolation::Associativity { .. })));
    assert!(matches!(check_laws(&Quotient), Err(LawViolation::Associativity { .. })));
}

#[test]
fn ops_that_depend_on_order() {
    plain! { First: f32, exact: false, op: |a, b| { let _ = b; a }, identity: None }
    assert_eq!(
        message(First),
        "`First`: op is not commutative: op(1.0, 2.0) is 1.0, but op(2.0, 1.0) is 2.0; elements that are no \
         neighbours are joined too, so write an op that gives the same for any order"
    );
    reduction! {
        MatrixProduct: ([i32; 4]) -> [i32; 4], exact: true, map: |(x,), _| x,
        op: |a, b| {
            let cell = |r: usize, c: usize| {
                a[2 * r].wrapping_mul(b[c]).wrapping_add(a[2 * r + 1].wrapping_mul(b[2 + c]))
            };
            [cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)]
        },
        identity: Some([1, 0, 0, 1]),
    }
    assert!(matches!(check_laws(&MatrixProduct), Err(LawViolation::Commutativity { .. })));
}

#[test]
fn sums_of_floats_are_not_exact() {
    plain! { Sum: f32, exact: true, op: |a, b| a + b, identity: Some(0.0) }
    plain! { Larger: f32, exact: true, op: |a, b| if a > b { a } else { b }, identity: Some(f32::NEG_INFINITY) }
    assert!(message(Sum).ends_with("leave `exact: true` out"), "{}", message(Sum));
    // The zeros.
    assert!(matches!(check_laws(&Larger), Err(LawViolation::NotExact { .. })));
}

#[test]
fn identities_that_are_not_neutral() {
    plain! { SumFromOne: f32, exact: false, op: |a, b| a + b, identity: Some(1.0) }
    assert_eq!(
        message(SumFromOne),
        "`SumFromOne`: the identity 1.0 is not neutral: op(1.0, 1.0) is 2.0, not 1.0; give the value that changes \
         no other, or `identity: none` if there is none; a value to start from is `init:`"
    );
    plain! { MaxFromZero: f32, exact: true, op: |a, b| face::max(a, b), identity: Some(0.0) }
    assert!(message(MaxFromZero).contains("op(0.0, -1.0) is 0.0, not -1.0"), "{}", message(MaxFromZero));
    plain! { MaxFromSmall: f32, exact: true, op: |a, b| face::max(a, b), identity: Some(f32::MIN_POSITIVE) }
    plain! { MaxBytes: i8, exact: true, op: |a, b| a.max(b), identity: Some(-127) }
    plain! { MinWords: u32, exact: true, op: |a, b| a.min(b), identity: Some(u32::MAX - 1) }
    plain! { MinZero: u32, exact: true, op: |a, b| a.min(b), identity: Some(0) }
    plain! { Product: f64, exact: false, op: |a, b| a * b, identity: Some(0.0) }
    plain! { Tiny: f64, exact: false, op: |a, b| a + b, identity: Some(1e-300) }
    plain! { Endless: f32, exact: false, op: |a, b| a + b, identity: Some(f32::INFINITY) }
    plain! { Hypot: f32, exact: false, op: |a, b| (a * a + b * b).sqrt(), identity: Some(0.0) }
    assert!(matches!(check_laws(&MaxFromSmall), Err(LawViolation::Identity { .. })));
    assert!(message(MaxBytes).contains("op(-127, -128) is -127, not -128"));
    assert!(message(MinWords).contains("op(4294967294, 4294967295) is 4294967294, not 4294967295"));
    assert!(matches!(check_laws(&MinZero), Err(LawViolation::Identity { .. })));
    assert!(matches!(check_laws(&Product), Err(LawViolation::Identity { .. })));
    assert!(matches!(check_laws(&Tiny), Err(LawViolation::Identity { .. })));
    assert!(matches!(check_laws(&Endless), Err(LawViolation::Identity { .. })));
    assert!(message(Hypot).contains("op(0.0, -1.0) is 1.0, not -1.0"));
}

/// The identity joined with itself, which is what two empty partials would be.
#[test]
fn infinite_identities_that_make_nan() {
    plain! {
        LogSumExp: f64, exact: false,
        op: |a, b| { let m = a.max(b); ((a - m).exp() + (b - m).exp()).ln() + m },
        identity: Some(f64::NEG_INFINITY)
    }
    assert!(message(LogSumExp).contains("op(-inf, -inf) is NaN, not -inf"), "{}", message(LogSumExp));
}

#[test]
fn elements_of_ones_own() {
    plain! { MaxFromZero: f32, exact: true, op: |a, b| face::max(a, b), identity: Some(0.0) }
    assert_eq!(check_laws_on(&MaxFromZero, &[(2.0,), (1.0,)]), Ok(()));
    assert_eq!(check_laws_on(&MaxFromZero, &[]), Ok(()));
    assert!(check_laws_on(&MaxFromZero, &[(-2.0,), (-1.0,)]).is_err());
}

#[test]
fn samples_of_pairs_differ() {
    let pairs = <(f32, u8)>::samples();
    assert!(pairs.len() > 20);
    assert!(pairs.contains(&(1.0, 2)));
}

#[test]
fn half_floats_round_more() {
    macro_rules! check {
        ($($ty:ident)*) => {$({
            plain! { Sum: $ty, exact: false, op: |a, b| face::add(a, b), identity: Some($ty::ZERO) }
            plain! { Product: $ty, exact: false, op: |a, b| face::mul(a, b), identity: Some($ty::ONE) }
            plain! { Max: $ty, exact: true, op: |a, b| face::maximum(a, b), identity: Some($ty::NEG_INFINITY) }
            plain! { ExactSum: $ty, exact: true, op: |a, b| face::add(a, b), identity: Some($ty::ZERO) }
            plain! { Mean: $ty, exact: false, op: |a, b| face::div(face::add(a, b), $ty::from_f32(2.0)), identity: None }
            plain! { FromOne: $ty, exact: false, op: |a, b| face::add(a, b), identity: Some($ty::ONE) }
            assert_eq!(check_laws(&Sum), Ok(()));
            assert_eq!(check_laws(&Product), Ok(()));
            assert_eq!(check_laws(&Max), Ok(()));
            assert!(matches!(check_laws(&ExactSum), Err(LawViolation::NotExact { .. })));
            assert!(matches!(check_laws(&Mean), Err(LawViolation::Associativity { .. })));
            assert!(matches!(check_laws(&FromOne), Err(LawViolation::Identity { .. })));
        })*};
    }
    check!(f16 bf16);
}

#[test]
fn bools_and_tuples() {
    plain! { All: bool, exact: true, op: |a, b| a & b, identity: Some(true) }
    plain! { AllFromFalse: bool, exact: true, op: |a, b| a & b, identity: Some(false) }
    plain! { Implies: bool, exact: true, op: |a, b| !a | b, identity: None }
    reduction! {
        ArgMax: (f32) -> (f32, u64), exact: true, map: |(x,), i| (x, i),
        op: |a, b| if b.0 > a.0 || b.0 == a.0 && b.1 < a.1 { b } else { a }, identity: None,
    }
    reduction! {
        Both: (f16, bool) -> (u64, (bool, f16)), exact: false, map: |(x, y), i| (i, (y, x)),
        op: |a, b| (a.0.wrapping_add(b.0), (a.1.0 | b.1.0, face::add(a.1.1, b.1.1))),
        identity: Some((0, (false, f16::ZERO))),
    }
    reduction! {
        LastFlag: (f16, bool) -> (bool, f16), exact: false, map: |(x, y), _| (y, x),
        op: |a, b| (b.0, face::add(a.1, b.1)), identity: None,
    }
    assert_eq!(check_laws(&All), Ok(()));
    assert_eq!(check_laws(&ArgMax), Ok(()));
    assert_eq!(check_laws(&Both), Ok(()));
    assert!(matches!(check_laws(&AllFromFalse), Err(LawViolation::Identity { .. })));
    assert!(matches!(check_laws(&Implies), Err(LawViolation::Associativity { .. })));
    assert!(matches!(check_laws(&LastFlag), Err(LawViolation::Commutativity { .. })));
}

/// A reduction whose laws hold for some elements only, in an order that is kept.
#[derive(Clone, Copy)]
struct Ordered<const DOMAIN: bool, const COMMUTATIVE: bool>;

impl<const DOMAIN: bool, const COMMUTATIVE: bool> Reduction for Ordered<DOMAIN, COMMUTATIVE> {
    type Inputs = (f32,);
    type Accumulator = [f32; 2];
    type Value = [f32; 2];
    type Output = [f32; 2];
    const SPEC: ReductionSpec<'static> =
        ReductionSpec { commutative: COMMUTATIVE, ..spec::<[f32; 2]>("Ordered", false) };

    fn in_domain(&self, (x,): (f32,), _index: u64) -> bool {
        !DOMAIN || x >= 0.0
    }

    fn map(&self, (x,): (f32,), _index: u64) -> [f32; 2] {
        [x, x.max(0.0)]
    }

    /// The first one, and the largest, which is 0 at least.
    fn op(&self, left: [f32; 2], right: [f32; 2]) -> [f32; 2] {
        [left[0], if right[0] < 0.0 { left[1] * 2.0 } else { left[1].max(right[1]) }]
    }

    fn identity(&self) -> Option<[f32; 2]> {
        None
    }

    fn finish(&self, total: [f32; 2]) -> [f32; 2] {
        total
    }

    fn output(value: [f32; 2], _found: bool) -> [f32; 2] {
        value
    }
}

#[test]
fn domain_and_order_limit_what_is_claimed() {
    assert_eq!(check_laws(&Ordered::<true, false>), Ok(()));
    assert!(matches!(check_laws(&Ordered::<true, true>), Err(LawViolation::Commutativity { .. })));
    assert!(matches!(check_laws(&Ordered::<false, false>), Err(LawViolation::Associativity { .. })));
    let elements = [(-1.0,), (2.0,), (3.0,)];
    assert_eq!(check_laws_on(&Ordered::<true, false>, &elements), Ok(()));
    assert!(check_laws_on(&Ordered::<false, false>, &elements).is_err());
}

/// No type is without samples, and none has one of another type.
#[test]
fn samples_of_every_type() {
    assert_eq!(<(bool,)>::samples().len(), 2);
    assert!(<(f16,)>::samples().iter().all(|(x,)| x.is_finite()) && <(f16,)>::samples().len() == 13);
    let twelve = <(u8, bool, f32, [bf16; 3], i8, u16, i16, u32, i32, u64, i64, f64)>::samples();
    assert!(twelve.len() > 20 && twelve.iter().any(|sample| sample.1) && twelve.iter().any(|sample| !sample.1));
    let nested = super::samples::<((u8, [(bool, f16); 2]), [u64; 1])>();
    assert_eq!((nested.len(), nested[1].0.0, nested[0].0.1[0].0), (13, 2, true));
}
