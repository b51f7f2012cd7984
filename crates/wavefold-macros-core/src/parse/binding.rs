//! What `let` and the arguments of closures bind.

use syn::Pat;

use super::extent;
use crate::report::Report;
use crate::tree::Binding;

/// A name, or a tuple of names, `_` and tuples.
pub(crate) fn binding(report: &mut Report, pattern: &Pat) -> Option<Binding> {
    let message = match pattern {
        Pat::Paren(paren) => return binding(report, &paren.pat),
        Pat::Ident(name) if name.by_ref.is_none() && name.mutability.is_none() && name.subpat.is_none() => {
            return Some(Binding::Name(name.ident.clone()));
        }
        Pat::Tuple(tuple) => {
            let fields: Vec<_> = tuple
                .elems
                .iter()
                .map(|field| match field {
                    Pat::Wild(wild) => Some(Binding::Wild(wild.underscore_token)),
                    field => binding(report, field),
                })
                .collect();
            return Some(Binding::Tuple(fields.into_iter().collect::<Option<_>>()?, extent(tuple)));
        }
        Pat::Ident(_) => "write the name alone, without `mut`, `ref` or `@`",
        Pat::Rest(_) => "`..` is not part of the kernel subset; write `_` for every field that is not used",
        _ => "a name, `_` or a tuple of them can stand here; reach the fields of a struct by `m.n`",
    };
    report.error(pattern, message);
    None
}
