//! Numbers of a schedule. What is legal depends on all of it, and is checked with it.

use crate::declaration::entries::{Entries, Given};
use crate::parse::{integer_value, plain_integer};
use crate::report::Report;

/// The number after a key beside `schedule`, which takes the place of the schedule's own.
pub(super) fn beside(report: &mut Report, entries: &mut Entries, key: &str) -> Option<(u32, syn::Expr)> {
    let Given::Value(_, value) = entries.expr(key) else { return None };
    let number = integer_value(report, key, &value)?;
    Some((small(report, number, &value)?, value))
}

/// The number in parentheses, of which `example` is one.
pub(super) fn in_parentheses(report: &mut Report, value: &syn::Expr, example: &str) -> Option<u32> {
    match plain_integer(value) {
        Some(number) => small(report, number, value),
        None => {
            report.error(value, format_args!("a number is expected here, written out, as in `{example}`"));
            None
        }
    }
}

fn small(report: &mut Report, number: u128, value: &syn::Expr) -> Option<u32> {
    let small = u32::try_from(number).ok();
    if small.is_none() {
        report.error(value, "no schedule has so large a number; write a smaller one");
    }
    small
}
