//! The functions of the HIP runtime, by what they are about.
//!
//! Each is safe or unsafe as its model: what it is given has to be good for what it does.

mod devices;
mod events;
mod graphs;
mod memory;
mod modules;
mod streams;
