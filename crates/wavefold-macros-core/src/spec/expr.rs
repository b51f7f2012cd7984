//! Expressions and types.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use wavefold_codegen::{Expr, Pattern, Scalar, Type};

use super::{option, slice, variant};

pub(super) fn scalar(scalar: Scalar) -> TokenStream {
    let scalar = variant(scalar);
    quote!(::wavefold::__private::codegen::Scalar::#scalar)
}

pub(super) fn ty(of: &Type<'_>) -> TokenStream {
    match of {
        Type::Scalar(of) => {
            let of = scalar(*of);
            quote!(::wavefold::__private::codegen::Type::Scalar(#of))
        }
        Type::Array { element, length } => {
            let element = ty(element);
            quote!(::wavefold::__private::codegen::Type::Array { element: &#element, length: #length })
        }
        Type::Tuple(_) | Type::Struct(_) => todo!(),
    }
}

pub(super) fn expr(tree: &Expr<'_>) -> TokenStream {
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
            let (op, operand) = (variant(op), expr(operand));
            quote!(Unary(::wavefold::__private::codegen::Unary::#op, &#operand))
        }
        Expr::Binary(op, left, right) => {
            let (op, left, right) = (variant(op), expr(left), expr(right));
            quote!(Binary(::wavefold::__private::codegen::Binary::#op, &#left, &#right))
        }
        Expr::Cast(value, to) => {
            let (value, to) = (expr(value), ty(to));
            quote!(Cast(&#value, #to))
        }
        Expr::Index(base, index) => {
            let base = expr(base);
            quote!(Index(&#base, #index))
        }
        Expr::Method { method, on, arguments } => {
            let (method, on) = (variant(method), option(on.as_ref(), ty));
            let arguments = slice(arguments, expr);
            quote!(Method {
                method: ::wavefold::__private::codegen::Method::#method,
                on: #on,
                arguments: #arguments,
            })
        }
        Expr::If { condition, then, otherwise } => {
            let (condition, then, otherwise) = (expr(condition), expr(then), expr(otherwise));
            quote!(If { condition: &#condition, then: &#then, otherwise: &#otherwise })
        }
        Expr::Match { scrutinee, arms } => {
            let scrutinee = expr(scrutinee);
            let arms = slice(arms, |arm| {
                let pattern = pattern(&arm.pattern);
                let guard = option(arm.guard.as_ref(), expr);
                let body = expr(&arm.body);
                quote!(::wavefold::__private::codegen::Arm { pattern: #pattern, guard: #guard, body: #body })
            });
            quote!(Match { scrutinee: &#scrutinee, arms: #arms })
        }
        Expr::Block { lets, value } => {
            let lets = slice(lets, |binding| {
                let name = binding.name;
                let ty = option(binding.ty.as_ref(), ty);
                let value = expr(&binding.value);
                quote!(::wavefold::__private::codegen::Let { name: #name, ty: #ty, value: #value })
            });
            let value = expr(value);
            quote!(Block { lets: #lets, value: &#value })
        }
        Expr::Array(elements) => {
            let elements = slice(elements, expr);
            quote!(Array(#elements))
        }
        Expr::Field(..) | Expr::Tuple(_) | Expr::Struct { .. } | Expr::Call { .. } => todo!(),
    };
    quote!(::wavefold::__private::codegen::Expr::#node)
}

fn pattern(tree: &Pattern<'_>) -> TokenStream {
    let node = match tree {
        Pattern::Wild => quote!(Wild),
        Pattern::Binding(name) => quote!(Binding(#name)),
        Pattern::Literal(value) => {
            let value = expr(value);
            quote!(Literal(#value))
        }
        Pattern::Range { low, high, closed } => {
            let low = option(low.as_ref(), expr);
            let high = option(high.as_ref(), expr);
            quote!(Range { low: #low, high: #high, closed: #closed })
        }
        Pattern::Any(cases) => {
            let cases = slice(cases, pattern);
            quote!(Any(#cases))
        }
    };
    quote!(::wavefold::__private::codegen::Pattern::#node)
}
