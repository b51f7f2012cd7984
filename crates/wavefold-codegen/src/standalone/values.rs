//! Statements that go through all numbers of a value, wherever its type puts them.
//!
//! The host knows values as bytes: the offsets are those of the spec, which the kernel asserts.

use super::numbers;
use crate::text::template::indented;
use crate::{Scalar, Type, Value};

/// Defines `name`, a value of the kernel's type `kernel_name`, with the bytes that it has in device memory.
pub(super) fn define(ty: Type<'_>, kernel_name: &str, name: &str, bytes: &[u8]) -> String {
    match ty {
        Type::Scalar(scalar) if !scalar.is_half() => {
            format!("const {kernel_name} {name} = {};\n", numbers::literal(value(scalar, bytes)))
        }
        _ => format!("{kernel_name} {name} = {{}};\n") + &set(ty, name, 0, name, bytes),
    }
}

/// Statements that set every number of the part of `name` that begins at `offset`; comments say what each is.
fn set(ty: Type<'_>, name: &str, offset: u32, path: &str, bytes: &[u8]) -> String {
    let part = |ty, at: u32, path: String| set(ty, name, offset + at, &path, bytes);
    match ty {
        Type::Scalar(scalar) => {
            let number = numbers::literal(value(scalar, bytes.get(offset as usize..).unwrap_or_default()));
            format!("host::put(&{name}, {offset}, {number});  // {path}\n")
        }
        Type::Array { element, length } => {
            (0..length).map(|i| part(*element, i * element.size(), format!("{path}[{i}]"))).collect()
        }
        Type::Tuple(fields) => {
            (0..fields.len()).map(|i| part(fields[i], ty.tuple_offset(i), format!("{path}.{i}"))).collect()
        }
        Type::Struct(of) => of
            .fields
            .iter()
            .map(|field| part(field.ty, field.offset, format!("{path}.{}", plain(field.name))))
            .collect(),
    }
}

/// The scalar that the bytes begin with.
fn value(scalar: Scalar, bytes: &[u8]) -> Value {
    let own = bytes.iter().take(scalar.size() as usize);
    Value { scalar, bits: own.rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte)) }
}

/// A name without Rust's mark of a raw one.
fn plain(name: &str) -> &str {
    name.strip_prefix("r#").unwrap_or(name)
}

/// Statements that print every number of the value in `bytes`, each on a line that begins with its path from `name`.
pub(super) fn show(ty: Type<'_>, name: &str, bytes: &str) -> String {
    walk(ty, &Place::at(name, &[]), &|scalar, place| {
        let (format, arguments) = numbers::shown(scalar, &format!("{bytes}, {}", place.offset()));
        let mut all = place.variables.clone();
        all.push(arguments);
        format!("printf(\"{} = {format}\\n\", {});\n", place.path, all.join(", "))
    })
}

/// Statements that make up element `i` of input number `input` in `bytes`.
pub(super) fn make_up(ty: Type<'_>, input: usize, bytes: &str) -> String {
    let first = format!("i * {}", ty.size());
    walk(ty, &Place::at("", &[&first]), &|scalar, place| {
        let offset = place.offset();
        let number = numbers::made_up(scalar, &format!("host::sample({input}, {offset})"));
        format!("host::put({bytes}.data(), {offset}, {number});\n")
    })
}

/// Where a number lies.
struct Place {
    /// As a format: `result.spread[%u]`.
    path: String,
    /// The loops around it.
    variables: Vec<String>,
    /// What its offset is the sum of, besides `bytes`.
    terms: Vec<String>,
    bytes: u32,
}

impl Place {
    fn at(path: &str, terms: &[&str]) -> Self {
        let terms = terms.iter().map(ToString::to_string).collect();
        Self { path: path.into(), variables: Vec::new(), terms, bytes: 0 }
    }

    /// A part of it, so many bytes further.
    fn part(&self, path: &str, bytes: u32) -> Self {
        Self {
            path: format!("{}{path}", self.path),
            variables: self.variables.clone(),
            terms: self.terms.clone(),
            bytes: self.bytes + bytes,
        }
    }

    fn offset(&self) -> String {
        let mut terms = self.terms.clone();
        if self.bytes > 0 || terms.is_empty() {
            terms.push(self.bytes.to_string());
        }
        terms.join(" + ")
    }
}

fn walk(ty: Type<'_>, place: &Place, leaf: &dyn Fn(Scalar, &Place) -> String) -> String {
    match ty {
        Type::Scalar(scalar) => leaf(scalar, place),
        Type::Array { element, length } => {
            let variable = ["a", "b", "c", "d"]
                .get(place.variables.len())
                .map_or_else(|| format!("a_{}", place.variables.len()), |name| (*name).to_string());
            let mut each = place.part("[%u]", 0);
            each.terms.push(match element.size() {
                1 => variable.clone(),
                size => format!("{variable} * {size}"),
            });
            each.variables.push(variable.clone());
            let body = walk(*element, &each, leaf);
            format!(
                "for (u32 {variable} = 0; {variable} < {length}; {variable}++) {{\n{}}}\n",
                indented(&body, "    ")
            )
        }
        Type::Tuple(fields) => (0..fields.len())
            .map(|i| walk(fields[i], &place.part(&format!(".{i}"), ty.tuple_offset(i)), leaf))
            .collect(),
        Type::Struct(of) => of
            .fields
            .iter()
            .map(|field| walk(field.ty, &place.part(&format!(".{}", plain(field.name)), field.offset), leaf))
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::{define, make_up, show};
    use crate::{Field, Scalar, Struct, Type};

    const F64: Type<'_> = Type::Scalar(Scalar::F64);
    const PAIR: Type<'_> = Type::Tuple(&[Type::Scalar(Scalar::Bool), F64]);
    const STRUCT: Struct<'_> = Struct {
        name: "Moments",
        fields: &[
            Field { name: "n", ty: Type::Scalar(Scalar::U64), offset: 0 },
            Field { name: "spread", ty: Type::Array { element: &PAIR, length: 2 }, offset: 8 },
            Field { name: "half", ty: Type::Scalar(Scalar::F16), offset: 40 },
        ],
        size: 48,
        align: 8,
    };

    #[test]
    fn every_number_is_shown_from_where_it_lies() {
        let expected = "\
printf(\"result.n = %llu\\n\", host::at<unsigned long long>(bytes, 0));
for (u32 a = 0; a < 2; a++) {
    printf(\"result.spread[%u].0 = %s\\n\", a, host::at<bool>(bytes, a * 16 + 8) ? \"true\" : \"false\");
    printf(\"result.spread[%u].1 = %.17g (0x%016llx)\\n\", a, host::at<double>(bytes, a * 16 + 16), \
host::at<unsigned long long>(bytes, a * 16 + 16));
}
printf(\"result.half = %.9g (0x%04x)\\n\", host::from_f16(host::at<unsigned short>(bytes, 40)), \
host::at<unsigned short>(bytes, 40));
";
        assert_eq!(show(Type::Struct(&STRUCT), "result", "bytes"), expected);
    }

    #[test]
    fn every_number_of_an_element_is_made_up() {
        let expected = "\
for (u32 a = 0; a < 3; a++) {
    host::put(x_bytes.data(), i * 3 + a, (unsigned char)host::sample(1, i * 3 + a));
}
";
        let pixel = Type::Array { element: &Type::Scalar(Scalar::U8), length: 3 };
        assert_eq!(make_up(pixel, 1, "x_bytes"), expected);
        assert_eq!(make_up(F64, 0, "y"), "host::put(y.data(), i * 8, (host::sample(0, i * 8) - 32) / 4.0);\n");
    }

    #[test]
    fn values_are_set_number_by_number() {
        let bytes = 2.5_f32.to_le_bytes();
        assert_eq!(define(Type::Scalar(Scalar::F32), "float", "mean", &bytes), "const float mean = 2.5f;\n");
        let mut bytes = [0; 16];
        bytes[0] = 1;
        bytes[8..].copy_from_slice(&(-1.5_f64).to_le_bytes());
        let expected = "\
bool_f64 pair = {};
host::put(&pair, 0, true);  // pair.0
host::put(&pair, 8, -1.5);  // pair.1
";
        assert_eq!(define(PAIR, "bool_f64", "pair", &bytes), expected);
    }
}
