// The kernels of `ladder_peer.cu`: what tutorials build up, for float and for 256 bins of unsigned, by hand.

#pragma once

typedef unsigned long long u64;
constexpr int BLOCK = 256, WARP = 32, BINS = 256, ITEMS = 16;
constexpr unsigned ALL = 0xffffffffu;

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

// The two trees as most tutorials print them: the size of a block is known only when the kernel runs, so that the loop stays
// one and its remainder a division.
struct InterleavedAtRunTime {
    static __device__ float fold(float value)
    {
        __shared__ float values[BLOCK];
        const int t = threadIdx.x;
        values[t] = value;
        __syncthreads();
        for (int step = 1; step < blockDim.x; step *= 2) {
            if (t % (2 * step) == 0) values[t] += values[t + step];
            __syncthreads();
        }
        return values[0];
    }
};

struct SequentialAtRunTime {
    static __device__ float fold(float value)
    {
        __shared__ float values[BLOCK];
        const int t = threadIdx.x;
        values[t] = value;
        __syncthreads();
        for (int half = blockDim.x / 2; half > 0; half /= 2) {
            if (t < half) values[t] += values[t + half];
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
