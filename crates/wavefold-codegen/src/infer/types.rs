//! Type variables and their unification.

use std::fmt;
use std::rc::Rc;

use crate::{Scalar, Struct, Type};

/// A resolved type that owns its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Scalar(Scalar),
    Array(Box<Ty>, u32),
    Tuple(Vec<Ty>),
    Struct(Rc<StructTy>),
}

/// A struct of the user's: [`Struct`] that owns its parts. Two structs are one when everything about them is the same.
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct StructTy {
    pub(crate) name: String,
    pub(crate) fields: Vec<FieldTy>,
    pub(crate) size: u32,
    pub(crate) align: u32,
}

/// A field of a [`StructTy`].
#[derive(PartialEq, Eq, Hash, Debug)]
pub(crate) struct FieldTy {
    pub(crate) name: String,
    pub(crate) ty: Ty,
    pub(crate) offset: u32,
}

impl From<Type<'_>> for Ty {
    fn from(ty: Type<'_>) -> Self {
        match ty {
            Type::Scalar(scalar) => Self::Scalar(scalar),
            Type::Array { element, length } => Self::Array(Box::new(Self::from(*element)), length),
            Type::Tuple(fields) => Self::Tuple(fields.iter().map(|&field| Self::from(field)).collect()),
            Type::Struct(of) => Self::Struct(Rc::new(of.into())),
        }
    }
}

impl From<&Struct<'_>> for StructTy {
    fn from(of: &Struct<'_>) -> Self {
        let fields = of.fields.iter();
        let fields =
            fields.map(|field| FieldTy { name: field.name.into(), ty: field.ty.into(), offset: field.offset });
        Self { name: of.name.into(), fields: fields.collect(), size: of.size, align: of.align }
    }
}

impl Ty {
    /// The size in bytes; as [`Type::size`].
    pub(crate) fn size(&self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array(element, length) => element.size().saturating_mul(*length),
            Self::Tuple(_) => self.members().last().map_or(0, |(_, last, offset)| {
                offset.saturating_add(last.size()).checked_next_multiple_of(self.align()).unwrap_or(u32::MAX)
            }),
            Self::Struct(of) => of.size,
        }
    }

    /// The alignment in bytes; as [`Type::align`].
    pub(crate) fn align(&self) -> u32 {
        match self {
            Self::Scalar(scalar) => scalar.size(),
            Self::Array(element, _) => element.align(),
            Self::Tuple(fields) => fields.iter().map(Self::align).max().unwrap_or(1),
            Self::Struct(of) => of.align,
        }
    }

    /// The fields of a struct or a tuple: what Rust calls them, their types and offsets.
    pub(crate) fn members(&self) -> Vec<(String, &Ty, u32)> {
        match self {
            Self::Scalar(_) | Self::Array(..) => Vec::new(),
            Self::Tuple(fields) => {
                let mut end = 0_u32;
                let place = |(number, ty): (usize, _)| {
                    let ty: &Ty = ty;
                    let offset = end.checked_next_multiple_of(ty.align()).unwrap_or(u32::MAX);
                    end = offset.saturating_add(ty.size());
                    (number.to_string(), ty, offset)
                };
                fields.iter().enumerate().map(place).collect()
            }
            Self::Struct(of) => {
                of.fields.iter().map(|field| (field.name.clone(), &field.ty, field.offset)).collect()
            }
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array(element, length) => write!(f, "[{element}; {length}]"),
            Self::Tuple(fields) if fields.len() == 1 => write!(f, "({},)", fields[0]),
            Self::Tuple(fields) => {
                let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
                write!(f, "({})", fields.join(", "))
            }
            Self::Struct(of) => f.write_str(&of.name),
        }
    }
}

/// A type variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypeId(usize);

/// What an unresolved variable may still become; rustc's `{integer}` and `{float}`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Anything,
    Integer,
    Float,
}

#[derive(Clone, Debug)]
enum Slot {
    Link(TypeId),
    Open(Class),
    Scalar(Scalar),
    Array(TypeId, u32),
    Tuple(Vec<TypeId>),
    Struct(Rc<StructTy>),
}

/// Two types that had to be equal and are not, as Rust would write them.
#[derive(Debug)]
pub(crate) struct Mismatch {
    pub(crate) expected: String,
    pub(crate) found: String,
}

/// All type variables of one function.
#[derive(Default, Debug)]
pub(crate) struct Types {
    slots: Vec<Slot>,
}

impl Types {
    pub(crate) fn open(&mut self, class: Class) -> TypeId {
        self.push(Slot::Open(class))
    }

    pub(crate) fn scalar(&mut self, scalar: Scalar) -> TypeId {
        self.push(Slot::Scalar(scalar))
    }

    pub(crate) fn array(&mut self, element: TypeId, length: u32) -> TypeId {
        self.push(Slot::Array(element, length))
    }

    pub(crate) fn tuple(&mut self, fields: Vec<TypeId>) -> TypeId {
        self.push(Slot::Tuple(fields))
    }

    pub(crate) fn known(&mut self, ty: Type<'_>) -> TypeId {
        self.resolved(&ty.into())
    }

    fn resolved(&mut self, ty: &Ty) -> TypeId {
        match ty {
            Ty::Scalar(scalar) => self.scalar(*scalar),
            Ty::Array(element, length) => {
                let element = self.resolved(element);
                self.array(element, *length)
            }
            Ty::Tuple(fields) => {
                let fields = fields.iter().map(|field| self.resolved(field)).collect();
                self.tuple(fields)
            }
            Ty::Struct(of) => self.push(Slot::Struct(Rc::clone(of))),
        }
    }

    fn push(&mut self, slot: Slot) -> TypeId {
        self.slots.push(slot);
        TypeId(self.slots.len() - 1)
    }

    fn root(&self, mut id: TypeId) -> TypeId {
        while let Slot::Link(next) = self.slots[id.0] {
            id = next;
        }
        id
    }

    /// The scalar that `id` is known to be.
    pub(crate) fn as_scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.slots[self.root(id).0] {
            Slot::Scalar(scalar) => Some(scalar),
            _ => None,
        }
    }

    /// The scalar that `id` is, when nothing more becomes known of it.
    pub(crate) fn as_resolved_scalar(&self, id: TypeId) -> Option<Scalar> {
        match self.slots[self.root(id).0] {
            Slot::Open(_) | Slot::Scalar(_) => match self.resolve(id) {
                Ty::Scalar(scalar) => Some(scalar),
                _ => None,
            },
            _ => None,
        }
    }

    /// The element type, if `id` is known to be an array.
    pub(crate) fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.slots[self.root(id).0] {
            Slot::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// The type of a field, if `id` is known to be a struct or a tuple that has it.
    pub(crate) fn field(&mut self, id: TypeId, name: &str) -> Option<TypeId> {
        match &self.slots[self.root(id).0] {
            Slot::Tuple(fields) => {
                // Only a number as it is written: no sign, no leading zero.
                let number = (0..fields.len()).find(|number| number.to_string() == name)?;
                Some(fields[number])
            }
            Slot::Struct(of) => {
                let of = Rc::clone(of);
                let field = of.fields.iter().find(|field| field.name == name)?;
                Some(self.resolved(&field.ty))
            }
            _ => None,
        }
    }

    /// Makes two types equal.
    pub(crate) fn unify(&mut self, expected: TypeId, found: TypeId) -> Result<(), Mismatch> {
        let (a, b) = (self.root(expected), self.root(found));
        if a == b {
            return Ok(());
        }
        match (self.slots[a.0].clone(), self.slots[b.0].clone()) {
            (Slot::Open(x), Slot::Open(y)) => match meet(x, y) {
                Some(class) => {
                    self.slots[a.0] = Slot::Open(class);
                    self.slots[b.0] = Slot::Link(a);
                    Ok(())
                }
                None => Err(self.mismatch(a, b)),
            },
            (Slot::Open(class), other) if accepts(class, &other) => {
                self.slots[a.0] = Slot::Link(b);
                Ok(())
            }
            (other, Slot::Open(class)) if accepts(class, &other) => {
                self.slots[b.0] = Slot::Link(a);
                Ok(())
            }
            (Slot::Scalar(x), Slot::Scalar(y)) if x == y => Ok(()),
            (Slot::Array(x, n), Slot::Array(y, m)) if n == m => self.unify(x, y),
            (Slot::Tuple(x), Slot::Tuple(y)) if x.len() == y.len() => {
                x.into_iter().zip(y).try_for_each(|(x, y)| self.unify(x, y))
            }
            (Slot::Struct(x), Slot::Struct(y)) if x == y => Ok(()),
            _ => Err(self.mismatch(a, b)),
        }
    }

    fn mismatch(&self, expected: TypeId, found: TypeId) -> Mismatch {
        Mismatch { expected: self.describe(expected), found: self.describe(found) }
    }

    fn describe(&self, id: TypeId) -> String {
        match self.slots[self.root(id).0] {
            Slot::Open(Class::Integer) => "{integer}".into(),
            Slot::Open(Class::Float) => "{float}".into(),
            _ => self.resolve(id).to_string(),
        }
    }

    /// The type of `id`; what is still open gets Rust's default.
    pub(crate) fn resolve(&self, id: TypeId) -> Ty {
        match &self.slots[self.root(id).0] {
            Slot::Scalar(scalar) => Ty::Scalar(*scalar),
            Slot::Array(element, length) => Ty::Array(Box::new(self.resolve(*element)), *length),
            Slot::Tuple(fields) => Ty::Tuple(fields.iter().map(|&field| self.resolve(field)).collect()),
            Slot::Struct(of) => Ty::Struct(Rc::clone(of)),
            Slot::Open(Class::Float) => Ty::Scalar(Scalar::F64),
            Slot::Open(_) | Slot::Link(_) => Ty::Scalar(Scalar::I32),
        }
    }
}

fn meet(a: Class, b: Class) -> Option<Class> {
    match (a, b) {
        (Class::Anything, other) | (other, Class::Anything) => Some(other),
        _ => (a == b).then_some(a),
    }
}

fn accepts(class: Class, slot: &Slot) -> bool {
    match (class, slot) {
        (Class::Anything, _) => true,
        (Class::Integer, Slot::Scalar(scalar)) => scalar.is_integer(),
        (Class::Float, Slot::Scalar(scalar)) => scalar.is_float(),
        _ => false,
    }
}
