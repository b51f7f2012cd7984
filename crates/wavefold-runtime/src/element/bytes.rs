//! Values as bytes. Padding has no bytes that may be looked at, and so arrays of elements are only ever copied.

use std::mem::MaybeUninit;

use wavefold_codegen::Type;

use super::{DeviceType, Element};

/// The value of zeros.
#[inline(always)]
pub(crate) fn zeroed<T: DeviceType>() -> T {
    // SAFETY: `DeviceType` promises that zeros are a value.
    unsafe { MaybeUninit::zeroed().assume_init() }
}

/// The bytes of elements, to be copied and not to be looked at.
pub(crate) fn as_bytes<T: Element>(elements: &[T]) -> &[MaybeUninit<u8>] {
    // SAFETY: the bytes are those of the slice, and need not be initialised.
    unsafe { std::slice::from_raw_parts(elements.as_ptr().cast(), size_of_val(elements)) }
}

/// Bytes that are overwritten by copies.
///
/// # Safety
/// Only initialised bytes are copied there.
pub(crate) unsafe fn as_room(bytes: &mut [u8]) -> &mut [MaybeUninit<u8>] {
    // SAFETY: the bytes are those of the slice, and the caller keeps them initialised.
    unsafe { std::slice::from_raw_parts_mut(bytes.as_mut_ptr().cast(), bytes.len()) }
}

/// `len` elements in `room`, which `fill` copies the bytes of.
///
/// # Safety
/// Where `fill` succeeds it has set all the bytes, to those of elements.
pub(crate) unsafe fn read_elements<T: Element, E>(
    room: Vec<T>,
    len: usize,
    fill: impl FnOnce(&mut [MaybeUninit<u8>]) -> Result<(), E>,
) -> Result<Vec<T>, E> {
    let mut elements = room;
    elements.clear();
    let to = &mut elements.spare_capacity_mut()[..len];
    // SAFETY: the bytes are those of the slice, and need not be initialised.
    fill(unsafe { std::slice::from_raw_parts_mut(to.as_mut_ptr().cast(), size_of_val(to)) })?;
    // SAFETY: the caller promises that elements are there now.
    unsafe { elements.set_len(len) };
    Ok(elements)
}

/// The value as a device lays it out, its padding 0.
pub(crate) fn bytes_of<T: DeviceType>(value: &T) -> Vec<u8> {
    let mut bytes = vec![0; T::TYPE.size() as usize];
    value.write(&mut bytes);
    bytes
}

/// Copies the scalars of a value, and no padding.
///
/// # Safety
/// A value that lies as `ty` says is at `from`, and `to` is as long as `ty`.
pub(super) unsafe fn copy_leaves(ty: Type<'_>, from: *const u8, to: &mut [u8]) {
    if let Type::Scalar(_) = ty {
        // SAFETY: a scalar is initialised, and no two values are in one place.
        return unsafe { from.copy_to_nonoverlapping(to.as_mut_ptr(), to.len()) };
    }
    for (part, offset) in parts(ty) {
        // SAFETY: parts lie within the whole.
        unsafe { copy_leaves(part, from.add(offset), &mut to[offset..][..part.size() as usize]) }
    }
}

/// What a type consists of, and where each part begins, in bytes; nothing for a scalar.
pub(crate) fn parts<'a>(ty: Type<'a>) -> impl Iterator<Item = (Type<'a>, usize)> {
    let count = match ty {
        Type::Scalar(_) => 0,
        Type::Array { length, .. } => length as usize,
        Type::Tuple(fields) => fields.len(),
        Type::Struct(of) => of.fields.len(),
    };
    (0..count).map(move |i| match ty {
        Type::Scalar(_) => (ty, 0),
        Type::Array { element, .. } => (*element, i * element.size() as usize),
        Type::Tuple(fields) => (fields[i], ty.tuple_offset(i) as usize),
        Type::Struct(of) => (of.fields[i].ty, of.fields[i].offset as usize),
    })
}

/// The bytes of one scalar, zero-extended.
pub(crate) fn bits(bytes: &[u8]) -> u64 {
    match *bytes {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_ne_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_ne_bytes([a, b, c, d])),
        [a, b, c, d, e, f, g, h] => u64::from_ne_bytes([a, b, c, d, e, f, g, h]),
        _ => 0,
    }
}
