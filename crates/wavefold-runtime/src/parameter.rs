//! Run-time parameters on their way to a kernel.

use smallvec::SmallVec;
use wavefold_codegen::Type;

use crate::DeviceType;

/// The value of a run-time parameter, as a kernel takes it. Made by [`face::parameter`](crate::face::parameter).
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    ty: Type<'static>,
    bytes: SmallVec<[u8; 16]>,
}

impl Parameter {
    /// The value, its padding 0.
    pub(crate) fn of<T: DeviceType>(value: &T) -> Self {
        let mut bytes = SmallVec::from_elem(0, T::TYPE.size() as usize);
        value.write(&mut bytes);
        Self { ty: T::TYPE, bytes }
    }

    /// Its type.
    pub fn ty(&self) -> Type<'static> {
        self.ty
    }

    /// Its bytes, as device memory holds them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
}
