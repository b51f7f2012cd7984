//! Small device functions for what C++ has no operator for, or gives another meaning than Rust.
//!
//! A kernel carries only those it calls. They are overloaded by type, as C++ allows.

mod float;
pub(crate) mod half;
mod integer;

use super::template::fill;
use super::types::scalar_name;
use crate::Scalar;

/// The helpers that a text calls, each defined before those that call it.
#[derive(Default, Debug)]
pub(crate) struct Helpers {
    defined: Vec<(&'static str, Scalar)>,
    text: String,
}

impl Helpers {
    /// The name of the helper for operands of type `scalar`, whose definition is then part of the text.
    pub(crate) fn require(&mut self, name: &'static str, scalar: Scalar) -> &'static str {
        if !self.defined.contains(&(name, scalar)) {
            self.defined.push((name, scalar));
            let body = match scalar {
                Scalar::F16 | Scalar::BF16 => half::text(name, scalar),
                Scalar::F32 | Scalar::F64 => float::text(name, scalar),
                _ => integer::text(name, scalar),
            };
            for &needed in body.needs {
                self.require(needed, scalar);
            }
            self.text.push_str(&define(body.template, scalar));
        }
        name
    }

    /// A conversion from a float: one helper for every pair of types.
    pub(crate) fn require_saturation(&mut self, from: Scalar, to: Scalar) -> &'static str {
        let name = float::saturation_name(to);
        if !self.defined.contains(&(name, from)) {
            self.defined.push((name, from));
            self.text.push_str(&float::saturation(from, to));
        }
        name
    }

    /// Every helper for every type that has it.
    pub(crate) fn all() -> Self {
        const SIGNED: &[&str] = &["signum", "unsigned_abs", "wrapping_abs"];
        const UNSIGNED: &[&str] = &["is_power_of_two"];
        let mut helpers = Self::default();
        for scalar in Scalar::ALL {
            let signed = scalar.is_signed_integer();
            let names = match scalar {
                Scalar::Bool => &[],
                _ if scalar.is_half() => half::NAMES,
                _ if scalar.is_float() => float::NAMES,
                _ => integer::NAMES,
            };
            for name in names {
                let of_another = if signed { UNSIGNED } else { SIGNED };
                if scalar.is_float() || !of_another.contains(name) {
                    helpers.require(name, scalar);
                }
            }
            for from in [Scalar::F32, Scalar::F64].into_iter().filter(|_| scalar.is_integer()) {
                helpers.require_saturation(from, scalar);
            }
        }
        helpers
    }

    /// All definitions.
    pub(crate) fn definitions(&self) -> &str {
        &self.text
    }
}

/// A helper's text for any type of its kind, and the helpers it calls.
pub(crate) struct Body {
    pub(crate) template: &'static str,
    pub(crate) needs: &'static [&'static str],
}

fn define(template: &str, scalar: Scalar) -> String {
    let unsigned = scalar_name(scalar.to_unsigned());
    let one = if scalar == Scalar::F32 { "1.0f" } else { "1.0" };
    let zero = if scalar == Scalar::F32 { "0.0f" } else { "0.0" };
    let (to_bits, from_bits) = match scalar {
        Scalar::F32 => ("__float_as_uint", "__uint_as_float"),
        _ => ("__double_as_longlong", "__longlong_as_double"),
    };
    // The float family of C's math library marks its functions with a suffix.
    let f = if scalar == Scalar::F32 { "f" } else { "" };
    let (min, max) = integer::limits(scalar);
    fill(
        template,
        &[
            ("T", scalar_name(scalar)),
            ("U", unsigned),
            ("BITS", &scalar.bits().to_string()),
            ("MASK", &(scalar.bits() - 1).to_string()),
            ("MIN", &min),
            ("MAX", &max),
            ("one", one),
            ("zero", zero),
            ("to_bits", to_bits),
            ("from_bits", from_bits),
            ("f", f),
            ("round", half::rounding(scalar)),
        ],
    )
}

/// Whether `name` belongs to a helper.
pub(crate) fn is_helper(name: &str) -> bool {
    float::NAMES.contains(&name)
        || half::FUNCTIONS.contains(&name)
        || integer::NAMES.contains(&name)
        || name.starts_with("saturate_")
}

/// The names of all helpers but the saturations.
#[cfg(test)]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    float::NAMES.iter().chain(integer::NAMES).chain(half::FUNCTIONS).copied()
}

/// Whether `name` is a function of C's math library that the text may call.
pub(crate) fn is_math_function(name: &str) -> bool {
    const FUNCTIONS: &[&str] = &[
        "fabs",
        "sqrt",
        "floor",
        "ceil",
        "trunc",
        "round",
        "rint",
        "copysign",
        "fma",
        "fmod",
        "exp",
        "exp2",
        "log",
        "log2",
        "log10",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "atan2",
        "sinh",
        "cosh",
        "tanh",
        "cbrt",
        "hypot",
        "pow",
        "abs",
        "min",
        "max",
        "fmin",
        "fmax",
        "div",
        "erf",
        "expm1",
        "log1p",
        "remainder",
        "fdim",
    ];
    FUNCTIONS.contains(&name) || name.strip_suffix('f').is_some_and(|stem| FUNCTIONS.contains(&stem))
}
