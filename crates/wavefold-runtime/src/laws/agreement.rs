//! How well two accumulators of any type agree, found out scalar by scalar.

use half::{bf16, f16};
use wavefold_codegen::{Scalar, Type, Value};

use crate::DeviceType;
use crate::element::{bits, bytes_of, parts};

/// How well two accumulators agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Agreement {
    /// Not at all.
    Different,
    /// Floats are as near as rounding errors explain; integers are equal.
    Rounding,
    /// Equal values: zeros may differ in sign.
    Value,
    /// The same bits, where one NaN is as good as another.
    Bits,
}

/// Rounding errors of an `op` of several steps, in units of the last place of the largest number around. Half floats have
/// so few places that as many units would be half of the number.
const fn rounding(scalar: Scalar) -> f64 {
    if scalar.is_half() { 8.0 } else { 64.0 }
}

/// Compares two results; `operands` are what they were made from, and set the scale of rounding errors.
pub(super) fn agreement<E: DeviceType>(left: &E, right: &E, operands: &[E]) -> Agreement {
    let (left, right) = (scalars(left), scalars(right));
    let around: Vec<Value> = operands.iter().flat_map(scalars).chain(left.clone()).chain(right.clone()).collect();
    let pairs = left.into_iter().zip(right);
    pairs.map(|(left, right)| scalar_agreement(left, right, &around)).min().unwrap_or(Agreement::Bits)
}

fn scalar_agreement(left: Value, right: Value, around: &[Value]) -> Agreement {
    if left == right {
        return Agreement::Bits;
    }
    let (Some(x), Some(y)) = (float(left), float(right)) else {
        return Agreement::Different;
    };
    if x.is_nan() && y.is_nan() {
        return Agreement::Bits;
    }
    if x == y {
        return Agreement::Value;
    }
    let of_this_type = around.iter().filter(|other| other.scalar == left.scalar).copied();
    let largest = of_this_type.filter_map(float).map(f64::abs).filter(|x| x.is_finite()).fold(0.0, f64::max);
    let epsilon = match left.scalar {
        Scalar::F16 => f64::from(f16::EPSILON),
        Scalar::BF16 => f64::from(bf16::EPSILON),
        Scalar::F32 => f64::from(f32::EPSILON),
        _ => f64::EPSILON,
    };
    if (x - y).abs() <= rounding(left.scalar) * epsilon * largest {
        Agreement::Rounding
    } else {
        Agreement::Different
    }
}

/// Whether every float in it is finite.
pub(super) fn is_finite<E: DeviceType>(accumulator: &E) -> bool {
    scalars(accumulator).into_iter().filter_map(float).all(f64::is_finite)
}

fn float(value: Value) -> Option<f64> {
    match value.scalar {
        Scalar::F16 => Some(f64::from(f16::from_bits(value.bits as u16))),
        Scalar::BF16 => Some(f64::from(bf16::from_bits(value.bits as u16))),
        Scalar::F32 => Some(f64::from(f32::from_bits(value.bits as u32))),
        Scalar::F64 => Some(f64::from_bits(value.bits)),
        _ => None,
    }
}

/// The scalars of which a value consists.
fn scalars<E: DeviceType>(value: &E) -> Vec<Value> {
    let mut scalars = Vec::new();
    collect(E::TYPE, &bytes_of(value), &mut scalars);
    scalars
}

fn collect(ty: Type<'_>, bytes: &[u8], scalars: &mut Vec<Value>) {
    match ty {
        Type::Scalar(scalar) => scalars.push(Value { scalar, bits: bits(bytes) }),
        _ => parts(ty).for_each(|(part, offset)| collect(part, &bytes[offset..][..part.size() as usize], scalars)),
    }
}
