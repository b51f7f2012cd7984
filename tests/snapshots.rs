//! Placeholder target, replaced by the first real suite.
