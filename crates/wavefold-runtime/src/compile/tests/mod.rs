//! Marks in texts, and what real compilers say to marked texts.

// The machine's own compiler is called through the emulator.
#[cfg(all(target_os = "linux", target_pointer_width = "64", target_endian = "little"))]
mod host;
mod logs;
mod marks;
mod strange_logs;

use wavefold_codegen::{Fp, KernelText, Origin};

/// A kernel with a fault in every part and in what the generator writes. Two parts stand on one line of the user's.
fn faulty(file: &str) -> KernelText {
    let source = "\
// The reduction `MaxAbs: fn(x: f32) -> f32`.

typedef unsigned int u32;

__device__ float map(float x) { return fabsf(y); }
__device__ float op(float a, float b)
{
    const float larger = a.max;
    return bigger(a, b);
}
__device__ float identity() { return none; }

template <typename T>
__device__ T first(T a, T b) { return a; }

extern \"C\" __global__ void max_abs(const float* x, float* result)
{
    float unused;
    result[0] = op(map(x[0]));
    result[1] = first(1, 2.0f);
}
";
    let origin = |lines, line| Origin { lines, file: file.into(), line };
    KernelText {
        source: source.into(),
        entry: "max_abs".into(),
        parameters: Vec::new(),
        first_index: false,
        fp: Fp::Strict,
        origins: vec![origin(5..6, 12), origin(6..11, 13), origin(11..12, 13)],
    }
}
