//! The only places where HIP and CUDA differ, written once.

use crate::text::helpers::Helpers;
use crate::text::template::{fill, indented};
use crate::text::types::{scalar_name, typedefs};
use crate::{Scalar, WarpSize};

/// Every function that a kernel may carry, whatever declaration it comes from: all that HIP and CUDA do differently, and
/// every helper for every type. It is no kernel of anybody's; compiling it shows that a compiler takes all of them.
pub fn prelude(warp_size: WarpSize) -> String {
    // Kernels have one kind of shuffle each; namespaces keep all of them apart.
    let mut shuffles =
        vec![("any", shuffle_down_any()), ("words", format!("{STRUCT}\n{}", shuffle_down_words("Triple")))];
    shuffles.extend(Scalar::ALL.map(|scalar| {
        let ty = scalar_name(scalar);
        (scalar.rust_name(), if scalar.is_half() { shuffle_down_words(ty) } else { shuffle_down(ty) })
    }));
    let mut body = format!("constexpr u32 WARP_SIZE = {warp_size};\n\n{}", Helpers::all().definitions());
    let mut calls = String::new();
    for (name, text) in shuffles {
        body.push_str(&format!("\nnamespace of_{name} {{\n{}}}\n", indented(text.trim_start(), "    ")));
    }
    for scalar in Scalar::ALL {
        let (name, ty) = (scalar.rust_name(), scalar_name(scalar));
        if scalar.is_half() {
            let half = format!("{ty}{{(u16)words[lane]}}");
            calls.push_str(&format!("total += of_{name}::shuffle_down({half}, 1).bits;\n"));
            continue;
        }
        let word = format!("({ty})words[lane]");
        calls.push_str(&format!("total += (u32)of_{name}::shuffle_down({word}, 1);\n"));
        calls.push_str(&format!("total += (u32)of_any::shuffle_down({word}, 2);\n"));
    }
    body.push_str(LAST_TO_ARRIVE);
    body.push_str(KEEP_LOADS_FIRST);
    body.push_str(SYNC_WARP);
    body.push_str(&fill(EVERYTHING, &[("calls", &calls)]));
    format!("{}\n{body}", typedefs(&body))
}

const STRUCT: &str = "
struct Triple { u8 element[3]; };
";

const EVERYTHING: &str = "
\n// Calls the templates and what shares memory: a compiler looks into those only then.
extern \"C\" __global__ void everything(u32* words, u32* arrivals)
{
    const u32 lane = threadIdx.x % WARP_SIZE;
    u32 total = 0;
    keep_loads_first();
    sync_warp();
    $calls
    total += of_words::shuffle_down(of_words::Triple{{1, 2, (u8)lane}}, 3).element[2];
    if (last_to_arrive(arrivals)) words[lane] = total;
}
";

/// `shuffle_down` for a scalar type that is one in C++ too, by the vendors' own overloads; narrow types travel as `int`.
pub(crate) fn shuffle_down(ty: &str) -> String {
    fill(SHUFFLE, &[("template", ""), ("T", ty)])
}

/// `shuffle_down` for every such type.
pub(crate) fn shuffle_down_any() -> String {
    fill(SHUFFLE, &[("template", "template <typename T>"), ("T", "T")])
}

/// `shuffle_down` for any other type, which the vendors do not move.
pub(crate) fn shuffle_down_words(ty: &str) -> String {
    fill(WORDS, &[("T", ty)])
}

const SHUFFLE: &str = "
// The value of the lane `offset` further up.
$template
__device__ $T shuffle_down($T value, u32 offset)
{
#ifdef __CUDACC__
    return __shfl_down_sync(0xffffffffu, value, offset);
#else
    return __shfl_down(value, offset, WARP_SIZE);
#endif
}
";

const WORDS: &str = "
// The value of the lane `offset` further up, moved word by word.
__device__ $T shuffle_down($T value, u32 offset)
{
    u32 words[(sizeof($T) + 3) / 4] = {};
    memcpy(words, &value, sizeof($T));
    #pragma unroll
    for (u32& word : words) {
#ifdef __CUDACC__
        word = __shfl_down_sync(0xffffffffu, word, offset);
#else
        word = __shfl_down(word, offset, WARP_SIZE);
#endif
    }
    memcpy(&value, words, sizeof($T));
    return value;
}
";

/// A warp's lanes need not be in step, so what one writes reaches another only so.
pub(crate) const SYNC_WARP: &str = "
// Waits for the lanes of the warp: what they wrote before is there for all of them.
__device__ void sync_warp()
{
#ifdef __CUDACC__
    __syncwarp();
#else
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, \"wavefront\");
    __builtin_amdgcn_wave_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, \"wavefront\");
#endif
}
";

/// Loads of several vectors stay ahead of the atomics that use the first: AMD's compiler sinks each to its use.
pub(crate) const KEEP_LOADS_FIRST: &str = "
// Keeps the loads before it ahead of what follows, so that they are on their way together.
__device__ void keep_loads_first()
{
#ifndef __CUDACC__
    __builtin_amdgcn_sched_barrier(0);
#endif
}
";

/// The hand-over between blocks: what the other blocks wrote before they arrived is visible to the last one.
pub(crate) const LAST_TO_ARRIVE: &str = "
// True for every thread of the block that arrives last, which then sees what the others wrote before.
__device__ bool last_to_arrive(u32* arrivals)
{
    __shared__ bool last;
    if (threadIdx.x == 0) {
        __threadfence();  // release what this block wrote
        // Wraps to 0 at the last arrival, ready for the next launch.
        last = atomicInc(arrivals, gridDim.x - 1) == gridDim.x - 1;
        __threadfence();  // acquire what the others wrote
    }
    __syncthreads();
    __threadfence();  // and let no thread's cache be older
    return last;
}
";

#[cfg(test)]
mod tests {
    use super::prelude;
    use crate::WarpSize;
    use crate::text::helpers;

    #[test]
    fn nothing_is_missing_from_the_prelude() {
        let text = prelude(WarpSize::W64);
        assert!(text.contains("constexpr u32 WARP_SIZE = 64;"));
        for name in helpers::names() {
            assert!(text.contains(&format!(" {name}(")), "{name}");
        }
        for call in ["of_bool::shuffle_down((bool)", "of_any::shuffle_down((double)", "last_to_arrive(arrivals)"] {
            assert!(text.contains(call), "{call}");
        }
        assert!(!text.contains('$'), "no hole is left");
    }
}
