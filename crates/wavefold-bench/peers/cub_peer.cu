// CUB as a library, so that it runs on the same buffers, in the same stream and in the same process as its peer.
//   nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC -o libcub_peer.so cub_peer.cu
// Every function follows CUB's convention: without `scratch` it only says how many bytes it needs.

#include <cub/cub.cuh>

struct LargerMagnitude {
    __device__ float operator()(float a, float b) const { return fmaxf(fabsf(a), fabsf(b)); }
};

struct Add {
    __host__ __device__ unsigned operator()(unsigned a, unsigned b) const { return a + b; }
};

struct Widen {
    __host__ __device__ unsigned operator()(unsigned char x) const { return x; }
};

extern "C" int cub_sum_f32(
    void* scratch, size_t* bytes, const float* in, float* out, size_t n, cudaStream_t stream)
{
    return cub::DeviceReduce::Sum(scratch, *bytes, in, out, n, stream);
}

extern "C" int cub_max_abs_f32(
    void* scratch, size_t* bytes, const float* in, float* out, size_t n, cudaStream_t stream)
{
    return cub::DeviceReduce::Reduce(scratch, *bytes, in, out, n, LargerMagnitude{}, 0.0f, stream);
}

extern "C" int cub_sum_u8(
    void* scratch, size_t* bytes, const unsigned char* in, unsigned* out, size_t n, cudaStream_t stream)
{
    return cub::DeviceReduce::TransformReduce(
        scratch, *bytes, in, out, n, Add{}, Widen{}, 0u, stream);
}

extern "C" int cub_histogram_u32(
    void* scratch, size_t* bytes, const unsigned* in, unsigned* out, size_t n, cudaStream_t stream)
{
    return cub::DeviceHistogram::HistogramEven(
        scratch, *bytes, in, out, 257, 0u, 256u, (long long)n, stream);
}

extern "C" int cub_histogram_u8(
    void* scratch, size_t* bytes, const unsigned char* in, unsigned* out, size_t n, cudaStream_t stream)
{
    return cub::DeviceHistogram::HistogramEven(
        scratch, *bytes, in, out, 257, 0, 256, (long long)n, stream);
}

// Many bins: as many levels as bins, and one more.
#define HISTOGRAM_U32(bins)                                                                       \
    extern "C" int cub_histogram_u32_##bins(                                                      \
        void* scratch, size_t* bytes, const unsigned* in, unsigned* out, size_t n, cudaStream_t stream) \
    {                                                                                             \
        return cub::DeviceHistogram::HistogramEven(                                               \
            scratch, *bytes, in, out, bins + 1, 0u, bins##u, (long long)n, stream);               \
    }

HISTOGRAM_U32(1024)
HISTOGRAM_U32(16384)
HISTOGRAM_U32(49152)
HISTOGRAM_U32(65536)
HISTOGRAM_U32(1048576)

// Edges k / bins, in memory of the device that is filled at the first call, which launches nothing.
template<int bins>
static const float* edges()
{
    static float* levels = nullptr;
    if (levels) return levels;
    static float host[bins + 1];
    for (int k = 0; k <= bins; k++) host[k] = (float)k / (float)bins;
    if (cudaMalloc(&levels, sizeof(host)) != cudaSuccess) return nullptr;
    cudaMemcpy(levels, host, sizeof(host), cudaMemcpyHostToDevice);
    return levels;
}

#define HISTOGRAM_RANGE_F32(bins)                                                                 \
    extern "C" int cub_histogram_range_f32_##bins(                                                \
        void* scratch, size_t* bytes, const float* in, unsigned* out, size_t n, cudaStream_t stream) \
    {                                                                                             \
        return cub::DeviceHistogram::HistogramRange(                                              \
            scratch, *bytes, in, out, bins + 1, edges<bins>(), (long long)n, stream);             \
    }

HISTOGRAM_RANGE_F32(16)
HISTOGRAM_RANGE_F32(1000)
