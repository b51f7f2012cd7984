//! What the axes' texts have in common: the declaration's parts, and how they are called.

use super::TutorialReduction;
use crate::ReductionSpec;
use crate::kernel::functions::{DeviceFunction, KernelNames, forwarded, parameters_of};
use crate::kernel::parts::Functions;
use crate::kernel::prelude;
use crate::text::template::fill;

/// Parts of a declaration: those that some function of the text calls.
#[derive(Clone, Copy)]
pub(super) struct Parts {
    op: bool,
    identity: bool,
    element: bool,
    finish: bool,
}

impl Parts {
    pub(super) const NONE: Self = Self { op: false, identity: false, element: false, finish: false };
    pub(super) const OP: Self = Self { op: true, ..Self::NONE };
    pub(super) const IDENTITY: Self = Self { identity: true, ..Self::NONE };
    pub(super) const OP_AND_IDENTITY: Self = Self { op: true, ..Self::IDENTITY };
    /// What makes an accumulator of an element.
    pub(super) const ELEMENT: Self = Self { element: true, ..Self::NONE };
    /// What makes a result of the total.
    pub(super) const RESULT: Self = Self { finish: true, ..Self::NONE };

    /// Both.
    pub(super) const fn and(self, other: Self) -> Self {
        Self {
            op: self.op || other.op,
            identity: self.identity || other.identity,
            element: self.element || other.element,
            finish: self.finish || other.finish,
        }
    }
}

/// What a function joins: the elements of the input, or what blocks have left.
pub(super) struct Source {
    /// The function that joins a thread's share of it.
    pub(super) fold: &'static str,
    /// What the share is of, and one of it.
    pub(super) whose: &'static str,
    pub(super) one: &'static str,
    /// `const float* x, const float* y`
    pub(super) pointers: String,
    /// `x` and `y`
    pub(super) names: Vec<String>,
    pub(super) elements: bool,
}

/// Everything that the texts of one kernel share.
pub(super) struct Text<'k> {
    pub(super) spec: &'k ReductionSpec<'k>,
    pub(super) schedule: &'k TutorialReduction,
    pub(super) functions: Functions,
    pub(super) names: KernelNames,
    /// The C++ names of the types.
    pub(super) accumulator: String,
    pub(super) output: String,
}

impl Text<'_> {
    /// The input.
    pub(super) fn elements(&self) -> Source {
        let inputs = self.names.input_types.iter().zip(&self.names.inputs);
        let pointers: Vec<String> = inputs.map(|(ty, name)| format!("const {ty}* {name}")).collect();
        Source {
            fold: "fold_elements",
            whose: "elements",
            one: "element",
            pointers: pointers.join(", "),
            names: self.names.inputs.clone(),
            elements: true,
        }
    }

    /// What blocks have left.
    pub(super) fn partials(&self) -> Source {
        Source {
            fold: "fold_partials",
            whose: "partials",
            one: "partial",
            pointers: format!("const {}* totals", self.accumulator),
            names: vec!["totals".into()],
            elements: false,
        }
    }

    /// `op(left, right)`
    pub(super) fn joined(&self, left: &str, right: &str) -> String {
        self.functions.op.call(&self.names, &[left, right], |_| String::new(), "")
    }

    /// `identity()`
    pub(super) fn identity(&self) -> String {
        let identity = self.functions.identity.as_ref();
        identity.map_or_else(String::new, |identity| identity.call(&self.names, &[], |_| String::new(), ""))
    }

    /// What stands at an index of the source, as an accumulator.
    pub(super) fn value(&self, source: &Source, at: &str) -> String {
        self.value_of(source, |input| format!("{}[{at}]", source.names[input]), at)
    }

    /// As [`value`](Self::value), of elements that are spelled otherwise.
    pub(super) fn value_of(&self, source: &Source, element: impl Fn(usize) -> String, index: &str) -> String {
        if !source.elements {
            return element(0);
        }
        if self.functions.filter.is_none() {
            return self.functions.map.call(&self.names, &[], element, index);
        }
        let mut arguments: Vec<String> = (0..self.names.inputs.len()).map(element).collect();
        if self.indexed() {
            arguments.push(index.into());
        }
        format!("value_of({}{})", arguments.join(", "), self.forward_functions(&self.element_parts()).1)
    }

    /// The function that makes an accumulator of an element that may be refused.
    pub(super) fn value_of_element(&self) -> String {
        let Some(filter) = &self.functions.filter else { return String::new() };
        let name = |input: usize| self.names.inputs[input].clone();
        let mut list: Vec<String> = self
            .names
            .input_types
            .iter()
            .zip(&self.names.inputs)
            .map(|(ty, name)| format!("{ty} {name}"))
            .collect();
        if self.indexed() {
            list.push("u64 i".into());
        }
        fill(
            VALUE_OF,
            &[
                ("T", &self.accumulator),
                ("element", &list.join(", ")),
                ("declared", &self.forward_functions(&self.element_parts()).0),
                ("filter", &filter.call(&self.names, &[], name, "i")),
                ("map", &self.functions.map.call(&self.names, &[], name, "i")),
                ("identity", &self.identity()),
            ],
        )
    }

    fn element_parts(&self) -> Vec<&DeviceFunction> {
        let Functions { filter, map, identity, .. } = &self.functions;
        let refused = filter.as_ref().and(identity.as_ref());
        [filter.as_ref(), Some(map), refused].into_iter().flatten().collect()
    }

    fn indexed(&self) -> bool {
        self.element_parts().iter().any(|part| part.index)
    }

    /// The run-time parameters of some parts, as declared and as passed on.
    pub(super) fn forward(&self, parts: Parts) -> (String, String) {
        self.forward_functions(&self.chosen(parts))
    }

    fn forward_functions(&self, parts: &[&DeviceFunction]) -> (String, String) {
        forwarded(parts, &self.spec.item, &self.names)
    }

    /// Which run-time parameters a kernel takes that calls these parts.
    pub(super) fn parameters(&self, parts: Parts) -> Vec<usize> {
        parameters_of(&self.chosen(parts), &self.spec.item)
    }

    fn chosen(&self, parts: Parts) -> Vec<&DeviceFunction> {
        let Functions { filter, map, op, identity, init, finish } = &self.functions;
        let initial = init.is_some() && parts.finish;
        [
            filter.as_ref().filter(|_| parts.element),
            Some(map).filter(|_| parts.element),
            Some(op).filter(|_| parts.op || initial),
            identity.as_ref().filter(|_| parts.identity),
            init.as_ref().filter(|_| parts.finish),
            finish.as_ref().filter(|_| parts.finish),
        ]
        .into_iter()
        .flatten()
        .collect()
    }

    /// The result of a total.
    pub(super) fn result(&self, total: &str) -> String {
        let total = match &self.functions.init {
            Some(init) => self.joined(&init.call(&self.names, &[], |_| String::new(), ""), total),
            None => total.to_owned(),
        };
        match &self.functions.finish {
            Some(finish) => finish.call(&self.names, &[&total], |_| String::new(), ""),
            None => total,
        }
    }

    /// `shuffle_down` for the accumulator.
    pub(super) fn shuffle_down(&self) -> String {
        // Half floats are structs of the text.
        let text = match self.spec.accumulator.scalar() {
            Some(scalar) if !scalar.is_half() => prelude::shuffle_down(&self.accumulator),
            _ => prelude::shuffle_down_words(&self.accumulator),
        };
        text.trim_start().to_owned()
    }
}

const VALUE_OF: &str = "
// What an element comes to: the identity if it is refused.
__device__ $T value_of($element$declared) { return $filter ? $map : $identity; }
";
