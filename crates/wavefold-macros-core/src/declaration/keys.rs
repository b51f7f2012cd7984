//! The keys of both macros, and of the schedules in them.

use wavefold_codegen::tutorial::{Axis, BlockFold, GridFold, Load, TutorialCounts, WarpFold};

use crate::nearest::nearest;

/// What may stand after a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Expression,
    Type,
    Name,
    /// An expression, or braces with keys of their own.
    Schedule,
}

/// A key.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
}

const fn key(name: &'static str) -> Key {
    Key { name, takes: Takes::Expression }
}

const fn key_of(name: &'static str, takes: Takes) -> Key {
    Key { name, takes }
}

/// The keys of one macro, or of its schedule.
pub(super) struct Keys {
    /// Whose they are: "`reduction!`".
    owner: &'static str,
    pub(super) table: &'static [Key],
    /// Words that other libraries use for a key of ours.
    synonyms: &'static [(&'static str, &'static str)],
    other: fn() -> &'static Keys,
    /// Of a schedule's keys: those of the declaration around it.
    around: Option<&'static Keys>,
    /// Of a declaration's keys: those of a schedule in it.
    inside: Option<fn() -> &'static Keys>,
}

pub(super) static REDUCTION: Keys = Keys {
    owner: "`reduction!`",
    table: &[
        key("filter"),
        key("map"),
        key("op"),
        key("identity"),
        key("init"),
        key("finish"),
        key_of("accumulator", Takes::Type),
        key_of("index", Takes::Name),
        key("commutative"),
        key("exact"),
        key("domain"),
        key("fp"),
        key_of("schedule", Takes::Schedule),
        key("warp_size"),
        key("block_size"),
        key("items_per_thread"),
        key("vector_width"),
    ],
    synonyms: &[
        ("combine", "op"),
        ("reduce", "op"),
        ("fold", "op"),
        ("join", "op"),
        ("neutral", "identity"),
        ("zero", "identity"),
        ("initial", "init"),
        ("start", "init"),
        ("output", "finish"),
        ("result", "finish"),
        ("acc", "accumulator"),
        ("state", "accumulator"),
        ("transform", "map"),
        ("where", "filter"),
        ("if", "filter"),
        ("i", "index"),
        ("threads", "block_size"),
        ("block", "block_size"),
        ("wavefront_size", "warp_size"),
        ("wave_size", "warp_size"),
        ("warp", "warp_size"),
        ("items", "items_per_thread"),
        ("vector", "vector_width"),
    ],
    other: || &HISTOGRAM,
    around: None,
    inside: Some(|| &REDUCTION_AXES),
};

pub(super) static HISTOGRAM: Keys = Keys {
    owner: "`histogram!`",
    table: &[
        key("bin"),
        key("range"),
        key("edges"),
        key("bins"),
        key("filter"),
        key_of("index", Takes::Name),
        key("outside"),
        key("fp"),
        key_of("schedule", Takes::Schedule),
        key("warp_size"),
        key("block_size"),
        key("items_per_thread"),
        key("vector_width"),
    ],
    synonyms: &[
        ("key", "bin"),
        ("map", "bin"),
        ("levels", "edges"),
        ("count", "bins"),
        ("num_bins", "bins"),
        ("nbins", "bins"),
        ("where", "filter"),
        ("if", "filter"),
        ("i", "index"),
        ("threads", "block_size"),
        ("block", "block_size"),
        ("wavefront_size", "warp_size"),
        ("wave_size", "warp_size"),
        ("warp", "warp_size"),
        ("items", "items_per_thread"),
        ("vector", "vector_width"),
    ],
    other: || &REDUCTION,
    around: None,
    inside: Some(|| &HISTOGRAM_AXES),
};

/// The axes of a reduction's schedule.
pub(super) static REDUCTION_AXES: Keys = Keys {
    owner: "the schedule of a reduction",
    table: &[key(Load::KEY), key(BlockFold::KEY), key(WarpFold::KEY), key(GridFold::KEY)],
    synonyms: &[],
    other: || &HISTOGRAM_AXES,
    around: Some(&REDUCTION),
    inside: None,
};

/// The axis of a histogram's schedule.
pub(super) static HISTOGRAM_AXES: Keys = Keys {
    owner: "the schedule of a histogram",
    table: &[key(TutorialCounts::KEY)],
    synonyms: &[],
    other: || &REDUCTION_AXES,
    around: Some(&HISTOGRAM),
    inside: None,
};

impl Keys {
    /// The key called `name`.
    pub(super) fn find(&self, name: &str) -> Option<&'static Key> {
        self.table.iter().find(|key| key.name == name)
    }

    /// What to say about a word that is no key, and the key that was probably meant.
    pub(super) fn unknown(&self, name: &str) -> (String, Option<&'static str>) {
        let Self { owner, .. } = self;
        if let Some((_, ours)) = self.synonyms.iter().find(|(theirs, _)| *theirs == name) {
            return (format!("there is no key `{name}`; here it is called `{ours}`"), Some(ours));
        }
        if let Some(around) = self.around.filter(|around| around.find(name).is_some()) {
            return (
                format!("`{name}` is a key of {}; write it beside `schedule`, not in it", around.owner),
                None,
            );
        }
        if self.inside.is_some_and(|inside| inside().find(name).is_some()) {
            return (format!("`{name}` is a key of a schedule; write `schedule: {{ {name}: … }}`"), None);
        }
        if let Some(near) = nearest(name, self.table.iter().map(|key| key.name)) {
            return (format!("there is no key `{name}`; did you mean `{near}`?"), Some(near));
        }
        let other = (self.other)();
        if other.find(name).is_some() {
            return (format!("`{name}` is a key of {}, not of {owner}; leave it out", other.owner), None);
        }
        let names: Vec<_> = self.table.iter().map(|key| key.name).collect();
        (format!("there is no key `{name}`; {owner} has {}", names.join(", ")), None)
    }
}
