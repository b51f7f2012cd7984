//! Declarations as the macros would expand them, written by hand because the macros live above this crate.

use wavefold_codegen::{
    Binary, Binding, Binning as BinningSpec, Expr, Fp, HistogramSpec, Item, Location, Op, Outside, Part, Pins,
    ReductionSpec, Scalar, Type, Unary,
};

use crate::{Counted, DeviceType, EvenRange, Histogram, Numbered, Parameter, Place, RangeError, Reduction, face};

const fn part(body: Expr<'static>) -> Part<'static> {
    Part { body, line: 0 }
}

const fn item(
    name: &'static str,
    inputs: &'static [Binding<'static>],
    index: Option<&'static str>,
    filter: Option<Part<'static>>,
) -> Item<'static> {
    let location = Location { file: file!(), line: 0 };
    Item {
        name,
        arguments: &[],
        docs: &[],
        inputs,
        index,
        parameters: &[],
        filter,
        fp: Fp::Strict,
        pins: Pins::NONE,
        location,
    }
}

const A: &Expr<'static> = &Expr::Name("a");
const B: &Expr<'static> = &Expr::Name("b");
const X: &Expr<'static> = &Expr::Name("x");
const Y: &Expr<'static> = &Expr::Name("y");
const I: &Expr<'static> = &Expr::Name("i");

const fn integer(value: u128) -> Expr<'static> {
    Expr::Integer { value, suffix: None }
}

/// Declares a reduction: every part as Rust, then as a tree. The output is always an `Option`.
macro_rules! reduction {
    (
        $(#[$docs:meta])*
        $name:ident: fn($($x:ident: $ty:ty),+; $index:ident) -> $acc:ty {
            $(filter: |$element:pat_param| $accept:expr, $accept_tree:expr;)?
            map: $map:expr, $map_tree:expr;
            op: |$a:ident, $b:ident| $op:expr, $op_tree:expr;
            $(identity: $identity:expr, $identity_tree:expr;)?
            $(init: $init:expr, $init_tree:expr;)?
        }
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct $name;

        impl Reduction for $name {
            type Inputs = ($($ty,)+);
            type Accumulator = $acc;
            type Value = $acc;
            type Output = Option<$acc>;

            const SPEC: ReductionSpec<'static> = ReductionSpec {
                item: item(
                    stringify!($name),
                    &[$(Binding { name: stringify!($x), ty: <$ty as DeviceType>::TYPE }),+],
                    Some(stringify!($index)),
                    first(&[$(Some(part($accept_tree)),)? None]),
                ),
                accumulator: <$acc as DeviceType>::TYPE,
                output: <$acc as DeviceType>::TYPE,
                map: part($map_tree),
                op: Op { left: stringify!($a), right: stringify!($b), part: part($op_tree) },
                identity: first(&[$(Some(part($identity_tree)),)? None]),
                init: first(&[$(Some(part($init_tree)),)? None]),
                finish: None,
                exact: false,
                commutative: true,
                schedule: None,
            };

            $(#[inline(always)]
            fn accept(&self, $element: Self::Inputs, _index: u64) -> bool { $accept })?

            #[inline(always)]
            #[allow(unused_variables, reason = "not every declaration uses the index")]
            fn map(&self, ($($x,)+): Self::Inputs, $index: u64) -> $acc { $map }

            #[inline(always)]
            fn op(&self, $a: $acc, $b: $acc) -> $acc { $op }

            #[allow(unreachable_code, reason = "the declaration may have an identity")]
            fn identity(&self) -> Option<$acc> { $(return Some($identity);)? None }

            #[allow(unreachable_code, reason = "the declaration may have an initial value")]
            fn init(&self) -> Option<$acc> { $(return Some($init);)? None }

            fn finish(&self, total: $acc) -> $acc { total }

            fn output(value: $acc, found: bool) -> Option<$acc> { found.then_some(value) }
        }
    };
}

const fn first(parts: &[Option<Part<'static>>]) -> Option<Part<'static>> {
    parts[0]
}

reduction! {
    /// The sum, whose bits depend on the order.
    Sum: fn(x: f32; i) -> f32 {
        map: x, *X;
        op: |a, b| a + b, Expr::Binary(Binary::Add, A, B);
        identity: 0.0, Expr::Float { digits: "0.0", suffix: None };
    }
}

reduction! {
    /// The sum of what is a number; absent when nothing is.
    SumOfNumbers: fn(x: f32; i) -> f32 {
        filter: |(x,)| !x.is_nan(), Expr::Unary(Unary::Not, &Expr::Binary(Binary::Ne, X, X));
        map: x, *X;
        op: |a, b| a + b, Expr::Binary(Binary::Add, A, B);
    }
}

reduction! {
    /// A square and a sum, which a compiler may contract.
    SquareAndSum: fn(x: f32; i) -> f32 {
        map: x, *X;
        op: |a, b| a * a + b, Expr::Binary(Binary::Add, &Expr::Binary(Binary::Mul, A, A), B);
    }
}

const FACTOR: u64 = 6_364_136_223_846_793_005;

reduction! {
    /// Neither commutative nor associative: any other tree gives another number.
    Order: fn(x: u8; i) -> u64 {
        map: (u64::from(x) + 1).wrapping_mul(i ^ FACTOR), Expr::Binary(
            Binary::Mul,
            &Expr::Binary(Binary::Add, &Expr::Cast(X, Type::Scalar(Scalar::U64)), &integer(1)),
            &Expr::Binary(Binary::BitXor, I, &integer(FACTOR as u128)),
        );
        op: |a, b| a.wrapping_mul(FACTOR).wrapping_add(b ^ 7), Expr::Binary(
            Binary::Add,
            &Expr::Binary(Binary::Mul, A, &integer(FACTOR as u128)),
            &Expr::Binary(Binary::BitXor, B, &integer(7)),
        );
    }
}

reduction! {
    /// [`Order`] of the elements above 9, which leaves whole slots and blocks empty.
    OrderOfSome: fn(x: u8; i) -> u64 {
        filter: |(x,)| x > 9, Expr::Binary(Binary::Gt, X, &integer(9));
        map: (u64::from(x) + 1).wrapping_mul(i ^ FACTOR), Order::SPEC.map.body;
        op: |a, b| a.wrapping_mul(FACTOR).wrapping_add(b ^ 7), Order::SPEC.op.part.body;
    }
}

reduction! {
    /// An initial value on the left of everything.
    OrderAfterInit: fn(x: u8; i) -> u64 {
        map: (u64::from(x) + 1).wrapping_mul(i ^ FACTOR), Order::SPEC.map.body;
        op: |a, b| a.wrapping_mul(FACTOR).wrapping_add(b ^ 7), Order::SPEC.op.part.body;
        identity: 1, integer(1);
        init: 42, integer(42);
    }
}

reduction! {
    /// Two inputs.
    Dot: fn(x: f64, y: f32; i) -> f64 {
        map: x * f64::from(y), Expr::Binary(Binary::Mul, X, &Expr::Cast(Y, Type::Scalar(Scalar::F64)));
        op: |a, b| a + b, Expr::Binary(Binary::Add, A, B);
        identity: 0.0, Expr::Float { digits: "0.0", suffix: None };
    }
}

/// The largest accumulator that is not large, and two that are.
pub(super) type Kilobyte = [u64; 127];
pub(super) type FourKilobytes = [u64; 512];
pub(super) type ManyKilobytes = [u64; 3072];

macro_rules! large_reduction {
    ($name:ident, $ty:ty) => {
        reduction! {
            /// [`Order`] in the first word of a large accumulator; the tree is not used.
            $name: fn(x: u8; i) -> $ty {
                map: {
                    let mut acc = [0; size_of::<$ty>() / 8];
                    acc[0] = Order.map((x,), i);
                    acc
                }, *X;
                op: |a, b| {
                    let mut acc = a;
                    acc[0] = Order.op(a[0], b[0]);
                    acc
                }, *A;
            }
        }
    };
}

large_reduction!(OrderInKilobyte, Kilobyte);
large_reduction!(OrderInFour, FourKilobytes);
large_reduction!(OrderInMany, ManyKilobytes);

/// Declares a histogram of one input.
macro_rules! histogram {
    (
        $(#[$docs:meta])*
        $name:ident: fn($x:ident: $ty:ty) -> $counter:ident, $output:ty {
            bins: $bins:expr, outside: $outside:ident;
            $(filter: |$element:pat_param| $accept:expr, $accept_tree:expr;)?
            $(bin: $bin:expr, $bin_tree:expr;)?
            $(range: $low:expr, $high:expr, $closed:expr;)?
        }
    ) => {
        $(#[$docs])*
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name;

        impl Histogram for $name {
            type Inputs = ($ty,);
            type Counter = $counter;
            type Output = $output;
            type Binning = histogram!(@binning $ty $(, $bin)?);

            const SPEC: HistogramSpec<'static> = HistogramSpec {
                item: item(
                    stringify!($name),
                    &[Binding { name: stringify!($x), ty: <$ty as DeviceType>::TYPE }],
                    None,
                    first(&[$(Some(part($accept_tree)),)? None]),
                ),
                binning: histogram!(@spec $ty $(, bin $bin_tree)? $(, range $closed)?),
                bins: Some($bins),
                outside: Outside::$outside,
                counter: histogram!(@scalar $counter),
                schedule: None,
            };

            $(#[inline(always)]
            fn accept(&self, $element: Self::Inputs, _index: u64) -> bool { $accept })?

            fn binning(&self) -> Result<Self::Binning, RangeError> {
                $({ let _ = stringify!($bin); Numbered::new($bins) })?
                $(EvenRange::new($low, $high, $bins, $closed))?
            }

            #[inline(always)]
            fn place(&self, _binning: &Self::Binning, ($x,): Self::Inputs, _index: u64) -> Place {
                $(face::place($bin, $bins))?
                $({ let _ = $closed; _binning.place($x) })?
            }

            fn output(counters: Vec<$counter>) -> $output { <$output as From<_>>::from(Counters(counters)) }
        }
    };
    (@binning $ty:ty) => { EvenRange<$ty> };
    (@binning $ty:ty, $bin:expr) => { Numbered };
    (@spec $ty:ty, bin $tree:expr) => { BinningSpec::Index(part($tree)) };
    (@spec $ty:ty, range $closed:expr) => {
        BinningSpec::Even {
            sample: match <$ty as DeviceType>::TYPE { Type::Scalar(scalar) => scalar, _ => Scalar::U8 },
            closed: $closed,
        }
    };
    (@scalar u32) => { Scalar::U32 };
    (@scalar u64) => { Scalar::U64 };
}

/// The counters of a result, which becomes either kind of output.
pub(super) struct Counters<C>(Vec<C>);

impl<C> From<Counters<C>> for Vec<C> {
    fn from(counters: Counters<C>) -> Self {
        counters.0
    }
}

impl<C: crate::Counter> From<Counters<C>> for Counted<C> {
    fn from(counters: Counters<C>) -> Self {
        Self::from_counters(counters.0)
    }
}

histogram! {
    /// Every value of a byte.
    Bytes: fn(x: u8) -> u32, Vec<u32> { bins: 256, outside: Drop; bin: x, *X; }
}

histogram! {
    /// Only some elements, only some bins.
    Some10: fn(x: u8) -> u64, Vec<u64> {
        bins: 10, outside: Drop;
        filter: |(x,)| x % 2 == 0, Expr::Binary(Binary::Eq, &Expr::Binary(Binary::Rem, X, &integer(2)), &integer(0));
        bin: x, *X;
    }
}

histogram! {
    /// Numbers below and above count in the nearest bin.
    Clamped: fn(x: i32) -> u32, Vec<u32> { bins: 5, outside: Clamp; bin: x, *X; }
}

histogram! {
    /// A range with everything counted.
    Unit: fn(x: f32) -> u64, Counted<u64> { bins: 100, outside: Count; range: 0.0, 1.0, true; }
}

histogram! {
    /// Too many bins for several copies.
    Wide: fn(x: u32) -> u32, Counted<u32> { bins: 3_000_000, outside: Count; bin: x, *X; }
}

histogram! {
    /// A range that is reversed.
    Reversed: fn(x: f32) -> u32, Vec<u32> { bins: 4, outside: Drop; range: 1.0, 0.0, false; }
}

/// A sum with a parameter, which becomes an argument of the kernel.
#[derive(Clone, Copy, Debug)]
pub(super) struct ShiftedSum {
    pub(super) shift: f64,
}

impl Reduction for ShiftedSum {
    type Inputs = (f64,);
    type Accumulator = f64;
    type Value = f32;
    type Output = f32;

    const SPEC: ReductionSpec<'static> = ReductionSpec {
        item: Item {
            parameters: &[Binding { name: "shift", ty: <f64 as DeviceType>::TYPE }],
            ..item("ShiftedSum", &[Binding { name: "x", ty: <f64 as DeviceType>::TYPE }], None, None)
        },
        accumulator: <f64 as DeviceType>::TYPE,
        output: <f32 as DeviceType>::TYPE,
        map: part(Expr::Binary(Binary::Sub, X, &Expr::Name("shift"))),
        finish: Some(wavefold_codegen::Finish {
            total: "a",
            part: part(Expr::Cast(A, Type::Scalar(Scalar::F32))),
        }),
        identity: Some(part(Expr::Float { digits: "0.0", suffix: None })),
        ..Dot::SPEC
    };

    fn parameters(&self) -> Vec<Parameter> {
        vec![face::parameter(self.shift)]
    }

    fn map(&self, (x,): (f64,), _index: u64) -> f64 {
        x - self.shift
    }

    fn op(&self, left: f64, right: f64) -> f64 {
        left + right
    }

    fn identity(&self) -> Option<f64> {
        Some(0.0)
    }

    fn finish(&self, total: f64) -> f32 {
        total as f32
    }

    fn output(value: f32, _found: bool) -> f32 {
        value
    }
}
