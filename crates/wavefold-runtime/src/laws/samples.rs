//! Sample values of any element type, the simplest first.

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Type};

use crate::DeviceType;
use crate::element::parts;

/// Simple values, then extremes; at least one. Arrays, tuples and structs hold different ones side by side.
pub(crate) fn samples<E: DeviceType>() -> Vec<E> {
    let mut bytes = vec![0; E::TYPE.size() as usize];
    let sample = |number| {
        fill(E::TYPE, number, &mut bytes);
        // SAFETY: every scalar of the type has been given one of its values.
        unsafe { E::read(bytes.as_ptr()) }
    };
    (0..count(E::TYPE)).map(sample).collect()
}

/// How many samples a type has: as many as its richest scalar.
fn count(ty: Type<'_>) -> usize {
    match ty {
        Type::Scalar(scalar) => scalar_samples(scalar).len(),
        Type::Array { element, .. } => count(*element),
        Type::Tuple(fields) => fields.iter().map(|&field| count(field)).fold(1, usize::max),
        Type::Struct(of) => of.fields.iter().map(|field| count(field.ty)).fold(1, usize::max),
    }
}

/// Sets the scalars of sample `number`. Neighbours are three samples apart.
fn fill(ty: Type<'_>, number: usize, bytes: &mut [u8]) {
    match ty {
        Type::Scalar(scalar) => {
            let samples = scalar_samples(scalar);
            bytes.copy_from_slice(&samples[number % samples.len()]);
        }
        _ => parts(ty).enumerate().for_each(|(i, (part, offset))| {
            fill(part, number + 3 * i, &mut bytes[offset..][..part.size() as usize]);
        }),
    }
}

fn scalar_samples(scalar: Scalar) -> Vec<Vec<u8>> {
    macro_rules! bytes {
        ($ty:ident: $($value:expr),*) => { vec![$($ty::to_ne_bytes($value).to_vec()),*] };
    }
    // The fractions have no short binary form, so that rounding shows.
    macro_rules! floats {
        ($ty:ident) => {
            bytes!(
                $ty: 1.0, 2.0, -1.0, 0.5, -3.0, 0.0, -0.0, 0.1, 7.3, -1000.7, 123_456.79, $ty::MAX, $ty::MIN
            )
        };
    }
    macro_rules! half_floats {
        ($ty:ident) => {
            [1.0, 2.0, -1.0, 0.5, -3.0, 0.0, -0.0, 0.1, 7.3, -1000.7, 12_345.6]
                .map($ty::from_f32)
                .into_iter()
                .chain([$ty::MAX, $ty::MIN])
                .map(|value| value.to_ne_bytes().to_vec())
                .collect()
        };
    }
    macro_rules! signed {
        ($ty:ident) => {
            bytes!($ty: 1, 2, -1, 3, -3, 0, 5, 10, -100, $ty::MAX, $ty::MIN, $ty::MAX / 2, $ty::MIN + 1)
        };
    }
    macro_rules! unsigned {
        ($ty:ident) => {
            bytes!($ty: 1, 2, 3, 0, 5, 7, 10, 100, $ty::MAX, $ty::MAX / 2, $ty::MAX / 2 + 1, $ty::MAX - 1)
        };
    }
    match scalar {
        Scalar::Bool => vec![vec![0], vec![1]],
        Scalar::I8 => signed!(i8),
        Scalar::U8 => unsigned!(u8),
        Scalar::I16 => signed!(i16),
        Scalar::U16 => unsigned!(u16),
        Scalar::I32 => signed!(i32),
        Scalar::U32 => unsigned!(u32),
        Scalar::I64 => signed!(i64),
        Scalar::U64 => unsigned!(u64),
        Scalar::F16 => half_floats!(f16),
        Scalar::BF16 => half_floats!(bf16),
        Scalar::F32 => floats!(f32),
        Scalar::F64 => floats!(f64),
    }
}
