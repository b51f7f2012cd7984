//! Structs, tuples and functions.

use super::{A, B, F32, X, binary, float, folded, over, part, tree};
use wavefold_codegen::{
    Binary, Binding, Expr, Field, FieldValue, Finish, Function, Let, Location, Scalar, Struct, Type,
};

const fn scalar(name: &'static str, scalar: Scalar, offset: u32) -> Field<'static> {
    Field { name, ty: Type::Scalar(scalar), offset }
}

const MOMENTS: Type<'static> = Type::Struct(&Struct {
    name: "Moments",
    fields: &[scalar("n", Scalar::F32, 0), scalar("mean", Scalar::F32, 4), scalar("m2", Scalar::F32, 8)],
    size: 12,
    align: 4,
});

const fn of(of: &'static Expr<'static>, field: &'static str) -> Expr<'static> {
    Expr::Field(of, field)
}

const N: Expr<'static> = Expr::Name("n");
const DELTA: Expr<'static> = Expr::Name("delta");

/// `fn merge(a: Moments, b: Moments) -> Moments`, as Welford's method joins two parts.
const MERGE: Function<'static> = Function {
    name: "merge",
    docs: &["Joins two parts of the data."],
    parameters: &[Binding { name: "a", ty: MOMENTS }, Binding { name: "b", ty: MOMENTS }],
    result: MOMENTS,
    body: part(Expr::Block {
        lets: &[
            Let { name: "n", ty: None, value: binary(Binary::Add, &of(&A, "n"), &of(&B, "n")) },
            Let { name: "delta", ty: None, value: binary(Binary::Sub, &of(&B, "mean"), &of(&A, "mean")) },
        ],
        value: &Expr::Struct {
            ty: MOMENTS,
            fields: &[
                // Not in the order of the fields.
                FieldValue {
                    name: "m2",
                    value: binary(
                        Binary::Add,
                        &binary(Binary::Add, &of(&A, "m2"), &of(&B, "m2")),
                        &binary(
                            Binary::Mul,
                            &binary(Binary::Mul, &DELTA, &DELTA),
                            &binary(Binary::Div, &binary(Binary::Mul, &of(&A, "n"), &of(&B, "n")), &N),
                        ),
                    ),
                },
                FieldValue { name: "n", value: N },
                FieldValue {
                    name: "mean",
                    value: binary(
                        Binary::Add,
                        &of(&A, "mean"),
                        &binary(Binary::Mul, &DELTA, &binary(Binary::Div, &of(&B, "n"), &N)),
                    ),
                },
            ],
        },
    }),
    constants: Vec::new,
    location: Location { file: "src/moments.rs", line: 7 },
};

#[test]
fn a_struct_of_moments_and_a_function_of_the_users() {
    let inputs = [Binding { name: "x", ty: F32 }];
    let arguments = [A, B];
    let mut spec = over(&inputs, MOMENTS, Expr::Call { function: &MERGE, arguments: &arguments });
    let one = [
        FieldValue { name: "n", value: float("1.0") },
        FieldValue { name: "mean", value: X },
        FieldValue { name: "m2", value: float("0.0") },
    ];
    spec.map = part(Expr::Struct { ty: MOMENTS, fields: &one });
    let total = Expr::Name("m");
    let (squares, count) = (Expr::Field(&total, "m2"), Expr::Field(&total, "n"));
    spec.output = F32;
    spec.finish = Some(Finish { total: "m", part: part(binary(Binary::Div, &squares, &count)) });
    for n in [1, 2, 3, 1000, 5000] {
        let data: Vec<f32> = (0..n).map(|i| (i * 37 % 101) as f32 * 0.37).collect();
        let merge = |a: [f32; 3], b: [f32; 3]| {
            let (n, delta) = (a[0] + b[0], b[1] - a[1]);
            [n, a[1] + delta * (b[0] / n), a[2] + b[2] + delta * delta * (a[0] * b[0] / n)]
        };
        let judge = tree(data.iter().map(|&x| [1.0, x, 0.0]).collect(), merge).map(|m| m[2] / m[0]).unwrap();
        assert_eq!(folded(&spec, &data, &[]), (judge.to_ne_bytes().to_vec(), true), "{n} elements");
    }
    assert!(!folded::<f32>(&spec, &[], &[]).1);
}

/// The largest value and where it stands: four bytes of padding, which are zero in the result.
#[test]
fn a_tuple_with_padding() {
    const BEST: Type<'static> = Type::Tuple(&[F32, Type::Scalar(Scalar::U64)]);
    let inputs = [Binding { name: "x", ty: F32 }];
    let (left, right) = (Expr::Field(&A, "0"), Expr::Field(&B, "0"));
    let wins = binary(Binary::Gt, &right, &left);
    let mut spec = over(&inputs, BEST, Expr::If { condition: &wins, then: &B, otherwise: &A });
    spec.item.index = Some("i");
    let number = binary(Binary::Eq, &X, &X);
    let pair = [X, Expr::Name("i")];
    spec.map = part(Expr::Tuple(&pair));
    for filter in [None, Some(part(number))] {
        spec.item.filter = filter;
        let data: Vec<f32> = (0..3000_u32).map(|i| (i * 7919 % 3001) as f32).collect();
        let mut expected = Vec::new();
        let (at, best) = data.iter().enumerate().max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
        expected.extend(best.to_ne_bytes());
        expected.extend([0; 4]);
        expected.extend((at as u64).to_ne_bytes());
        assert_eq!(folded(&spec, &data, &[]), (expected, true));
    }
}

/// Padding before, between and after fields, an alignment that no field asks for, and everything nested in it.
#[test]
fn an_awkward_struct() {
    const BYTES: Type<'static> = Type::Array { element: &Type::Scalar(Scalar::U8), length: 3 };
    const PAIR: Type<'static> = Type::Tuple(&[Type::Scalar(Scalar::U8), Type::Scalar(Scalar::U16)]);
    const AWKWARD: Type<'static> = Type::Struct(&Struct {
        name: "Awkward",
        fields: &[
            scalar("flag", Scalar::Bool, 0),
            scalar("padding", Scalar::F64, 8),
            Field { name: "bytes", ty: BYTES, offset: 16 },
            Field { name: "pairs", ty: Type::Array { element: &PAIR, length: 2 }, offset: 20 },
        ],
        size: 32,
        align: 16,
    });
    let (byte, word) = (Expr::Cast(&X, Type::Scalar(Scalar::U8)), Expr::Cast(&X, Type::Scalar(Scalar::U16)));
    let one = Expr::Integer { value: 1, suffix: None };
    let masked = binary(Binary::BitAnd, &byte, &one);
    let bytes = [byte, masked, Expr::Integer { value: 7, suffix: None }];
    let (first, second) = ([masked, word], [byte, word]);
    let pairs = [Expr::Tuple(&first), Expr::Tuple(&second)];
    let wide = Expr::Cast(&X, Type::Scalar(Scalar::F64));
    let fields = [
        FieldValue { name: "flag", value: binary(Binary::Eq, &masked, &one) },
        FieldValue { name: "padding", value: wide },
        FieldValue { name: "bytes", value: Expr::Array(&bytes) },
        FieldValue { name: "pairs", value: Expr::Array(&pairs) },
    ];
    let inputs = [Binding { name: "x", ty: Type::Scalar(Scalar::U32) }];
    let (left, right) = (Expr::Field(&A, "padding"), Expr::Field(&B, "padding"));
    let wins = binary(Binary::Gt, &right, &left);
    let mut spec = over(&inputs, AWKWARD, Expr::If { condition: &wins, then: &B, otherwise: &A });
    spec.map = part(Expr::Struct { ty: AWKWARD, fields: &fields });
    let data: Vec<u32> = (0..700).map(|i| i * 7919 % 70_001).collect();
    let most = *data.iter().max().unwrap();
    let mut expected = vec![(most & 1) as u8, 0, 0, 0, 0, 0, 0, 0];
    expected.extend(f64::from(most).to_ne_bytes());
    expected.extend([most as u8, (most & 1) as u8, 7, 0]);
    let [low, high] = (most as u16).to_ne_bytes();
    expected.extend([(most & 1) as u8, 0, low, high, most as u8, 0, low, high, 0, 0, 0, 0]);
    assert_eq!(folded(&spec, &data, &[]), (expected, true));
}

/// Elements of 12, 20, 24 and 40 bytes, read from slices that are aligned as their fields are.
#[test]
fn elements_that_no_load_fits() {
    fn check<const WORDS: usize>()
    where
        [f32; WORDS]: bytemuck::Pod,
    {
        let array = Type::Array { element: &F32, length: WORDS as u32 };
        let fields = [Field { name: "values", ty: array, offset: 0 }];
        let row = Struct { name: "Row", fields: &fields, size: 4 * WORDS as u32, align: 4 };
        let inputs = [Binding { name: "x", ty: Type::Struct(&row) }];
        let values = Expr::Field(&X, "values");
        let (first, last) = (Expr::Index(&values, 0), Expr::Index(&values, WORDS as u32 - 1));
        let mut spec = over(&inputs, F32, binary(Binary::Add, &A, &B));
        spec.map = part(binary(Binary::Sub, &first, &last));
        let data: Vec<[f32; WORDS]> =
            (0..1001).map(|i| std::array::from_fn(|k| (i * 31 % 97 + k) as f32 * 0.13 * (k + 1) as f32)).collect();
        for skipped in [0, 1] {
            let rows = &data[skipped..];
            let judge = tree(rows.iter().map(|row| row[0] - row[WORDS - 1]).collect(), |a, b| a + b).unwrap();
            assert_eq!(folded(&spec, rows, &[]), (judge.to_ne_bytes().to_vec(), true), "{WORDS} words");
        }
    }
    check::<3>();
    check::<5>();
    check::<6>();
    check::<10>();
}

/// A struct and an array known only at run time.
#[test]
fn parameters_by_value() {
    const LINE: Type<'static> = Type::Struct(&Struct {
        name: "Line",
        fields: &[scalar("slope", Scalar::F64, 0), scalar("offset", Scalar::F32, 8)],
        size: 16,
        align: 8,
    });
    const LIMITS: Type<'static> = Type::Array { element: &F32, length: 2 };
    let (line, limits) = (Expr::Name("line"), Expr::Name("limits"));
    let (slope, offset) = (Expr::Field(&line, "slope"), Expr::Field(&line, "offset"));
    let slope = Expr::Cast(&slope, F32);
    let product = binary(Binary::Mul, &X, &slope);
    let inputs = [Binding { name: "x", ty: F32 }];
    let parameters = [Binding { name: "line", ty: LINE }, Binding { name: "limits", ty: LIMITS }];
    let mut spec = over(&inputs, F32, binary(Binary::Add, &A, &B));
    spec.item.parameters = &parameters;
    spec.map = part(binary(Binary::Add, &product, &offset));
    let (low, high) = (Expr::Index(&limits, 0), Expr::Index(&limits, 1));
    let (above, below) = (binary(Binary::Ge, &X, &low), binary(Binary::Lt, &X, &high));
    spec.item.filter = Some(part(binary(Binary::And, &above, &below)));
    let data: Vec<f32> = (0..2000).map(|i| i as f32 * 0.25).collect();
    let mut line = 1.5_f64.to_ne_bytes().to_vec();
    line.extend(0.375_f32.to_ne_bytes());
    line.extend([0xab; 4]);
    let limits = [10.0_f32, 99.0].map(f32::to_ne_bytes).concat();
    // The tree is over slots, of which those of refused elements are empty.
    let slots = data.iter().map(|&x| (10.0..99.0).contains(&x).then_some(x * 1.5 + 0.375)).collect();
    let join = |a: Option<f32>, b: Option<f32>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    let judge = tree(slots, join).flatten().unwrap();
    assert_eq!(folded(&spec, &data, &[&line, &limits]), (judge.to_ne_bytes().to_vec(), true));
}

#[test]
fn truth_values_as_elements_and_results() {
    let inputs = [Binding { name: "x", ty: Type::Scalar(Scalar::Bool) }];
    let either = binary(Binary::BitXor, &A, &B);
    let mut spec = over(&inputs, Type::Scalar(Scalar::Bool), either);
    let data: Vec<u8> = (0..4099_u32).map(|i| u8::from(i * 7919 % 11 < 5)).collect();
    let odd = data.iter().filter(|&&x| x == 1).count() % 2;
    assert_eq!(folded(&spec, &data, &[]), (vec![odd as u8], true));
    spec.item.filter = Some(part(X));
    assert_eq!(folded(&spec, &data, &[]), (vec![odd as u8], true));
    assert!(!folded(&spec, &[0_u8; 77], &[]).1);
}
