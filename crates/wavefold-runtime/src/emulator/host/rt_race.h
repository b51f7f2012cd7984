// Data races. Each byte of shared memory and of every writable buffer has a cell with its last write and
// last read. An entry packs, from the top:
//
//   stamp 28 | pc 22 | thread 10 | WARPS 1 | LANES 1 | 1 unused | ATOMIC 1
//
// `state.now` counts synchronisations: block starts, block barriers, warp rendezvous. An access carries the
// count at its time; it is ordered before the current one if it is not later than the last barrier of the
// block, or, within a warp, than the last rendezvous that both lanes took part in. The clock never goes back, so cells of
// earlier blocks and launches are simply old.
//
// One entry stands for several threads where they need not be told apart: WARPS says that threads of more than one
// warp have accessed the byte since the last barrier, LANES that more than one lane of the warp has since its
// last full rendezvous. Where an entry cannot tell (partial groups), it errs on the side of silence.

enum : u64 { ENTRY_ATOMIC = 1, ENTRY_LANES = 4, ENTRY_WARPS = 8 };
enum { STAMP_SHIFT = 36, PC_SHIFT = 14, THREAD_SHIFT = 4 };
static inline u64 stamp_of(u64 entry) { return entry >> STAMP_SHIFT; }
static inline u32 thread_of(u64 entry) { return (u32)(entry >> THREAD_SHIFT) & 1023; }
static inline u64 pc_of(u64 entry) { return (entry >> PC_SHIFT) & 0x3fffff; }

static inline u64 later(u64 a, u64 b) { return a > b ? a : b; }

// Whether someone other than `self` made this access and nothing orders it before now.
static inline bool unordered(u64 entry, const Fiber* self) {
    u64 stamp = stamp_of(entry);
    if (stamp <= state.barrier) return false;
    if (entry & ENTRY_WARPS) return true;
    const Fiber* other = &state.fibers[thread_of(entry)];
    if (other->warp != self->warp) return true;
    if (stamp <= state.full[self->warp]) return false;
    // A lane has "met itself" in every partial group it took part in.
    const u32* pairs = state.launch->pairs + (u64)self->thread * 64;
    if (entry & ENTRY_LANES) return stamp > pairs[self->lane];
    return other != self && stamp > pairs[other->lane];
}

static inline u64 merge(u64 entry, u64 mine, const Fiber* self) {
    u64 stamp = stamp_of(entry);
    if (stamp <= state.barrier) return mine;
    u64 flags = entry & ENTRY_WARPS;
    const Fiber* other = &state.fibers[thread_of(entry)];
    if (other->warp != self->warp) {
        flags |= ENTRY_WARPS;
    } else if (stamp > state.full[self->warp]) {
        flags |= entry & ENTRY_LANES;
        if (other != self && stamp > state.launch->pairs[(u64)self->thread * 64 + other->lane]) flags |= ENTRY_LANES;
    } else if (!flags) {
        return mine; // ordered before now for the whole warp, and nobody else was there
    }
    // A plain access hides behind later atomic ones: the entry stays plain.
    if (!(entry & ENTRY_ATOMIC)) mine &= ~ENTRY_ATOMIC;
    // Of several threads the first is named: `a[i] += x` reads a[i] itself before it collides with an earlier reader.
    const u64 who = (1ull << STAMP_SHIFT) - (1ull << THREAD_SHIFT);
    if (flags) mine = (mine & ~who) | (entry & who);
    return mine | flags;
}

[[noreturn]] static __attribute__((noinline)) void race(u64 address, u64 size, u32 flags, u64 entry, bool other_writes, u64 caller, const u64* frame) {
    Report* report = state.launch->report;
    report->other_thread = thread_of(entry);
    for (u32 i = 0; i < FRAMES; ++i) report->other_frames[i] = 0;
    report->other_frames[0] = pc_of(entry);
    u32 other = thread_of(entry);
    Fiber* self = state.current;
    begin_report(FAULT_RACE, self);
    report->other_thread = other;
    report->address = address;
    report->size = size;
    report->flags = flags | (other_writes ? OTHER_WRITE : 0) | ((entry & ENTRY_ATOMIC) ? OTHER_ATOMIC : 0);
    walk_for_report(report->frames, caller, frame, self);
    abandon();
}

// READ and WRITE may both hold: an atomic update.
template <bool READ, bool WRITE>
static inline void check_race(const Region* region, u64 address, u64 size, bool atomic, u64 caller, const u64* frame) {
    const Fiber* self = state.current;
    Cell* cell = region->shadow + (address - region->begin);
    u64 pc = caller - image_base();
    if (pc >> 22) pc = 0;
    u64 mine = state.now << STAMP_SHIFT | pc << PC_SHIFT | (u64)self->thread << THREAD_SHIFT | (u64)atomic;
    u32 flags = (WRITE ? ACCESS_WRITE : 0) | (atomic ? ACCESS_ATOMIC : 0);
    Cell before = {~0ull, ~0ull}, after = {0, 0};
    for (u64 i = 0; i < size; ++i) {
        // The bytes of one access nearly always have one history.
        if (LIKELY(i != 0 && cell[i].write == before.write && cell[i].read == before.read)) {
            if (WRITE) cell[i].write = after.write;
            else cell[i].read = after.read;
            continue;
        }
        before = cell[i];
        if (READ && region->kind == REGION_SHARED && UNLIKELY(stamp_of(before.write) <= state.block_start))
            fault(FAULT_UNINITIALISED, address + i, size, flags, caller, frame);
        if (UNLIKELY(unordered(before.write, self)) && !(atomic && (before.write & ENTRY_ATOMIC)))
            race(address + i, size, flags, before.write, true, caller, frame);
        if (WRITE) {
            if (UNLIKELY(unordered(before.read, self)) && !(atomic && (before.read & ENTRY_ATOMIC)))
                race(address + i, size, flags, before.read, false, caller, frame);
            cell[i].write = after.write = merge(before.write, mine, self);
        } else {
            cell[i].read = after.read = merge(before.read, mine, self);
        }
    }
}
