//! `histogram!`: how elements find their bins, and what becomes of the others.

use proc_macro2::{Ident, TokenStream};
use wavefold_codegen::{Outside, Scalar};

use super::entries::{Entries, Given};
use super::header::Header;
use super::keys::HISTOGRAM;
use super::pins::Pins;
use super::range::Range;
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
    pub(crate) pins: Pins,
}

/// How an element finds its bin.
pub(crate) enum Finding {
    /// `bin:` gives its number.
    Number(Part),
    /// `range:` is divided evenly.
    Even(Box<Range>),
}

/// The number of bins.
pub(crate) enum Bins {
    Number(u32),
    /// A constant of the user's, checked where it is known.
    Constant(Outer),
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
        let edges = !entries.expr("edges").is_missing();
        let finding = finding(report, header, &mut entries, edges, element("bin"));
        let bins = bins(report, header, &mut entries, edges);
        let outside = outside(report, &mut entries);
        let counter = counter(report, header);
        let pins = Pins::parse(report, header, &mut entries);
        if report.len() > before {
            return None;
        }
        Some(Self { finding: finding?, bins: bins?, outside: outside?, counter: counter?, index, filter, pins })
    }

    /// The parts that the kernel is made of: the ends of a range are arguments.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Part> {
        let number = match &self.finding {
            Finding::Number(part) => Some(part),
            Finding::Even(_) => None,
        };
        [self.filter.as_ref(), number].into_iter().flatten()
    }
}

fn finding(
    report: &mut Report,
    header: &Header,
    entries: &mut Entries,
    edges: bool,
    scope: parse::Scope<'_>,
) -> Option<Finding> {
    match (entries.expr("bin"), entries.expr("range")) {
        (bin, range)
            if [!bin.is_missing(), !range.is_missing(), edges].iter().filter(|given| **given).count() > 1 =>
        {
            let at = match (&range, &bin) {
                (Given::Value(key, _), _) | (_, Given::Value(key, _)) => key,
                _ => &header.name,
            };
            report.error(at, "an element finds its bin in one way; keep one of `bin`, `range` and `edges`");
            None
        }
        (Given::Value(_, number), _) => Some(Finding::Number(parse::part(report, scope, &number)?)),
        (_, Given::Value(_, range)) => Some(Finding::Even(Box::new(Range::parse(report, header, &range)?))),
        (Given::Wrong, _) | (_, Given::Wrong) => None,
        (Given::Missing, Given::Missing) if edges => None,
        (Given::Missing, Given::Missing) => {
            report.error(
                &header.name,
                "nothing says where an element falls; write `bin: …` with the number of its bin, or `range: 0.0..1.0`",
            );
            None
        }
    }
}

fn bins(report: &mut Report, header: &Header, entries: &mut Entries, edges: bool) -> Option<Bins> {
    let value = match entries.expr("bins") {
        Given::Value(_, value) => value,
        Given::Wrong => return None,
        Given::Missing => {
            // With `edges:` the number of bins would follow.
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
                    report
                        .error(name, "a number of bins known only at run time is not built yet; write a constant");
                    return None;
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
                    report.error(&value, format_args!("there are at most {} bins", u32::MAX));
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
