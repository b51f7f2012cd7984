//! Tests of the crate as a whole: declarations written by hand, judged by a naive program.

mod agreement;
mod canonical;
mod captures;
mod chunks;
mod counting;
pub(crate) mod declarations;
mod declared_schedules;
mod disagreement;
mod fast;
mod launch_counts;
mod ordered;
mod ownership;
mod protocol;
mod recorder;
mod refusals;
mod steps;
mod streams;
mod threads;
mod types;
