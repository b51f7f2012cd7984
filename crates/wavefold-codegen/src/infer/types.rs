//! Type variables and their unification.

use std::fmt;

use crate::{Scalar, Type};

/// A resolved type that owns its parts.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Ty {
    Scalar(Scalar),
    Array(Box<Ty>, u32),
}

impl From<Type<'_>> for Ty {
    fn from(ty: Type<'_>) -> Self {
        match ty {
            Type::Scalar(scalar) => Self::Scalar(scalar),
            Type::Array { element, length } => Self::Array(Box::new(Self::from(*element)), length),
            Type::Tuple(_) | Type::Struct(_) => todo!(),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(scalar) => scalar.fmt(f),
            Self::Array(element, length) => write!(f, "[{element}; {length}]"),
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

#[derive(Clone, Copy, Debug)]
enum Slot {
    Link(TypeId),
    Open(Class),
    Scalar(Scalar),
    Array(TypeId, u32),
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

    pub(crate) fn known(&mut self, ty: Type<'_>) -> TypeId {
        match ty {
            Type::Scalar(scalar) => self.scalar(scalar),
            Type::Array { element, length } => {
                let element = self.known(*element);
                self.array(element, length)
            }
            Type::Tuple(_) | Type::Struct(_) => todo!(),
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

    /// The element type, if `id` is known to be an array.
    pub(crate) fn element(&self, id: TypeId) -> Option<TypeId> {
        match self.slots[self.root(id).0] {
            Slot::Array(element, _) => Some(element),
            _ => None,
        }
    }

    /// Makes two types equal.
    pub(crate) fn unify(&mut self, expected: TypeId, found: TypeId) -> Result<(), Mismatch> {
        let (a, b) = (self.root(expected), self.root(found));
        if a == b {
            return Ok(());
        }
        match (self.slots[a.0], self.slots[b.0]) {
            (Slot::Open(x), Slot::Open(y)) => match meet(x, y) {
                Some(class) => {
                    self.slots[a.0] = Slot::Open(class);
                    self.slots[b.0] = Slot::Link(a);
                    Ok(())
                }
                None => Err(self.mismatch(a, b)),
            },
            (Slot::Open(class), other) if accepts(class, other) => {
                self.slots[a.0] = Slot::Link(b);
                Ok(())
            }
            (other, Slot::Open(class)) if accepts(class, other) => {
                self.slots[b.0] = Slot::Link(a);
                Ok(())
            }
            (Slot::Scalar(x), Slot::Scalar(y)) if x == y => Ok(()),
            (Slot::Array(x, n), Slot::Array(y, m)) if n == m => self.unify(x, y),
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
        match self.slots[self.root(id).0] {
            Slot::Scalar(scalar) => Ty::Scalar(scalar),
            Slot::Array(element, length) => Ty::Array(Box::new(self.resolve(element)), length),
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

fn accepts(class: Class, slot: Slot) -> bool {
    match (class, slot) {
        (Class::Anything, _) => true,
        (Class::Integer, Slot::Scalar(scalar)) => scalar.is_integer(),
        (Class::Float, Slot::Scalar(scalar)) => scalar.is_float(),
        _ => false,
    }
}
