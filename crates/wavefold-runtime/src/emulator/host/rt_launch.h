// The way in: one launch, blocks in turn.

#include <sys/mman.h>

static void start_block(u32 block) {
    const Launch* launch = state.launch;
    if (state.now > 1ull << 27) {
        // Stamps have 28 bits. Private anonymous pages come back as zeros, which is "long ago".
        madvise(launch->shadow, launch->shadow_bytes, MADV_DONTNEED);
        for (u32 i = 0; i < MAX_WARPS; ++i) state.full[i] = 0;
        for (u32 i = 0; i < MAX_THREADS * 64; ++i) launch->pairs[i] = 0;
        state.now = 1;
    }
    state.block = block;
    state.live = launch->block;
    count_block_start();
    state.block_start = state.barrier = tick();
    for (u32 t = 0; t < launch->block; ++t) {
        Fiber* fiber = &state.fibers[t];
        // Tops are staggered, or the hot ends of all stacks would compete for one set of the cache.
        fiber->sp = prepare_stack(fiber->stack_low + fiber->stack_size - (t % 16) * 256, fiber_main);
        fiber->status = READY;
        fiber->lowest = ~0ull;
        fiber->highest = 0;
    }
}

extern "C" __attribute__((visibility("default"))) u64 wavefold_image() { return image_base(); }

extern "C" __attribute__((visibility("default"))) u32 wavefold_launch(const Launch* launch) {
    static const Region nowhere = {1, 1, nullptr, REGION_CONSTANT, 0, 0};
    state.launch = launch;
    state.failed = 0;
    state.progress = 0;
    state.now = *launch->clock;
    count_launch();
    for (u32 i = 0; i < 64; ++i) state.cache[i] = &nowhere;
    for (u32 i = 0; i < MAX_WARPS; ++i) state.full[i] = 0;
    for (u32 t = 0; t < launch->block; ++t) {
        Fiber* fiber = &state.fibers[t];
        fiber->stack_low = (u64)launch->stacks + t * launch->stack_stride + (launch->stack_stride - launch->stack_bytes);
        fiber->stack_size = launch->stack_bytes;
        fiber->thread = t;
        fiber->warp = t / launch->warp;
        fiber->lane = t % launch->warp;
    }
    for (u32 block = 0; block < launch->grid && !state.failed; ++block) {
        start_block(block);
        run_block();
        count_block_end();
    }
    *launch->clock = state.now;
    state.current = &state.outside;
    return state.failed;
}

// Before the first launch (global constructors) and between launches there is no thread to check. This comes before all
// constructors: those of the instrumentation, which have hooks without optimisation, have priority 99.
__attribute__((constructor(1))) static void no_thread() {
    state.outside.stack_size = ~0ull;
    state.fuel = ~0ull;
    state.current = &state.outside;
}
