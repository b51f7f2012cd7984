//! What the axes of a schedule have in common.

use std::fmt;

/// An axis of the tutorials' schedules: one choice of how a kernel works. Its module holds all there is to know of its values:
/// their names, what they go with, and their text.
pub trait Axis: Copy + Eq + fmt::Debug + 'static {
    /// What declarations call the axis: `load`.
    const KEY: &'static str;
    /// Every value; those that have a number with a usual one.
    const ALL: &'static [Self];

    /// What declarations call the value: `first_add`.
    fn name(self) -> &'static str;

    /// The number behind its name: the 2 of `first_add(2)`.
    fn number(self) -> Option<u32> {
        None
    }

    /// The same with another number; itself where it has none.
    fn with_number(self, _number: u32) -> Self {
        self
    }

    /// What the kernel's name says of it; nothing where it is what most do.
    fn label(self) -> String;

    /// What the kernel's header says of it.
    fn words(self) -> String;

    /// The value of this name.
    fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|value| value.name() == name)
    }

    /// As a declaration writes it: `first_add(2)`.
    fn declared(self) -> String {
        match self.number() {
            Some(number) => format!("{}({number})", self.name()),
            None => self.name().into(),
        }
    }
}

/// The values, as declarations write them: `` `passes`, `second_kernel` or `last_block` ``.
pub(crate) fn written_list<A: Axis>(values: &[A]) -> String {
    let names: Vec<String> = values.iter().map(|value| format!("`{}`", value.declared())).collect();
    match names.as_slice() {
        [] => "none".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
