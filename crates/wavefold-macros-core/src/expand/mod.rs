//! Declarations to items: the struct, its trait and the spec.

mod derive;
mod device_fn;
mod documentation;
mod fallback;
mod function;
mod generic;
mod histogram;
mod item;
mod reduction;

pub use derive::device_type;
pub use device_fn::device_fn;
pub use histogram::histogram;
pub use reduction::reduction;

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};

use crate::declaration::Header;
use crate::report::Report;
use crate::tree::{Outer, Part};

/// Parses the head of a declaration; `None` when not even its name was found.
fn header(report: &mut Report, macro_name: &str, input: TokenStream) -> Option<Header> {
    let parsed = (|input: ParseStream<'_>| Ok(Header::parse(report, macro_name, input))).parse2(input);
    match parsed {
        Ok(header) => header,
        Err(error) => {
            report.push(error);
            None
        }
    }
}

/// The constants of the user's that the parts name, each once.
fn constants<'p>(parts: impl Iterator<Item = &'p Part>) -> Vec<&'p Outer> {
    let mut distinct: Vec<&Outer> = Vec::new();
    for outer in parts.flat_map(|part| &part.outers) {
        if distinct.iter().all(|earlier| earlier.name != outer.name) {
            distinct.push(outer);
        }
    }
    distinct
}
