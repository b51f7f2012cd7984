//! A schedule by its axes: `{ load: first_add(2), block: sequential }`.

use proc_macro2::TokenStream;
use wavefold_codegen::tutorial::Axis;

use super::numbers;
use crate::declaration::entries::{Entries, Given};
use crate::declaration::keys::Keys;
use crate::nearest::nearest;
use crate::parse::peel;
use crate::report::Report;
use crate::tree::plain;

/// The keys in the braces. Each is taken by its axis.
pub(in crate::declaration) struct Axes<'r> {
    report: &'r mut Report,
    entries: Entries,
    /// Those that are written.
    pub(super) places: Vec<Place>,
}

/// Where the value of an axis stands.
pub(super) struct Place {
    pub(super) key: &'static str,
    pub(super) value: syn::Expr,
    /// `first_add(2)`, if its number is written.
    pub(super) number: Option<String>,
}

impl<'r> Axes<'r> {
    pub(super) fn parse(report: &'r mut Report, keys: &'static Keys, braces: TokenStream) -> Self {
        let entries = Entries::parse(report, keys, braces);
        Self { report, entries, places: Vec::new() }
    }

    /// The value on an axis; `left_out` where there is none. `None` after an error.
    pub(super) fn read<A: Axis>(&mut self, left_out: A) -> Option<A> {
        match self.entries.expr(A::KEY) {
            Given::Missing => Some(left_out),
            Given::Wrong => None,
            Given::Value(_, written) => {
                let (value, has_number) = value::<A>(self.report, &written)?;
                let number = has_number.then(|| value.declared());
                self.places.push(Place { key: A::KEY, value: written, number });
                Some(value)
            }
        }
    }
}

/// `first_add(2)`, or `first_add` with the usual number; and whether there is one.
fn value<A: Axis>(report: &mut Report, written: &syn::Expr) -> Option<(A, bool)> {
    let (word, call) = match peel(written) {
        syn::Expr::Call(call) => (peel(&call.func), Some(call)),
        word => (word, None),
    };
    let name = match word {
        syn::Expr::Path(path) => path.path.get_ident(),
        _ => None,
    };
    let Some(name) = name else {
        report.error(written, format_args!("`{}` takes {}", A::KEY, legal::<A>()));
        return None;
    };
    let text = plain(name);
    let Some(value) = A::named(&text) else {
        let meant = match nearest(&text, A::ALL.iter().map(|value| value.name())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it takes {}", legal::<A>()),
        };
        report.error(name, format_args!("`{}` has no `{text}`; {meant}", A::KEY));
        return None;
    };
    let Some(call) = call else { return Some((value, false)) };
    if value.number().is_none() {
        report.error(call, format_args!("`{text}` has no number; write `{}: {text}`", A::KEY));
        return None;
    }
    let example = value.declared();
    if call.args.len() != 1 {
        report.error(call, format_args!("`{text}` takes one number, as in `{example}`"));
        return None;
    }
    let number = numbers::in_parentheses(report, call.args.first()?, &example)?;
    Some((value.with_number(number), true))
}

/// The values of an axis, as one writes them.
fn legal<A: Axis>() -> String {
    let names: Vec<String> = A::ALL.iter().map(|value| format!("`{}`", value.declared())).collect();
    match names.as_slice() {
        [first @ .., last] if !first.is_empty() => format!("{} or {last}", first.join(", ")),
        names => names.concat(),
    }
}
