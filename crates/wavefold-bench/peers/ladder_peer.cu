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

#include "ladder_peer.cuh"

#define CHECK(call)                                                                               \
    do {                                                                                          \
        cudaError_t error = (call);                                                               \
        if (error != cudaSuccess) {                                                               \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));        \
            exit(1);                                                                              \
        }                                                                                         \
    } while (0)

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
        in_passes<Apart<1>, InterleavedAtRunTime>("interleaved_block_at_run_time");
        in_passes<Apart<1>, SequentialAtRunTime>("sequential_block_at_run_time");
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
