//! Accumulators, results and inputs of every type, through plans on the CPU.

use half::f16;
use wavefold_codegen::{Binding, Expr, ReductionSpec, Type};

use super::declarations::Sum;
use crate::agreement::check_reduction;
use crate::{Device, DeviceType, Error, Parameter, Reduction, ReductionExt, face};

/// A declaration that only runs natively: its spec has the types, and no expressions of its own.
macro_rules! native {
    (
        $name:ident: ($($input:ident: $ty:ty),+) -> $accumulator:ty => $value:ty,
        accept: |$accepted:pat_param| $accept:expr, map: |$element:pat_param, $index:pat_param| $map:expr,
        op: |$a:ident, $b:ident| $op:expr, finish: |$total:ident| $finish:expr
    ) => {
        #[derive(Clone, Copy, Debug)]
        struct $name;

        impl Reduction for $name {
            type Inputs = ($($ty,)+);
            type Accumulator = $accumulator;
            type Value = $value;
            type Output = Option<$value>;

            const SPEC: ReductionSpec<'static> = {
                let mut item = Sum::SPEC.item;
                item.name = stringify!($name);
                item.inputs = &[$(Binding { name: stringify!($input), ty: <$ty as DeviceType>::TYPE }),+];
                item.filter = Some(wavefold_codegen::Part { body: Expr::Bool(true), line: 0 });
                ReductionSpec {
                    item,
                    accumulator: <$accumulator>::TYPE,
                    output: <$value>::TYPE,
                    identity: None,
                    ..Sum::SPEC
                }
            };

            fn accept(&self, $accepted: Self::Inputs, _index: u64) -> bool {
                $accept
            }

            fn map(&self, $element: Self::Inputs, $index: u64) -> $accumulator {
                $map
            }

            fn op(&self, $a: $accumulator, $b: $accumulator) -> $accumulator {
                $op
            }

            fn identity(&self) -> Option<$accumulator> {
                None
            }

            fn finish(&self, $total: $accumulator) -> $value {
                $finish
            }

            fn output(value: $value, found: bool) -> Option<$value> {
                found.then_some(value)
            }
        }
    };
}

native! {
    Twelve: (a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: f32, j: f64, k: bool, l: [u8; 3])
        -> (u64, f64) => (u64, f64),
    accept: |(.., k, _)| k,
    map: |(a, b, c, d, e, f, g, h, i, j, _, l), _| {
        let integers = u64::from(a) + u64::from(b) + u64::from(c) + d + u64::from(l[2]);
        (integers, f64::from(e) + f64::from(f) + f64::from(g) + h as f64 + f64::from(i) + j)
    },
    op: |a, b| (a.0 + b.0, a.1 + b.1), finish: |total| total
}

native! {
    // The first maximum, where it is, and whether anything was negative: padded in C, and in another order in Rust.
    ArgMax: (x: f16) -> (bool, u64, f16) => (u8, (bool, u64), f16),
    accept: |(x,)| !face::is_nan(x), map: |(x,), index| (face::lt(x, f16::ZERO), index, x),
    op: |a, b| {
        let right = face::gt(b.2, a.2) || face::eq(b.2, a.2) && b.1 < a.1;
        let best = if right { b } else { a };
        (a.0 | b.0, best.1, best.2)
    },
    finish: |total| (7, (total.0, total.1), total.2)
}

#[test]
fn twelve_inputs() {
    const N: usize = 5000;
    fn column<T>(value: impl Fn(usize) -> T) -> Vec<T> {
        (0..N).map(value).collect()
    }
    let (a, b, c, d) = (column(|i| i as u8), column(|i| i as u16), column(|i| i as u32), column(|i| i as u64));
    let (e, f, g, h) = (column(|i| i as i8), column(|i| i as i16), column(|i| i as i32), column(|i| i as i64));
    let (i, j, k) = (column(|i| i as f32), column(|i| i as f64), column(|i| i % 3 != 0));
    let l = column(|i| [0, 0, i as u8]);
    let slices = (&*a, &*b, &*c, &*d, &*e, &*f, &*g, &*h, &*i, &*j, &*k, &*l);
    let taken = || (0..N).filter(|i| i % 3 != 0);
    let integers: u64 = taken().map(|i| 2 * u64::from(i as u8) + 3 * i as u64).sum();
    let floats: f64 = taken().map(|i| f64::from(i as i8) + 5.0 * i as f64).sum();
    let device = Device::cpu();
    assert_eq!(Twelve.run(&device, slices).unwrap(), Some((integers, floats)));

    let stream = device.stream().unwrap();
    let (plan, l_short) = (Twelve.plan(&device, N).unwrap(), device.upload(&l[1..]).unwrap());
    let up = (device.upload(&a), device.upload(&b), device.upload(&c), device.upload(&d), device.upload(&e));
    let (a, b, c, d, e) = (up.0.unwrap(), up.1.unwrap(), up.2.unwrap(), up.3.unwrap(), up.4.unwrap());
    let up = (device.upload(&f), device.upload(&g), device.upload(&h), device.upload(&i), device.upload(&j));
    let (f, g, h, i, j) = (up.0.unwrap(), up.1.unwrap(), up.2.unwrap(), up.3.unwrap(), up.4.unwrap());
    let (k, l) = (device.upload(&k).unwrap(), device.upload(&l).unwrap());
    let result = plan.launch((&a, &b, &c, d.view(), &e, &f, &g, &h, &i, &j, &k, &l.view()), &stream).unwrap();
    assert_eq!(result, Some((integers, floats)));
    let error = plan.launch((&a, &b, &c, &d, &e, &f, &g, &h, &i, &j, &k, &l_short), &stream).unwrap_err();
    assert!(error.to_string().contains("5000 and 4999; give inputs of one length"), "{error}");
}

#[test]
fn tuples_of_half_floats_and_bools() {
    let device = Device::cpu();
    let stream = device.stream().unwrap();
    let mut values = vec![f16::from_f32(-2.0); 3_000_000];
    values[1_234_567] = f16::INFINITY;
    values[2_345_678] = f16::INFINITY;
    values[5] = f16::NAN;
    let (buffer, plan) = (device.upload(&values).unwrap(), ArgMax.plan(&device, values.len()).unwrap());
    let output = plan.output().unwrap();
    assert!(matches!(output.read(&stream), Err(Error::NothingEnqueued { .. })));
    let expected = Some((7, (true, 1_234_567), f16::INFINITY));
    assert_eq!(plan.launch(&buffer, &stream).unwrap(), expected);
    plan.enqueue(&buffer, &output, &stream).unwrap();
    assert_eq!((output.read(&stream).unwrap(), output.read(&stream).unwrap()), (expected, expected));
    plan.enqueue(buffer.slice(5..6).unwrap(), &output, &stream).unwrap();
    assert_eq!(output.read(&stream).unwrap(), None);
    assert_eq!(<<ArgMax as Reduction>::Value as DeviceType>::TYPE.to_string(), "(u8, (bool, u64), f16)");
}

/// As `Sum`, with a table as a parameter.
#[derive(Clone, Copy, Debug)]
struct WithTable<const N: usize>;

impl<const N: usize> Reduction for WithTable<N> {
    type Inputs = (f32,);
    type Accumulator = f32;
    type Value = f32;
    type Output = f32;
    const SPEC: ReductionSpec<'static> = {
        let mut spec = Sum::SPEC;
        spec.item.parameters =
            &[Binding { name: "first", ty: <u8>::TYPE }, Binding { name: "table", ty: <[f32; N]>::TYPE }];
        spec
    };

    fn parameters(&self) -> Vec<Parameter> {
        vec![face::parameter(1_u8), face::parameter([0.5_f32; N])]
    }

    fn map(&self, (x,): (f32,), _index: u64) -> f32 {
        x
    }

    fn op(&self, left: f32, right: f32) -> f32 {
        left + right
    }

    fn identity(&self) -> Option<f32> {
        Some(0.0)
    }

    fn finish(&self, total: f32) -> f32 {
        total
    }

    fn output(value: f32, _found: bool) -> f32 {
        value
    }
}

#[test]
fn parameters_that_kernels_have_no_room_for() {
    assert!(matches!(WithTable::<4>::SPEC.item.parameters[1].ty, Type::Array { length: 4, .. }));
    let largest = check_reduction(&WithTable::<894>).unwrap();
    assert_eq!(largest[1].as_bytes(), 0.5_f32.to_ne_bytes().repeat(894));
    assert_eq!(
        WithTable::<896>.plan(&Device::cpu(), 10).unwrap_err().to_string(),
        "`Sum`: the run-time parameters take 3592 bytes, but a kernel has room for 3584; pass large tables as an input \
         instead"
    );
}
