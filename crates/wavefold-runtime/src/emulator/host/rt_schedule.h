// The threads of a block, run warp by warp until all have exited or an error ends the launch.

// A synchronisation: everything before it carries an earlier stamp than everything after it.
static inline u64 tick() { return state.now++; }

static __attribute__((noinline)) u64 park(u32 status, u32 operation, u64 value, u32 source, u64 caller, const u64* frame) {
    Fiber* self = state.current;
    self->operation = operation;
    self->value = value;
    self->source = source;
    u64 site = 0, depth = walk(self->frames, caller, frame, self);
    for (u64 i = 0; i < depth; ++i) site = (site ^ self->frames[i]) * 0x9e3779b97f4a7c15ull;
    self->site = site;
    self->depth = depth;
    self->status = status;
    state.progress = 1;
    to_scheduler();
    return self->result;
}
HOOK void __wavefold_block_barrier() { park(AT_BARRIER, OP_SYNC, 0, 0, CALLER, FRAME); }
HOOK void __wavefold_warp_barrier() { park(AT_WARP, OP_SYNC, 0, 0, CALLER, FRAME); }
HOOK u64 __wavefold_shuffle(u64 bits, u32 source) { return park(AT_WARP, OP_SHUFFLE, bits, source, CALLER, FRAME); }
HOOK u64 __wavefold_ballot(u32 predicate) { return park(AT_WARP, OP_BALLOT, predicate, 0, CALLER, FRAME); }
HOOK u64 __wavefold_first_lane(u64 bits) { return park(AT_WARP, OP_FIRST, bits, 0, CALLER, FRAME); }

HOOK u32 __wavefold_thread_index() { return state.current->thread; }
HOOK u32 __wavefold_lane() { return state.current->lane; }
HOOK u32 __wavefold_block_index() { return state.block; }
HOOK u32 __wavefold_block_size() { return state.launch->block; }
HOOK u32 __wavefold_grid_size() { return state.launch->grid; }

static void fiber_main() {
    state.launch->entry(state.launch->arguments);
    state.current->status = DONE;
    state.live--;
    state.progress = 1;
    abandon();
}

// Which of two sites lies earlier in the text: the outermost differing frame decides. 0: the same site.
static inline int compare_sites(const Fiber* a, const Fiber* b) {
    if (a->site == b->site) return 0; // 64 bits of hash: a handful of sites do not collide
    u64 n = a->depth, m = b->depth;
    while (n && m) {
        u64 x = a->frames[--n], y = b->frames[--m];
        if (x != y) return x < y ? -1 : 1;
    }
    return n == m ? 0 : n < m ? -1 : 1;
}

// Releases one group of the warp, whose lanes are all blocked or done. Of several groups the one that waits
// earliest in the text goes first: lanes in a loop come before those that have already left it.
static bool release_group(u32 warp, u32 begin, u32 end) {
    Fiber* first = nullptr;
    for (u32 t = begin; t < end; ++t) {
        Fiber* fiber = &state.fibers[t];
        if (fiber->status == AT_WARP && (!first || compare_sites(fiber, first) < 0)) first = fiber;
    }
    if (!first) return false;
    u64 group = 0, ballot = 0;
    for (u32 t = begin; t < end; ++t) {
        Fiber* fiber = &state.fibers[t];
        if (fiber->status != AT_WARP || compare_sites(fiber, first) != 0) continue;
        group |= 1ull << fiber->lane;
        if (fiber->value) ballot |= 1ull << fiber->lane;
    }
    for (u32 t = begin; t < end; ++t) {
        Fiber* fiber = &state.fibers[t];
        if (!(group >> fiber->lane & 1)) continue;
        switch (fiber->operation) {
        case OP_SHUFFLE:
            if (fiber->source >= 64 || !(group >> fiber->source & 1)) {
                state.launch->report->lane = fiber->source;
                u32 other = begin + fiber->source;
                fault_parked(FAULT_LANE_OUTSIDE, fiber, other < end ? &state.fibers[other] : nullptr);
                return false;
            }
            fiber->result = state.fibers[begin + fiber->source].value;
            break;
        case OP_BALLOT: fiber->result = ballot; break;
        case OP_FIRST: fiber->result = first->value; break;
        default: break;
        }
    }
    count_meeting(warp, first->operation);
    u64 time = tick();
    bool full = group == (end - begin == 64 ? ~0ull : (1ull << (end - begin)) - 1);
    if (full) state.full[warp] = time;
    for (u32 t = begin; t < end; ++t) {
        if (!(group >> (t - begin) & 1)) continue;
        state.fibers[t].status = READY;
        u32* pairs = state.launch->pairs + (u64)t * 64;
        if (!full) for (u32 lane = 0; lane < 64; ++lane) if (group >> lane & 1) pairs[lane] = (u32)time;
    }
    return true;
}

static bool release_barrier() {
    Fiber *waiting = nullptr, *done = nullptr, *elsewhere = nullptr;
    for (u32 t = 0; t < state.launch->block; ++t) {
        Fiber* fiber = &state.fibers[t];
        if (fiber->status == DONE) { if (!done) done = fiber; }
        else if (!waiting) waiting = fiber;
        else if (!elsewhere && compare_sites(fiber, waiting) != 0) elsewhere = fiber;
    }
    if (elsewhere || done) {
        if (elsewhere) fault_parked(FAULT_DIVERGENT_BARRIER, waiting, elsewhere);
        else fault_parked(FAULT_EXITED, waiting, done);
        return false;
    }
    count_barrier();
    state.barrier = tick();
    for (u32 t = 0; t < state.launch->block; ++t) state.fibers[t].status = READY;
    return true;
}

static bool run_block() {
    const Launch* launch = state.launch;
    u32 idle = 0;
    for (;;) {
        Fiber* spinning = nullptr;
        for (u32 begin = 0, warp = 0; begin < launch->block; begin += launch->warp, ++warp) {
            u32 end = begin + launch->warp < launch->block ? begin + launch->warp : launch->block;
            do {
                for (u32 t = begin; t < end; ++t) {
                    Fiber* fiber = &state.fibers[t];
                    if (fiber->status != READY) continue;
                    state.current = fiber;
                    state.fuel = FUEL;
                    wavefold_switch(&state.scheduler_sp, fiber->sp);
                    if (state.failed) return false;
                    if (fiber->status == READY) spinning = fiber;
                }
                if (spinning) count_round(warp, begin, end);
            } while (!spinning && release_group(warp, begin, end));
            if (state.failed) return false;
        }
        if (state.live == 0) return true;
        if (!spinning) {
            if (!release_barrier()) return false;
            continue;
        }
        idle = state.progress ? 0 : idle + 1;
        state.progress = 0;
        if (idle > IDLE_ROUNDS) {
            fault_parked(FAULT_NO_PROGRESS, spinning, nullptr);
            return false;
        }
    }
}
