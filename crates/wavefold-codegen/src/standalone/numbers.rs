//! Numbers as the host of a program spells, makes up and prints them.

use crate::text::literals;
use crate::{Scalar, Value};

/// A number as a constant of the host, of its [`host_name`]: without the device functions that kernel text spells some
/// numbers with. Half floats are their bits.
pub(super) fn literal(value: Value) -> String {
    let number = match value.scalar {
        Scalar::F16 | Scalar::BF16 => return format!("(unsigned short){:#06x}", value.bits),
        Scalar::F32 => f64::from(f32::from_bits(value.bits as u32)),
        Scalar::F64 => f64::from_bits(value.bits),
        _ => 0.0,
    };
    if number.is_finite() {
        literals::value(value)
    } else if number.is_nan() {
        format!("({})NAN", host_name(value.scalar))
    } else {
        format!("{}({})INFINITY", if number < 0.0 { "-" } else { "" }, host_name(value.scalar))
    }
}

/// The host's type: C++'s own names, because kernel text defines only the short ones that it uses. Half floats are their
/// bits.
pub(super) const fn host_name(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::I8 => "signed char",
        Scalar::U8 => "unsigned char",
        Scalar::I16 => "short",
        Scalar::U16 | Scalar::F16 | Scalar::BF16 => "unsigned short",
        Scalar::I32 => "int",
        Scalar::U32 => "unsigned int",
        Scalar::I64 => "long long",
        Scalar::U64 => "unsigned long long",
        Scalar::F32 => "float",
        Scalar::F64 => "double",
    }
}

/// A number made up of `sample`, an `int` from 0 to 63: from -32 or from 0, floats by quarters. All types hold these exactly.
pub(super) fn made_up(scalar: Scalar, sample: &str) -> String {
    match scalar {
        Scalar::Bool => format!("{sample} % 2 == 1"),
        Scalar::F16 => format!("host::to_f16(({sample} - 32) / 4.0f)"),
        Scalar::BF16 => format!("host::to_bf16(({sample} - 32) / 4.0f)"),
        Scalar::F32 => format!("({sample} - 32) / 4.0f"),
        Scalar::F64 => format!("({sample} - 32) / 4.0"),
        _ if scalar.is_signed_integer() => format!("({})({sample} - 32)", host_name(scalar)),
        _ => format!("({}){sample}", host_name(scalar)),
    }
}

/// How `printf` shows the number at `place`, the arguments of `host::at`: floats with digits that tell all of them apart,
/// and their bits. Gives the format and the arguments.
pub(super) fn shown(scalar: Scalar, place: &str) -> (&'static str, String) {
    let read = |ty: &str| format!("host::at<{ty}>({place})");
    let own = read(host_name(scalar));
    match scalar {
        Scalar::Bool => ("%s", format!("{own} ? \"true\" : \"false\"")),
        Scalar::F16 => ("%.9g (0x%04x)", format!("host::from_f16({own}), {own}")),
        Scalar::BF16 => ("%.9g (0x%04x)", format!("host::from_bf16({own}), {own}")),
        Scalar::F32 => ("%.9g (0x%08x)", format!("{own}, {}", read("unsigned int"))),
        Scalar::F64 => ("%.17g (0x%016llx)", format!("{own}, {}", read("unsigned long long"))),
        Scalar::U32 => ("%u", own),
        Scalar::I64 => ("%lld", own),
        Scalar::U64 => ("%llu", own),
        Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 | Scalar::I32 => ("%d", own),
    }
}

#[cfg(test)]
mod tests {
    use super::literal;
    use crate::{Scalar, Value};

    #[test]
    fn the_host_spells_what_is_not_finite_without_the_device() {
        let of = |value: f32| literal(Value { scalar: Scalar::F32, bits: value.to_bits().into() });
        assert_eq!([of(0.5), of(f32::NEG_INFINITY), of(f32::NAN)], ["0.5f", "-(float)INFINITY", "(float)NAN"]);
        let of = |value: f64| literal(Value { scalar: Scalar::F64, bits: value.to_bits() });
        assert_eq!([of(-0.0), of(f64::INFINITY)], ["-0.0", "(double)INFINITY"]);
        assert_eq!(literal(Value { scalar: Scalar::I8, bits: 0xff }), "-1");
        assert_eq!(literal(Value { scalar: Scalar::F16, bits: 0x38 }), "(unsigned short)0x0038");
    }
}
