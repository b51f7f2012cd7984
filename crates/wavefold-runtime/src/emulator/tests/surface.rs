//! The HIP surface: values of intrinsics.

use super::{compile, launch, output};
use crate::emulator::{EmulatorError, FaultKind, Target};
use wavefold_codegen::WarpSize::{W32, W64};

#[test]
fn shuffles_follow_hip() {
    let source = r#"
extern "C" __global__ void k(int* down, int* up, int* exclusive, int* broadcast, double* wide) {
    int lane = (int)threadIdx.x;
    down[lane] = __shfl_down(lane, 3u, 8);
    up[lane] = __shfl_up(lane, 2u, 16);
    exclusive[lane] = __shfl_xor(lane, 9);
    broadcast[lane] = __shfl(lane, 5, 8);
    wide[lane] = __shfl_xor(lane * 0.5, 1);
}"#;
    for warp in [W32, W64] {
        let n = warp.lanes() as usize;
        let (mut a, mut b, mut c, mut d, mut e) =
            (vec![0i32; n], vec![0i32; n], vec![0i32; n], vec![0i32; n], vec![0.0f64; n]);
        let arguments = [output(&mut a), output(&mut b), output(&mut c), output(&mut d), output(&mut e)];
        launch(&compile(warp, source, "k"), 1, warp.lanes(), &arguments).unwrap();
        for lane in 0..n as i32 {
            let i = lane as usize;
            assert_eq!(a[i], if lane % 8 + 3 < 8 { lane + 3 } else { lane });
            assert_eq!(b[i], if lane % 16 >= 2 { lane - 2 } else { lane });
            assert_eq!(c[i], lane ^ 9);
            assert_eq!(d[i], lane / 8 * 8 + 5);
            assert_eq!(e[i], f64::from(lane ^ 1) * 0.5);
        }
    }
}

#[test]
fn dpp_folds_a_row() {
    let source = r#"
extern "C" __global__ void k(int* out, int* shifted, int* crossed) {
    int value = (int)threadIdx.x, sum = value;
    sum += __builtin_amdgcn_update_dpp(0, sum, 0xb1, 0xf, 0xf, true);  // quad_perm [1,0,3,2]
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x4e, 0xf, 0xf, true);  // quad_perm [2,3,0,1]
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x141, 0xf, 0xf, true); // row_half_mirror
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x140, 0xf, 0xf, true); // row_mirror
    out[threadIdx.x] = sum;
    shifted[threadIdx.x] = __builtin_amdgcn_update_dpp(-1, value, 0x111, 0xf, 0xf, false); // row_shr:1
    crossed[threadIdx.x] = __builtin_amdgcn_permlanex16(0, value, 0x76543210, 0xfedcba98, false, false);
}"#;
    for warp in [W32, W64] {
        let n = warp.lanes() as usize;
        let (mut a, mut b, mut c) = (vec![0i32; n], vec![0i32; n], vec![0i32; n]);
        launch(&compile(warp, source, "k"), 1, warp.lanes(), &[output(&mut a), output(&mut b), output(&mut c)])
            .unwrap();
        for lane in 0..n as i32 {
            let (i, row) = (lane as usize, lane / 16 * 16);
            assert_eq!(a[i], (row..row + 16).sum::<i32>());
            assert_eq!(b[i], if lane % 16 == 0 { -1 } else { lane - 1 });
            assert_eq!(c[i], lane ^ 16);
        }
    }
}

#[test]
fn row_broadcasts_fold_a_wave64() {
    let source = r#"
extern "C" __global__ void k(int* out) {
    int sum = 1;
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x111, 0xf, 0xf, true); // row_shr:1
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x112, 0xf, 0xf, true); // row_shr:2
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x114, 0xf, 0xf, true); // row_shr:4
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x118, 0xf, 0xf, true); // row_shr:8
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x142, 0xa, 0xf, false); // row_bcast:15
    sum += __builtin_amdgcn_update_dpp(0, sum, 0x143, 0xc, 0xf, false); // row_bcast:31
    out[threadIdx.x] = sum;
}"#;
    let mut out = [0i32; 64];
    launch(&compile(W64, source, "k"), 1, 64, &[output(&mut out)]).unwrap();
    assert_eq!(out.to_vec(), (1..=64).collect::<Vec<i32>>(), "an inclusive scan of ones");
}

#[test]
fn atomics_have_hip_semantics() {
    let source = r#"
__device__ unsigned uses;
extern "C" __global__ void k(unsigned* u, int* i, unsigned long long* w, float* f, double* d) {
    atomicAdd(&u[0], 2u); atomicSub(&u[1], 1u); atomicInc(&u[2], 9u); atomicDec(&u[3], 4u); atomicOr(&u[4], 1u << (threadIdx.x % 32));
    atomicMin(&i[0], -(int)threadIdx.x); atomicMax(&i[1], (int)threadIdx.x); atomicXor(&i[2], 1); atomicAnd(&i[3], 6); atomicCAS(&i[4], 0, 5);
    atomicAdd(&w[0], 1ull << 40); atomicMax(&w[1], (unsigned long long)threadIdx.x << 33);
    atomicAdd(f, 0.5f); atomicAdd(d, 0.25);
    __hip_atomic_fetch_add(&uses, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    __syncthreads();
    if (threadIdx.x == 0) u[5] = __hip_atomic_load(&uses, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
}"#;
    let (mut u, mut i, mut w, mut f, mut d) =
        ([0u32, 100, 0, 0, 0, 0], [0i32, 0, 0, 7, 0], [0u64; 2], [0.0f32], [0.0f64]);
    launch(
        &compile(W32, source, "k"),
        1,
        64,
        &[output(&mut u), output(&mut i), output(&mut w), output(&mut f), output(&mut d)],
    )
    .unwrap();
    assert_eq!(u, [128, 36, 4, 1, u32::MAX, 64]);
    assert_eq!(i, [-63, 63, 0, 6, 5]);
    assert_eq!((w, f, d), ([64 << 40, 63 << 33], [32.0], [16.0]));
}

#[test]
fn numbers_are_rusts() {
    let source = r#"
struct Pair { float a; int b; };
__constant__ const int primes[4] = {2, 3, 5, 7};
extern "C" __global__ void k(float* f, unsigned* u, Pair pair) {
    f[0] = fmaf(pair.a, 3.0f, 1e-8f); f[1] = sqrtf(2.0f); f[2] = floorf(-1.5f); f[3] = pair.a * 3.0f + 1e-8f;
    f[4] = __int_as_float(0x40490fdb); f[5] = fmaxf(pair.a, -0.0f);
    u[0] = __umulhi(0xffffffffu, 3u); u[1] = (unsigned)__popcll(0xff00ffull); u[2] = (unsigned)__clz(1); u[3] = (unsigned)__ffs(8);
    u[4] = (unsigned)primes[pair.b]; u[5] = __builtin_nontemporal_load(&u[4]);
    u[6] = (unsigned)(__umul64hi(~0ull, 5ull)); u[7] = __float_as_uint(-0.0f);
}"#;
    let (mut f, mut u) = ([0.0f32; 6], [0u32; 8]);
    let mut pair = 0.1f32.to_ne_bytes().to_vec();
    pair.extend(2i32.to_ne_bytes());
    let arguments = [output(&mut f), output(&mut u), crate::emulator::Argument::Value(&pair)];
    launch(&compile(W32, source, "k"), 1, 1, &arguments).unwrap();
    let expected =
        [0.1f32.mul_add(3.0, 1e-8), 2f32.sqrt(), -2.0, 0.1f32 * 3.0 + 1e-8, f32::from_bits(0x4049_0fdb), 0.1];
    assert_eq!(f, expected);
    assert_eq!(u, [2, 16, 31, 4, 5, 5, 4, 1 << 31]);
}

#[test]
fn half_floats_where_the_compiler_has_them() {
    let emulator = crate::emulator::Emulator::new(W32).unwrap();
    let source = r#"
extern "C" __global__ void k(float* out, unsigned short* bits) {
    out[0] = (float)__builtin_bit_cast(_Float16, bits[0]);
    bits[0] = __builtin_bit_cast(unsigned short, (_Float16)(out[0] * 2.0f));
}"#;
    match emulator.compile(source, "k") {
        Ok(kernel) => {
            let (mut out, mut bits) = ([0.0f32], [0x3e00u16]);
            launch(&kernel, 1, 1, &[output(&mut out), output(&mut bits)]).unwrap();
            assert_eq!((out, bits), ([1.5], [0x4200]));
        }
        Err(error) => assert!(error.to_string().contains("_Float16 is not supported"), "{error}"),
    }
}

#[test]
fn shared_memory_may_be_sized_at_launch() {
    let source = r#"
extern __shared__ float words[];
extern "C" __global__ void k(float* out) {
    extern __shared__ unsigned char bytes[];
    words[threadIdx.x] = (float)threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = words[blockDim.x - 1 - threadIdx.x] + (float)bytes[3];
}"#;
    let (kernel, mut out) = (compile(W32, source, "k"), [0.0f32; 64]);
    let arguments = [output(&mut out)];
    // SAFETY: the buffer lives for the call and is the kernel's only parameter.
    let launch = |block, bytes| unsafe { kernel.launch_with_shared(1, block, bytes, &arguments) };
    launch(64, 256).unwrap();
    assert_eq!(out[..3], [63.0, 62.0, 61.0]);
    let found = super::fault(launch(64, 252));
    let expected =
        Target::Variable { name: "extern __shared__".to_owned(), shared: true, offset: 252, bytes: 252 };
    assert!(matches!(&found.kind, FaultKind::OutOfBounds(access) if access.target == expected), "{found}");
    assert_eq!(found.lines[0].line, 5);
    assert!(matches!(launch(1, 1 << 20), Err(EmulatorError::SharedBytes { .. })));
}

#[test]
fn a_kernel_may_be_an_instance_of_a_template() {
    let source = r#"
template <class T, int SCALE> __global__ void k(T* out) { out[threadIdx.x] = (T)threadIdx.x * SCALE; }"#;
    let mut out = [0u32; 3];
    launch(&compile(W32, source, "k<unsigned, 5>"), 1, 3, &[output(&mut out)]).unwrap();
    assert_eq!(out, [0, 5, 10]);
}
