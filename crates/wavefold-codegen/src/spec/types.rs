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
    /// `half::f16`
    F16,
    /// `half::bf16`
    BF16,
    /// `f32`
    F32,
    /// `f64`
    F64,
}

impl Scalar {
    /// Every scalar, in declaration order.
    pub const ALL: [Self; 13] = [
        Self::Bool,
        Self::I8,
        Self::U8,
        Self::I16,
        Self::U16,
        Self::I32,
        Self::U32,
        Self::I64,
        Self::U64,
        Self::F16,
        Self::BF16,
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
            Self::F16 => "f16",
            Self::BF16 => "bf16",
            Self::F32 => "f32",
            Self::F64 => "f64",
        }
    }

    /// Its size in bytes, which is also its alignment.
    pub const fn size(self) -> u32 {
        match self {
            Self::Bool | Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 | Self::F16 | Self::BF16 => 2,
            Self::I32 | Self::U32 | Self::F32 => 4,
            Self::I64 | Self::U64 | Self::F64 => 8,
        }
    }

    /// Its width in bits.
    pub const fn bits(self) -> u32 {
        8 * self.size()
    }

    /// `f16` to `f64`.
    pub const fn is_float(self) -> bool {
        matches!(self, Self::F16 | Self::BF16 | Self::F32 | Self::F64)
    }

    /// `f16` or `bf16`: computed with as `f32`, and rounded after every operation.
    pub const fn is_half(self) -> bool {
        matches!(self, Self::F16 | Self::BF16)
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
    /// `(f32, u64)`: laid out as C lays out a struct of these fields, wherever it lies in memory. Rust's own tuples are not,
    /// so inputs hold none.
    Tuple(&'a [Type<'a>]),
    /// A struct of the user's.
    Struct(&'a Struct<'a>),
}

/// A `#[derive(DeviceType)]` struct: `#[repr(C)]`, of fields that are types themselves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Struct<'a> {
    /// Its Rust name, without a path.
    pub name: &'a str,
    /// Its fields, in the order of their offsets.
    pub fields: &'a [Field<'a>],
    /// Its size in bytes, with the padding at its end.
    pub size: u32,
    /// Its alignment in bytes.
    pub align: u32,
}

/// A field of a [`Struct`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Field<'a> {
    /// Its Rust name.
    pub name: &'a str,
    /// Its type.
    pub ty: Type<'a>,
    /// Where it begins, in bytes.
    pub offset: u32,
}

impl Type<'_> {
    /// The size in bytes; arrays are packed as in Rust. One that does not fit is larger than every limit.
    pub const fn size(self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array { element, length } => element.size().saturating_mul(length),
            Self::Tuple(fields) => self.tuple_offset(fields.len()),
            Self::Struct(of) => of.size,
        }
    }

    /// The alignment in bytes.
    pub const fn align(self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array { element, .. } => element.align(),
            Self::Tuple(fields) => {
                let (mut align, mut i) = (1, 0);
                while i < fields.len() {
                    let of_field = fields[i].align();
                    align = if of_field > align { of_field } else { align };
                    i += 1;
                }
                align
            }
            Self::Struct(of) => of.align,
        }
    }

    /// Where field `i` of a tuple begins, in bytes; for the number of fields, the size of the tuple.
    pub const fn tuple_offset(self, i: usize) -> u32 {
        let Self::Tuple(fields) = self else { return 0 };
        let (mut end, mut k) = (0_u32, 0);
        while k < fields.len() {
            let offset = pad(end, fields[k].align());
            if k == i {
                return offset;
            }
            end = offset.saturating_add(fields[k].size());
            k += 1;
        }
        pad(end, self.align())
    }

    /// The scalar, if this is one.
    pub const fn scalar(self) -> Option<Scalar> {
        match self {
            Self::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The scalar, of samples that a range or edges divide.
    ///
    /// # Panics
    /// When this is none: in a constant, whose type rustc has checked before.
    pub const fn of_samples(self) -> Scalar {
        match self {
            Self::Scalar(scalar) => scalar,
            _ => panic!("samples are numbers"),
        }
    }

    /// Whether both are the same type; `==` for constants.
    pub const fn is_same(self, other: Type<'_>) -> bool {
        match (self, other) {
            (Self::Scalar(a), Type::Scalar(b)) => a as u8 == b as u8,
            (Self::Array { element: a, length: m }, Type::Array { element: b, length: n }) => {
                m == n && a.is_same(*b)
            }
            (Self::Tuple(a), Type::Tuple(b)) => {
                let (mut same, mut i) = (a.len() == b.len(), 0);
                while same && i < a.len() {
                    same = a[i].is_same(b[i]);
                    i += 1;
                }
                same
            }
            (Self::Struct(a), Type::Struct(b)) => a.is_same(b),
            _ => false,
        }
    }
}

impl Struct<'_> {
    const fn is_same(&self, other: &Struct<'_>) -> bool {
        let mut same = same_text(self.name, other.name)
            && self.size == other.size
            && self.align == other.align
            && self.fields.len() == other.fields.len();
        let mut i = 0;
        while same && i < self.fields.len() {
            let (a, b) = (self.fields[i], other.fields[i]);
            same = same_text(a.name, b.name) && a.offset == b.offset && a.ty.is_same(b.ty);
            i += 1;
        }
        same
    }
}

/// The least multiple of `align` that is not below `offset`; one that does not fit stays larger than every limit.
const fn pad(offset: u32, align: u32) -> u32 {
    match offset.checked_next_multiple_of(align) {
        Some(padded) => padded,
        None => u32::MAX,
    }
}

const fn same_text(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut same, mut i) = (a.len() == b.len(), 0);
    while same && i < a.len() {
        same = a[i] == b[i];
        i += 1;
    }
    same
}

impl fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array { element, length } => write!(f, "[{element}; {length}]"),
            Self::Tuple([one]) => write!(f, "({one},)"),
            Self::Tuple(fields) => {
                let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
                write!(f, "({})", fields.join(", "))
            }
            Self::Struct(of) => f.write_str(of.name),
        }
    }
}
