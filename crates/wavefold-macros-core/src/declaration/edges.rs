//! `edges: [0.0, 18.0, 65.0]` and `edges: ..=levels`: the edges, checked as far as they are literals.

use proc_macro2::Ident;
use wavefold_codegen::Binning;

use super::header::Header;
use super::range::{Known, check_known, only_sample};
use super::scopes;
use crate::parse::{self, is_constant_case, outer};
use crate::report::Report;
use crate::tree::{Outer, Part, Type, plain};

/// Bins between edges.
pub(crate) struct Edges {
    /// The type of the only input: a scalar, or a type that only rustc knows.
    pub(crate) sample: Type,
    pub(crate) values: EdgeValues,
    /// `..=`: the last edge belongs to the last bin.
    pub(crate) closed: bool,
}

/// Where the edges come from.
pub(crate) enum EdgeValues {
    /// `[low, 18.0, 65.0]`
    Listed(Vec<Part>),
    /// An array that is a constant of the user's.
    Constant(Outer),
    /// A parameter, `levels: Edges<f32>`.
    Parameter(Ident),
    /// A parameter that is an array of so many, `levels: [f32; 4]`.
    Array(Ident, u32),
}

impl Edges {
    pub(super) fn parse(report: &mut Report, header: &Header, value: &syn::Expr) -> Option<Self> {
        let (edges, closed) = match value {
            syn::Expr::Group(group) => return Self::parse(report, header, &group.expr),
            syn::Expr::Range(range) => match (&range.start, &range.limits, &range.end) {
                (None, syn::RangeLimits::Closed(_), Some(edges)) => (&**edges, true),
                (None, syn::RangeLimits::HalfOpen(_), Some(_)) => {
                    report
                        .error(value, "without `..` before them, edges leave the last bin open; write them alone");
                    return None;
                }
                _ => {
                    report.error(value, "these are two ends; write `range:` for even bins between them");
                    return None;
                }
            },
            edges => (edges, false),
        };
        let sample = only_sample(report, header, "edges", value);
        let values = EdgeValues::parse(report, header, sample.as_ref(), edges);
        Some(Self { sample: sample?, values: values?, closed })
    }
}

impl EdgeValues {
    fn parse(report: &mut Report, header: &Header, sample: Option<&Type>, value: &syn::Expr) -> Option<Self> {
        match value {
            syn::Expr::Group(group) => Self::parse(report, header, sample, &group.expr),
            syn::Expr::Paren(paren) => Self::parse(report, header, sample, &paren.expr),
            syn::Expr::Reference(reference) => {
                report.error(reference.and_token, "edges are copied when a plan is made; leave out the `&`");
                None
            }
            syn::Expr::Array(array) => {
                if array.elems.len() < 2 {
                    report.error(value, "bins lie between edges; write at least two, as in `[0.0, 18.0, 65.0]`");
                    return None;
                }
                let parts = array.elems.iter().map(|edge| {
                    let part = parse::part(report, scopes::parameters(header, "edges"), edge)?;
                    Some((sample.map_or(Ok(None), |sample| check_known(report, sample, &part, "edges")), part))
                });
                // Every wrong edge is reported, not the first alone.
                let parts: Vec<_> = parts.collect();
                let parts: Vec<_> = parts.into_iter().collect::<Option<_>>()?;
                check_order(report, &parts);
                Some(Self::Listed(parts.into_iter().map(|(_, part)| part).collect()))
            }
            syn::Expr::Path(path) if path.qself.is_none() => {
                let Some(name) = path.path.get_ident() else { return constant(report, &path.path) };
                if let Some(field) = header.fields.iter().find(|field| plain(&field.name) == plain(name)) {
                    if field.edges.is_some() {
                        return Some(Self::Parameter(name.clone()));
                    }
                    if let Some(Type::Array { length, .. }) = field.ty {
                        if length < 2 {
                            report.error(name, "bins lie between edges; make this an array of at least two");
                            return None;
                        }
                        return Some(Self::Array(name.clone(), length));
                    }
                    let edge = sample.map_or("f32".into(), edge_name);
                    report.error(
                        name,
                        format_args!("`edges` takes a list of edges; make this parameter an `Edges<{edge}>`"),
                    );
                    return None;
                }
                if !is_constant_case(&plain(name)) {
                    report.error(
                        name,
                        "`edges` takes a list, a parameter of type `Edges<…>`, or a constant (in capitals, or with \
                         its path)",
                    );
                    return None;
                }
                constant(report, &path.path)
            }
            _ => {
                report.error(
                    value,
                    "`edges` takes a list of them, `[0.0, 18.0, 65.0]`, an array that is a constant, or a parameter \
                     of type `Edges<…>`",
                );
                None
            }
        }
    }
}

/// The type of edges for these samples, as Rust writes it.
fn edge_name(sample: &Type) -> String {
    match sample {
        Type::Scalar(sample) => Binning::edge_of(sample.scalar).rust_name().to_owned(),
        other => other.to_string(),
    }
}

fn constant(report: &mut Report, path: &syn::Path) -> Option<EdgeValues> {
    if path.segments.first().is_some_and(|first| first.ident == "Self") {
        report.error(path, "`Self` is not known here; name the type of the constant");
        return None;
    }
    outer(report, path).map(EdgeValues::Constant)
}

/// Neighbouring edges that are known here must increase.
fn check_order(report: &mut Report, edges: &[(Result<Option<Known>, ()>, Part)]) {
    for pair in edges.windows(2) {
        let [(Ok(Some(low)), _), (Ok(Some(high)), at)] = pair else { continue };
        let increasing = match (low, high) {
            (Known::Integer(low), Known::Integer(high)) => low < high,
            (Known::Float(low), Known::Float(high)) => low < high,
            _ => true,
        };
        if !increasing {
            report.error(at.body.extent, "edges increase, and this one is not above the one before it");
        }
    }
}
