//! The keys of both macros: what each takes, and which are not built yet.

use crate::nearest::nearest;

/// What may stand after a key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Takes {
    Expression,
    Type,
    Name,
}

/// A key of a macro.
pub(super) struct Key {
    pub(super) name: &'static str,
    pub(super) takes: Takes,
    /// Why it is an error today, although it is part of the grammar.
    pub(super) not_built: Option<&'static str>,
}

const fn key(name: &'static str) -> Key {
    Key { name, takes: Takes::Expression, not_built: None }
}

const fn key_of(name: &'static str, takes: Takes) -> Key {
    Key { name, takes, not_built: None }
}

const fn not_built(name: &'static str, instead: &'static str) -> Key {
    Key { name, takes: Takes::Expression, not_built: Some(instead) }
}

/// The keys of one macro.
pub(super) struct Keys {
    pub(super) macro_name: &'static str,
    pub(super) table: &'static [Key],
    /// Words that other libraries use for a key of ours.
    synonyms: &'static [(&'static str, &'static str)],
    other: fn() -> &'static Keys,
}

pub(super) static REDUCTION: Keys = Keys {
    macro_name: "reduction!",
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
        not_built("schedule", "leave it out, or fix single numbers with `block_size` and its like"),
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
};

pub(super) static HISTOGRAM: Keys = Keys {
    macro_name: "histogram!",
    table: &[
        key("bin"),
        key("range"),
        key("edges"),
        key("bins"),
        key("filter"),
        key_of("index", Takes::Name),
        key("outside"),
        key("fp"),
        not_built("schedule", "leave it out, or fix single numbers with `block_size` and its like"),
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
};

impl Keys {
    /// The key called `name`.
    pub(super) fn find(&self, name: &str) -> Option<&'static Key> {
        self.table.iter().find(|key| key.name == name)
    }

    /// What to say about a word that is no key, and the key that was probably meant.
    pub(super) fn unknown(&self, name: &str) -> (String, Option<&'static str>) {
        let Self { macro_name, .. } = self;
        if let Some((_, ours)) = self.synonyms.iter().find(|(theirs, _)| *theirs == name) {
            return (format!("there is no key `{name}`; here it is called `{ours}`"), Some(ours));
        }
        if let Some(near) = nearest(name, self.table.iter().map(|key| key.name)) {
            return (format!("there is no key `{name}`; did you mean `{near}`?"), Some(near));
        }
        let other = (self.other)();
        if other.find(name).is_some() {
            let theirs = other.macro_name;
            return (format!("`{name}` is a key of `{theirs}`, not of `{macro_name}`; leave it out"), None);
        }
        let names: Vec<_> = self.table.iter().filter(|key| key.not_built.is_none()).map(|key| key.name).collect();
        (format!("there is no key `{name}`; `{macro_name}` has {}", names.join(", ")), None)
    }
}
