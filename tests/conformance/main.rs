//! One suite for all backends: every declaration gives the bits of the judge, for every size, offset and schedule.

#[macro_use]
#[path = "../common/backends.rs"]
mod backends;
#[path = "../common/inputs.rs"]
mod inputs;
#[path = "../common/judge.rs"]
mod judge;
#[path = "../common/sizes.rs"]
mod sizes;
#[path = "../common/tally.rs"]
mod tally;

mod arrays;
mod bins;
mod edges;
mod elements;
mod half_floats;
mod ladder;
mod limits;
mod many_bins;
mod names;
mod offsets;
mod ordered;
mod partials;
mod parts;
mod pins;
mod plans;
mod ranges;
mod ready;
mod ready_histograms;
mod schedules;
mod two_inputs;

use backends::{Backend, required};

/// Names that no backend here answers to: what requires them must not pass.
#[test]
fn every_required_backend_is_tested() {
    for name in required() {
        let backends: Vec<Backend> = Backend::ALL.into_iter().filter(|backend| backend.name() == name).collect();
        assert!(!backends.is_empty(), "WAVEFOLD_REQUIRE names `{name}`, which is no backend");
        for backend in backends {
            assert!(backend.device().is_some());
        }
    }
}
