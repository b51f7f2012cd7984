//! Types: the scalars, arrays, tuples, and the types of other items.

use syn::PathArguments;
use wavefold_codegen::{SHARED_MEMORY, Scalar};

use super::expr::peel;
use super::extent;
use crate::report::Report;
use crate::tree::{ScalarType, Type};

/// The types that are built in, for messages.
const NUMBERS: &str = "bool, i8 to i64, u8 to u64, f16, bf16, f32, f64";

/// The type of an accumulator, a result, a parameter or a `let`; `what` names it in errors.
pub(crate) fn value_type(report: &mut Report, ty: &syn::Type, what: &str) -> Option<Type> {
    let refusal = match ty {
        syn::Type::Group(group) => return value_type(report, &group.elem, what),
        syn::Type::Paren(paren) => return value_type(report, &paren.elem, what),
        syn::Type::Array(array) => return array_type(report, array, what),
        syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => {
            let fields: Vec<_> = tuple.elems.iter().map(|field| value_type(report, field, what)).collect();
            return Some(Type::Tuple(fields.into_iter().collect::<Option<_>>()?, extent(tuple)));
        }
        syn::Type::Path(path) => match path_type(path, what) {
            Ok(found) => return Some(found),
            Err(refusal) => refusal,
        },
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(_) => format!(
                "a slice is not {what}; the declaration speaks of one element, so write the type of the element"
            ),
            _ => format!("a reference is not {what}; values are copied, so leave out the `&`"),
        },
        syn::Type::Slice(_) => format!("a slice is not {what}; write the type of one element"),
        syn::Type::Tuple(_) => format!("the empty tuple is not {what}; write one of {NUMBERS}"),
        _ => format!(
            "this type is not {what}; write one of {NUMBERS}, an array, a tuple, or a `#[derive(DeviceType)]` struct"
        ),
    };
    report.error(ty, refusal);
    None
}

/// The type of an input's elements: no tuples, whose layout Rust keeps to itself.
pub(crate) fn element_type(report: &mut Report, ty: &syn::Type) -> Option<Type> {
    let found = value_type(report, ty, "an element");
    if let Some(tuple) = tuple_inside(ty) {
        report.error(
            tuple,
            "a tuple is not an element of an input, because Rust does not fix how tuples lie in memory; use several \
             inputs, `fn(x: f32, y: u32)`, or a `#[derive(DeviceType)]` struct",
        );
        return None;
    }
    found
}

fn tuple_inside(ty: &syn::Type) -> Option<&syn::TypeTuple> {
    match ty {
        syn::Type::Tuple(tuple) if !tuple.elems.is_empty() => Some(tuple),
        syn::Type::Array(array) => tuple_inside(&array.elem),
        syn::Type::Group(group) => tuple_inside(&group.elem),
        syn::Type::Paren(paren) => tuple_inside(&paren.elem),
        _ => None,
    }
}

fn array_type(report: &mut Report, array: &syn::TypeArray, what: &str) -> Option<Type> {
    let element = value_type(report, &array.elem, what);
    let length = match peel(&array.len) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => match length.base10_parse::<u32>() {
            Ok(0) => Err("an array without elements holds nothing; write a length of at least 1"),
            Ok(length) => Ok(length),
            Err(_) => Err("this array is longer than a kernel can hold"),
        },
        syn::Expr::Path(length) => {
            return Some(Type::outer(crate::face::array(extent(array), &element?, length)));
        }
        _ => Err("the length of an array is a number or the name of a constant; give the computed value a name"),
    };
    if let (Some(bytes), Ok(length)) = (element.as_ref().and_then(Type::size), &length) {
        let all = u64::from(*length).saturating_mul(bytes);
        if all > u64::from(SHARED_MEMORY) {
            let most = u64::from(SHARED_MEMORY) / bytes.max(1);
            report.error(
                &array.len,
                format_args!(
                    "an array of {all} bytes is more than a block of threads can share, {SHARED_MEMORY}; write at \
                     most `[{}; {most}]`",
                    element.map_or_else(String::new, |element| element.to_string()),
                ),
            );
            return None;
        }
    }
    match length {
        Ok(length) => Some(Type::Array { element: Box::new(element?), length, extent: extent(array) }),
        Err(message) => {
            report.error(&array.len, message);
            None
        }
    }
}

/// A type by its name, or what is wrong with it.
fn path_type(path: &syn::TypePath, what: &str) -> Result<Type, String> {
    if let Some(ty) = path.path.get_ident().and_then(scalar_name) {
        return Ok(Type::Scalar(ty));
    }
    let Some(last) = path.path.segments.last() else { return Err(format!("this type is not {what}")) };
    let bare = path.qself.is_none() && path.path.segments.len() == 1;
    match &*last.ident.to_string() {
        name if bare && name == "Self" => Err("`Self` is the declaration itself; name the type".into()),
        "usize" if bare => Err("`usize` has not the same size everywhere; write u32 or u64".into()),
        "isize" if bare => Err("`isize` has not the same size everywhere; write i32 or i64".into()),
        name @ ("i128" | "u128") if bare => Err(format!("`{name}` does not exist in kernels; write i64 or u64")),
        name @ ("char" | "str" | "String") if bare => Err(format!("`{name}` is not {what}; write u8 or u32")),
        "Vec" => Err(format!("a `Vec` is not {what}; write the type of one element")),
        "Option" if !matches!(last.arguments, PathArguments::None) => {
            Err(format!("an `Option` is not {what}; add a `bool` that says whether there is a value"))
        }
        _ => Ok(Type::outer(quote::ToTokens::to_token_stream(path))),
    }
}

/// The type of `T` in `T::from(x)` and `f32::max(a, b)`: the path but for its last segment, when that names a type.
pub(super) fn owner(path: &syn::Path) -> Option<(Type, syn::PathSegment)> {
    let mut owner = path.clone();
    let last = owner.segments.pop()?;
    owner.segments.pop_punct();
    let name = owner.segments.last()?.ident.clone();
    if owner.leading_colon.is_none()
        && let Some(scalar) = owner.get_ident().and_then(scalar_name)
    {
        return Some((Type::Scalar(scalar), last));
    }
    let is_type = scalar_name(&name).is_some() || name.to_string().starts_with(char::is_uppercase);
    is_type.then(|| (Type::outer(quote::ToTokens::to_token_stream(&owner)), last))
}

/// The scalar after `as`, or before `::` in `f32::max`.
pub(super) fn scalar_name(ident: &syn::Ident) -> Option<ScalarType> {
    let scalar = Scalar::from_rust_name(&ident.to_string())?;
    Some(ScalarType { ident: ident.clone(), scalar })
}
