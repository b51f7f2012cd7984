//! Type parameters: `pub Sum<T: Summable>: fn(x: T) -> T::Total`.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::GenericParam;

use super::header::Header;
use crate::report::Report;
use crate::tree::Type;

impl Header {
    /// The names of the type parameters.
    pub(crate) fn type_parameters(&self) -> Vec<&Ident> {
        self.generics.type_params().map(|parameter| &parameter.ident).collect()
    }
}

/// What rustc would say less plainly, or at a place that the user did not write. Parameters that cannot be are taken out,
/// so that rustc does not speak of them too.
pub(super) fn check(report: &mut Report, header: &mut Header) {
    let mut refused: Vec<String> = Vec::new();
    for parameter in &header.generics.params {
        match parameter {
            GenericParam::Lifetime(lifetime) => {
                report.error(
                    lifetime,
                    "a declaration has no lifetimes, because kernels take values; leave this out",
                );
                refused.push(lifetime.lifetime.ident.to_string());
            }
            GenericParam::Type(ty) => {
                if let Some((_, default)) = &ty.default {
                    report.error(
                        default,
                        format_args!(
                            "a type parameter has no default here, because Rust ignores it in expressions; leave it out, \
                             and write `{}::<f32>`",
                            header.name
                        ),
                    );
                }
                let uses = |field: &Type| mentions(field.to_token_stream(), &ty.ident);
                let used = header.fields.iter().any(|field| field.ty.as_ref().is_none_or(uses));
                if !header.fields.is_empty() && !used {
                    report.error(
                        &ty.ident,
                        format_args!(
                            "with run-time parameters the item is a struct, and no field of it has the type `{0}`; give a \
                             parameter that type, as in `{{ scale: {0} }}`, or write one declaration per type",
                            ty.ident
                        ),
                    );
                    refused.push(ty.ident.to_string());
                } else if ty.bounds.is_empty() && !is_bounded(header, &ty.ident) {
                    report.error(
                        &ty.ident,
                        format_args!(
                            "nothing is known about `{0}`; write `{0}: Number`, `{0}: Float` or `{0}: Integer`, or \
                             `{0}: wavefold::Element` when nothing is computed with it",
                            ty.ident
                        ),
                    );
                    refused.push(ty.ident.to_string());
                }
            }
            GenericParam::Const(constant) => {
                if let Some((_, default)) = &constant.default {
                    report.error(default, "a constant parameter has no default here; leave it out");
                }
            }
        }
    }
    let parameters = std::mem::take(&mut header.generics.params);
    header.generics.params = parameters.into_iter().filter(|one| !refused.contains(&name(one))).collect();
}

fn name(parameter: &GenericParam) -> String {
    match parameter {
        GenericParam::Lifetime(lifetime) => lifetime.lifetime.ident.to_string(),
        GenericParam::Type(ty) => ty.ident.to_string(),
        GenericParam::Const(constant) => constant.ident.to_string(),
    }
}

/// Whether the `where` clause says something about the parameter.
fn is_bounded(header: &Header, parameter: &Ident) -> bool {
    mentions(header.generics.where_clause.to_token_stream(), parameter)
}

fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == *name,
        TokenTree::Group(group) => mentions(group.stream(), name),
        _ => false,
    })
}
