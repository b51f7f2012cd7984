//! Kernels as snapshots in the user's own tests.

use std::panic::{self, AssertUnwindSafe};

use wavefold_codegen::{Item, WarpSize};
use wavefold_runtime::Error;

/// Asserts that the kernels of a declaration are what has been reviewed: one snapshot of the crate `insta` for each warp
/// size that the declaration allows.
///
/// ```ignore
/// #[test]
/// fn kernels() {
///     wavefold::assert_kernel_snapshot!(MaxAbs); // max_abs.w32, max_abs.w64
///     wavefold::assert_kernel_snapshot!(Sum<f32>); // sum_f32.w32, sum_f32.w64
///     wavefold::assert_kernel_snapshot!(Sum<f64>, "doubles"); // doubles.w32, doubles.w64
/// }
/// ```
///
/// A snapshot is what the declaration's `source` gives, the same bytes on every machine, and lies where `insta` puts the
/// snapshots of the test; `insta`'s settings, such as another folder, hold here too. The name is the kernel's, with the
/// arguments of a generic declaration, unless a second argument gives another one.
///
/// The crate that calls it needs `insta` itself: `cargo add --dev insta`. wavefold does not depend on it.
///
/// # Panics
/// When a kernel differs from its snapshot, has none yet, or cannot be laid out; after all warp sizes were looked at, so
/// that one run finds everything to review.
#[macro_export]
macro_rules! assert_kernel_snapshot {
    ($declaration:ty $(,)?) => {
        $crate::assert_kernel_snapshot!(@of $declaration, $crate::__private::review::name)
    };
    ($declaration:ty, $name:expr $(,)?) => {
        $crate::assert_kernel_snapshot!(@of $declaration, |_| ::std::string::String::from($name))
    };
    (@of $declaration:ty, $name:expr) => {{
        // A declaration is either of them. `insta` is of the calling crate: it knows where that crate's snapshots lie.
        #[allow(unused_imports)]
        use $crate::{Histogram as _, HistogramExt as _, Reduction as _, ReductionExt as _};
        use ::insta as this_crate_needs_the_dev_dependency_insta;
        let mut settings = this_crate_needs_the_dev_dependency_insta::Settings::clone_current();
        settings.set_omit_expression(true);
        settings.bind(|| {
            $crate::__private::review::assert(
                &<$declaration>::SPEC.item,
                $name,
                <$declaration>::source,
                |name, text| this_crate_needs_the_dev_dependency_insta::assert_snapshot!(name, text),
            )
        });
    }};
}

/// Hands `assert` the text of every warp size that `item` allows, with a name. A panic of one does not keep the others
/// from being seen; it goes on when all are.
pub fn assert(
    item: &Item<'_>,
    name: impl FnOnce(&Item<'_>) -> String,
    source: impl Fn(WarpSize) -> Result<String, Error>,
    assert: impl Fn(String, String),
) {
    let name = name(item);
    let mut first_panic = None;
    for &warp_size in item.pins.warp_sizes {
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| match source(warp_size) {
            Ok(text) => assert(format!("{name}.w{warp_size}"), text),
            Err(error) => panic!("{error}"),
        }));
        first_panic = first_panic.or(outcome.err());
    }
    if let Some(panic) = first_panic {
        panic::resume_unwind(panic);
    }
}

/// The kernel's name, with the arguments of a generic item: `sum_f32` of `Sum<f32>`.
pub fn name(item: &Item<'_>) -> String {
    let mut name = item.entry();
    for argument in item.arguments {
        let argument = argument.to_string().to_lowercase();
        for word in argument.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
            name.push('_');
            name.push_str(word);
        }
    }
    name
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use wavefold_codegen::{Fp, Item, Location, Pins, Scalar, Type, WarpSize};
    use wavefold_runtime::Error;

    fn item(warp_sizes: &'static [WarpSize]) -> Item<'static> {
        Item {
            name: "MaxAbs",
            arguments: &[],
            docs: &[],
            inputs: &[],
            index: None,
            parameters: &[],
            filter: None,
            fp: Fp::Strict,
            pins: Pins { warp_sizes, ..Pins::NONE },
            location: Location { file: "", line: 0 },
        }
    }

    #[test]
    fn names_are_the_kernels_with_the_arguments_of_generic_items() {
        const F16: Type<'_> = Type::Scalar(Scalar::F16);
        const PIXEL: Type<'_> = Type::Array { element: &Type::Scalar(Scalar::U8), length: 3 };
        let plain = item(&WarpSize::ALL);
        assert_eq!(super::name(&plain), "max_abs");
        assert_eq!(super::name(&Item { arguments: &[F16, PIXEL], ..plain }), "max_abs_f16_u8_3");
    }

    #[test]
    fn every_warp_size_that_is_allowed_is_seen_before_a_panic_goes_on() {
        let seen = RefCell::new(Vec::new());
        let run = |item: Item<'static>, fails: bool| {
            let source = |warp_size| Ok::<_, Error>(format!("text {warp_size}"));
            catch_unwind(AssertUnwindSafe(|| {
                super::assert(
                    &item,
                    |item| item.entry(),
                    source,
                    |name, text| {
                        seen.borrow_mut().push(format!("{name}: {text}"));
                        assert!(!fails, "{name} differs");
                    },
                );
            }))
        };
        assert!(run(item(&[WarpSize::W64]), false).is_ok());
        assert_eq!(seen.take(), ["max_abs.w64: text 64"]);
        let panic = run(item(&WarpSize::ALL), true).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().map(String::as_str), Some("max_abs.w32 differs"));
        assert_eq!(seen.take(), ["max_abs.w32: text 32", "max_abs.w64: text 64"]);
    }
}
