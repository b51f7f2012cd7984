//! The `wavefold` command.

fn main() {}
