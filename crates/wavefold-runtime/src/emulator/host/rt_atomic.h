// Atomic accesses: naturally aligned, checked like others, and no race among themselves. Fibers switch only in hooks,
// so after the check a plain load and store are atomic.

template <bool READ, bool WRITE>
static inline __attribute__((always_inline)) void atomic_access(u64 address, u64 size, u64 caller, const u64* frame) {
    if (UNLIKELY(address % size != 0)) {
        state.launch->report->alignment = size;
        fault(FAULT_MISALIGNED, address, size, ACCESS_ATOMIC | (WRITE ? ACCESS_WRITE : 0), caller, frame);
    }
    access<READ, WRITE>(address, size, true, caller, frame);
}

HOOK u32 __wavefold_atomic_begin32(const volatile void* p) {
    atomic_access<true, true>((u64)p, 4, CALLER, FRAME);
    return *(const volatile u32*)p;
}
HOOK u64 __wavefold_atomic_begin64(const volatile void* p) {
    atomic_access<true, true>((u64)p, 8, CALLER, FRAME);
    return *(const volatile u64*)p;
}
HOOK void __wavefold_atomic_end32(volatile void* p, u32 value) { *(volatile u32*)p = value; }
HOOK void __wavefold_atomic_end64(volatile void* p, u64 value) { *(volatile u64*)p = value; }

#define ATOMIC_UPDATE(bits, type, name, expression)                                                  \
    HOOK type __tsan_atomic##bits##_##name(volatile type* p, type v, int) {                          \
        atomic_access<true, true>((u64)p, sizeof(type), CALLER, FRAME);                              \
        type old = *p;                                                                               \
        *p = (type)(expression);                                                                     \
        return old;                                                                                  \
    }
#define ATOMIC_CAS(bits, type, name)                                                                 \
    HOOK int __tsan_atomic##bits##_compare_exchange_##name(volatile type* p, type* c, type v, int, int) { \
        atomic_access<true, true>((u64)p, sizeof(type), CALLER, FRAME);                              \
        type old = *p;                                                                               \
        if (old == *c) { *p = v; return 1; }                                                         \
        *c = old;                                                                                    \
        return 0;                                                                                    \
    }
#define ATOMIC_HOOKS(bits, type)                                                                     \
    HOOK type __tsan_atomic##bits##_load(const volatile type* p, int) {                              \
        atomic_access<true, false>((u64)p, sizeof(type), CALLER, FRAME);                             \
        return *p;                                                                                   \
    }                                                                                                \
    HOOK void __tsan_atomic##bits##_store(volatile type* p, type v, int) {                           \
        atomic_access<false, true>((u64)p, sizeof(type), CALLER, FRAME);                             \
        *p = v;                                                                                      \
    }                                                                                                \
    ATOMIC_UPDATE(bits, type, exchange, v)                                                           \
    ATOMIC_UPDATE(bits, type, fetch_add, old + v)                                                    \
    ATOMIC_UPDATE(bits, type, fetch_sub, old - v)                                                    \
    ATOMIC_UPDATE(bits, type, fetch_and, old & v)                                                    \
    ATOMIC_UPDATE(bits, type, fetch_or, old | v)                                                     \
    ATOMIC_UPDATE(bits, type, fetch_xor, old ^ v)                                                    \
    ATOMIC_UPDATE(bits, type, fetch_nand, ~(old & v))                                                \
    ATOMIC_CAS(bits, type, strong)                                                                   \
    ATOMIC_CAS(bits, type, weak)                                                                     \
    HOOK type __tsan_atomic##bits##_compare_exchange_val(volatile type* p, type c, type v, int, int) { \
        atomic_access<true, true>((u64)p, sizeof(type), CALLER, FRAME);                              \
        type old = *p;                                                                               \
        if (old == c) *p = v;                                                                        \
        return old;                                                                                  \
    }
ATOMIC_HOOKS(8, u8) ATOMIC_HOOKS(16, u16) ATOMIC_HOOKS(32, u32) ATOMIC_HOOKS(64, u64)
HOOK void __tsan_atomic_thread_fence(int) {}
HOOK void __tsan_atomic_signal_fence(int) {}
