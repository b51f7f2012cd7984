//! The user's own functions as device functions.

use super::Definitions;
use super::expression::function;
use super::names::file_name;
use crate::infer::{Ty, Typed, infer, uses};
use crate::{Function, GenerateError};

/// The functions that a declaration calls, and those of them that are printed.
#[derive(Default, Debug)]
pub(crate) struct Functions<'a> {
    declared: Vec<Declared<'a>>,
    /// Each after those that it calls.
    printed: Vec<PrintedFunction>,
}

#[derive(Debug)]
struct Declared<'a> {
    function: &'a Function<'a>,
    name: String,
    /// Until it is printed.
    typed: Option<Typed<'a>>,
}

/// A function of the user's as text.
#[derive(Debug)]
pub(crate) struct PrintedFunction {
    /// Its definition, without a newline at the end.
    pub(crate) text: String,
    /// Where the user wrote it.
    pub(crate) file: String,
    /// The line there; 0 when unknown.
    pub(crate) line: u32,
}

impl Functions<'_> {
    pub(crate) fn printed(&self) -> &[PrintedFunction] {
        &self.printed
    }
}

/// Whether both have one text. One place in the user's file can hold several functions: a macro's, or those of a function
/// with type parameters.
pub(crate) fn is_same(a: &Function<'_>, b: &Function<'_>) -> bool {
    std::ptr::eq(std::ptr::from_ref(a).cast::<u8>(), std::ptr::from_ref(b).cast::<u8>())
        || a == b
            && a.parameters == b.parameters
            && a.result == b.result
            && a.body == b.body
            && (a.constants)() == (b.constants)()
}

impl<'a> Definitions<'a> {
    /// Checks the function and names it; it is printed when something calls it.
    pub(crate) fn declare_function(&mut self, function: &'a Function<'a>) -> Result<(), GenerateError> {
        let name = self.structs.reserve(&file_name(function.name));
        let _taken = self.names.fresh(&name);
        let (part, constants) = (format!("fn {}", function.name), (function.constants)());
        let body = &function.body.body;
        let typed = infer(&part, body, function.parameters, &constants, Some(function.result))?;
        self.functions.declared.push(Declared { function, name, typed: Some(typed) });
        Ok(())
    }

    /// The name of a declared function, which is then part of the text.
    pub(super) fn require_function(&mut self, called: &Function<'_>) -> String {
        let found = self.functions.declared.iter_mut().find(|declared| is_same(declared.function, called));
        let Some(declared) = found else { return file_name(called.name) };
        let (function, name, typed) = (declared.function, declared.name.clone(), declared.typed.take());
        if let Some(typed) = typed {
            let text = self.print(function, &name, &typed);
            let line = if function.body.line == 0 { function.location.line } else { function.body.line };
            let printed = PrintedFunction { text, file: function.location.file.into(), line };
            self.functions.printed.push(printed);
        }
        name
    }

    fn print(&mut self, of: &Function<'_>, name: &str, typed: &Typed<'a>) -> String {
        let mut scope = self.names.clone();
        let mut parameters: Vec<(String, Ty)> = Vec::new();
        for parameter in of.parameters {
            let name = scope.bind(parameter.name);
            // Without a name, it is not an unused one.
            let name = if uses(&typed.root, parameter.name) { name } else { String::new() };
            parameters.push((name, parameter.ty.into()));
        }
        let text = function(name, &parameters, scope, typed, self);
        let comment = of.docs.first().map(|line| super::printable(line)).filter(|line| !line.is_empty());
        let comment = comment.map_or_else(String::new, |line| format!("// {line}\n"));
        comment + text.trim_end()
    }
}
