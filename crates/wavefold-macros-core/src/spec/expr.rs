//! Expressions and types.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use wavefold_codegen::{Expr, Pattern, Scalar, Type};

use super::{Printer, option, slice, variant};

pub(super) fn scalar(scalar: Scalar) -> TokenStream {
    let scalar = variant(scalar);
    quote!(::wavefold::__private::codegen::Scalar::#scalar)
}

impl Printer<'_> {
    pub(super) fn ty(self, of: &Type<'_>) -> TokenStream {
        match of {
            Type::Scalar(of) => {
                let of = scalar(*of);
                quote!(::wavefold::__private::codegen::Type::Scalar(#of))
            }
            Type::Array { element, length } => {
                let element = self.ty(element);
                quote!(::wavefold::__private::codegen::Type::Array { element: &#element, length: #length })
            }
            Type::Tuple(fields) => {
                let fields = slice(fields, |field| self.ty(field));
                quote!(::wavefold::__private::codegen::Type::Tuple(#fields))
            }
            // The macros know no struct themselves: this one stands for a type of the user's.
            Type::Struct(marker) => self.outside.of_type(marker).unwrap_or_default(),
        }
    }

    pub(super) fn expr(self, tree: &Expr<'_>) -> TokenStream {
        let node = match tree {
            Expr::Integer { value, suffix } => {
                let value = Literal::u128_unsuffixed(*value);
                let suffix = option(*suffix, scalar);
                quote!(Integer { value: #value, suffix: #suffix })
            }
            Expr::Float { digits, suffix } => {
                let suffix = option(*suffix, scalar);
                quote!(Float { digits: #digits, suffix: #suffix })
            }
            Expr::Bool(value) => quote!(Bool(#value)),
            Expr::Name(name) => quote!(Name(#name)),
            Expr::Numeric(of, which) => {
                let (of, which) = (scalar(*of), variant(which));
                quote!(Numeric(#of, ::wavefold::__private::codegen::NumericConst::#which))
            }
            Expr::Outer(name) => quote!(Outer(#name)),
            Expr::Unary(op, operand) => {
                let (op, operand) = (variant(op), self.expr(operand));
                quote!(Unary(::wavefold::__private::codegen::Unary::#op, &#operand))
            }
            Expr::Binary(op, left, right) => {
                let (op, left, right) = (variant(op), self.expr(left), self.expr(right));
                quote!(Binary(::wavefold::__private::codegen::Binary::#op, &#left, &#right))
            }
            Expr::Cast(value, to) => {
                let (value, to) = (self.expr(value), self.ty(to));
                quote!(Cast(&#value, #to))
            }
            Expr::Index(base, index) => {
                let base = self.expr(base);
                quote!(Index(&#base, #index))
            }
            Expr::Method { method, on, arguments } => {
                let (method, on) = (variant(method), option(on.as_ref(), |of| self.ty(of)));
                let arguments = slice(arguments, |one| self.expr(one));
                quote!(Method {
                    method: ::wavefold::__private::codegen::Method::#method,
                    on: #on,
                    arguments: #arguments,
                })
            }
            Expr::If { condition, then, otherwise } => {
                let (condition, then, otherwise) = (self.expr(condition), self.expr(then), self.expr(otherwise));
                quote!(If { condition: &#condition, then: &#then, otherwise: &#otherwise })
            }
            Expr::Match { scrutinee, arms } => {
                let scrutinee = self.expr(scrutinee);
                let arms = slice(arms, |arm| {
                    let pattern = self.pattern(&arm.pattern);
                    let guard = option(arm.guard.as_ref(), |of| self.expr(of));
                    let body = self.expr(&arm.body);
                    quote!(::wavefold::__private::codegen::Arm { pattern: #pattern, guard: #guard, body: #body })
                });
                quote!(Match { scrutinee: &#scrutinee, arms: #arms })
            }
            Expr::Block { lets, value } => {
                let lets = slice(lets, |binding| {
                    let name = binding.name;
                    let ty = option(binding.ty.as_ref(), |of| self.ty(of));
                    let value = self.expr(&binding.value);
                    quote!(::wavefold::__private::codegen::Let { name: #name, ty: #ty, value: #value })
                });
                let value = self.expr(value);
                quote!(Block { lets: #lets, value: &#value })
            }
            Expr::Array(elements) => {
                let elements = slice(elements, |one| self.expr(one));
                quote!(Array(#elements))
            }
            Expr::Field(base, name) => {
                let base = self.expr(base);
                quote!(Field(&#base, #name))
            }
            Expr::Tuple(fields) => {
                let fields = slice(fields, |field| self.expr(field));
                quote!(Tuple(#fields))
            }
            Expr::Struct { ty, fields } => {
                let ty = self.ty(ty);
                let fields = slice(fields, |field| {
                    let (name, value) = (field.name, self.expr(&field.value));
                    quote!(::wavefold::__private::codegen::FieldValue { name: #name, value: #value })
                });
                quote!(Struct { ty: #ty, fields: #fields })
            }
            Expr::Call { function, arguments } => {
                let function = self.outside.of_function(function);
                let arguments = slice(arguments, |argument| self.expr(argument));
                quote!(Call { function: #function, arguments: #arguments })
            }
        };
        quote!(::wavefold::__private::codegen::Expr::#node)
    }

    fn pattern(self, tree: &Pattern<'_>) -> TokenStream {
        let node = match tree {
            Pattern::Wild => quote!(Wild),
            Pattern::Binding(name) => quote!(Binding(#name)),
            Pattern::Literal(value) => {
                let value = self.expr(value);
                quote!(Literal(#value))
            }
            Pattern::Range { low, high, closed } => {
                let low = option(low.as_ref(), |of| self.expr(of));
                let high = option(high.as_ref(), |of| self.expr(of));
                quote!(Range { low: #low, high: #high, closed: #closed })
            }
            Pattern::Any(cases) => {
                let cases = slice(cases, |one| self.pattern(one));
                quote!(Any(#cases))
            }
        };
        quote!(::wavefold::__private::codegen::Pattern::#node)
    }
}
