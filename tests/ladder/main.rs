//! What the example `ladder` reads.

#[path = "../../examples/ladder/profile/mod.rs"]
mod profile;
mod profiles;
