//! Sample values of any element type, the simplest first.

use wavefold_codegen::{Scalar, Type};

use crate::Element;

/// Simple values, then extremes. Arrays hold different ones side by side.
pub(crate) fn samples<E: Element>() -> Vec<E> {
    bytes_of_samples(E::TYPE).iter().map(|bytes| bytemuck::pod_read_unaligned(bytes)).collect()
}

fn bytes_of_samples(ty: Type<'_>) -> Vec<Vec<u8>> {
    match ty {
        Type::Scalar(scalar) => scalar_samples(scalar),
        Type::Array { element, length } => {
            let elements = bytes_of_samples(*element);
            let neighbours = |first: usize| (0..length as usize).map(move |k| first + 3 * k);
            (0..elements.len())
                .map(|first| neighbours(first).flat_map(|k| elements[k % elements.len()].clone()).collect())
                .collect()
        }
        Type::Tuple(_) | Type::Struct(_) => todo!(),
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
        Scalar::F16 | Scalar::BF16 => todo!(),
        Scalar::F32 => floats!(f32),
        Scalar::F64 => floats!(f64),
    }
}
