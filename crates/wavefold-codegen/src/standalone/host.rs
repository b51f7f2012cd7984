//! The text of the host, with holes.

/// The whole file. What is spelled differently by the two vendors stands in one block on top.
pub(super) const FILE: &str = "
$comment

// Compilers of kernels alone, hiprtc and NVRTC, have neither headers nor a host.
#if !defined(__HIPCC_RTC__) && !defined(__CUDACC_RTC__)
#ifdef __CUDACC__
#include <cuda_runtime.h>
#define GPU(name) cuda##name
#define GPU_WARP_SIZE cudaDevAttrWarpSize
#else
#include <hip/hip_runtime.h>
#define GPU(name) hip##name
#define GPU_WARP_SIZE hipDeviceAttributeWarpSize
#endif
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#endif

// ── The kernel ──────────────────────────────────────────────────────────────

$kernel

// ── The host ────────────────────────────────────────────────────────────────
#if !defined(__HIPCC_RTC__) && !defined(__CUDACC_RTC__)

$helpers

$main
#endif
";

/// What every `main` calls. The namespace keeps it apart from the kernel's functions; [`HALVES`] and its end follow.
pub(super) const HELPERS: &str = "\
#define TEXT(...) #__VA_ARGS__
#define CHECK(...) host::check(__VA_ARGS__, TEXT(__VA_ARGS__))

namespace host {

// Ends the program if a call to the GPU has failed.
static void check(GPU(Error_t) error, const char* call)
{
    if (error == GPU(Success)) return;
    fprintf(stderr, \"%s failed: %s\\n\", call, GPU(GetErrorString)(error));
    exit(1);
}

// The bytes of a file.
static std::vector<unsigned char> read_file(const char* path)
{
    std::vector<unsigned char> bytes;
    unsigned char part[65536];
    FILE* file = fopen(path, \"rb\");
    while (file && !feof(file) && !ferror(file)) {
        const size_t length = fread(part, 1, sizeof(part), file);
        bytes.insert(bytes.end(), part, part + length);
    }
    if (!file || ferror(file)) {
        perror(path);
        exit(1);
    }
    fclose(file);
    return bytes;
}

// A number from 0 to 63 for the bytes at an offset of an input that is made up.
static int sample(u64 input, u64 offset)
{
    return (int)(((input << 40) + offset + 1) * 0x9e3779b97f4a7c15 >> 58);
}

// Writes a value at an offset.
template <typename T>
static void put(void* bytes, u64 offset, T value)
{
    memcpy((unsigned char*)bytes + offset, &value, sizeof(T));
}

// The value at an offset.
template <typename T>
static T at(const std::vector<unsigned char>& bytes, u64 offset)
{
    T value;
    memcpy(&value, &bytes[offset], sizeof(T));
    return value;
}

// Device memory for `count` values, all bytes zero. The driver frees it when the program ends.
template <typename T>
static T* allocate(u64 count)
{
    T* memory = nullptr;
    const u64 bytes = (count > 0 ? count : 1) * sizeof(T);
    CHECK(GPU(Malloc)((void**)&memory, bytes));
    CHECK(GPU(Memset)(memory, 0, bytes));
    return memory;
}

// Device memory with these bytes.
template <typename T>
static const T* upload(const std::vector<unsigned char>& bytes)
{
    T* memory = allocate<T>(bytes.size() / sizeof(T));
    CHECK(GPU(Memcpy)(memory, bytes.data(), bytes.size(), GPU(MemcpyHostToDevice)));
    return memory;
}

// The bytes of `count` values, when the kernel is done.
template <typename T>
static std::vector<unsigned char> download(const T* memory, u64 count)
{
    std::vector<unsigned char> bytes(count * sizeof(T));
    CHECK(GPU(Memcpy)(bytes.data(), memory, bytes.size(), GPU(MemcpyDeviceToHost)));
    return bytes;
}

";

/// Half floats, which hosts have no type for; each function is there if `main` calls it.
pub(super) const HALVES: [(&str, &str); 4] = [
    (
        "to_f16",
        "\
// The bits of an f16, for numbers that are one, and no subnormal one.
static unsigned short to_f16(float value)
{
    unsigned int bits;
    memcpy(&bits, &value, sizeof(bits));
    if (value == 0) return 0;
    return (unsigned short)((bits >> 16 & 0x8000) | (((bits >> 23 & 0xff) - 112) << 10) | (bits >> 13 & 0x3ff));
}

",
    ),
    (
        "from_f16",
        "\
// The value of an f16.
static float from_f16(unsigned short bits)
{
    const int exponent = bits >> 10 & 31;
    const float fraction = (float)(bits & 0x3ff) / 1024;
    const float size = exponent == 31 ? (fraction > 0 ? NAN : INFINITY)
                     : exponent == 0  ? ldexpf(fraction, -14)
                                      : ldexpf(1 + fraction, exponent - 15);
    return bits >> 15 ? -size : size;
}

",
    ),
    (
        "to_bf16",
        "\
// The bits of a bf16, for numbers that are one.
static unsigned short to_bf16(float value)
{
    unsigned int bits;
    memcpy(&bits, &value, sizeof(bits));
    return (unsigned short)(bits >> 16);
}

",
    ),
    (
        "from_bf16",
        "\
// The value of a bf16.
static float from_bf16(unsigned short bits)
{
    const unsigned int wide = (unsigned int)bits << 16;
    float value;
    memcpy(&value, &wide, sizeof(value));
    return value;
}

",
    ),
];

/// The program, in the order of what happens.
pub(super) const MAIN: &str = "
int main(int argc, char** argv)
{
    $parameters
    $constants
    // The elements: of one file for every input, or made up.
    if (argc != 1 && argc != $arguments_with_files) {
        fprintf(stderr, \"usage: %s$usage\\n\", argv[0]);
        return 2;
    }
    $declare_bytes
    if (argc > 1) {
        $read
    } else {
        const u64 made_up = 100000;
        $resize
        for (u64 i = 0; i < made_up; i++) {
            $make_up
        }
    }
    const u64 n = $n;
    if ($uneven) {
        fprintf(stderr, \"$uneven_message\\n\");
        return 1;
    }

    // The kernel is laid out for warps of $lanes lanes.
    int device = 0, lanes = 0;
    CHECK(GPU(GetDevice)(&device));
    CHECK(GPU(DeviceGetAttribute)(&lanes, GPU_WARP_SIZE, device));
    if (lanes != $lanes) {
        fprintf(stderr, \"this kernel is for warps of $lanes lanes, but the GPU's have %d\\n\", lanes);
        return 1;
    }

    // What the kernel reads, and what it writes, all of it zero at first.
    $upload

    $grid
    $memory

    ::$entry<<<grid, BLOCK_SIZE$shared>>>($arguments);
    CHECK(GPU(GetLastError)());

    $show
    return 0;
}
";
