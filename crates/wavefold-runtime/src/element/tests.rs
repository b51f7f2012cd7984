//! Layouts on both sides, and padding that nobody looks at.

use std::fmt::Debug;
use std::mem::{MaybeUninit, offset_of};

use half::f16;
use wavefold_codegen::{Field, Scalar, Struct, Type};

use super::{DeviceType, Element, Written, bytes_of, zeroed};
use crate::Device;

/// What `#[derive(DeviceType)]` makes of a struct.
macro_rules! device_struct {
    ($name:ident { $($field:ident: $ty:ty),* }) => {
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[repr(C)]
        struct $name {
            $($field: $ty,)*
        }

        // SAFETY: the fields are those of the struct, at their offsets; zeros are a value of each.
        unsafe impl DeviceType for $name {
            const TYPE: Type<'static> = Type::Struct(&Struct {
                name: stringify!($name),
                fields: &[$(Field {
                    name: stringify!($field),
                    ty: <$ty>::TYPE,
                    offset: offset_of!($name, $field) as u32,
                }),*],
                size: size_of::<$name>() as u32,
                align: align_of::<$name>() as u32,
            });
        }
        // SAFETY: as above.
        unsafe impl Element for $name {}
    };
}

device_struct!(Padded { flag: u8, value: f64 });
device_struct!(Nested { first: bool, pair: [Padded; 2], last: f16 });

const PADDED: Padded = Padded { flag: 7, value: 1.5 };
const NESTED: Nested =
    Nested { first: true, pair: [PADDED, Padded { flag: 255, value: -2.0 }], last: f16::from_bits(0x3C00) };

/// The bytes of some values at their offsets, among zeros.
fn layout(size: usize, parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut bytes = vec![0; size];
    for &(offset, part) in parts {
        bytes[offset..][..part.len()].copy_from_slice(part);
    }
    bytes
}

/// The value comes back from its bytes, at any alignment.
#[track_caller]
fn comes_back<T: DeviceType + PartialEq + Debug>(value: T, bytes: &[u8]) {
    assert_eq!(bytes_of(&value), bytes);
    for shift in 0..8 {
        let mut moved = vec![0xAA; shift];
        moved.extend_from_slice(bytes);
        // SAFETY: a value lies there.
        assert_eq!(unsafe { T::read(moved.as_ptr().add(shift)) }, value);
    }
}

#[test]
fn values_lie_as_their_type_says() {
    comes_back(true, &[1]);
    comes_back(-2_i16, &(-2_i16).to_ne_bytes());
    comes_back(f16::from_f32(1.0), &0x3C00_u16.to_ne_bytes());
    comes_back([1_u8, 2, 3], &[1, 2, 3]);
    comes_back(PADDED, &layout(16, &[(0, &[7]), (8, &1.5_f64.to_ne_bytes())]));
    comes_back(
        NESTED,
        &layout(
            48,
            &[
                (0, &[1]),
                (8, &[7]),
                (16, &1.5_f64.to_ne_bytes()),
                (24, &[255]),
                (32, &(-2.0_f64).to_ne_bytes()),
                (40, &0x3C00_u16.to_ne_bytes()),
            ],
        ),
    );
}

/// Rust puts the `u32` of this tuple first and makes it 8 bytes long; C keeps the order and needs 12.
#[test]
fn tuples_lie_as_structs_of_c() {
    let tuple = (1_u8, 2_u32, 3_u8);
    assert_eq!((<(u8, u32, u8)>::TYPE.size(), size_of_val(&tuple)), (12, 8));
    let bytes = layout(12, &[(0, &[1]), (4, &2_u32.to_ne_bytes()), (8, &[3])]);
    comes_back(tuple, &bytes);
    let pair = [bytes.clone(), bytes.clone()].concat();
    comes_back([tuple, tuple], &pair);
    let with_struct = (true, [tuple, tuple], PADDED);
    let padded = bytes_of(&PADDED);
    comes_back(with_struct, &layout(48, &[(0, &[1]), (4, &pair), (32, &padded)]));
    comes_back((5_u64,), &5_u64.to_ne_bytes());
    let twelve = (0_u8, 1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 9_u8, 10_u8, 11_u16);
    comes_back(twelve, &layout(14, &[(0, &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), (12, &11_u16.to_ne_bytes())]));
}

/// What lies between the fields does not reach the bytes, whatever it is: nothing, or what was there before.
#[test]
fn padding_is_not_read() {
    let mut dirty = MaybeUninit::<Nested>::uninit();
    let place = dirty.as_mut_ptr();
    // SAFETY: the room is that of the struct; every field is written before it is taken as one, field by field, which
    // leaves the padding as it is.
    let dirty = unsafe {
        place.cast::<u8>().write_bytes(0xAA, size_of::<Nested>());
        (*place).first = NESTED.first;
        for i in 0..2 {
            (*place).pair[i].flag = NESTED.pair[i].flag;
            (*place).pair[i].value = NESTED.pair[i].value;
        }
        (*place).last = NESTED.last;
        &*place
    };
    assert_eq!(bytes_of(dirty), bytes_of(&NESTED));
    let mut over = [0x55; 48];
    dirty.write(&mut over);
    assert_eq!((over[0], over[1], over[7], over[8], over[9], over[47]), (1, 0x55, 0x55, 7, 0x55, 0x55));
}

#[test]
fn zeros_are_a_value() {
    assert_eq!(zeroed::<(bool, f64)>(), (false, 0.0));
    assert_eq!(
        zeroed::<Nested>(),
        Nested { first: false, pair: [Padded { flag: 0, value: 0.0 }; 2], last: f16::ZERO }
    );
}

#[test]
fn buffers_of_structs() {
    for device in [Device::cpu(), Device::emulated(wavefold_codegen::WarpSize::W32).unwrap()] {
        let stream = device.stream().unwrap();
        let values: Vec<Padded> = (0..1000).map(|i| Padded { flag: i as u8, value: f64::from(i) / 3.0 }).collect();
        let mut buffer = device.upload(&values).unwrap();
        assert_eq!(buffer.to_vec().unwrap(), values);
        assert_eq!(buffer.slice(17..19).unwrap().read(&stream).unwrap(), values[17..19]);
        buffer.write(&vec![PADDED; 1000], &stream).unwrap();
        assert_eq!(buffer.read(&stream).unwrap(), vec![PADDED; 1000]);
        assert_eq!(device.zeroed::<Padded>(2).unwrap().to_vec().unwrap(), [zeroed::<Padded>(); 2]);
        assert_eq!(device.upload(&[true, false]).unwrap().to_vec().unwrap(), [true, false]);
        let mut theirs = vec![NESTED; 3];
        // SAFETY: the memory is the host's, as the device's is, holds three elements, and lives longer than the buffer.
        let lent = unsafe { crate::Buffer::from_raw(&device, theirs.as_mut_ptr(), 3) }.unwrap();
        assert_eq!(lent.slice(1..).unwrap().read(&stream).unwrap(), [NESTED; 2]);
    }
}

#[test]
fn parameters_of_any_type() {
    let parameter = crate::face::parameter((1_u8, PADDED));
    assert_eq!(parameter.ty(), <(u8, Padded)>::TYPE);
    assert_eq!(parameter.as_bytes(), bytes_of(&(1_u8, PADDED)));
    assert_eq!(crate::face::parameter([1.0_f32; 100]).as_bytes().len(), 400);
    assert_eq!(crate::face::parameter(true).ty(), Type::Scalar(Scalar::Bool));
}

/// Without the type's own `Debug`, the same text, one line or many.
#[test]
fn values_are_written_as_derived() {
    #[track_caller]
    fn same<T: DeviceType + Debug>(value: T) {
        let written = Written::of(&value);
        assert_eq!(format!("{written:?}"), format!("{value:?}"));
        assert_eq!(format!("{written:#?}"), format!("{value:#?}"));
    }
    same(NESTED);
    same((true, -1_i8, 200_u8, i16::MIN, u16::MAX, i32::MIN, u32::MAX, i64::MIN, u64::MAX));
    same((f16::from_f32(-0.5), half::bf16::from_f32(3.0), -0.0_f32, f64::NAN, f32::NEG_INFINITY, 1e300));
    same(((7_u64,), [[PADDED; 2]; 1], [(1_u8, 2_u32); 2]));
}
