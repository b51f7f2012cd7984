//! Which names a part can use.

use proc_macro2::{Ident, Span};

use crate::nearest::nearest;
use crate::tree::{Type, plain};

/// What a name of the declaration stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Input,
    Index,
    Parameter,
    Operand,
    Total,
    Argument,
}

impl Role {
    const ALL: [Self; 6] = [Self::Operand, Self::Total, Self::Argument, Self::Input, Self::Index, Self::Parameter];

    fn describe(self, several: bool) -> &'static str {
        match (self, several) {
            (Self::Input, false) => "the input",
            (Self::Input, true) => "the inputs",
            (Self::Index, _) => "the index",
            (Self::Parameter, false) => "the parameter",
            (Self::Parameter, true) => "the parameters",
            (Self::Operand, _) => "its operands",
            (Self::Total, _) => "its total",
            (Self::Argument, false) => "its argument",
            (Self::Argument, true) => "its arguments",
        }
    }
}

/// The names that one part can use: those of the declaration, then its own `let`s.
#[derive(Clone)]
pub(crate) struct Scope<'a> {
    part: String,
    offered: Vec<Offered<'a>>,
    locals: Vec<(String, Span)>,
}

#[derive(Clone)]
struct Offered<'a> {
    name: String,
    span: Span,
    role: Role,
    ty: Option<&'a Type>,
    used: bool,
}

/// What a name turned out to be.
pub(super) struct Found<'a> {
    /// Where it is bound.
    pub(super) binding: Span,
    /// The type of a name of the declaration, when that is known.
    pub(super) ty: Option<&'a Type>,
}

impl<'a> Scope<'a> {
    /// The scope of the part that has the key `part`.
    pub(crate) fn of(part: &str) -> Self {
        Self { part: part.to_owned(), offered: Vec::new(), locals: Vec::new() }
    }

    /// Adds a name of the declaration.
    #[must_use]
    pub(crate) fn with(mut self, role: Role, name: &Ident, ty: Option<&'a Type>) -> Self {
        self.offered.push(Offered { name: plain(name), span: name.span(), role, ty, used: false });
        self
    }

    /// Finds a name, and notes that it is used.
    pub(super) fn find(&mut self, name: &str) -> Option<Found<'a>> {
        if let Some(&(_, binding)) = self.locals.iter().rev().find(|(local, _)| local == name) {
            return Some(Found { binding, ty: None });
        }
        let found = self.offered.iter_mut().rev().find(|offered| offered.name == name)?;
        found.used = true;
        Some(Found { binding: found.span, ty: found.ty })
    }

    /// Whether a parameter has that name.
    pub(super) fn has_parameter(&self, name: &str) -> bool {
        self.offered.iter().any(|offered| offered.role == Role::Parameter && offered.name == name)
    }

    /// Adds a `let` or a binding of a `match` arm.
    pub(super) fn bind(&mut self, name: &Ident) {
        self.locals.push((plain(name), name.span()));
    }

    /// A mark to [`leave`](Self::leave) to.
    pub(super) fn enter(&self) -> usize {
        self.locals.len()
    }

    /// Forgets the locals since the mark.
    pub(super) fn leave(&mut self, mark: usize) {
        self.locals.truncate(mark);
    }

    /// The names of the declaration that were used.
    pub(super) fn used(self) -> Vec<String> {
        self.offered.into_iter().filter(|offered| offered.used).map(|offered| offered.name).collect()
    }

    /// The name in scope that a misspelt one may mean.
    pub(super) fn nearest(&self, name: &str) -> Option<&str> {
        let offered = self.offered.iter().map(|offered| &*offered.name);
        nearest(name, self.locals.iter().map(|(local, _)| &**local).chain(offered))
    }

    /// "`op` sees its operands `a` and `b` and the parameter `mean`"
    pub(super) fn describe(&self) -> String {
        let mut groups = Vec::new();
        for role in Role::ALL {
            let names: Vec<_> = self
                .offered
                .iter()
                .filter(|offered| offered.role == role)
                .map(|offered| format!("`{}`", offered.name))
                .collect();
            if !names.is_empty() {
                groups.push(format!("{} {}", role.describe(names.len() > 1), list(&names)));
            }
        }
        let locals: Vec<_> = self.locals.iter().map(|(local, _)| format!("`{local}`")).collect();
        if !locals.is_empty() {
            let local = if locals.len() > 1 { "the locals" } else { "the local" };
            groups.push(format!("{local} {}", list(&locals)));
        }
        if groups.is_empty() {
            return format!("`{}` sees only constants", self.part);
        }
        format!("`{}` sees {}", self.part, list(&groups))
    }
}

/// "a, b and c"
fn list(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
