//! `range: low..high` and `low..=high`: the ends, checked as far as they are literals.

use wavefold_codegen::{Binning, NumericConst, Scalar};

use super::header::Header;
use super::scopes;
use crate::parse::{self, extent};
use crate::report::Report;
use crate::tree::{Kind, LitValue, Part, Type};

/// An even division of the samples between two ends.
pub(crate) struct Range {
    /// The type of the only input: a scalar, or a type that only rustc knows.
    pub(crate) sample: Type,
    pub(crate) low: Part,
    pub(crate) high: Part,
    /// `..=`: the upper end belongs to the last bin.
    pub(crate) closed: bool,
}

/// An end or an edge that is known here.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Integer(i128),
    Float(f64),
}

impl Range {
    pub(super) fn parse(report: &mut Report, header: &Header, value: &syn::Expr) -> Option<Self> {
        let sample = only_sample(report, header, "range", value);
        let range = match value {
            syn::Expr::Group(group) => return Self::parse(report, header, &group.expr),
            syn::Expr::Paren(paren) => return Self::parse(report, header, &paren.expr),
            syn::Expr::Range(range) => range,
            _ => {
                report
                    .error(value, "`range` takes two ends, `0.0..1.0`, or `0.0..=1.0` to count the upper end too");
                return None;
            }
        };
        let closed = matches!(range.limits, syn::RangeLimits::Closed(_));
        let (Some(low), Some(high)) = (&range.start, &range.end) else {
            report.error(value, "a range of bins has two ends; write both, as in `0.0..1.0`");
            return None;
        };
        let low = parse::part(report, scopes::parameters(header, "range"), low);
        let high = parse::part(report, scopes::parameters(header, "range"), high);
        let (sample, low, high) = (sample?, low?, high?);
        let what = "the ends of a range";
        let ends = (check_known(report, &sample, &low, what), check_known(report, &sample, &high, what));
        if let (Ok(Some(low)), Ok(Some(high))) = ends {
            check_order(report, value, low, high);
        }
        Some(Self { sample, low, high, closed })
    }
}

/// The only input, a number; `key` names what divides it.
pub(super) fn only_sample(report: &mut Report, header: &Header, key: &str, value: &syn::Expr) -> Option<Type> {
    let [input] = &*header.inputs else {
        if !header.inputs.is_empty() {
            report.error(
                value,
                format_args!("`{key}` divides the values of one input; with several inputs write `bin:`"),
            );
        }
        return None;
    };
    match input.ty.as_ref()? {
        ty @ (Type::Scalar(_) | Type::Outer(_)) => Some(ty.clone()),
        ty => {
            report
                .error(value, format_args!("`{key}` divides numbers, and the elements are `{ty}`; write `bin:`"));
            None
        }
    }
}

/// `Ok(None)` for an end, or an edge, that is known only to rustc or at run time; `Err` after an error.
pub(super) fn check_known(
    report: &mut Report,
    sample: &Type,
    end: &Part,
    what: &str,
) -> Result<Option<Known>, ()> {
    let Type::Scalar(sample) = sample else { return Ok(None) };
    // What they are compared with, which ends and edges are too.
    let scalar = Binning::edge_of(sample.scalar);
    let at = end.body.extent;
    if let Kind::Numeric(numeric) = &end.body.kind {
        if matches!(numeric.which, NumericConst::Nan | NumericConst::Infinity | NumericConst::NegInfinity) {
            report.error(
                at,
                format_args!("{what} are finite numbers; write the largest and smallest value to count"),
            );
            return Err(());
        }
        return Ok(None);
    }
    match end.body.as_literal() {
        Some((negative, LitValue::Integer { value, suffix })) => {
            if scalar.is_float() {
                let sign = if negative { "-" } else { "" };
                report.error(at, format_args!("the samples are `{}`; write `{sign}{value}.0`", sample.scalar));
                return Err(());
            }
            // `255u8` has its own type, and rustc checks that it holds the value.
            let _: &Option<Scalar> = suffix;
            let value = i128::try_from(*value).map_err(|_| ())?;
            Ok(Some(Known::Integer(if negative { -value } else { value })))
        }
        Some((negative, LitValue::Float { digits, .. })) => {
            if !scalar.is_float() {
                report.error(at, format_args!("the samples are `{scalar}`; write an integer"));
                return Err(());
            }
            let value = match scalar {
                Scalar::F32 => digits.parse::<f32>().map(f64::from),
                _ => digits.parse::<f64>(),
            };
            let value = value.map_err(|_| ())?;
            if value.is_infinite() {
                report.error(at, format_args!("this number is larger than any `{scalar}`"));
                return Err(());
            }
            Ok(Some(Known::Float(if negative { -value } else { value })))
        }
        Some((_, LitValue::Bool(_))) => {
            report.error(at, format_args!("{what} are numbers"));
            Err(())
        }
        None => Ok(None),
    }
}

fn check_order(report: &mut Report, value: &syn::Expr, low: Known, high: Known) {
    let order = match (low, high) {
        (Known::Integer(low), Known::Integer(high)) => low.cmp(&high),
        (Known::Float(low), Known::Float(high)) => low.total_cmp(&high),
        _ => return,
    };
    let equal = match (low, high) {
        (Known::Float(low), Known::Float(high)) => low == high,
        _ => order.is_eq(),
    };
    if equal {
        report.error(extent(value), "this range is empty: bins need a lower end below the upper end");
    } else if order.is_gt() {
        report.error(extent(value), "this range is reversed; write the lower end first");
    }
}
