//! The braces of a declaration: `key: value, …`, each taken by the check of its key.

use proc_macro2::{Group, Ident, TokenStream};
use syn::Token;
use syn::ext::IdentExt;
use syn::parse::{ParseStream, Parser, Result};

use super::keys::{Keys, Takes};
use crate::report::Report;

/// The keys of a declaration with their values, as written.
pub(super) struct Entries {
    entries: Vec<Entry>,
    misspelt: Vec<&'static str>,
}

struct Entry {
    key: Ident,
    /// Absent when it has been reported.
    value: Option<Value>,
}

enum Value {
    Expr(syn::Expr),
    Type(syn::Type),
    Name(Ident),
    Braces(Group),
}

/// What stands after `schedule`.
pub(super) enum ScheduleValue {
    /// A name, if it is right.
    Expr(syn::Expr),
    /// Keys.
    Braces(Group),
}

/// What a declaration says about a key.
pub(super) enum Given<T> {
    /// The key is there.
    Value(Ident, T),
    /// The key is there, but its value was wrong and has been reported.
    Wrong,
    Missing,
}

impl<T> Given<T> {
    pub(super) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }
}

impl Entries {
    /// Parses the content of the braces; keys that are unknown or given twice are reported here.
    pub(super) fn parse(report: &mut Report, keys: &'static Keys, body: TokenStream) -> Self {
        let mut entries: Vec<Entry> = Vec::new();
        let mut misspelt = Vec::new();
        let parsed = (|input: ParseStream<'_>| {
            while !input.is_empty() {
                match entry(report, keys, &mut misspelt, input) {
                    Ok(Some(entry)) => add(report, &mut entries, entry),
                    Ok(None) => {}
                    Err(error) => {
                        report.push(error);
                        skip_to_next(input)?;
                    }
                }
            }
            Ok(())
        })
        .parse2(body);
        if let Err(error) = parsed {
            report.push(error);
        }
        Self { entries, misspelt }
    }

    /// Whether the key is there, also when its value was wrong or has been taken.
    pub(super) fn has(&self, key: &str) -> bool {
        self.entries.iter().any(|entry| entry.key == key) || self.misspelt.contains(&key)
    }

    /// The expression after `key`.
    pub(super) fn expr(&mut self, key: &str) -> Given<syn::Expr> {
        self.take(key, |value| match value {
            Value::Expr(expr) => Some(expr),
            _ => None,
        })
    }

    /// The type after `key`.
    pub(super) fn ty(&mut self, key: &str) -> Given<syn::Type> {
        self.take(key, |value| match value {
            Value::Type(ty) => Some(ty),
            _ => None,
        })
    }

    /// The name after `key`.
    pub(super) fn name(&mut self, key: &str) -> Given<Ident> {
        self.take(key, |value| match value {
            Value::Name(name) => Some(name),
            _ => None,
        })
    }

    /// What stands after `key`: an expression, or braces with keys of their own.
    pub(super) fn schedule(&mut self, key: &str) -> Given<ScheduleValue> {
        self.take(key, |value| match value {
            Value::Expr(expr) => Some(ScheduleValue::Expr(expr)),
            Value::Braces(braces) => Some(ScheduleValue::Braces(braces)),
            Value::Type(_) | Value::Name(_) => None,
        })
    }

    fn take<T>(&mut self, key: &str, as_kind: fn(Value) -> Option<T>) -> Given<T> {
        match self.entries.iter_mut().find(|entry| entry.key == key) {
            Some(entry) => match entry.value.take().and_then(as_kind) {
                Some(value) => Given::Value(entry.key.clone(), value),
                None => Given::Wrong,
            },
            None if self.misspelt.contains(&key) => Given::Wrong,
            None => Given::Missing,
        }
    }
}

/// One `key: value,`. `None` for a key that is no use, which has been reported.
///
/// A misspelt key goes to `misspelt`: that the one that was meant is missing is no further error.
fn entry(
    report: &mut Report,
    keys: &Keys,
    misspelt: &mut Vec<&'static str>,
    input: ParseStream<'_>,
) -> Result<Option<Entry>> {
    let key = Ident::parse_any(input)
        .map_err(|error| syn::Error::new(error.span(), "a key is expected here, as in `op: |a, b| a + b`"))?;
    let known = keys.find(&key.to_string());
    if known.is_none() {
        let (message, meant) = keys.unknown(&key.to_string());
        report.error(&key, message);
        misspelt.extend(meant);
    }
    if input.peek(Token![=]) && !input.peek(Token![==]) {
        let equals: Token![=] = input.parse()?;
        report.error(equals, "write `:` between a key and its value");
    } else if input.peek(Token![:]) && !input.peek(Token![::]) {
        input.parse::<Token![:]>()?;
    } else {
        return Err(syn::Error::new(input.span(), format_args!("`:` and a value are expected after `{key}`")));
    }
    let value = match known.map(|known| known.takes) {
        Some(Takes::Type) => {
            let message = format!("`{key}` takes a type, as in `{key}: f32` or `{key}: [f32; 2]`");
            input.parse().map(Value::Type).map_err(|error| syn::Error::new(error.span(), message))
        }
        Some(Takes::Name) => {
            let message = format!("`{key}` takes a name, as in `{key}: i`");
            input.parse().map(Value::Name).map_err(|error| syn::Error::new(error.span(), message))
        }
        Some(Takes::Schedule) if input.peek(syn::token::Brace) => input.parse().map(Value::Braces),
        Some(Takes::Expression | Takes::Schedule) | None => input.parse().map(Value::Expr),
    };
    let value = match value {
        Ok(value) => Some(value),
        Err(error) => {
            report.push(error);
            skip_to_next(input)?;
            return Ok(known.map(|_| Entry { key, value: None }));
        }
    };
    if !input.is_empty() {
        match input.parse::<Token![,]>() {
            Ok(_) => {}
            Err(_) if begins_entry(input) => report.error_at(input.span(), "`,` is expected before this key"),
            Err(error) => {
                report.push(syn::Error::new(
                    error.span(),
                    format_args!("`,` is expected here, after the value of `{key}`"),
                ));
                skip_to_next(input)?;
            }
        }
    }
    Ok(known.map(|_| Entry { key, value }))
}

fn add(report: &mut Report, entries: &mut Vec<Entry>, entry: Entry) {
    match entries.iter().find(|earlier| earlier.key == entry.key) {
        Some(earlier) => {
            let key = &entry.key;
            report.error(key, format_args!("`{key}` is given twice; keep one of the two"));
            report.error(&earlier.key, format_args!("`{key}` is given here first"));
        }
        None => entries.push(entry),
    }
}

/// Whether `key:` follows, or `key =`, which is reported but understood.
fn begins_entry(input: ParseStream<'_>) -> bool {
    let colon = input.peek2(Token![:]) && !input.peek2(Token![::]);
    let equals = input.peek2(Token![=]) && !input.peek2(Token![==]);
    input.peek(Ident::peek_any) && (colon || equals)
}

/// After a syntax error: to the next `, key:` or the end.
fn skip_to_next(input: ParseStream<'_>) -> Result<()> {
    while !input.is_empty() {
        if input.peek(Token![,]) {
            input.parse::<Token![,]>()?;
            if input.is_empty() || begins_entry(input) {
                return Ok(());
            }
        } else {
            input.parse::<proc_macro2::TokenTree>()?;
        }
    }
    Ok(())
}
