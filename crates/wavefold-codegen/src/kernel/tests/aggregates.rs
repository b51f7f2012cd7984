//! Structs and tuples: their definitions, their values, and what is wrong with them.

use super::{A, B, F32, FIELDS, MOMENTS, X, lines, part, spec, text};
use crate::{Binary, Binding, Expr, Field, FieldValue, GenerateError, Scalar, Struct, Type};

const INPUT: &[Binding<'static>] = &[Binding { name: "x", ty: F32 }];
const ONE: Expr<'static> = Expr::Float { digits: "1.0", suffix: None };

const fn value(name: &'static str, value: Expr<'static>) -> FieldValue<'static> {
    FieldValue { name, value }
}

#[test]
fn a_struct_is_as_the_host_believes() {
    let fields = [value("mean", X), value("n", ONE)];
    let text = text(&spec(INPUT, MOMENTS, Expr::Struct { ty: MOMENTS, fields: &fields }, A)).unwrap();
    let definition = "\
struct Moments { float n; float mean; };
static_assert(sizeof(Moments) == 8 && alignof(Moments) == 4, \"laid out as in Rust\");
";
    assert!(text.source.contains(definition), "{}", text.source);
    // In the order of the fields, whatever the user's is.
    assert!(
        text.source.contains("__device__ Moments map(float x) { return Moments{1.0f, x}; }"),
        "{}",
        text.source
    );
}

#[test]
fn padding_has_members_and_every_member_a_value() {
    const PAIR: Type<'static> = Type::Tuple(&[Type::Scalar(Scalar::U8), Type::Scalar(Scalar::U32)]);
    const FIELDS: &[Field<'static>] = &[
        Field { name: "padding", ty: Type::Scalar(Scalar::Bool), offset: 0 },
        Field { name: "pair", ty: PAIR, offset: 4 },
    ];
    const PADDED: Type<'static> = Type::Struct(&Struct { name: "Padded", fields: FIELDS, size: 16, align: 16 });
    let (one, two) = (Expr::Integer { value: 1, suffix: None }, Expr::Integer { value: 2, suffix: None });
    let pair = [one, two];
    let fields = [
        FieldValue { name: "padding", value: Expr::Bool(true) },
        FieldValue { name: "pair", value: Expr::Tuple(&pair) },
    ];
    let text = text(&spec(INPUT, PADDED, Expr::Struct { ty: PADDED, fields: &fields }, A)).unwrap();
    for line in [
        "struct tuple_u8_u32 { u8 _0; u8 padding[3]; u32 _1; };",
        "struct alignas(16) Padded { bool padding; u8 padding_2[3]; tuple_u8_u32 pair; u8 padding_3[4]; };",
    ] {
        assert_eq!(lines(&text, line), [line], "{}", text.source);
    }
    let value = "return Padded{true, {}, tuple_u8_u32{1, {}, 2u}, {}};";
    assert_eq!(lines(&text, value).len(), 1, "{}", text.source);
}

#[test]
fn names_meet_neither_each_other_nor_ours() {
    // Two structs of one name, one named as a variable of the kernel's, and a `let` named as a struct.
    const OTHER: Type<'static> =
        Type::Struct(&Struct { name: "Moments", fields: &[FIELDS[0]], size: 4, align: 4 });
    const TOTAL: Type<'static> = Type::Struct(&Struct {
        name: "total",
        fields: &[
            Field { name: "int", ty: MOMENTS, offset: 0 },
            Field { name: "Moments_2", ty: OTHER, offset: 8 },
        ],
        size: 12,
        align: 4,
    });
    let inputs = [Binding { name: "Moments", ty: TOTAL }];
    let text = text(&spec(&inputs, TOTAL, Expr::Name("Moments"), A)).unwrap();
    let definition = "struct total_ { Moments int_; Moments_2 Moments_2_2; };";
    assert_eq!(lines(&text, definition), [definition], "{}", text.source);
    let map = "__device__ total_ map(total_ Moments_3) { return Moments_3; }";
    assert_eq!(lines(&text, map), [map], "{}", text.source);
}

#[test]
fn a_vector_is_no_more_aligned_than_its_elements_add_up_to() {
    for (words, aligned) in [(3, ""), (5, ""), (6, "alignas(8) "), (10, "alignas(8) ")] {
        let array = Type::Array { element: &F32, length: words };
        let fields = [Field { name: "values", ty: array, offset: 0 }];
        let row = Struct { name: "Row", fields: &fields, size: 4 * words, align: 4 };
        let inputs = [Binding { name: "x", ty: Type::Struct(&row) }];
        let values = Expr::Field(&X, "values");
        let text = text(&spec(&inputs, F32, Expr::Index(&values, 0), A)).unwrap();
        let vector = format!("struct {aligned}RowVector {{ Row element[VECTOR_WIDTH]; }};");
        assert_eq!(lines(&text, "RowVector {"), [vector.as_str()]);
        assert_eq!(text.source.contains("alignof(RowVector)"), !aligned.is_empty(), "{}", text.source);
    }
}

#[test]
fn what_does_not_fit_together_is_an_error() {
    let error = |map: Expr<'static>| text(&spec(INPUT, MOMENTS, map, A)).unwrap_err().to_string();
    const N: FieldValue<'static> = value("n", ONE);
    const MEAN: FieldValue<'static> = value("mean", X);
    const M2: FieldValue<'static> = value("m2", ONE);
    const WRONG: FieldValue<'static> = value("mean", Expr::Bool(true));
    let of = |fields: &'static [FieldValue<'static>]| Expr::Struct { ty: MOMENTS, fields };
    assert_eq!(error(of(&[N])), "`map:` makes a `Moments` without its field `mean`; give it a value");
    assert_eq!(error(of(&[N, MEAN, N])), "`map:` gives the field `n` of `Moments` twice; give it once");
    assert_eq!(error(of(&[N, MEAN, M2])), "`map:` uses the field `m2` of a `Moments`, which has no such field");
    assert_eq!(error(of(&[N, WRONG])), "`map:` needs `f32` but has `bool`");
    assert_eq!(error(X), "`map:` needs `Moments` but has `f32`");
    assert_eq!(error(Expr::Field(&X, "n")), "`map:` uses the field `n` of a `f32`, which has no such field");
    const PAIR: Expr<'static> = Expr::Tuple(&[X, X]);
    for wrong in ["2", "00", "+0", "n"] {
        let message = format!("`map:` uses the field `{wrong}` of a `(f32, f32)`, which has no such field");
        assert_eq!(error(Expr::Field(&PAIR, wrong)), message);
    }
    let sum = Expr::Binary(Binary::Add, &A, &B);
    let of_structs = text(&spec(INPUT, MOMENTS, of(&[N, MEAN]), sum)).unwrap_err().to_string();
    assert_eq!(of_structs, "`op:` an operator computes with a `Moments`, which is no number; use its parts");
}

#[test]
fn what_cannot_lie_in_memory_so_is_an_error() {
    let error = |fields: &[Field<'_>], size, align| {
        let of = Struct { name: "S", fields, size, align };
        match text(&spec(INPUT, Type::Struct(&of), X, A)) {
            Err(GenerateError::Layout { what, .. }) => what,
            other => panic!("{other:?}"),
        }
    };
    let at = |offset| Field { name: "f", ty: F32, offset };
    assert_eq!(error(&[], 0, 1), "it has no bytes; give it a field");
    assert_eq!(error(&[at(2)], 8, 4), "the field `f` at byte 2 needs an alignment of 4");
    assert_eq!(error(&[at(0)], 4, 2), "the field `f` at byte 0 needs an alignment of 4");
    assert_eq!(error(&[at(0), at(0)], 8, 4), "the field `f` begins at byte 0, before byte 4 is over");
    assert_eq!(error(&[at(4)], 4, 4), "its fields end at byte 8, but it has 4");
    assert_eq!(error(&[at(0)], 6, 4), "6 bytes are no multiple of its alignment, 4");
    assert_eq!(error(&[at(0)], 6, 0), "6 bytes are no multiple of its alignment, 0");
}

#[test]
fn a_run_time_struct_is_passed_by_value() {
    let parameters = [Binding { name: "prior", ty: MOMENTS }, Binding { name: "unused", ty: Type::Tuple(&[F32]) }];
    let prior = Expr::Name("prior");
    let mean = Expr::Field(&prior, "mean");
    let mut of_prior = spec(INPUT, F32, Expr::Binary(Binary::Sub, &X, &mean), A);
    of_prior.item.parameters = &parameters;
    of_prior.identity = Some(part(ONE));
    let text = text(&of_prior).unwrap();
    assert_eq!(text.parameters, [0]);
    let map = "__device__ float map(float x, Moments prior) { return x - prior.mean; }";
    assert_eq!(lines(&text, map), [map], "{}", text.source);
    assert_eq!(lines(&text, "u64 n, Moments prior, float* partials").len(), 1, "{}", text.source);
    assert!(!text.source.contains("tuple_"), "{}", text.source);
}
