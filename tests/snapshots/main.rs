//! The kernel text of every kind of declaration, for both warp sizes, as a person reviews it: `snapshots/`.
//!
//! `cargo xtask bless` accepts what the generator writes now; the diff is the review.

mod histograms;
mod parts;
mod reductions;
mod standalone;
mod structs;
mod tutorial;
mod types;

/// Compares the documented text of one declaration, for every warp size it allows, with
/// `snapshots/<kind>/<name>.w32.snap` and `.w64.snap`.
macro_rules! snapshots {
    ($kind:literal: $($name:ident $declaration:ty;)*) => {
        $(
            #[test]
            fn $name() {
                $crate::in_folder($kind, || wavefold::assert_kernel_snapshot!($declaration, stringify!($name)));
            }
        )*
    };
}
use snapshots;

/// Compares with the snapshots in `snapshots/<folder>`, under names without this program's.
fn in_folder(folder: &str, compare: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{folder}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(compare);
}
