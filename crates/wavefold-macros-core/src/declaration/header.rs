//! The head of a declaration: `/// docs pub Name { parameter: f32 }: fn(x: f32) -> f32 { keys }`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::parse::{ParseStream, Result};
use syn::{Attribute, Generics, Token, Visibility, braced, parenthesized, token};
use wavefold_codegen::Scalar;

use super::generics;
use crate::parse::{element_type, extent, value_type};
use crate::report::Report;
use crate::tree::{Type, plain};

/// Input arrays at most: tuples of more have no traits in Rust's library either.
pub(crate) const MOST_INPUTS: usize = 12;

/// What both kinds of declaration begin with.
///
/// A part that was wrong and has been reported is absent, so that the rest can still be checked and the
/// item still exists.
pub(crate) struct Header {
    /// The user's attributes, docs included.
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    /// The type parameters, with the `where` clause.
    pub(crate) generics: Generics,
    /// The run-time parameters.
    pub(crate) fields: Vec<Field>,
    pub(crate) inputs: Vec<Input>,
    /// Where the inputs stand, in their parentheses.
    pub(crate) inputs_at: Span,
    /// The type after `->`.
    pub(crate) output: Option<Type>,
    /// The keys, not yet looked at.
    pub(crate) body: Option<TokenStream>,
}

/// A run-time parameter: a field of the item.
pub(crate) struct Field {
    pub(crate) attributes: Vec<Attribute>,
    pub(crate) vis: Visibility,
    pub(crate) name: Ident,
    pub(crate) ty: Option<Type>,
    /// `Edges<f32>`: what `edges:` of a histogram takes, of which kernels have no value.
    pub(crate) edges: Option<syn::Type>,
}

/// One input array: the name and the type of its elements.
pub(crate) struct Input {
    pub(crate) name: Ident,
    pub(crate) ty: Option<Type>,
}

impl Header {
    /// Parses the tokens of an invocation of `macro_name`. `None` when not even the name was found.
    pub(crate) fn parse(report: &mut Report, macro_name: &str, input: ParseStream<'_>) -> Option<Self> {
        let mut header = match Self::parse_name(macro_name, input) {
            Ok(header) => header,
            Err(error) => {
                report.push(error);
                skip(input);
                return None;
            }
        };
        if let Err(error) = header.parse_rest(report, macro_name, input) {
            report.push(error);
            skip(input);
        }
        header.check_names(report);
        Some(header)
    }

    fn parse_name(macro_name: &str, input: ParseStream<'_>) -> Result<Self> {
        if input.is_empty() {
            let message = format!("nothing is declared; write `{}`", example(macro_name));
            return Err(syn::Error::new(Span::call_site(), message));
        }
        let attributes = input.call(Attribute::parse_outer)?;
        let vis = input.parse()?;
        if input.peek(Token![struct]) || input.peek(Token![fn]) || input.peek(Token![const]) {
            let message = format!("leave this word out: a declaration is `{}`", example(macro_name));
            return Err(input.error(message));
        }
        let name = input.parse().map_err(|error: syn::Error| {
            syn::Error::new(error.span(), format_args!("a name is expected here, as in `{}`", example(macro_name)))
        })?;
        let (fields, inputs) = (Vec::new(), Vec::new());
        let (generics, inputs_at) = (Generics::default(), Span::call_site());
        Ok(Self { attributes, vis, name, generics, fields, inputs, inputs_at, output: None, body: None })
    }

    fn parse_rest(&mut self, report: &mut Report, macro_name: &str, input: ParseStream<'_>) -> Result<()> {
        self.generics = input.parse()?;
        if input.peek(token::Brace) {
            let content;
            let braces = braced!(content in input);
            if content.is_empty() {
                report.error_at(braces.span.join(), "there is no parameter in these braces; leave them out");
            }
            self.parse_fields(report, macro_name, &content)?;
        }
        let colon = input.parse::<Option<Token![:]>>()?;
        let function = input.parse::<Option<Token![fn]>>()?;
        if !input.peek(token::Paren) {
            let message = format!("the inputs are expected here, as in `{}`", example(macro_name));
            return Err(syn::Error::new(input.span(), message));
        }
        if colon.is_none() || function.is_none() {
            let message = format!("`: fn` stands before the inputs, as in `{}`", example(macro_name));
            report.error_at(input.span(), message);
        }
        let content;
        let parens = parenthesized!(content in input);
        self.inputs_at = parens.span.join();
        self.parse_inputs(report, &content)?;
        if self.inputs.is_empty() {
            report.error_at(parens.span.join(), "there is no input; name at least one, as in `fn(x: f32)`");
        }
        let mut end = parens.span.close();
        if input.peek(Token![->]) {
            input.parse::<Token![->]>()?;
            let ty: syn::Type = input.parse()?;
            end = extent(&ty).last;
            self.output = value_type(report, &ty, "a result");
        } else {
            report.error_at(end, "the type of the result is missing; add `-> f32` after this");
        }
        self.generics.where_clause = input.parse()?;
        generics::check(report, self);
        if !input.peek(token::Brace) {
            let message = format!("the keys are missing, in braces after this: `{}`", example(macro_name));
            return Err(syn::Error::new(end, message));
        }
        let content;
        braced!(content in input);
        self.body = Some(content.parse()?);
        if input.peek(Token![;]) || input.peek(Token![,]) {
            report.error_at(input.span(), "nothing stands between or after declarations; leave this out");
            skip(input);
        } else if !input.is_empty() {
            report.error_at(
                input.span(),
                format_args!(
                    "one `{macro_name}` holds one declaration; put this one into a `{macro_name}` of its own"
                ),
            );
            skip(input);
        }
        Ok(())
    }

    fn parse_fields(&mut self, report: &mut Report, macro_name: &str, content: ParseStream<'_>) -> Result<()> {
        while !content.is_empty() {
            let attributes = content.call(Attribute::parse_outer)?;
            let vis = content.parse()?;
            let name = content.parse()?;
            expect_colon(content, &name, "parameter")?;
            let ty: syn::Type = content.parse()?;
            let (found, edges) = match is_edges(&ty) {
                false => (value_type(report, &ty, "a parameter"), None),
                true if macro_name == "histogram!" => (None, Some(ty)),
                true => {
                    report.error(
                        &ty,
                        "edges are for `edges:` of a histogram; here a parameter is a value, such as an array, `[f32; 4]`",
                    );
                    (None, None)
                }
            };
            self.fields.push(Field { attributes, vis, name, ty: found, edges });
            if content.peek(Token![=]) {
                let message =
                    "a parameter has no default; leave this out, its value is given where the item is made";
                report.error_at(content.span(), message);
                skip(content);
                return Ok(());
            }
            comma(content)?;
        }
        Ok(())
    }

    fn parse_inputs(&mut self, report: &mut Report, content: ParseStream<'_>) -> Result<()> {
        while !content.is_empty() {
            if let Some(attribute) = content.call(Attribute::parse_outer)?.first() {
                report.error(attribute, "attributes are not allowed on inputs; leave this one out");
            }
            if content.peek(Token![mut]) {
                let token: Token![mut] = content.parse()?;
                report.error(token, "inputs never change; leave out the `mut`");
            }
            let name = content.parse()?;
            expect_colon(content, &name, "input")?;
            let ty: syn::Type = content.parse()?;
            let found = element_type(report, &ty);
            if self.inputs.len() == MOST_INPUTS {
                report.error(
                    &ty,
                    format_args!(
                        "a declaration has at most {MOST_INPUTS} inputs; put values that belong together into a \
                         `#[derive(DeviceType)]` struct"
                    ),
                );
            }
            self.inputs.push(Input { name, ty: found });
            comma(content)?;
        }
        Ok(())
    }

    /// Every name of the header means one thing.
    fn check_names(&self, report: &mut Report) {
        let mut seen: Vec<String> = Vec::new();
        for name in self.fields.iter().map(|field| &field.name).chain(self.inputs.iter().map(|input| &input.name))
        {
            let text = plain(name);
            if seen.contains(&text) {
                report.error(name, format_args!("the name `{name}` is used twice; give this one another name"));
            }
            seen.push(text);
        }
    }

    /// Whether a parameter or an input has that name.
    pub(crate) fn names(&self, name: &Ident) -> bool {
        let mut names =
            self.fields.iter().map(|field| &field.name).chain(self.inputs.iter().map(|input| &input.name));
        names.any(|other| plain(other) == plain(name))
    }

    /// The doc comment, line by line, without the leading space.
    pub(crate) fn docs(&self) -> Vec<String> {
        docs(&self.attributes)
    }
}

/// The doc comment among attributes, line by line, without the leading space.
pub(crate) fn docs(attributes: &[Attribute]) -> Vec<String> {
    let mut lines = Vec::new();
    for attribute in attributes {
        let syn::Meta::NameValue(doc) = &attribute.meta else { continue };
        let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(text), .. }) = &doc.value else { continue };
        if doc.path.is_ident("doc") {
            lines.extend(
                text.value().lines().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end().to_owned()),
            );
        }
    }
    lines
}

/// Whether this is `Edges<…>`; rustc knows of what.
fn is_edges(ty: &syn::Type) -> bool {
    matches!(ty, syn::Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Edges"))
}

/// The colon between a name and its type. A type that stands alone lacks the name.
fn expect_colon(content: ParseStream<'_>, name: &Ident, what: &str) -> Result<()> {
    let at = content.span();
    if content.parse::<Token![:]>().is_ok() {
        return Ok(());
    }
    Err(match Scalar::from_rust_name(&plain(name)) {
        Some(_) => {
            syn::Error::new(name.span(), format_args!("the name of the {what} is missing; write `name: {name}`"))
        }
        None => syn::Error::new(at, format_args!("the type of the {what} is missing; write `{name}: f32`")),
    })
}

fn comma(content: ParseStream<'_>) -> Result<()> {
    if !content.is_empty() {
        content.parse::<Token![,]>()?;
    }
    Ok(())
}

/// A parser that stops before the end of its input would be an error of its own.
fn skip(input: ParseStream<'_>) {
    while !input.is_empty() {
        if input.parse::<proc_macro2::TokenTree>().is_err() {
            return;
        }
    }
}

fn example(macro_name: &str) -> &'static str {
    if macro_name == "histogram!" {
        "pub Levels: fn(x: u8) -> u32 { bin: x, bins: 256 }"
    } else {
        "pub Largest: fn(x: f32) -> f32 { op: |a, b| a.max(b), identity: 0.0 }"
    }
}

/// The attributes that decide whether an item exists or which lints it has: they belong on the impl too.
pub(crate) fn shared(attributes: &[Attribute]) -> impl Iterator<Item = TokenStream> {
    attributes.iter().filter_map(|attribute| {
        let path = attribute.path();
        if path.is_ident("cfg") || path.is_ident("allow") {
            return Some(attribute.to_token_stream());
        }
        path.is_ident("deprecated").then(|| quote::quote!(#[allow(deprecated)]))
    })
}
