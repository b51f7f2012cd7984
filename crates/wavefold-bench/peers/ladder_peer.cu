// The ladder by hand: a CUDA program with a kernel for every row of the example `ladder`, for sums of float and for
// histograms of 256 bins of unsigned. What it prints stands beside what the example measures in the same run.
//   nvcc -O3 -std=c++17 -arch=native -o ladder_peer ladder_peer.cu && ./ladder_peer [N…]
// Prints `name,n,us,gbps`. The time is that of a call with all its launches: the median of 15 graphs of several calls, after
// three that do not count. Every result is checked; a wrong one ends the program with 1.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>

typedef unsigned long long u64;
constexpr int BLOCK = 256, WARP = 32, BINS = 256, ITEMS = 16;
constexpr unsigned ALL = 0xffffffffu;

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t error = (call);                                                               \
        if (error != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));        \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

// Loads: what a thread has of the input before its block joins.

template<int ITEMS_EACH> struct Apart {
    static constexpr int items = ITEMS_EACH;
    static constexpr bool strides = false;
    static __device__ float load(const float* in, u64 n)
    {
        u64 i = (u64)blockIdx.x * BLOCK * items + threadIdx.x;
        float sum = 0.0f;
#pragma unroll
        for (int k = 0; k < items; k++, i += BLOCK)
            if (i < n) sum += in[i];
        return sum;
    }
};

struct Four {
    static constexpr int items = 4;
    static constexpr bool strides = false;
    static __device__ float load(const float* in, u64 n)
    {
        const u64 i = ((u64)blockIdx.x * BLOCK + threadIdx.x) * 4;
        float sum = 0.0f;
        if (i + 4 <= n) {
            const float4 v = *reinterpret_cast<const float4*>(in + i);
            sum = v.x + v.y + v.z + v.w;
        } else {
            for (u64 k = i; k < n; k++) sum += in[k];
        }
        return sum;
    }
};

struct Stride {
    static constexpr int items = 2;
    static constexpr bool strides = true;
    static __device__ float load(const float* in, u64 n)
    {
        float sum = 0.0f;
        for (u64 i = (u64)blockIdx.x * BLOCK * 2 + threadIdx.x; i < n; i += (u64)gridDim.x * BLOCK * 2) {
            sum += in[i];
            if (i + BLOCK < n) sum += in[i + BLOCK];
        }
        return sum;
    }
};

// Folds of a block: the total, for thread 0.

__device__ float shuffled(float value)
{
#pragma unroll
    for (int offset = WARP / 2; offset > 0; offset /= 2) value += __shfl_down_sync(ALL, value, offset);
    return value;
}

struct Interleaved {
    static __device__ float fold(float value)
    {
        __shared__ float values[BLOCK];
        const int t = threadIdx.x;
        values[t] = value;
        __syncthreads();
        for (int step = 1; step < BLOCK; step *= 2) {
            if (t % (2 * step) == 0) values[t] += values[t + step];
            __syncthreads();
        }
        return values[0];
    }
};

struct Contiguous {
    static __device__ float fold(float value)
    {
        __shared__ float values[BLOCK];
        const int t = threadIdx.x;
        values[t] = value;
        __syncthreads();
        for (int step = 1; step < BLOCK; step *= 2) {
            const int at = 2 * step * t;
            if (at < BLOCK) values[at] += values[at + step];
            __syncthreads();
        }
        return values[0];
    }
};

// Halves down to `LAST` values; what is left is the last warp's.
template<int LAST> __device__ float* halved(float value)
{
    __shared__ float values[BLOCK];
    const int t = threadIdx.x;
    values[t] = value;
    __syncthreads();
    for (int half = BLOCK / 2; half >= LAST; half /= 2) {
        if (t < half) values[t] += values[t + half];
        __syncthreads();
    }
    return values;
}

struct Sequential {
    static __device__ float fold(float value) { return halved<1>(value)[0]; }
};

struct SequentialThenShared {
    static __device__ float fold(float value)
    {
        float* values = halved<2 * WARP>(value);
        const int t = threadIdx.x;
        if (t < WARP) {
            float sum = values[t];
#pragma unroll
            for (int half = WARP; half > 0; half /= 2) {
                sum += values[t + half];
                __syncwarp();
                values[t] = sum;
                __syncwarp();
            }
        }
        return values[0];
    }
};

struct SequentialThenShuffle {
    static __device__ float fold(float value)
    {
        const float* values = halved<2 * WARP>(value);
        const int t = threadIdx.x;
        return t < WARP ? shuffled(values[t] + values[t + WARP]) : 0.0f;
    }
};

struct WarpsShared {
    static __device__ float fold(float value)
    {
        __shared__ float values[BLOCK + WARP];
        __shared__ float totals[2 * WARP];
        const int t = threadIdx.x, lane = t % WARP, warp = t / WARP;
        const float sum = within(values + warp * WARP, lane, value);
        if (lane == 0) totals[warp] = sum;
        __syncthreads();
        return warp == 0 ? within(values, lane, lane < BLOCK / WARP ? totals[lane] : 0.0f) : 0.0f;
    }

    static __device__ float within(float* values, int lane, float value)
    {
        values[lane] = value;
        __syncwarp();
#pragma unroll
        for (int half = WARP / 2; half > 0; half /= 2) {
            if (lane < half) values[lane] += values[lane + half];
            __syncwarp();
        }
        return values[0];
    }
};

struct WarpsShuffle {
    static __device__ float fold(float value)
    {
        __shared__ float totals[BLOCK / WARP];
        const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
        value = shuffled(value);
        if (lane == 0) totals[warp] = value;
        __syncthreads();
        return warp == 0 ? shuffled(lane < BLOCK / WARP ? totals[lane] : 0.0f) : 0.0f;
    }
};

// Kernels.

template<class Load, class Fold> __global__ void blocks(const float* in, u64 n, float* totals)
{
    const float total = Fold::fold(Load::load(in, n));
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
}

template<class Load, class Fold> __global__ void into_one(const float* in, u64 n, float* total)
{
    const float sum = Fold::fold(Load::load(in, n));
    if (threadIdx.x == 0) atomicAdd(total, sum);
}

// The tree in global memory, in a place of its own, so that the input stays what it is.
__global__ void in_global(const float* in, u64 n, float* values, float* totals)
{
    const u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x;
    float* mine = values + (u64)blockIdx.x * BLOCK;
    const int t = threadIdx.x;
    mine[t] = i < n ? in[i] : 0.0f;
    __syncthreads();
    for (int step = 1; step < BLOCK; step *= 2) {
        if (t % (2 * step) == 0) mine[t] += mine[t + step];
        __syncthreads();
    }
    if (t == 0) totals[blockIdx.x] = mine[0];
}

__global__ void count_in_global(const unsigned* in, u64 n, unsigned* counts)
{
    const u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x;
    if (i < n && in[i] < BINS) atomicAdd(&counts[in[i]], 1u);
}

// Counts of a block in shared memory; `SLICES` leaves them, else they are added to the result.
template<bool SLICES> __global__ void count_in_shared(const unsigned* in, u64 n, unsigned* counts)
{
    __shared__ unsigned mine[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) mine[bin] = 0;
    __syncthreads();
    const u64 first = (u64)blockIdx.x * BLOCK * ITEMS + threadIdx.x;
#pragma unroll
    for (int k = 0; k < ITEMS; k++) {
        const u64 i = first + (u64)k * BLOCK;
        if (i < n && in[i] < BINS) atomicAdd(&mine[in[i]], 1u);
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK) {
        if (SLICES) counts[(u64)blockIdx.x * BINS + bin] = mine[bin];
        else atomicAdd(&counts[bin], mine[bin]);
    }
}

// A block for each bin adds up the slices.
__global__ void join_slices(const unsigned* slices, u64 number, unsigned* counts)
{
    __shared__ unsigned sums[BLOCK];
    const int t = threadIdx.x;
    unsigned sum = 0;
    for (u64 slice = t; slice < number; slice += BLOCK) sum += slices[slice * BINS + blockIdx.x];
    sums[t] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half) sums[t] += sums[t + half];
        __syncthreads();
    }
    if (t == 0) counts[blockIdx.x] = sums[0];
}

// Input.

__host__ __device__ u64 noise(u64 i)
{
    u64 z = (i + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

// Whole numbers from -7 to 7: no sum of them rounds.
__global__ void fill_floats(float* out, u64 n)
{
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (u64)gridDim.x * BLOCK)
        out[i] = (float)(int)(noise(i) % 15) - 7.0f;
}

enum Distribution { UNIFORM, SKEWED, CONSTANT };

__global__ void fill_bins(unsigned* out, u64 n, Distribution distribution)
{
    for (u64 i = (u64)blockIdx.x * BLOCK + threadIdx.x; i < n; i += (u64)gridDim.x * BLOCK) {
        unsigned bin = (unsigned)(noise(i) % BINS);
        if (distribution == SKEWED && i % 4 == 0) bin = 1;
        if (distribution == CONSTANT) bin = 7;
        out[i] = bin;
    }
}

// Measuring.

typedef std::function<void(cudaStream_t)> Call;

static double microseconds(const Call& call, u64 bytes)
{
    const int calls = (int)std::clamp<u64>(((1ull << 27) + bytes - 1) / bytes, 4, 100);
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaEvent_t start, end;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    for (int k = 0; k < calls; k++) call(stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&ready, graph, 0));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&end));
    std::vector<double> times;
    for (int k = 0; k < 18; k++) {
        float milliseconds = 0.0f;
        CHECK(cudaEventRecord(start, stream));
        CHECK(cudaGraphLaunch(ready, stream));
        CHECK(cudaEventRecord(end, stream));
        CHECK(cudaEventSynchronize(end));
        CHECK(cudaEventElapsedTime(&milliseconds, start, end));
        if (k >= 3) times.push_back(milliseconds * 1e3 / calls);
    }
    std::sort(times.begin(), times.end());
    CHECK(cudaEventDestroy(start));
    CHECK(cudaEventDestroy(end));
    CHECK(cudaGraphExecDestroy(ready));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    return times[times.size() / 2];
}

template<class T> struct Memory {
    T* at = nullptr;
    explicit Memory(u64 n) { CHECK(cudaMalloc(&at, std::max<u64>(n, 1) * sizeof(T))); }
    ~Memory() { cudaFree(at); }
    Memory(const Memory&) = delete;
    std::vector<T> read(u64 n) const
    {
        std::vector<T> values(n);
        CHECK(cudaMemcpy(values.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost));
        return values;
    }
};

static u64 blocks_for(u64 n, int items) { return std::max<u64>((n + BLOCK * items - 1) / ((u64)BLOCK * items), 1); }

static void report(const char* name, const char* distribution, u64 n, double us)
{
    printf("%s%s,%llu,%.2f,%.0f\n", name, distribution, n, us, n * 4 / us / 1e3);
    fflush(stdout);
}

// Sums of one input.
struct Sums {
    u64 n;
    double expected = 0.0;
    int filling = 0;
    Memory<float> in, values, totals, others, result;

    explicit Sums(u64 n)
        : n(n), in(n), values(blocks_for(n, 1) * BLOCK), totals(blocks_for(n, 1)), others(blocks_for(n, 1)), result(1)
    {
        fill_floats<<<4096, BLOCK>>>(in.at, n);
        for (float x : in.read(n)) expected += x;
        int units = 0;
        CHECK(cudaDeviceGetAttribute(&units, cudaDevAttrMultiProcessorCount, 0));
        filling = units * 8;
    }

    void measure(const char* name, const Call& call)
    {
        const double us = microseconds(call, n * sizeof(float));
        const float found = result.read(1)[0];
        if (found != (float)expected) {
            fprintf(stderr, "%s of %llu elements: %f, not %f\n", name, n, found, expected);
            exit(1);
        }
        report(name, "", n, us);
    }

    template<class Load> unsigned grid(u64 elements) const
    {
        const u64 blocks = blocks_for(elements, Load::items);
        return (unsigned)(Load::strides ? std::min<u64>(blocks, filling) : blocks);
    }

    // Passes over two pieces of scratch in turn, until one block is enough.
    template<class Load, class Pass> void passes(Pass pass, cudaStream_t stream)
    {
        const float* from = in.at;
        float *to = totals.at, *next = others.at;
        u64 left = n;
        for (;;) {
            const unsigned size = grid<Load>(left);
            pass(size, from, left, size == 1 ? result.at : to, stream);
            if (size == 1) return;
            from = to;
            left = size;
            std::swap(to, next);
        }
    }

    template<class Load, class Fold> void in_passes(const char* name)
    {
        auto pass = [](unsigned size, const float* from, u64 left, float* to, cudaStream_t stream) {
            blocks<Load, Fold><<<size, BLOCK, 0, stream>>>(from, left, to);
        };
        measure(name, [this, pass](cudaStream_t stream) { passes<Load>(pass, stream); });
    }

    void all()
    {
        auto global = [this](unsigned size, const float* from, u64 left, float* to, cudaStream_t stream) {
            in_global<<<size, BLOCK, 0, stream>>>(from, left, values.at, to);
        };
        measure("global_memory", [this, global](cudaStream_t stream) { passes<Apart<1>>(global, stream); });
        in_passes<Apart<1>, Interleaved>("interleaved");
        in_passes<Apart<1>, Contiguous>("contiguous");
        in_passes<Apart<1>, Sequential>("sequential");
        in_passes<Apart<2>, Interleaved>("two_loads_interleaved");
        in_passes<Apart<2>, Sequential>("two_loads");
        in_passes<Apart<2>, SequentialThenShared>("last_warp_unrolled");
        in_passes<Apart<2>, SequentialThenShuffle>("last_warp_shuffle");
        in_passes<Apart<1>, WarpsShared>("warps_in_shared");
        in_passes<Four, WarpsShared>("vector_loads");
        in_passes<Apart<1>, WarpsShuffle>("warp_shuffle");
        in_passes<Apart<2>, WarpsShuffle>("two_loads_warp_shuffle");
        in_passes<Four, WarpsShuffle>("vector_loads_warp_shuffle");
        measure("second_kernel", [this](cudaStream_t stream) {
            const unsigned size = grid<Apart<1>>(n);
            blocks<Apart<1>, WarpsShuffle><<<size, BLOCK, 0, stream>>>(in.at, n, totals.at);
            blocks<Stride, WarpsShuffle><<<1, BLOCK, 0, stream>>>(totals.at, size, result.at);
        });
        measure("block_atomics", [this](cudaStream_t stream) {
            CHECK(cudaMemsetAsync(result.at, 0, sizeof(float), stream));
            into_one<Apart<1>, WarpsShuffle><<<grid<Apart<1>>(n), BLOCK, 0, stream>>>(in.at, n, result.at);
        });
        in_passes<Stride, WarpsShuffle>("grid_stride");
    }
};

// Histograms of one input.
static void histograms(u64 n, Distribution distribution, const char* suffix)
{
    const unsigned size = (unsigned)blocks_for(n, ITEMS);
    Memory<unsigned> in(n), counts(BINS), slices((u64)size * BINS);
    fill_bins<<<4096, BLOCK>>>(in.at, n, distribution);
    std::vector<unsigned> expected(BINS, 0);
    for (unsigned bin : in.read(n)) expected[bin]++;
    auto measure = [&](const char* name, const Call& call) {
        const double us = microseconds(call, n * sizeof(unsigned));
        if (counts.read(BINS) != expected) {
            fprintf(stderr, "%s%s of %llu elements: wrong counts\n", name, suffix, n);
            exit(1);
        }
        report(name, suffix, n, us);
    };
    measure("global_atomics", [&](cudaStream_t stream) {
        CHECK(cudaMemsetAsync(counts.at, 0, BINS * sizeof(unsigned), stream));
        count_in_global<<<(unsigned)blocks_for(n, 1), BLOCK, 0, stream>>>(in.at, n, counts.at);
    });
    measure("shared_counts", [&](cudaStream_t stream) {
        CHECK(cudaMemsetAsync(counts.at, 0, BINS * sizeof(unsigned), stream));
        count_in_shared<false><<<size, BLOCK, 0, stream>>>(in.at, n, counts.at);
    });
    measure("partial_histograms", [&](cudaStream_t stream) {
        count_in_shared<true><<<size, BLOCK, 0, stream>>>(in.at, n, slices.at);
        join_slices<<<BINS, BLOCK, 0, stream>>>(slices.at, size, counts.at);
    });
}

int main(int argc, char** argv)
{
    std::vector<u64> sizes;
    for (int k = 1; k < argc; k++) sizes.push_back(strtoull(argv[k], nullptr, 10));
    if (sizes.empty()) sizes = {100000000ull, 1ull << 28};
    for (u64 n : sizes) {
        // An index of a block is an int.
        if (n == 0 || n > (1ull << 31)) {
            fprintf(stderr, "give from 1 to 2147483648 elements\n");
            return 2;
        }
    }
    printf("name,n,us,gbps\n");
    for (u64 n : sizes) Sums(n).all();
    for (u64 n : sizes) {
        histograms(n, UNIFORM, ".uniform");
        histograms(n, SKEWED, ".skewed");
        histograms(n, CONSTANT, ".constant");
    }
    return 0;
}
