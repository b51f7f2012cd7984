// From what lanes do, one after the other, to instructions of their warp: each warp has a table of the instructions that some
// of its lanes have executed since it last met. When it meets, all lanes have, and the table is counted and emptied.
//
// A lane in a long loop is stopped from time to time. Then what all running lanes have executed is complete and leaves the
// table, so that it stays small.

// Accesses, or blocks, until a thread lets others run, and rounds of that without progress until the launch is given up. A prime,
// or a loop of two accesses would always stop at the same one, whose address may not change.
enum : u64 { FUEL = 1021, IDLE_ROUNDS = 4096, STEPS = 1021 };
// What may wait for other lanes, and what one round of 64 lanes may add to that.
enum : u32 { MAX_WAITING = 1 << 16, MAX_RECORDS = MAX_WAITING + 64 * (FUEL + STEPS), SLOTS = 1 << 19 };

struct Table {
    u32 count;
    u32 mask;         // how many slots are in use, less one: a power of two, more than twice the records
    u32 slots[SLOTS]; // by key: 1 + the record
    Record records[MAX_RECORDS];
};
static Table* wavefold_runtime_state_tables; // one a warp, in fresh pages: untouched parts cost nothing

static u32 slot_of(const Table* table, u64 key) {
    u32 slot = (u32)key & table->mask;
    while (table->slots[slot] && table->records[table->slots[slot] - 1].key != key) slot = (slot + 1) & table->mask;
    return slot;
}
static void clear_slots(Table* table) {
    for (u32 i = 0; i < table->count; ++i) table->slots[table->records[i].slot] = 0;
}
static void fill_slots(Table* table) {
    for (u32 i = 0; i < table->count; ++i) {
        u32 slot = slot_of(table, table->records[i].key);
        table->records[i].slot = slot;
        table->slots[slot] = i + 1;
    }
}

static u32 warps() { return (state.launch->block + state.launch->warp - 1) / state.launch->warp; }

// Counts the records that all of `lanes` have executed and drops them; with no lanes, all records.
static void settle(u32 warp, u64 lanes) {
    Table* table = &wavefold_runtime_state_tables[warp];
    u32 kept = 0;
    clear_slots(table);
    for (u32 i = 0; i < table->count; ++i) {
        Record* record = &table->records[i];
        if ((record->lanes & lanes) == lanes) {
            count(record);
            continue;
        }
        u64 *to = (u64*)&table->records[kept++], *from = (u64*)record;
        if (to != from) for (u32 word = 0; word < sizeof(Record) / 8; ++word) to[word] = from[word];
    }
    table->count = kept;
    fill_slots(table);
}
static void settle_all() {
    for (u32 warp = 0; warp < warps(); ++warp) settle(warp, 0);
}

static void note(u32 kind, u64 key, u64 size, u64 value) {
    const Fiber* self = state.current;
    Table* table = &wavefold_runtime_state_tables[self->warp];
    u64 bit = 1ull << self->lane;
    for (key = mix(key + kind * 64 + size);; key = mix(key + 1)) {
        u32 slot = slot_of(table, key);
        if (!table->slots[slot]) {
            if (UNLIKELY(table->count == MAX_RECORDS)) settle(self->warp, 0);
            if (UNLIKELY(table->count * 2 >= table->mask)) {
                clear_slots(table);
                table->mask = table->mask ? table->mask * 2 + 1 : 255;
                fill_slots(table);
            }
            slot = slot_of(table, key);
            Record* record = &table->records[table->count++];
            record->key = key;
            record->lanes = bit;
            record->kind = kind;
            record->size = (u32)size;
            record->slot = slot;
            record->value[self->lane] = value;
            table->slots[slot] = table->count;
            return;
        }
        Record* record = &table->records[table->slots[slot] - 1];
        if (record->lanes & bit) continue; // the same place a second time
        record->lanes |= bit;
        record->value[self->lane] = value;
        return;
    }
}

static inline Lane* lane_of(const Fiber* fiber) { return &wavefold_runtime_state_lanes[fiber->thread]; }

template <bool READ, bool WRITE>
static void count_access(const Region* region, u64 address, u64 size, bool atomic, u64 caller, const u64* frame) {
    if (state.current == &state.outside) return;
    Lane* lane = lane_of(state.current);
    ++lane->accesses;
    if (region->kind == REGION_CONSTANT || lane->repeated) return;
    ((Region*)region)->used = 1; // all regions are the launch's, which may be written
    u32 memory = region->kind == REGION_SHARED ? SHARED_LOAD : GLOBAL_LOAD;
    u64 key = place(lane, caller, up(frame));
    for (u64 at = 0; at < size; at += WIDEST) {
        u64 bytes = size - at < WIDEST ? size - at : WIDEST;
        if (atomic && READ && WRITE) { note(memory + GLOBAL_ATOMIC, key + at, bytes, address + at); continue; }
        if (READ) note(memory + GLOBAL_LOAD, key + at, bytes, address + at);
        if (WRITE) note(memory + GLOBAL_STORE, key + at, bytes, address + at);
    }
}

// g++ announces the copy of a struct as two ranges, and may then copy by calling memcpy.
static void count_range(u32 which, u64 address, u64 size) {
    if (state.current == &state.outside) return;
    Lane* lane = lane_of(state.current);
    lane->ranges[which] = address;
    lane->range_sizes[which] = size;
}
// Before a copy, and after it with no size.
static void count_copy(u64 from, u64 to, u64 size) {
    if (state.current == &state.outside) return;
    Lane* lane = lane_of(state.current);
    lane->repeated = 0;
    if (size == 0) return;
    bool read = lane->ranges[0] == from && lane->range_sizes[0] == size;
    bool written = lane->ranges[1] == to && lane->range_sizes[1] == size;
    lane->repeated = read && written;
    lane->range_sizes[0] = lane->range_sizes[1] = 0;
}

static void enter_block(bool branching, u64 block, const u64* hook) {
    Fiber* self = state.current;
    if (self == &state.outside) return;
    const u64* frame = up(hook);
    Lane* lane = lane_of(self);
    if (UNLIKELY(++lane->steps >= STEPS)) {
        // One that only computes gets on; one that looks at memory again and again may be waiting.
        if (lane->accesses == 0) state.progress = 1;
        lane->steps = lane->accesses = 0;
        self->depth = walk(self->frames, block, hook, self);
        to_scheduler();
    }
    while (lane->depth && top(lane)->address < (u64)frame) pop(lane);
    Frame* known = top(lane);
    if (known && known->address == (u64)frame && known->returns == frame[1]) {
        if (known->branching) note(BRANCH, known->context ^ mix(known->block), 0, block);
        if (block <= known->block) close_loop(lane, known, block, known->block);
    } else {
        u64 base = place(lane, frame[1], up(frame));
        if (lane->depth == MAX_FRAMES) return;
        known = &lane->frames[lane->depth++];
        known->address = (u64)frame;
        known->returns = frame[1];
        known->base = base;
        known->loops = lane->loops;
    }
    known->block = block;
    known->branching = branching;
    known->context = context(lane, known);
}
HOOK void __sanitizer_cov_trace_pc() { enter_block(false, CALLER, FRAME); }
HOOK void __wavefold_branching_block() { enter_block(true, CALLER, FRAME); }

static void count_meeting(u32 warp, u32 operation) {
    settle(warp, 0);
    Counters* counters = state.launch->counters;
    ++(operation == OP_SYNC ? counters->warp_barriers : counters->warp_operations);
}
static void count_barrier() {
    settle_all();
    ++state.launch->counters->barriers;
}
// All threads of the warp have had a turn.
static void count_round(u32 warp, u32 begin, u32 end) {
    u64 running = 0;
    for (u32 t = begin; t < end; ++t)
        if (state.fibers[t].status == READY) running |= 1ull << (t - begin);
    if (!running) return; // the warp meets next
    settle(warp, running);
    // Lanes that are so far apart run apart.
    if (wavefold_runtime_state_tables[warp].count > MAX_WAITING) settle(warp, 0);
}

static void count_launch() {
    wavefold_runtime_state_lanes = (Lane*)state.launch->counting;
    wavefold_runtime_state_tables = (Table*)(wavefold_runtime_state_lanes + MAX_THREADS);
}
static void count_block_start() {
    for (u32 t = 0; t < state.launch->block; ++t) {
        Lane* lane = &wavefold_runtime_state_lanes[t];
        lane->depth = lane->loops = 0;
        lane->steps = lane->accesses = lane->repeated = 0;
        lane->range_sizes[0] = lane->range_sizes[1] = 0;
    }
}
static void count_block_end() {
    if (state.failed) return;
    settle_all();
    Counters* counters = state.launch->counters;
    counters->blocks += 1;
    counters->threads += state.launch->block;
    counters->warps += warps();
}
extern "C" __attribute__((visibility("default"))) u64 wavefold_counting_bytes(u32 warps) {
    return sizeof(Lane) * MAX_THREADS + sizeof(Table) * warps;
}
