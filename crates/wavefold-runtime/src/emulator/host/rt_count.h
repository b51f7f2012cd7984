// What an instruction of a warp costs, once it is known which of its lanes execute it and with which addresses.

// Shared with Rust (counters.rs): same fields, same order.
struct Counters {
    u64 blocks, threads, warps;
    u64 barriers, warp_operations, warp_barriers;
    u64 branches, divergent_branches;
    u64 shared_loads, shared_stores, bank_conflicts;
    u64 global_loads, global_stores, global_bytes, global_sectors;
    u64 shared_atomics, shared_atomic_lanes, shared_atomic_collisions;
    u64 global_atomics, global_atomic_lanes, global_atomic_collisions;
};

enum Kind : u32 { GLOBAL_LOAD, GLOBAL_STORE, GLOBAL_ATOMIC, SHARED_LOAD, SHARED_STORE, SHARED_ATOMIC, BRANCH };
enum : u64 { WIDEST = 16, WORD = 4, BANKS = 32, SECTOR = 32 };

struct Record {
    u64 key, lanes; // which instruction; who has executed it
    u32 kind, size, slot, unused;
    u64 value[64];  // of each lane: the address, or the block that follows the branch
};

// The distinct values among some hundreds. A cell of an earlier instruction is an empty one.
struct Distinct { u64 value, turn; };
static Distinct wavefold_runtime_state_distinct[1024];
static u64 wavefold_runtime_state_turn;

static inline u64 mix(u64 x) {
    x = (x ^ (x >> 32)) * 0x9e3779b97f4a7c15ull;
    return x ^ (x >> 29);
}
static bool is_new(u64 value) {
    for (u64 at = mix(value) & 1023;; at = (at + 1) & 1023) {
        Distinct* cell = &wavefold_runtime_state_distinct[at];
        if (cell->turn == wavefold_runtime_state_turn && cell->value == value) return false;
        if (cell->turn == wavefold_runtime_state_turn) continue;
        cell->value = value;
        cell->turn = wavefold_runtime_state_turn;
        return true;
    }
}

static u64 sectors(const Record* record) {
    u64 distinct = 0;
    ++wavefold_runtime_state_turn;
    for (u64 lanes = record->lanes; lanes; lanes &= lanes - 1) {
        u64 address = record->value[__builtin_ctzll(lanes)];
        for (u64 at = address / SECTOR; at <= (address + record->size - 1) / SECTOR; ++at) distinct += is_new(at);
    }
    return distinct;
}

// The cycles of `lanes`, at most 32, beyond those that their words need. A word is read once for all of them.
static u64 conflicts(const Record* record, u64 lanes) {
    u64 in_bank[BANKS], words = 0, fullest = 0;
    for (u64 i = 0; i < BANKS; ++i) in_bank[i] = 0;
    ++wavefold_runtime_state_turn;
    for (; lanes; lanes &= lanes - 1) {
        u64 address = record->value[__builtin_ctzll(lanes)];
        for (u64 word = address / WORD; word <= (address + record->size - 1) / WORD; ++word) {
            if (!is_new(word)) continue;
            ++words;
            u64 count = ++in_bank[word % BANKS];
            if (count > fullest) fullest = count;
        }
    }
    return fullest - (words + BANKS - 1) / BANKS;
}

// Lanes whose address an earlier lane of the instruction has too.
static u64 collisions(const Record* record) {
    u64 count = 0;
    ++wavefold_runtime_state_turn;
    for (u64 lanes = record->lanes; lanes; lanes &= lanes - 1) count += !is_new(record->value[__builtin_ctzll(lanes)]);
    return count;
}

static bool parts(const Record* record) {
    u64 next = record->value[__builtin_ctzll(record->lanes)];
    for (u64 lanes = record->lanes; lanes; lanes &= lanes - 1)
        if (record->value[__builtin_ctzll(lanes)] != next) return true;
    return false;
}

static void count(const Record* record) {
    Counters* counters = state.launch->counters;
    u64 lanes = (u64)__builtin_popcountll(record->lanes);
    switch (record->kind) {
    case GLOBAL_LOAD:
    case GLOBAL_STORE:
        ++(record->kind == GLOBAL_LOAD ? counters->global_loads : counters->global_stores);
        counters->global_bytes += lanes * record->size;
        counters->global_sectors += sectors(record);
        break;
    case SHARED_LOAD:
    case SHARED_STORE:
        ++(record->kind == SHARED_LOAD ? counters->shared_loads : counters->shared_stores);
        counters->bank_conflicts += conflicts(record, record->lanes & 0xffffffffull) + conflicts(record, record->lanes >> 32 << 32);
        break;
    case GLOBAL_ATOMIC:
        ++counters->global_atomics;
        counters->global_atomic_lanes += lanes;
        counters->global_atomic_collisions += collisions(record);
        break;
    case SHARED_ATOMIC:
        ++counters->shared_atomics;
        counters->shared_atomic_lanes += lanes;
        counters->shared_atomic_collisions += collisions(record);
        break;
    default:
        ++counters->branches;
        counters->divergent_branches += parts(record);
    }
}
