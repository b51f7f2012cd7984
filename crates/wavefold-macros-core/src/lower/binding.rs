//! Tuples of names: the generator has single names, and the fields of what they are taken from.

use wavefold_codegen as codegen;

use super::Lower;
use crate::tree::{Binding, Let, plain};

impl<'a> Lower<'a> {
    pub(super) fn lets(self, lets: impl Iterator<Item = codegen::Let<'a>>) -> &'a [codegen::Let<'a>] {
        let lets: Vec<_> = lets.collect();
        self.arena.alloc_slice_copy(&lets)
    }

    /// `let (a, b) = value;` binds the value, then its fields.
    pub(super) fn binding(self, binding: &Let) -> Vec<codegen::Let<'a>> {
        let name = self.whole(&binding.binding);
        let ty = binding.ty.as_ref().map(|ty| self.ty(ty));
        let mut lets = vec![codegen::Let { name, ty, value: self.expr(&binding.value) }];
        self.take_apart(&binding.binding, codegen::Expr::Name(name), &mut lets);
        lets
    }

    /// The name of what a binding takes apart.
    pub(super) fn whole(self, binding: &Binding) -> &'a str {
        match binding {
            Binding::Name(name) => self.text(&plain(name)),
            Binding::Wild(_) | Binding::Tuple(..) => self.text(&binding.joined()),
        }
    }

    /// The body of a part, after `let`s for the names that it uses of the tuples it is given.
    pub(super) fn with_fields(self, bindings: &[&Binding], part: &crate::tree::Part) -> codegen::Part<'a> {
        let mut lets = Vec::new();
        for binding in bindings {
            self.take_apart(binding, codegen::Expr::Name(self.whole(binding)), &mut lets);
        }
        lets.retain(|binding| part.uses.iter().any(|used| used == binding.name));
        let codegen::Part { body, line } = self.part(part);
        if lets.is_empty() {
            return codegen::Part { body, line };
        }
        let value = self.arena.alloc(body);
        codegen::Part { body: codegen::Expr::Block { lets: self.lets(lets.into_iter()), value }, line }
    }

    fn take_apart(self, binding: &Binding, from: codegen::Expr<'a>, lets: &mut Vec<codegen::Let<'a>>) {
        let Binding::Tuple(fields, _) = binding else { return };
        let from = &*self.arena.alloc(from);
        for (index, field) in fields.iter().enumerate() {
            let value = codegen::Expr::Field(from, self.text(&index.to_string()));
            match field {
                Binding::Name(name) => {
                    lets.push(codegen::Let { name: self.text(&plain(name)), ty: None, value });
                }
                Binding::Wild(_) => {}
                Binding::Tuple(..) => self.take_apart(field, value, lets),
            }
        }
    }
}
