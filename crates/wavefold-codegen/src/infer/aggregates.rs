//! Tuples, structs, their fields, and calls of functions; and that nothing else is computed with them.

use super::{Inference, Kind, Node, TypeId, Typed};
use crate::{Expr, FieldValue, Function, GenerateError, Type};

impl<'a> Inference<'a, '_> {
    pub(super) fn field(&mut self, base: &Expr<'a>, name: &'a str) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let base = self.expr(base)?;
        let Some(ty) = self.types.field(base.ty, name) else {
            return Err(self.no_such_field(self.types.resolve(base.ty).to_string(), name));
        };
        Ok((Kind::Field(Box::new(base), name), ty))
    }

    pub(super) fn tuple(&mut self, fields: &[Expr<'a>]) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let nodes = fields.iter().map(|field| self.expr(field)).collect::<Result<Vec<_>, _>>()?;
        let ty = self.types.tuple(nodes.iter().map(|node| node.ty).collect());
        Ok((Kind::Tuple(nodes), ty))
    }

    pub(super) fn struct_(
        &mut self,
        ty: Type<'a>,
        values: &[FieldValue<'a>],
    ) -> Result<(Kind<'a>, TypeId), GenerateError> {
        let Type::Struct(of) = ty else {
            return Err(self.no_such_field(ty.to_string(), values.first().map_or("", |value| value.name)));
        };
        let known = self.types.known(ty);
        let mut nodes: Vec<Option<Node<'a>>> = of.fields.iter().map(|_| None).collect();
        for value in values {
            let Some(number) = of.fields.iter().position(|field| field.name == value.name) else {
                return Err(self.no_such_field(of.name.into(), value.name));
            };
            if nodes[number].is_some() {
                let (ty, field) = (of.name.into(), value.name.into());
                return Err(GenerateError::FieldTwice { part: self.part.into(), ty, field });
            }
            let node = self.expr(&value.value)?;
            let expected = self.types.known(of.fields[number].ty);
            self.unify(expected, node.ty)?;
            nodes[number] = Some(node);
        }
        let all = nodes.into_iter().zip(of.fields).map(|(node, field)| {
            node.ok_or_else(|| GenerateError::FieldMissing {
                part: self.part.into(),
                ty: of.name.into(),
                field: field.name.into(),
            })
        });
        Ok((Kind::Struct(all.collect::<Result<_, _>>()?), known))
    }

    pub(super) fn call(
        &mut self,
        function: &'a Function<'a>,
        arguments: &[Expr<'a>],
    ) -> Result<(Kind<'a>, TypeId), GenerateError> {
        if arguments.len() != function.parameters.len() {
            return Err(GenerateError::ArgumentCount {
                part: self.part.into(),
                function: function.name.into(),
                expected: function.parameters.len(),
                found: arguments.len(),
            });
        }
        let mut nodes = Vec::new();
        for (argument, parameter) in arguments.iter().zip(function.parameters) {
            let node = self.expr(argument)?;
            let expected = self.types.known(parameter.ty);
            self.unify(expected, node.ty)?;
            nodes.push(node);
        }
        let result = self.types.known(function.result);
        Ok((Kind::Call(function, nodes), result))
    }

    fn no_such_field(&self, ty: String, field: &str) -> GenerateError {
        GenerateError::NoSuchField { part: self.part.into(), ty, field: field.into() }
    }
}

/// Operators, methods and `as` compute with numbers and truth values alone.
pub(super) fn check_operands(part: &str, typed: &Typed<'_>) -> Result<(), GenerateError> {
    check(part, typed, &typed.root)
}

fn check(part: &str, typed: &Typed<'_>, node: &Node<'_>) -> Result<(), GenerateError> {
    let what = match node.kind {
        Kind::Unary(..) | Kind::Binary(..) => "an operator computes with",
        Kind::Method(..) => "a method is called with",
        Kind::Cast(_) => "`as` takes",
        _ => "",
    };
    for child in node.children() {
        if !what.is_empty() && typed.types.as_resolved_scalar(child.ty).is_none() {
            let found = typed.ty(child).to_string();
            return Err(GenerateError::NotANumber { part: part.into(), what, found });
        }
        check(part, typed, child)?;
    }
    Ok(())
}
