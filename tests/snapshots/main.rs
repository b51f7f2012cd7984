//! The kernel text of every kind of declaration, for both warp sizes, as a person reviews it: `snapshots/`.
//!
//! `cargo xtask bless` accepts what the generator writes now; the diff is the review.

mod histograms;
mod parts;
mod reductions;

use wavefold::WarpSize;

/// Compares the documented text of one declaration, for every warp size it allows, with
/// `snapshots/<kind>/<name>.w32.snap` and `.w64.snap`.
macro_rules! snapshots {
    ($kind:literal: $($name:ident $declaration:ty;)*) => {
        $(
            #[test]
            fn $name() {
                for warp_size in wavefold::WarpSize::ALL {
                    let text = <$declaration>::source(warp_size);
                    $crate::compare($kind, stringify!($name), warp_size, text.unwrap());
                }
            }
        )*
    };
}
use snapshots;

fn compare(kind: &str, name: &str, warp_size: WarpSize, text: String) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(format!("../../snapshots/{kind}"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("{name}.w{warp_size}"), text));
}
