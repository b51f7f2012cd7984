// HIP on the host: what a kernel text may rely on without including anything.
//
// No standard header is included: the text must stay as self-contained as it is for hiprtc, and a
// kernel must compile in a fraction of a second. Device memory, barriers and warp operations live in
// the runtime, which is compiled once and linked to every kernel.

#define __HIP__ 1
#define __HIPCC__ 1
#define __HIPCC_RTC__ 1
#define __HIP_PLATFORM_AMD__ 1
#define __HIP_DEVICE_COMPILE__ 1
#define WAVEFOLD_EMULATOR 1

// Code that belongs to the emulator is not checked: it runs on behalf of a thread, not as one.
#if defined(__clang__)
#define WAVEFOLD_UNCOVERED __attribute__((no_sanitize("coverage")))
#elif defined(__has_attribute)
#if __has_attribute(no_sanitize_coverage)
#define WAVEFOLD_UNCOVERED __attribute__((no_sanitize_coverage))
#endif
#endif
#if !defined(WAVEFOLD_UNCOVERED)
#define WAVEFOLD_UNCOVERED
#endif
#if defined(WAVEFOLD_COUNTING)
// Nor are its branches counted: inlined, they would be the kernel's.
#define WAVEFOLD_INLINE static inline __attribute__((noinline)) WAVEFOLD_UNCOVERED
#else
#define WAVEFOLD_INLINE static inline __attribute__((always_inline))
#endif
#if defined(__clang__)
#define WAVEFOLD_UNCHECKED WAVEFOLD_UNCOVERED __attribute__((no_sanitize("thread", "undefined")))
#else
#define WAVEFOLD_UNCHECKED WAVEFOLD_UNCOVERED __attribute__((no_sanitize("thread"), no_sanitize("undefined")))
#endif

// A place where threads meet is known by the address of its call: calls are neither merged nor copied.
#if defined(__clang__)
#define WAVEFOLD_MEETING __attribute__((convergent, noduplicate, nomerge))
#else
#define WAVEFOLD_MEETING
#endif

// A kernel is never inlined into its (unchecked) trampoline, or its accesses would go unchecked too.
#define __global__ __attribute__((noinline))
// Where instructions are counted, calls are part of their callers: a struct that is passed is a load there, of which the
// compiler says nothing where it passes it to a function.
#if defined(WAVEFOLD_COUNTING)
#define __device__ __attribute__((always_inline))
#else
#define __device__
#endif
#define __host__
#define __constant__
#define __managed__
// Every shared variable has a section of its own; the linker gathers them in one, with gaps (see gaps.ld).
#define WAVEFOLD_TEXT(x) #x
#define WAVEFOLD_SECTION(n) section("wavefold_shared_" WAVEFOLD_TEXT(n))
#define __dynamic__ // in place of __shared__ after extern, see dynamic.rs
#define __shared__ static __attribute__((WAVEFOLD_SECTION(__COUNTER__)))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define amdgpu_flat_work_group_size(...)
#define amdgpu_num_vgpr(...)
#define amdgpu_waves_per_eu(...)
#if !defined(__clang__)
// g++ ignores this attribute with a warning and would make a scalar of the vector type: refuse instead.
#define ext_vector_type(n) vector_size(ext_vector_type_needs_clang_use_vector_size)
#endif

typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __UINTPTR_TYPE__ uintptr_t;

extern "C" {
void* memcpy(void* to, const void* from, size_t size);
void* memset(void* to, int byte, size_t size);
}

#define WAVEFOLD_VECTORS(type, name)                                                                 \
    struct name##1 { type x; };                                                                      \
    struct alignas(2 * sizeof(type)) name##2 { type x, y; };                                         \
    struct name##3 { type x, y, z; };                                                                \
    struct alignas(4 * sizeof(type) < 16 ? 4 * sizeof(type) : 16) name##4 { type x, y, z, w; };      \
    WAVEFOLD_INLINE name##2 make_##name##2(type x, type y) { return {x, y}; }                        \
    WAVEFOLD_INLINE name##3 make_##name##3(type x, type y, type z) { return {x, y, z}; }             \
    WAVEFOLD_INLINE name##4 make_##name##4(type x, type y, type z, type w) { return {x, y, z, w}; }
WAVEFOLD_VECTORS(signed char, char)
WAVEFOLD_VECTORS(unsigned char, uchar)
WAVEFOLD_VECTORS(short, short)
WAVEFOLD_VECTORS(unsigned short, ushort)
WAVEFOLD_VECTORS(int, int)
WAVEFOLD_VECTORS(unsigned int, uint)
WAVEFOLD_VECTORS(long, long)
WAVEFOLD_VECTORS(unsigned long, ulong)
WAVEFOLD_VECTORS(long long, longlong)
WAVEFOLD_VECTORS(unsigned long long, ulonglong)
WAVEFOLD_VECTORS(float, float)
WAVEFOLD_VECTORS(double, double)
#undef WAVEFOLD_VECTORS

struct dim3 {
    unsigned x, y, z;
    constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

// Within one thread these never change, so the compiler may call them once ("const").
extern "C" {
unsigned __wavefold_thread_index() __attribute__((const, nothrow));
unsigned __wavefold_block_index() __attribute__((const, nothrow));
unsigned __wavefold_block_size() __attribute__((const, nothrow));
unsigned __wavefold_grid_size() __attribute__((const, nothrow));
unsigned __wavefold_lane() __attribute__((const, nothrow));
void __wavefold_block_barrier() WAVEFOLD_MEETING;
void __wavefold_trap() __attribute__((noreturn));
}
WAVEFOLD_INLINE uint3 __wavefold_thread3() { return {__wavefold_thread_index(), 0, 0}; }
WAVEFOLD_INLINE uint3 __wavefold_block3() { return {__wavefold_block_index(), 0, 0}; }
WAVEFOLD_INLINE dim3 __wavefold_block_dim() { return dim3(__wavefold_block_size()); }
WAVEFOLD_INLINE dim3 __wavefold_grid_dim() { return dim3(__wavefold_grid_size()); }
#define threadIdx (__wavefold_thread3())
#define blockIdx (__wavefold_block3())
#define blockDim (__wavefold_block_dim())
#define gridDim (__wavefold_grid_dim())

WAVEFOLD_INLINE void __syncthreads() { __wavefold_block_barrier(); }
// Blocks run in turn and fibers switch only at known places: a fence has nothing to order but the compiler.
WAVEFOLD_INLINE void __threadfence() { asm volatile("" ::: "memory"); }
WAVEFOLD_INLINE void __threadfence_block() { asm volatile("" ::: "memory"); }
WAVEFOLD_INLINE void __threadfence_system() { asm volatile("" ::: "memory"); }
#define __builtin_trap() __wavefold_trap()
template <class T> WAVEFOLD_INLINE T __ldg(const T* address) { return *address; }
#if !defined(__clang__)
#define __builtin_assume(condition) ((void)0)
#endif

#if !defined(__has_builtin) || !__has_builtin(__builtin_nontemporal_load)
#define __builtin_nontemporal_load(address) (*(address))
#define __builtin_nontemporal_store(value, address) ((void)(*(address) = (value)))
#endif
