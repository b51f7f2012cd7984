// Every load and store of the kernel arrives here: bounds, permission, then races.

static __attribute__((noinline)) const Region* find_region(u64 address, u64 size, u32 flags, u64 caller, const u64* frame) {
    const Launch* launch = state.launch;
    bool inside = false;
    for (u32 i = 0; i < launch->region_count; ++i) {
        const Region* region = &launch->regions[i];
        if (address < region->begin || address + size > region->end || address + size < address) continue;
        inside = true;
        // Two arguments may name the same memory with different permissions.
        if ((flags & ACCESS_WRITE) && !region->writable) continue;
        state.cache[(caller >> 1) & 63] = region;
        return region;
    }
    fault(inside ? FAULT_READ_ONLY : FAULT_OUT_OF_BOUNDS, address, size, flags, caller, frame);
}

// Out of fuel: let the other threads run, so that a thread that waits for their memory does not wait for ever.
// Progress is an address that it has not come past before: a long loop walks on, a waiting one does not.
static __attribute__((noinline)) void refuel(u64 address, u64 caller, const u64* frame) {
    Fiber* self = state.current;
    if (self == &state.outside) { state.fuel = ~0ull; return; }
    if (address < self->lowest) { self->lowest = address; state.progress = 1; }
    if (address > self->highest) { self->highest = address; state.progress = 1; }
    self->depth = walk(self->frames, caller, frame, self);
    to_scheduler();
}

// Not inlined: the hooks are many, and this text is compiled anew in every process.
template <bool READ, bool WRITE>
static __attribute__((noinline)) void access_memory(u64 address, u64 size, bool atomic, u64 caller, const u64* frame) {
    if (UNLIKELY(size == 0)) return;
    const Region* region = state.cache[(caller >> 1) & 63];
    bool hit = address >= region->begin && address < region->end && size <= region->end - address && (!WRITE || region->writable);
    if (UNLIKELY(!hit))
        region = find_region(address, size, (WRITE ? ACCESS_WRITE : 0) | (atomic ? ACCESS_ATOMIC : 0), caller, frame);
    if (region->shadow) check_race<READ, WRITE>(region, address, size, atomic, caller, frame);
    count_access<READ, WRITE>(region, address, size, atomic, caller, frame);
}

template <bool READ, bool WRITE>
static inline __attribute__((always_inline)) void access(u64 address, u64 size, bool atomic, u64 caller, const u64* frame) {
    if (UNLIKELY(--state.fuel == 0)) refuel(address, caller, frame);
    u64 depth = address - state.current->stack_low, bytes = state.current->stack_size;
    if (depth < bytes && size <= bytes - depth) return;
    access_memory<READ, WRITE>(address, size, atomic, caller, frame);
}

#define ACCESS_HOOKS(size)                                                                           \
    HOOK void __tsan_read##size(void* p) { access<true, false>((u64)p, size, false, CALLER, FRAME); }            \
    HOOK void __tsan_write##size(void* p) { access<false, true>((u64)p, size, false, CALLER, FRAME); }           \
    HOOK void __tsan_unaligned_read##size(void* p) { access<true, false>((u64)p, size, false, CALLER, FRAME); }  \
    HOOK void __tsan_unaligned_write##size(void* p) { access<false, true>((u64)p, size, false, CALLER, FRAME); } \
    HOOK void __tsan_volatile_read##size(void* p) { access<true, false>((u64)p, size, false, CALLER, FRAME); }   \
    HOOK void __tsan_volatile_write##size(void* p) { access<false, true>((u64)p, size, false, CALLER, FRAME); }  \
    HOOK void __tsan_read_write##size(void* p) { access<true, true>((u64)p, size, false, CALLER, FRAME); }       \
    HOOK void __tsan_unaligned_read_write##size(void* p) { access<true, true>((u64)p, size, false, CALLER, FRAME); }
ACCESS_HOOKS(1) ACCESS_HOOKS(2) ACCESS_HOOKS(4) ACCESS_HOOKS(8) ACCESS_HOOKS(16)

HOOK void __tsan_read_range(void* p, unsigned long size) {
    access<true, false>((u64)p, size, false, CALLER, FRAME);
    count_range(0, (u64)p, size);
}
HOOK void __tsan_write_range(void* p, unsigned long size) {
    access<false, true>((u64)p, size, false, CALLER, FRAME);
    count_range(1, (u64)p, size);
}
HOOK void __tsan_init() {}
HOOK void __tsan_vptr_update(void**, void*) {}
HOOK void __tsan_vptr_read(void**) {}
HOOK void __tsan_func_exit() {}
// The lower half of a stack is a margin: a function that starts there has gone too deep.
HOOK void __tsan_func_entry(void*) {
    const Fiber* self = state.current;
    if (UNLIKELY((u64)FRAME - self->stack_low < self->stack_size / 2) && self != &state.outside)
        fault(FAULT_STACK_OVERFLOW, (u64)FRAME, 0, 0, CALLER, FRAME);
}

// Copies. g++ 12 instruments struct assignment (as ranges, then copies inline or by calling memcpy), but leaves an explicit
// memcpy of unknown length to tsan's interceptor; clang calls __tsan_memcpy. These definitions are
// hidden: they serve this module only.
static inline __attribute__((always_inline)) void* copy(void* to, const void* from, u64 size, u64 caller, const u64* frame) {
    count_copy((u64)from, (u64)to, size);
    access<true, false>((u64)from, size, false, caller, frame);
    access<false, true>((u64)to, size, false, caller, frame);
    count_copy(0, 0, 0);
    // Volatile, so that the compiler does not turn the loop into a call of memmove, that is, of itself.
    volatile u8* out = (volatile u8*)to;
    const u8* in = (const u8*)from;
    if ((u64)to < (u64)from) for (u64 i = 0; i < size; ++i) out[i] = in[i];
    else for (u64 i = size; i-- > 0;) out[i] = in[i];
    return to;
}
static inline __attribute__((always_inline)) void* fill(void* to, int value, u64 size, u64 caller, const u64* frame) {
    access<false, true>((u64)to, size, false, caller, frame);
    for (u64 i = 0; i < size; ++i) ((volatile u8*)to)[i] = (u8)value;
    return to;
}
HOOK void* memcpy(void* to, const void* from, unsigned long size) { return copy(to, from, size, CALLER, FRAME); }
HOOK void* memmove(void* to, const void* from, unsigned long size) { return copy(to, from, size, CALLER, FRAME); }
HOOK void* memset(void* to, int value, unsigned long size) { return fill(to, value, size, CALLER, FRAME); }
HOOK void* __tsan_memcpy(void* to, const void* from, unsigned long size) { return copy(to, from, size, CALLER, FRAME); }
HOOK void* __tsan_memmove(void* to, const void* from, unsigned long size) { return copy(to, from, size, CALLER, FRAME); }
HOOK void* __tsan_memset(void* to, int value, unsigned long size) { return fill(to, value, size, CALLER, FRAME); }
