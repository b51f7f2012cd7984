//! A step of the ladder by its name: `tutorial::last_warp_unrolled`.

use super::Step;
use crate::nearest::nearest;
use crate::parse::peel;
use crate::report::Report;
use crate::tree::plain;

/// The schedule of this name. It is a word here, whatever the user has imported.
pub(super) fn named<S: Step>(report: &mut Report, written: &syn::Expr) -> Option<S> {
    let path = match peel(written) {
        syn::Expr::Path(path) if path.qself.is_none() => &path.path,
        syn::Expr::Call(_) | syn::Expr::MethodCall(_) => {
            let example = S::PRESETS.first().map_or("", |(name, _)| name);
            report.error(
                written,
                format_args!(
                    "a schedule is named without parentheses, `schedule: tutorial::{example}`; `block_size` and \
                     `items_per_thread` stand beside it"
                ),
            );
            return None;
        }
        _ => {
            report.error(written, form::<S>());
            return None;
        }
    };
    let mut segments = path.segments.iter().rev();
    let name = segments.next()?;
    if !name.arguments.is_none() {
        report.error(&name.arguments, "a schedule has no type parameters; leave this out");
        return None;
    }
    let text = plain(&name.ident);
    let known = S::PRESETS.iter().find(|(preset, _)| *preset == text);
    match (segments.next(), known) {
        (Some(before), Some((_, schedule))) if before.ident == "tutorial" => return Some(*schedule),
        (Some(before), None) if before.ident == "tutorial" => report.error(&name.ident, unknown::<S>(&text)),
        (_, Some(_)) => report.error(written, format_args!("write `tutorial::{text}`")),
        (_, None) => report.error(written, form::<S>()),
    }
    None
}

fn form<S: Step>() -> String {
    let example = S::PRESETS.last().map_or("", |(name, _)| name);
    format!(
        "`schedule` takes a step of a tutorial, as in `tutorial::{example}`, or its axes, as in `{}`",
        S::EXAMPLE
    )
}

fn unknown<S: Step>(name: &str) -> String {
    let names = || S::PRESETS.iter().map(|(name, _)| *name);
    let all = || names().collect::<Vec<_>>().join(", ");
    if let Some(others) = S::others(name) {
        return format!("`{name}` is a schedule of a {others}; a {} has {}", S::OF, all());
    }
    match nearest(name, names()) {
        Some(near) => format!("there is no schedule `{name}`; did you mean `{near}`?"),
        None => format!("there is no schedule `{name}`; a {} has {}", S::OF, all()),
    }
}
