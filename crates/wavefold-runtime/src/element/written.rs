//! Values as text. Their types need not have `Debug`: what a value consists of is known from its type.

use std::fmt::{self, Debug, Formatter};

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Type};

use super::bytes::{bits, parts};
use super::{DeviceType, bytes_of};

/// A value, written as `#[derive(Debug)]` would write it.
pub struct Written {
    ty: Type<'static>,
    bytes: Vec<u8>,
}

impl Written {
    pub(crate) fn of<T: DeviceType>(value: &T) -> Self {
        Self { ty: T::TYPE, bytes: bytes_of(value) }
    }
}

impl Debug for Written {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Part { ty: self.ty, bytes: &self.bytes }.fmt(f)
    }
}

/// A value within the whole.
struct Part<'p> {
    ty: Type<'p>,
    bytes: &'p [u8],
}

impl Debug for Part<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let parts =
            parts(self.ty).map(|(ty, offset)| Part { ty, bytes: &self.bytes[offset..][..ty.size() as usize] });
        match self.ty {
            Type::Scalar(scalar) => write_scalar(scalar, bits(self.bytes), f),
            Type::Array { .. } => f.debug_list().entries(parts).finish(),
            Type::Tuple(_) => {
                let mut tuple = f.debug_tuple("");
                parts.for_each(|part| {
                    tuple.field(&part);
                });
                tuple.finish()
            }
            Type::Struct(of) => {
                let mut fields = f.debug_struct(of.name);
                for (field, part) in of.fields.iter().zip(parts) {
                    fields.field(field.name, &part);
                }
                fields.finish()
            }
        }
    }
}

fn write_scalar(scalar: Scalar, bits: u64, f: &mut Formatter<'_>) -> fmt::Result {
    match scalar {
        Scalar::Bool => (bits != 0).fmt(f),
        Scalar::I8 => (bits as i8).fmt(f),
        Scalar::I16 => (bits as i16).fmt(f),
        Scalar::I32 => (bits as i32).fmt(f),
        Scalar::I64 => (bits as i64).fmt(f),
        Scalar::U8 | Scalar::U16 | Scalar::U32 | Scalar::U64 => bits.fmt(f),
        Scalar::F16 => f16::from_bits(bits as u16).fmt(f),
        Scalar::BF16 => bf16::from_bits(bits as u16).fmt(f),
        Scalar::F32 => f32::from_bits(bits as u32).fmt(f),
        Scalar::F64 => f64::from_bits(bits).fmt(f),
    }
}
