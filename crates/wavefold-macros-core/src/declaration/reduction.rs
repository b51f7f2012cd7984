//! `reduction!`: the parts and how they fit together.

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use wavefold_codegen::tutorial;

use super::entries::{Entries, Given};
use super::header::Header;
use super::keys::REDUCTION;
use super::pins::Pins;
use super::schedule::{self, Facts};
use super::scopes::{self, closure, flag, index_name};
use crate::parse::{self, Role, Scope, extent, value_type};
use crate::report::Report;
use crate::tree::{Binding, Expr, Flag, Kind, Part, Type, plain};

/// A reduction without errors.
pub(crate) struct Reduction {
    pub(crate) accumulator: Type,
    pub(crate) output: Type,
    pub(crate) index: Option<Ident>,
    pub(crate) filter: Option<Part>,
    /// Which elements the law check may use.
    pub(crate) domain: Option<Part>,
    pub(crate) map: Part,
    pub(crate) op: Op,
    /// Absent with `identity: none`.
    pub(crate) identity: Option<Part>,
    pub(crate) init: Option<Part>,
    pub(crate) finish: Option<Finish>,
    pub(crate) exact: Flag,
    pub(crate) commutative: Flag,
    /// A tutorial's, which has its own numbers.
    pub(crate) schedule: Option<tutorial::TutorialReduction>,
    pub(crate) pins: Pins,
}

/// `op: |left, right| …`
pub(crate) struct Op {
    pub(crate) left: Binding,
    pub(crate) right: Binding,
    pub(crate) part: Part,
}

/// `finish: |total| …`
pub(crate) struct Finish {
    pub(crate) total: Binding,
    pub(crate) part: Part,
}

/// What of the declaration is known even when something was wrong.
pub(crate) struct Known {
    pub(crate) accumulator: Option<Type>,
    /// `identity: none` was written.
    pub(crate) may_be_absent: bool,
}

impl Reduction {
    /// Checks the keys. `None` in place of the reduction after an error.
    pub(crate) fn parse(report: &mut Report, header: &Header, body: TokenStream) -> (Option<Self>, Known) {
        let before = report.len();
        let mut entries = Entries::parse(report, &REDUCTION, body);
        let accumulator = accumulator(report, header, &mut entries);
        let index = index_name(report, header, &mut entries);
        let element = |part| scopes::element(header, index.as_ref(), part);
        let parameters = |part| scopes::parameters(header, part);

        let filter = optional(report, &mut entries, "filter", element("filter"));
        let domain = optional(report, &mut entries, "domain", element("domain"));
        let map = map(report, header, &mut entries, accumulator.as_ref(), element("map"));
        let op = op(report, header, &mut entries, accumulator.as_ref());
        let identity = entries.expr("identity");
        let may_be_absent = matches!(&identity, Given::Value(_, value) if is_none(value));
        let identity = match identity {
            Given::Value(_, value) if is_none(&value) => None,
            Given::Value(_, value) => parse::part(report, parameters("identity"), &value),
            Given::Wrong => None,
            Given::Missing => {
                let output = header.output.as_ref().map_or_else(|| "T".into(), ToString::to_string);
                let example = accumulator.as_ref().map_or_else(|| "0".into(), Type::zero);
                report.error(
                    &header.name,
                    format_args!(
                        "`identity` is missing: the neutral value of `op`, as in `identity: {example}`; or `identity: none`, \
                         then `run` returns `Option<{output}>`"
                    ),
                );
                None
            }
        };
        let init = optional(report, &mut entries, "init", parameters("init"));
        let finish = finish(report, header, &mut entries, accumulator.as_ref());
        let exact = flag(report, &mut entries, "exact").unwrap_or(Flag::Known(false));
        let commutative = flag(report, &mut entries, "commutative").unwrap_or(Flag::Known(true));
        let schedule = schedule::take::<tutorial::TutorialReduction>(report, &mut entries);
        let pins = Pins::parse(report, header, &mut entries);
        let facts = Facts {
            accumulator: accumulator.as_ref(),
            no_identity: may_be_absent,
            commutative: &commutative,
            warp_sizes: &pins.warp_sizes,
        };
        let schedule = schedule.map(|schedule| schedule.check(report, header, &facts));

        let known = Known { accumulator: accumulator.clone(), may_be_absent };
        let complete = || {
            Some(Self {
                accumulator: accumulator?,
                output: header.output.clone()?,
                index,
                filter,
                domain,
                map: map?,
                op: op?,
                identity,
                init,
                finish,
                exact,
                commutative,
                schedule,
                pins,
            })
        };
        let reduction = if report.len() == before { complete() } else { None };
        (reduction, known)
    }

    /// The parts that the kernel is made of.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        let finish = self.finish.as_ref().map(|finish| &finish.part);
        let first = [self.filter.as_ref(), Some(&self.map), Some(&self.op.part)];
        first.into_iter().chain([self.identity.as_ref(), self.init.as_ref(), finish]).flatten()
    }
}

/// The type given, or the type of the result.
fn accumulator(report: &mut Report, header: &Header, entries: &mut Entries) -> Option<Type> {
    match entries.ty("accumulator") {
        Given::Value(_, ty) => value_type(report, &ty, "an accumulator"),
        Given::Wrong => None,
        Given::Missing => header.output.clone(),
    }
}

fn optional(report: &mut Report, entries: &mut Entries, key: &str, scope: Scope<'_>) -> Option<Part> {
    match entries.expr(key) {
        Given::Value(_, value) => parse::part(report, scope, &value),
        Given::Wrong | Given::Missing => None,
    }
}

/// Without the key, the element itself when it is an accumulator.
fn map(
    report: &mut Report,
    header: &Header,
    entries: &mut Entries,
    accumulator: Option<&Type>,
    scope: Scope<'_>,
) -> Option<Part> {
    match entries.expr("map") {
        Given::Value(_, value) => parse::part(report, scope, &value),
        Given::Wrong => None,
        Given::Missing => {
            let [input] = &*header.inputs else {
                if !header.inputs.is_empty() {
                    report.error(
                        &header.name,
                        "`map` is missing: it makes one accumulator of the inputs, as in `map: x * y`",
                    );
                }
                return None;
            };
            let ty = input.ty.as_ref()?;
            let accumulator = accumulator?;
            if ty.is_same(accumulator) == Some(false) {
                report.error(
                    &header.name,
                    format_args!(
                        "`map` is missing: it makes the accumulator, `{accumulator}`, of an element, `{ty}`"
                    ),
                );
                return None;
            }
            let name = &input.name;
            let body = Expr { kind: Kind::Name(name.clone()), extent: extent(name.to_token_stream()) };
            Some(Part { body, uses: vec![plain(name)], outers: Vec::new() })
        }
    }
}

fn op(report: &mut Report, header: &Header, entries: &mut Entries, accumulator: Option<&Type>) -> Option<Op> {
    let value = match entries.expr("op") {
        Given::Value(_, value) => value,
        Given::Wrong => return None,
        Given::Missing => {
            report.error(
                &header.name,
                "`op` is missing: it joins two accumulators into one, as in `op: |a, b| a + b`",
            );
            return None;
        }
    };
    let (names, body) = closure(report, header, "op", &["a", "b"], &value)?;
    let [left, right] = <[Binding; 2]>::try_from(names).ok()?;
    let scope = scopes::parameters(header, "op");
    let scope = scopes::bound(scope, Role::Operand, &left, accumulator);
    let scope = scopes::bound(scope, Role::Operand, &right, accumulator);
    Some(Op { part: parse::part(report, scope, &body)?, left, right })
}

fn finish(
    report: &mut Report,
    header: &Header,
    entries: &mut Entries,
    accumulator: Option<&Type>,
) -> Option<Finish> {
    let value = match entries.expr("finish") {
        Given::Value(_, value) => value,
        Given::Wrong => return None,
        Given::Missing => {
            if let (Some(accumulator), Some(output)) = (accumulator, &header.output)
                && accumulator.is_same(output) == Some(false)
            {
                report.error(
                    &header.name,
                    format_args!(
                        "`finish` is missing: it makes the result, `{output}`, of the total, `{accumulator}`, as in \
                         `finish: |t| …`"
                    ),
                );
            }
            return None;
        }
    };
    let (names, body) = closure(report, header, "finish", &["t"], &value)?;
    let [total] = <[Binding; 1]>::try_from(names).ok()?;
    let scope = scopes::bound(scopes::parameters(header, "finish"), Role::Total, &total, accumulator);
    Some(Finish { part: parse::part(report, scope, &body)?, total })
}

/// `none`, with a hint of what one may write in its place.
fn is_none(value: &syn::Expr) -> bool {
    matches!(value, syn::Expr::Path(path) if path.path.is_ident("none") || path.path.is_ident("None"))
}
