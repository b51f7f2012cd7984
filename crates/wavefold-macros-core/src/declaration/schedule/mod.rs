//! `schedule:`: a step of the tutorials' ladder, by its name or by its value on every axis.
//!
//! The names of axes, of their values and of whole steps are the generator's: a new one needs no change here.

mod axes;
mod histogram;
mod numbers;
mod preset;
mod reduction;

use proc_macro2::{Ident, TokenStream};
use quote::ToTokens;
use wavefold_codegen::ScheduleError;
use wavefold_codegen::tutorial::{Axis, Named};

use self::axes::{Axes, Place};
pub(super) use self::reduction::Facts;
use super::entries::{Entries, Given, ScheduleValue};
use super::keys::Keys;
use crate::report::Report;

/// A tutorial's schedule of a reduction or of a histogram.
pub(super) trait Step: Copy + 'static {
    /// What it lays out: `reduction`.
    const OF: &'static str;
    /// Every one that has a name.
    const PRESETS: &'static [Named<Self>];
    /// One written by its axes.
    const EXAMPLE: &'static str;
    /// What to say of `vector_width` beside it.
    const NO_VECTOR_WIDTH: &'static str;

    /// The keys in its braces.
    fn keys() -> &'static Keys;
    /// What the others lay out, if that is the name of one of theirs.
    fn others(name: &str) -> Option<&'static str>;
    /// The one with these values on its axes.
    fn of(axes: &mut Axes<'_>) -> Option<Self>;
    /// With another number of threads in a block.
    fn with_block_size(self, block_size: u32) -> Self;
    /// With another number of elements a thread.
    fn with_items(self, items: u32) -> Self;
}

/// A schedule, and where its values are written.
pub(super) struct Written<S> {
    schedule: S,
    /// The word `schedule`.
    key: Ident,
    /// What stands after it.
    whole: TokenStream,
    axes: Vec<Place>,
    block_size: Option<syn::Expr>,
    items_per_thread: Option<syn::Expr>,
}

/// Takes `schedule` and the numbers that belong to it; without `schedule` nothing, and the numbers stay.
pub(super) fn take<S: Step>(report: &mut Report, entries: &mut Entries) -> Option<Written<S>> {
    if !entries.has("schedule") {
        return None;
    }
    let block_size = numbers::beside(report, entries, "block_size");
    let items = numbers::beside(report, entries, "items_per_thread");
    if let Given::Value(key, _) = entries.expr("vector_width") {
        report.error(&key, S::NO_VECTOR_WIDTH);
    }
    let Given::Value(key, value) = entries.schedule("schedule") else { return None };
    let (whole, axes, schedule) = match value {
        ScheduleValue::Expr(name) => (name.to_token_stream(), Vec::new(), preset::named::<S>(report, &name)),
        // Braces may go over many lines: the word before them stands for them.
        ScheduleValue::Braces(braces) => {
            let mut axes = Axes::parse(report, S::keys(), braces.stream());
            let schedule = S::of(&mut axes);
            (key.to_token_stream(), axes.places, schedule)
        }
    };
    let mut schedule = schedule?;
    if let Some((number, _)) = block_size {
        schedule = schedule.with_block_size(number);
    }
    if let Some((number, value)) = &items {
        if let Some(said) = axes.iter().find_map(|place| place.number.as_ref()) {
            report.error(value, format_args!("`{said}` says how many elements a thread has; keep one of the two"));
        }
        schedule = schedule.with_items(*number);
    }
    let value = |number: Option<(u32, syn::Expr)>| number.map(|(_, value)| value);
    Some(Written { schedule, key, whole, axes, block_size: value(block_size), items_per_thread: value(items) })
}

impl<S> Written<S> {
    /// Where an axis has its value, if it is written.
    fn written<A: Axis>(&self) -> Option<TokenStream> {
        self.axes.iter().find(|place| place.key == A::KEY).map(|place| place.value.to_token_stream())
    }

    /// Where an axis has its value, or the schedule that has it.
    fn place<A: Axis>(&self) -> TokenStream {
        self.written::<A>().unwrap_or_else(|| self.whole.clone())
    }

    /// Where one of the numbers stands, or otherwise the schedule that has it.
    fn number(&self, number: Option<&syn::Expr>) -> TokenStream {
        number.map_or_else(|| self.whole.clone(), ToTokens::into_token_stream)
    }
}

/// An error that stands at what it is about.
fn told(error: &ScheduleError) -> String {
    match error {
        ScheduleError::IllegalNumber { what, value, legal, .. } => format!("`{what}` is {legal}, not {value}"),
        ScheduleError::Combination { value, with, legal, .. } => {
            format!("{value} does not go with {with}; use {legal}")
        }
        // The place says whose error it is.
        other => {
            let told = other.to_string();
            told.split_once("`: ").map_or(told.as_str(), |(_name, rest)| rest).to_owned()
        }
    }
}
