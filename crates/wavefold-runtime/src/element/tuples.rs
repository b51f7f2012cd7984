//! Tuples as device types: Rust orders their fields as it likes, devices as C orders those of a struct.

use wavefold_codegen::Type;

use super::DeviceType;

macro_rules! device_tuple {
    ($($name:ident $i:tt),+) => {
        // SAFETY: the fields are read and written one by one, each where `TYPE` has it; zeros are a value of each.
        unsafe impl<$($name: DeviceType),+> DeviceType for ($($name,)+) {
            const TYPE: Type<'static> = Type::Tuple(&[$($name::TYPE),+]);

            #[inline]
            unsafe fn read(from: *const u8) -> Self {
                // SAFETY: the caller promises a tuple, whose fields lie at their offsets.
                ($(unsafe { $name::read(from.add(Self::TYPE.tuple_offset($i) as usize)) },)+)
            }

            #[inline]
            fn write(&self, to: &mut [u8]) {
                assert!(to.len() == Self::TYPE.size() as usize, "as many bytes as the type has");
                $(self.$i.write(&mut to[Self::TYPE.tuple_offset($i) as usize..][..$name::TYPE.size() as usize]);)+
            }
        }
    };
}

for_tuples! { device_tuple }
