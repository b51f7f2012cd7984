//! syn's trees to ours: everything outside the subset is an error that says what to write instead.
//!
//! A function returns `None` when it has reported an error; it still looks at all that it was given, so
//! that every error of a declaration shows at once.

mod binding;
mod block;
mod call;
mod control;
mod expr;
mod literal;
mod path;
mod pattern;
mod refuse;
mod scope;
mod structure;
mod types;

use proc_macro2::{Delimiter, Span, TokenTree};
use quote::ToTokens;
use syn::Attribute;

use crate::report::Report;
use crate::tree::{Expr, Extent, Kind, Outer, Part};

pub(crate) use binding::binding;
pub(crate) use expr::peel;
pub(crate) use literal::{integer_value, plain_integer};
pub(crate) use path::{is_constant_case, outer};
pub(crate) use scope::{Role, Scope};
pub(crate) use types::{element_type, value_type};

/// Turns the value of a key into a part of the declaration.
pub(crate) fn part(report: &mut Report, scope: Scope<'_>, body: &syn::Expr) -> Option<Part> {
    let mut parser = Parser { report, scope, itself: None, outers: Vec::new(), depth: 0, too_deep: false };
    let body = parser.expr(body)?;
    Some(parser.finish(body))
}

/// Turns the body of the function called `name` into a part.
pub(crate) fn function_body(report: &mut Report, scope: Scope<'_>, name: &str, body: &syn::Block) -> Option<Part> {
    let mut parser = Parser { report, scope, itself: Some(name), outers: Vec::new(), depth: 0, too_deep: false };
    let block = parser.block(body)?;
    let body = Expr { extent: block.extent, kind: Kind::Block(block) };
    Some(parser.finish(body))
}

/// The state of one part's parse.
struct Parser<'a> {
    report: &'a mut Report,
    scope: Scope<'a>,
    /// The function whose body this is.
    itself: Option<&'a str>,
    outers: Vec<Outer>,
    /// Expressions around the one that is looked at.
    depth: u32,
    /// Whether that has been reported.
    too_deep: bool,
}

impl Parser<'_> {
    fn finish(self, body: Expr) -> Part {
        Part { body, uses: self.scope.used(), outers: self.outers }
    }

    /// An attribute could remove what it stands on, and the kernel would not know.
    fn no_attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.report.error(attribute, "attributes are not part of the kernel subset; leave this one out");
        }
    }
}

/// The first and the last token of what the user wrote.
pub(crate) fn extent(written: impl ToTokens) -> Extent {
    let tokens = written.into_token_stream();
    let nowhere = Span::call_site();
    Extent {
        first: outermost(tokens.clone().into_iter().next(), End::First).unwrap_or(nowhere),
        last: outermost(tokens.into_iter().last(), End::Last).unwrap_or(nowhere),
    }
}

#[derive(Clone, Copy)]
enum End {
    First,
    Last,
}

/// Looks into the invisible groups that `macro_rules!` makes: their own span is the wrapper's.
fn outermost(token: Option<TokenTree>, end: End) -> Option<Span> {
    match (token?, end) {
        (TokenTree::Group(group), _) if group.delimiter() == Delimiter::None => {
            let mut inside = group.stream().into_iter();
            let token = match end {
                End::First => inside.next(),
                End::Last => inside.last(),
            };
            outermost(token, end)
        }
        (TokenTree::Group(group), End::First) => Some(group.span_open()),
        (TokenTree::Group(group), End::Last) => Some(group.span_close()),
        (other, _) => Some(other.span()),
    }
}
