//! The structs and functions of the user's that a declaration names: found, checked and named before anything is printed,
//! because no name within a function may hide them.

use crate::infer::Ty;
use crate::text::Definitions;
use crate::text::functions::is_same;
use crate::text::names::entry_name;
use crate::{Binding, Expr, Function, GenerateError, Item, MAX_VECTOR_BYTES, Part, Struct, Type};

/// What `parts` name, and the declaration's own types, as definitions of which none is used yet.
pub(crate) fn definitions<'a>(
    item: &Item<'a>,
    types: &[Type<'a>],
    parts: &[&Part<'a>],
) -> Result<Definitions<'a>, GenerateError> {
    let mut found = Found::default();
    found.bindings(item.inputs)?;
    found.bindings(item.parameters)?;
    types.iter().try_for_each(|&ty| found.ty(ty))?;
    parts.iter().try_for_each(|part| found.expr(&part.body))?;
    let mut definitions = Definitions::default();
    // The kernel keeps its name, which the host knows it by.
    let _entry = definitions.structs.reserve(&entry_name(item.name));
    for of in found.structs {
        let name = definitions.structs.name(&Ty::from(Type::Struct(of)));
        let _taken = definitions.names.fresh(&name);
    }
    for function in found.functions {
        definitions.declare_function(function)?;
    }
    Ok(definitions)
}

#[derive(Default)]
struct Found<'a> {
    structs: Vec<&'a Struct<'a>>,
    /// Each after those that it calls.
    functions: Vec<&'a Function<'a>>,
    /// The functions whose bodies are being looked at.
    within: Vec<&'a Function<'a>>,
}

impl<'a> Found<'a> {
    fn bindings(&mut self, bindings: &[Binding<'a>]) -> Result<(), GenerateError> {
        bindings.iter().try_for_each(|binding| self.ty(binding.ty))
    }

    fn ty(&mut self, ty: Type<'a>) -> Result<(), GenerateError> {
        match ty {
            Type::Scalar(_) => Ok(()),
            Type::Array { element, .. } => self.ty(*element),
            Type::Tuple(fields) => {
                check_not_empty(ty)?;
                fields.iter().try_for_each(|&field| self.ty(field))
            }
            Type::Struct(of) => {
                check_layout(of)?;
                of.fields.iter().try_for_each(|field| self.ty(field.ty))?;
                if !self.structs.contains(&of) {
                    self.structs.push(of);
                }
                Ok(())
            }
        }
    }

    fn function(&mut self, function: &'a Function<'a>) -> Result<(), GenerateError> {
        if self.functions.iter().any(|found| is_same(found, function)) {
            return Ok(());
        }
        // Its place is enough here: to look into it would not end.
        if self.within.contains(&function) {
            return Err(GenerateError::Recursion { function: function.name.into() });
        }
        self.within.push(function);
        self.bindings(function.parameters)?;
        self.ty(function.result)?;
        self.expr(&function.body.body)?;
        self.within.pop();
        self.functions.push(function);
        Ok(())
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr<'a>>) -> Result<(), GenerateError>
    where
        'a: 'e,
    {
        exprs.into_iter().try_for_each(|expr| self.expr(expr))
    }

    fn expr(&mut self, expr: &Expr<'a>) -> Result<(), GenerateError> {
        match *expr {
            Expr::Integer { .. }
            | Expr::Float { .. }
            | Expr::Bool(_)
            | Expr::Name(_)
            | Expr::Numeric(..)
            | Expr::Outer(_) => Ok(()),
            Expr::Unary(_, a) | Expr::Index(a, _) | Expr::Field(a, _) => self.expr(a),
            Expr::Binary(_, a, b) => self.exprs([a, b]),
            Expr::Cast(a, ty) => {
                self.ty(ty)?;
                self.expr(a)
            }
            Expr::Method { on, arguments, .. } => {
                on.map_or(Ok(()), |ty| self.ty(ty))?;
                self.exprs(arguments)
            }
            Expr::If { condition, then, otherwise } => self.exprs([condition, then, otherwise]),
            Expr::Match { scrutinee, arms } => {
                self.expr(scrutinee)?;
                self.exprs(arms.iter().flat_map(|arm| arm.guard.iter().chain([&arm.body])))
            }
            Expr::Block { lets, value } => {
                for binding in lets {
                    binding.ty.map_or(Ok(()), |ty| self.ty(ty))?;
                    self.expr(&binding.value)?;
                }
                self.expr(value)
            }
            Expr::Array(values) | Expr::Tuple(values) => self.exprs(values),
            Expr::Struct { ty, fields } => {
                self.ty(ty)?;
                self.exprs(fields.iter().map(|field| &field.value))
            }
            Expr::Call { function, arguments } => {
                self.function(function)?;
                self.exprs(arguments)
            }
        }
    }
}

/// C++ gives every type at least a byte.
fn check_not_empty(ty: Type<'_>) -> Result<(), GenerateError> {
    if ty.size() > 0 {
        return Ok(());
    }
    Err(GenerateError::Layout { ty: ty.to_string(), what: "it has no bytes; give it a field".into() })
}

/// A hand-made description has to be one of a `#[repr(C)]` struct.
fn check_layout(of: &Struct<'_>) -> Result<(), GenerateError> {
    check_not_empty(Type::Struct(of))?;
    let wrong = |what: String| Err(GenerateError::Layout { ty: of.name.into(), what });
    if !of.align.is_power_of_two() || !of.size.is_multiple_of(of.align) {
        return wrong(format!("{} bytes are no multiple of its alignment, {}", of.size, of.align));
    }
    if of.align > MAX_VECTOR_BYTES {
        return wrong(format!(
            "it is aligned to {} bytes, and no load is wider than {MAX_VECTOR_BYTES}",
            of.align
        ));
    }
    let mut end = 0;
    for field in of.fields {
        let (name, align) = (field.name, field.ty.align());
        if field.offset < end {
            return wrong(format!(
                "the field `{name}` begins at byte {}, before byte {end} is over",
                field.offset
            ));
        }
        if align > of.align || !field.offset.is_multiple_of(align) {
            return wrong(format!("the field `{name}` at byte {} needs an alignment of {align}", field.offset));
        }
        end = field.offset.saturating_add(field.ty.size());
    }
    if end > of.size {
        return wrong(format!("its fields end at byte {end}, but it has {}", of.size));
    }
    Ok(())
}
