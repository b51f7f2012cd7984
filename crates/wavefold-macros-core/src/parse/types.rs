//! Types: the scalars and arrays of them.

use wavefold_codegen::{SHARED_MEMORY, Scalar};

use super::expr::peel;
use super::extent;
use crate::report::Report;
use crate::tree::{ScalarType, Type};

/// The types that elements, accumulators and results can have today, for messages.
const ELEMENTS: &str = "f32, f64, i8 to i64, u8 to u64";

/// The type of an element, an accumulator, a result or a parameter; `what` names it in errors.
pub(crate) fn value_type(report: &mut Report, ty: &syn::Type, what: &str) -> Option<Type> {
    let found = written_type(report, ty, what)?;
    if holds_bool(&found) {
        report.error(ty, format_args!("`bool` as {what} is not built yet; use u8 and write `x != 0`"));
        return None;
    }
    Some(found)
}

/// Any type of the subset, `bool` included.
pub(super) fn written_type(report: &mut Report, ty: &syn::Type, what: &str) -> Option<Type> {
    let refusal = match ty {
        syn::Type::Group(group) => return written_type(report, &group.elem, what),
        syn::Type::Paren(paren) => return written_type(report, &paren.elem, what),
        syn::Type::Array(array) => return array_type(report, array, what),
        syn::Type::Path(path) => match scalar_type(path, what) {
            Ok(found) => return Some(Type::Scalar(found)),
            Err(refusal) => refusal,
        },
        syn::Type::Reference(reference) => match &*reference.elem {
            syn::Type::Slice(_) => format!(
                "a slice is not {what}; the declaration speaks of one element, so write the type of the element"
            ),
            _ => format!("a reference is not {what}; values are copied, so leave out the `&`"),
        },
        syn::Type::Slice(_) => format!("a slice is not {what}; write the type of one element"),
        syn::Type::Tuple(_) => {
            format!("a tuple as {what} is not built yet; today it is one of {ELEMENTS}, or an array of them")
        }
        _ => format!("this type is not {what}; write one of {ELEMENTS}, or an array of them"),
    };
    report.error(ty, refusal);
    None
}

fn array_type(report: &mut Report, array: &syn::TypeArray, what: &str) -> Option<Type> {
    let element = written_type(report, &array.elem, what);
    if let Some(Type::Array { .. }) = element {
        report.error(&array.elem, "arrays of arrays are not built yet; use one array that holds all of it");
        return None;
    }
    let length = match peel(&array.len) {
        syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Int(length), .. }) => match length.base10_parse::<u32>() {
            Ok(0) => Err("an array without elements holds nothing; write a length of at least 1"),
            Ok(length) => Ok(length),
            Err(_) => Err("this array is longer than a kernel can hold"),
        },
        _ => Err("a constant as the length of an array is not built yet; write the number"),
    };
    if let (Some(Type::Scalar(ty)), Ok(length)) = (&element, &length) {
        let bytes = u64::from(*length) * u64::from(ty.scalar.size());
        if bytes > u64::from(SHARED_MEMORY) {
            let most = SHARED_MEMORY / ty.scalar.size();
            report.error(
                &array.len,
                format_args!(
                    "an array of {bytes} bytes is more than a block of threads can share, {SHARED_MEMORY}; write at \
                     most `[{}; {most}]`",
                    ty.scalar
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
fn scalar_type(path: &syn::TypePath, what: &str) -> Result<ScalarType, String> {
    if let Some(ty) = path.path.get_ident().and_then(scalar_name) {
        return Ok(ty);
    }
    let name = last_name(&path.path);
    Err(match &*name {
        "usize" => "`usize` has not the same size everywhere; write u32 or u64".into(),
        "isize" => "`isize` has not the same size everywhere; write i32 or i64".into(),
        "f16" | "bf16" => format!("`{name}` is not built yet; convert to f32 first"),
        "i128" | "u128" => format!("`{name}` does not exist in kernels; write i64 or u64"),
        "char" | "str" | "String" => format!("`{name}` is not {what}; write u8 or u32"),
        "Vec" => format!("a `Vec` is not {what}; write the type of one element"),
        _ => format!(
            "structs such as `{name}` are not built yet; today {what} is one of {ELEMENTS}, or an array of them"
        ),
    })
}

fn last_name(path: &syn::Path) -> String {
    path.segments.last().map(|segment| segment.ident.to_string()).unwrap_or_default()
}

fn holds_bool(ty: &Type) -> bool {
    match ty {
        Type::Scalar(ty) => ty.scalar == Scalar::Bool,
        Type::Array { element, .. } => holds_bool(element),
    }
}

/// The scalar after `as`, or before `::` in `f32::max`.
pub(super) fn scalar_name(ident: &syn::Ident) -> Option<ScalarType> {
    let scalar = Scalar::from_rust_name(&ident.to_string())?;
    Some(ScalarType { ident: ident.clone(), scalar })
}
