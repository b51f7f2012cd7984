//! `histogram!`: how elements find their bins, and what becomes of the others.

use proc_macro2::{Ident, TokenStream};
use wavefold_codegen::{MAX_BINS, Outside, Scalar, tutorial};

use super::edges::{EdgeValues, Edges};
use super::entries::{Entries, Given};
use super::header::Header;
use super::keys::HISTOGRAM;
use super::pins::Pins;
use super::range::Range;
use super::schedule;
use super::scopes::{self, index_name};
use crate::nearest::nearest;
use crate::parse::{self, is_constant_case, outer};
use crate::report::Report;
use crate::tree::{Outer, Part, ScalarType, Type, plain};

/// A histogram without errors.
pub(crate) struct Histogram {
    pub(crate) finding: Finding,
    pub(crate) bins: Bins,
    pub(crate) outside: Outside,
    pub(crate) counter: ScalarType,
    pub(crate) index: Option<Ident>,
    pub(crate) filter: Option<Part>,
    /// A tutorial's, which has its own numbers.
    pub(crate) schedule: Option<tutorial::TutorialHistogram>,
    pub(crate) pins: Pins,
}

/// How an element finds its bin.
pub(crate) enum Finding {
    /// `bin:` gives its number.
    Number(Part),
    /// `range:` is divided evenly.
    Even(Box<Range>),
    /// `edges:` lie around the bins.
    Edges(Box<Edges>),
}

/// The number of bins.
pub(crate) enum Bins {
    Number(u32),
    /// A constant of the user's, checked where it is known.
    Constant(Outer),
    /// One less than an array has elements, which is a constant of the user's.
    Between(Outer),
    /// A parameter.
    Parameter(Ident),
    /// What the edges leave, which are known only at run time.
    OfEdges,
}

impl Histogram {
    /// Checks the keys. `None` after an error.
    pub(crate) fn parse(report: &mut Report, header: &Header, body: TokenStream) -> Option<Self> {
        let before = report.len();
        let mut entries = Entries::parse(report, &HISTOGRAM, body);
        let index = index_name(report, header, &mut entries);
        let element = |part| scopes::element(header, index.as_ref(), part);
        let filter = match entries.expr("filter") {
            Given::Value(_, value) => parse::part(report, element("filter"), &value),
            Given::Wrong | Given::Missing => None,
        };
        let finding = finding(report, header, &mut entries, element("bin"));
        let bins = bins(report, header, &mut entries, finding.as_ref());
        let outside = outside(report, &mut entries);
        let counter = counter(report, header);
        let schedule = schedule::take::<tutorial::TutorialHistogram>(report, &mut entries);
        let schedule = schedule.map(|schedule| schedule.check(report, header, outside, bins.as_ref()));
        let pins = Pins::parse(report, header, &mut entries);
        if report.len() > before {
            return None;
        }
        Some(Self {
            finding: finding?,
            bins: bins?,
            outside: outside?,
            counter: counter?,
            index,
            filter,
            schedule,
            pins,
        })
    }

    /// The parts that the kernel is made of: the ends of a range are arguments.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        let number = match &self.finding {
            Finding::Number(part) => Some(part),
            Finding::Even(_) | Finding::Edges(_) => None,
        };
        [self.filter.as_ref(), number].into_iter().flatten()
    }
}

fn finding(
    report: &mut Report,
    header: &Header,
    entries: &mut Entries,
    scope: parse::Scope<'_>,
) -> Option<Finding> {
    let ways = ["bin", "range", "edges"].map(|key| entries.expr(key));
    if ways.iter().filter(|way| !way.is_missing()).count() > 1 {
        let last = ways.iter().rev().find_map(|way| if let Given::Value(key, _) = way { Some(key) } else { None });
        report.error(
            last.unwrap_or(&header.name),
            "an element finds its bin in one way; keep one of `bin`, `range` and `edges`",
        );
        return None;
    }
    match ways {
        [Given::Value(_, number), _, _] => Some(Finding::Number(parse::part(report, scope, &number)?)),
        [_, Given::Value(_, range), _] => Some(Finding::Even(Box::new(Range::parse(report, header, &range)?))),
        [_, _, Given::Value(_, edges)] => Some(Finding::Edges(Box::new(Edges::parse(report, header, &edges)?))),
        [Given::Missing, Given::Missing, Given::Missing] => {
            report.error(
                &header.name,
                "nothing says where an element falls; write `bin: …` with the number of its bin, `range: 0.0..1.0`, \
                 or `edges: [0.0, 1.0, 4.0]`",
            );
            None
        }
        _ => None,
    }
}

fn bins(report: &mut Report, header: &Header, entries: &mut Entries, finding: Option<&Finding>) -> Option<Bins> {
    let edges = entries.has("edges");
    let value = match entries.expr("bins") {
        Given::Value(key, _) if edges => {
            report.error(&key, "the number of bins follows from the edges; leave `bins` out");
            return None;
        }
        Given::Value(_, value) => value,
        Given::Wrong => return None,
        Given::Missing => {
            if let Some(Finding::Edges(edges)) = finding {
                return Some(match &edges.values {
                    EdgeValues::Listed(list) => Bins::Number(list.len() as u32 - 1),
                    EdgeValues::Constant(outer) => Bins::Between(outer.clone()),
                    EdgeValues::Array(_, length) => Bins::Number(length - 1),
                    EdgeValues::Parameter(_) => Bins::OfEdges,
                });
            }
            if !edges {
                report.error(&header.name, "`bins` is missing: the number of bins, as in `bins: 256`");
            }
            return None;
        }
    };
    match &value {
        syn::Expr::Path(path) if path.qself.is_none() => {
            if let Some(name) = path.path.get_ident() {
                if header.names(name) {
                    return parameter(report, header, name);
                }
                if !is_constant_case(&plain(name)) {
                    report.error(name, "`bins` takes a number, or a constant (in capitals, or with its path)");
                    return None;
                }
            }
            if path.path.segments.first().is_some_and(|first| first.ident == "Self") {
                report.error(path, "`Self` is not known here; name the type of the constant");
                return None;
            }
            outer(report, &path.path).map(Bins::Constant)
        }
        syn::Expr::Lit(_) | syn::Expr::Group(_) => match parse::integer_value(report, "bins", &value)? {
            0 => {
                report.error(&value, "a histogram without bins counts nothing; write at least 1");
                None
            }
            number => match u32::try_from(number) {
                Ok(number) => Some(Bins::Number(number)),
                Err(_) => {
                    report.error(&value, format_args!("there are at most {MAX_BINS} bins"));
                    None
                }
            },
        },
        _ => {
            report
                .error(&value, "`bins` takes a number or the name of a constant; give the computed value a name");
            None
        }
    }
}

/// `bins: count`, where `count` is a parameter.
fn parameter(report: &mut Report, header: &Header, name: &Ident) -> Option<Bins> {
    let Some(field) = header.fields.iter().find(|field| plain(&field.name) == plain(name)) else {
        report.error(name, "the number of bins is the same for all elements; this is an input");
        return None;
    };
    match &field.ty {
        Some(Type::Scalar(ty)) if ty.scalar == Scalar::U32 => Some(Bins::Parameter(name.clone())),
        Some(_) => {
            report.error(name, "the number of bins is a `u32`; make this parameter one");
            None
        }
        // Its type was wrong, and is reported; edges are none either.
        None => {
            if field.edges.is_some() {
                report.error(name, "these are edges; write `edges:` instead of `bins:`");
            }
            None
        }
    }
}

fn outside(report: &mut Report, entries: &mut Entries) -> Option<Outside> {
    let value = match entries.expr("outside") {
        Given::Value(_, value) => value,
        Given::Wrong => return None,
        Given::Missing => return Some(Outside::Drop),
    };
    let policies = [("drop", Outside::Drop), ("clamp", Outside::Clamp), ("count", Outside::Count)];
    let word = match &value {
        syn::Expr::Path(path) => path.path.get_ident().map(ToString::to_string).unwrap_or_default(),
        _ => String::new(),
    };
    if let Some((_, policy)) = policies.iter().find(|(name, _)| *name == word) {
        return Some(*policy);
    }
    let meant = match nearest(&word, policies.map(|(name, _)| name)) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            "`drop` leaves such elements out, `clamp` puts them into the nearest bin, `count` counts them apart"
                .into()
        }
    };
    report.error(&value, format_args!("`outside` takes `drop`, `clamp` or `count`; {meant}"));
    None
}

/// The type of the result is the type of one count.
fn counter(report: &mut Report, header: &Header) -> Option<ScalarType> {
    let output = header.output.as_ref()?;
    match output {
        Type::Scalar(ty) if matches!(ty.scalar, Scalar::U32 | Scalar::U64) => Some(ty.clone()),
        Type::Scalar(ty) => {
            report.error(&ty.ident, "a histogram counts in u32, or in u64 for more than 2^32 - 1 elements");
            None
        }
        Type::Array { extent, .. } | Type::Tuple(_, extent) => {
            report.error(extent, "the type after `->` is the type of one count: write u32 or u64");
            None
        }
        Type::Outer(outer) => {
            report.error(&outer.tokens, "the type after `->` is the type of one count: write u32 or u64");
            None
        }
    }
}
