//! What the macros cannot know of other items: the layout of a type, the body of a function.
//!
//! The generator's tree holds a marker in its place, and the printed spec the path by which rustc finds it.

use std::cell::RefCell;

use bumpalo::Bump;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use wavefold_codegen::{Expr, Function, Location, Part, Struct, Type};

use crate::parse::extent;

/// The types and functions of other items that a declaration names.
#[derive(Default)]
pub(crate) struct Outside {
    /// What stands for each in the spec, by its number.
    paths: RefCell<Vec<TokenStream>>,
}

impl Outside {
    /// Whether there are none: then the whole declaration is known here.
    pub(crate) fn is_empty(&self) -> bool {
        self.paths.borrow().is_empty()
    }

    fn add(&self, path: TokenStream) -> u32 {
        let mut paths = self.paths.borrow_mut();
        paths.push(path);
        (paths.len() - 1) as u32
    }

    fn path(&self, number: u32) -> TokenStream {
        self.paths.borrow().get(number as usize).cloned().unwrap_or_default()
    }

    /// The marker of a type: a struct without alignment, its size its number.
    pub(super) fn ty<'a>(&self, arena: &'a Bump, ty: &impl ToTokens) -> Type<'a> {
        let at = extent(ty).first;
        let path = quote_spanned!(at=> <#ty as ::wavefold::__private::DeviceType>::TYPE);
        Type::Struct(arena.alloc(Struct { name: "", fields: &[], size: self.add(path), align: 0 }))
    }

    /// The path of a marker; `None` for a struct that is none.
    pub(crate) fn of_type(&self, marker: &Struct<'_>) -> Option<TokenStream> {
        (marker.align == 0).then(|| self.path(marker.size))
    }

    /// The marker of a function: it has no name, its line is its number.
    pub(super) fn function<'a>(&self, arena: &'a Bump, function: &impl ToTokens) -> &'a Function<'a> {
        let at = extent(function).first;
        let path = quote_spanned!(at=> <#function as ::wavefold::__private::DeviceFunction>::SPEC);
        arena.alloc(Function {
            name: "",
            docs: &[],
            parameters: &[],
            result: Type::Tuple(&[]),
            body: Part { body: Expr::Bool(false), line: 0 },
            constants: Vec::new,
            location: Location { file: "", line: self.add(path) },
        })
    }

    /// The path of a marker.
    pub(crate) fn of_function(&self, marker: &Function<'_>) -> TokenStream {
        let path = self.path(marker.location.line);
        quote!(&#path)
    }
}
