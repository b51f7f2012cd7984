//! Literals: integers in every base, floats, truth values.

use quote::ToTokens;
use syn::Lit as SynLit;
use wavefold_codegen::Scalar;

use super::Parser;
use crate::report::Report;
use crate::tree::{Lit, LitValue};

impl Parser<'_> {
    pub(super) fn literal(&mut self, literal: &SynLit) -> Option<Lit> {
        let value = match literal {
            SynLit::Int(integer) => self.integer(integer)?,
            SynLit::Float(float) => {
                let suffix = self.float_suffix(float, float.suffix())?;
                LitValue::Float { digits: float.base10_digits().to_owned(), suffix }
            }
            SynLit::Bool(value) => LitValue::Bool(value.value),
            SynLit::Byte(byte) => {
                return self.refuse_literal(
                    literal,
                    &format!("byte literals are not part of the kernel subset; write `{}u8`", byte.value()),
                );
            }
            SynLit::Char(character) => {
                return self.refuse_literal(
                    literal,
                    &format!(
                        "character literals are not part of the kernel subset; write the number, `{}u32`",
                        u32::from(character.value())
                    ),
                );
            }
            SynLit::Str(_) | SynLit::ByteStr(_) | SynLit::CStr(_) => {
                return self.refuse_literal(
                    literal,
                    "string literals are not part of the kernel subset; kernels compute with numbers only",
                );
            }
            _ => {
                return self
                    .refuse_literal(literal, "this literal is not a number; write one, or `true` or `false`");
            }
        };
        Some(Lit { token: literal.to_token_stream(), value })
    }

    fn integer(&mut self, integer: &syn::LitInt) -> Option<LitValue> {
        let suffix = match integer.suffix() {
            "f32" | "f64" | "f16" | "f128" => {
                let suffix = self.float_suffix(integer, integer.suffix())?;
                return Some(LitValue::Float { digits: integer.base10_digits().to_owned(), suffix });
            }
            "" => None,
            other => match Scalar::from_rust_name(other) {
                Some(scalar) => Some(scalar),
                None => {
                    let instead = match other {
                        "usize" => "u32 or u64",
                        "isize" => "i32 or i64",
                        _ => "i8 to i64 or u8 to u64",
                    };
                    let message = format!("`{other}` does not exist in kernels; write {instead}");
                    return self.refuse_literal(integer, &message);
                }
            },
        };
        match integer.base10_parse::<u128>() {
            // One more is the upper end of a range over all of `u64`; elsewhere rustc refuses it.
            Ok(value) if value <= 1 << 64 => Some(LitValue::Integer { value, suffix }),
            _ => self.refuse_literal(integer, "this number is larger than any integer of a kernel, `u64::MAX`"),
        }
    }

    /// `Some(None)` without a suffix, `None` for one that does not exist.
    fn float_suffix(&mut self, literal: impl ToTokens, suffix: &str) -> Option<Option<Scalar>> {
        match suffix {
            "" => Some(None),
            "f32" => Some(Some(Scalar::F32)),
            "f64" => Some(Some(Scalar::F64)),
            "f16" | "bf16" => {
                let message = format!("Rust has no literals of {suffix}; write `1.0 as {suffix}`");
                self.refuse_literal(literal, &message)
            }
            _ => {
                let message = format!("`{suffix}` does not exist in kernels; write f32 or f64");
                self.refuse_literal(literal, &message)
            }
        }
    }

    fn refuse_literal<T>(&mut self, literal: impl ToTokens, message: &str) -> Option<T> {
        self.report.error(literal, message);
        None
    }
}

/// The value of a key that is a plain number (`block_size: 256`); anything else is an error.
pub(crate) fn integer_value(report: &mut Report, key: &str, value: &syn::Expr) -> Option<u128> {
    let number = plain_integer(value);
    if number.is_none() {
        match super::expr::peel(value) {
            syn::Expr::Lit(syn::ExprLit { lit: SynLit::Int(_), .. }) => {
                report.error(value, format_args!("`{key}` takes a plain number, without a suffix"));
            }
            _ => report.error(value, format_args!("`{key}` takes a number written out, such as `{key}: 16`")),
        }
    }
    number
}

/// A number that is written out.
pub(crate) fn plain_integer(value: &syn::Expr) -> Option<u128> {
    match super::expr::peel(value) {
        syn::Expr::Lit(syn::ExprLit { lit: SynLit::Int(integer), .. })
            if matches!(integer.suffix(), "" | "u32" | "usize") =>
        {
            integer.base10_parse().ok()
        }
        _ => None,
    }
}
