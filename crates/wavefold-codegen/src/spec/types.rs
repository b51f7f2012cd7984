//! The value types that both a Rust declaration and a kernel can name.

use std::fmt;

/// A number (or truth value) that has the same size and meaning in Rust and in kernel text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Scalar {
    /// `bool`, one byte.
    Bool,
    /// `i8`
    I8,
    /// `u8`
    U8,
    /// `i16`
    I16,
    /// `u16`
    U16,
    /// `i32`
    I32,
    /// `u32`
    U32,
    /// `i64`
    I64,
    /// `u64`
    U64,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl Scalar {
    /// Every scalar, in declaration order.
    pub const ALL: [Self; 11] = [
        Self::Bool,
        Self::I8,
        Self::U8,
        Self::I16,
        Self::U16,
        Self::I32,
        Self::U32,
        Self::I64,
        Self::U64,
        Self::F32,
        Self::F64,
    ];

    /// The scalar that Rust calls `name`.
    pub fn from_rust_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scalar| scalar.rust_name() == name)
    }

    /// Its name in Rust.
    pub const fn rust_name(self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::I32 => "i32",
            Self::U32 => "u32",
            Self::I64 => "i64",
            Self::U64 => "u64",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Its size in bytes, which is also its alignment.
    pub const fn size(self) -> u32 {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Its width in bits.
    pub const fn bits(self) -> u32 {
        8 * self.size()
    }

    /// `f32` or `f64`.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Any integer, signed or not.
    pub const fn is_integer(self) -> bool {
        !self.is_float() && !matches!(self, Self::Bool)
    }

    /// A signed integer.
    pub const fn is_signed_integer(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// The unsigned integer of the same size (itself for `bool`'s byte: `u8`).
    pub const fn to_unsigned(self) -> Self {
        match self.size() {
            1 => Self::U8,
            2 => Self::U16,
            4 => Self::U32,
            _ => Self::U64,
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rust_name())
    }
}

/// The type of an element, an accumulator, a parameter or a result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type<'a> {
    /// One number.
    Scalar(Scalar),
    /// `[element; length]`
    Array {
        /// What the array holds.
        element: &'a Type<'a>,
        /// How many of them.
        length: u32,
    },
}

impl Type<'_> {
    /// The size in bytes; arrays are packed as in Rust. One that does not fit is larger than every limit.
    pub const fn size(self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array { element, length } => element.size().saturating_mul(length),
        }
    }

    /// The alignment in bytes.
    pub const fn align(self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array { element, .. } => element.align(),
        }
    }

    /// The scalar, if this is one.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(scalar),
            Self::Array { .. } => None,
        }
    }
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array { element, length } => write!(f, "[{element}; {length}]"),
        }
    }
}
