//! Half floats: every conversion to the bit, and arithmetic that is rounded after every operation.

use super::super::{compile, input, launch, output};
use super::{A, B, F32, X, binary, folded, over, part, tree};
use half::{bf16, f16};
use wavefold_codegen::{Binary, Binding, Expr, Method, Scalar, Type, WarpSize, prelude};

/// The conversions of the prelude, as kernels would carry them.
fn conversions() -> String {
    let mut source = prelude(WarpSize::W32);
    source.push_str(
        r#"
extern "C" __global__ void narrow(const float* x, u32 n, u16* f16s, u16* bf16s)
{
    for (u32 i = threadIdx.x; i < n; i += 64) {
        f16s[i] = to_f16(x[i]).bits;
        bf16s[i] = to_bf16(x[i]).bits;
    }
}
extern "C" __global__ void widen(const u16* bits, u32 n, float* f16s, float* bf16s)
{
    for (u32 i = threadIdx.x; i < n; i += 64) {
        f16s[i] = to_f32(f16{bits[i]});
        bf16s[i] = to_f32(bf16{bits[i]});
    }
}
"#,
    );
    source
}

/// NaN as one value: which one it is differs between devices.
fn same(a: f32, b: f32) -> bool {
    a.is_nan() && b.is_nan() || a.to_bits() == b.to_bits()
}

#[test]
fn every_half_float_widens_exactly() {
    let bits: Vec<u16> = (0..=u16::MAX).collect();
    let (mut f16s, mut bf16s) = (vec![0.0_f32; bits.len()], vec![0.0_f32; bits.len()]);
    let n = (bits.len() as u32).to_ne_bytes();
    let kernel = compile(WarpSize::W32, &conversions(), "widen");
    let arguments = [input(&bits), crate::emulator::Argument::Value(&n), output(&mut f16s), output(&mut bf16s)];
    launch(&kernel, 1, 64, &arguments).unwrap();
    for ((&bits, &wide), &brain) in bits.iter().zip(&f16s).zip(&bf16s) {
        assert!(same(wide, f16::from_bits(bits).to_f32()), "{bits:#x}: {wide}");
        assert!(same(brain, bf16::from_bits(bits).to_f32()), "{bits:#x}: {brain}");
    }
}

#[test]
fn floats_round_to_the_nearest_half() {
    // Every half float, the middle to its next, and what lies beside both.
    let mut data = Vec::new();
    for bits in 0..=u16::MAX {
        for wide in [f16::from_bits(bits).to_f32(), bf16::from_bits(bits).to_f32()] {
            let at = wide.to_bits();
            let halfway = [0x0000_1000, 0x0000_8000].map(|half| at.wrapping_add(half));
            for near in [at].into_iter().chain(halfway) {
                data.extend([near.wrapping_sub(1), near, near.wrapping_add(1)].map(f32::from_bits));
            }
        }
    }
    // Halfway between neighbours that are no normal half floats.
    data.extend((0..2048).map(|i| i as f32 * 2.0_f32.powi(-25)));
    let (mut f16s, mut bf16s) = (vec![0_u16; data.len()], vec![0_u16; data.len()]);
    let n = (data.len() as u32).to_ne_bytes();
    let kernel = compile(WarpSize::W32, &conversions(), "narrow");
    let arguments = [input(&data), crate::emulator::Argument::Value(&n), output(&mut f16s), output(&mut bf16s)];
    launch(&kernel, 1, 64, &arguments).unwrap();
    for ((&x, &half), &brain) in data.iter().zip(&f16s).zip(&bf16s) {
        let (half, brain) = (f16::from_bits(half), bf16::from_bits(brain));
        assert!(same(half.to_f32(), f16::from_f32_const(x).to_f32()), "{:#x}: {half}", x.to_bits());
        assert!(same(brain.to_f32(), bf16::from_f32_const(x).to_f32()), "{:#x}: {brain}", x.to_bits());
    }
}

/// `(-x * 0.1 + x.sqrt()).max(x)`, summed; a `mul_add` and a `%` in the op.
fn spec_of(scalar: Scalar, check: impl Fn(&wavefold_codegen::ReductionSpec<'_>)) {
    let ty = Type::Scalar(scalar);
    let inputs = [Binding { name: "x", ty }];
    let tenth = Expr::Cast(&Expr::Float { digits: "0.1", suffix: None }, ty);
    let (negative, root) = (Expr::Unary(wavefold_codegen::Unary::Neg, &X), [X]);
    let root = Expr::Method { method: Method::Sqrt, on: None, arguments: &root };
    let product = binary(Binary::Mul, &negative, &tenth);
    let arguments = [binary(Binary::Add, &product, &root), X];
    let two = Expr::Cast(&Expr::Float { digits: "2.0", suffix: None }, ty);
    let fused = [A, two, B];
    let fused = Expr::Method { method: Method::MulAdd, on: None, arguments: &fused };
    let modulus = Expr::Cast(&Expr::Float { digits: "100.0", suffix: None }, ty);
    let mut spec = over(&inputs, ty, binary(Binary::Rem, &fused, &modulus));
    spec.map = part(Expr::Method { method: Method::Max, on: None, arguments: &arguments });
    check(&spec);
}

macro_rules! folds {
    ($name:ident, $half:ident, $scalar:expr) => {
        #[test]
        fn $name() {
            let round = $half::from_f32;
            let map = |x: $half| {
                let product = round((-x).to_f32() * round(0.1).to_f32());
                let sum = round(product.to_f32() + round(x.to_f32().sqrt()).to_f32());
                sum.to_f32().max(x.to_f32())
            };
            let op = |a: $half, b: $half| {
                let fused = round(a.to_f32().mul_add(2.0, b.to_f32()));
                round(fused.to_f32() % 100.0)
            };
            spec_of($scalar, |spec| {
                let data: Vec<u16> = (0..3001).map(|i| round((i * 7 % 1009) as f32 * 0.37).to_bits()).collect();
                let values = data.iter().map(|&bits| round(map($half::from_bits(bits)))).collect();
                let judge = tree(values, op).unwrap();
                assert_eq!(folded(spec, &data, &[]), (judge.to_bits().to_ne_bytes().to_vec(), true));
                let mut filtered = *spec;
                let accepted = binary(Binary::Eq, &X, &X);
                filtered.item.filter = Some(part(accepted));
                assert_eq!(folded(&filtered, &data, &[]), (judge.to_bits().to_ne_bytes().to_vec(), true));
            });
        }
    };
}

folds!(half_precision_is_rounded_after_every_operation, f16, Scalar::F16);
folds!(brain_floats_are_rounded_after_every_operation, bf16, Scalar::BF16);

/// Half floats as elements, folded as `f32`.
#[test]
fn a_sum_of_halves_in_single_precision() {
    let inputs = [Binding { name: "x", ty: Type::Scalar(Scalar::F16) }];
    let mut spec = over(&inputs, F32, binary(Binary::Add, &A, &B));
    spec.map = part(Expr::Cast(&X, F32));
    let data: Vec<u16> = (0..5003).map(|i| f16::from_f32((i % 613) as f32 * 0.11).to_bits()).collect();
    let judge = tree(data.iter().map(|&bits| f16::from_bits(bits).to_f32()).collect(), |a, b| a + b).unwrap();
    assert_eq!(folded(&spec, &data, &[]), (judge.to_ne_bytes().to_vec(), true));
}
