// Atomics. `__atomic_*` builtins reach the runtime as `__tsan_atomic*`, which checks bounds, alignment and
// races; what has no builtin is a load and a store after one check, since no other fiber runs in between.

extern "C" {
unsigned __wavefold_atomic_begin32(const volatile void* address);
unsigned long long __wavefold_atomic_begin64(const volatile void* address);
void __wavefold_atomic_end32(volatile void* address, unsigned value);
void __wavefold_atomic_end64(volatile void* address, unsigned long long value);
}

#define WAVEFOLD_RMW(name, type, bits, word, expression)                                             \
    WAVEFOLD_INLINE type name(type* address, type value) {                                           \
        type old = __builtin_bit_cast(type, (word)__wavefold_atomic_begin##bits(address));           \
        type next = expression;                                                                      \
        __wavefold_atomic_end##bits(address, __builtin_bit_cast(word, next));                        \
        return old;                                                                                  \
    }
#define WAVEFOLD_ATOMICS(type, bits, word)                                                           \
    WAVEFOLD_RMW(atomicAdd, type, bits, word, (type)((word)old + (word)value))                       \
    WAVEFOLD_RMW(atomicSub, type, bits, word, (type)((word)old - (word)value))                       \
    WAVEFOLD_RMW(atomicExch, type, bits, word, value)                                                \
    WAVEFOLD_RMW(atomicMin, type, bits, word, value < old ? value : old)                             \
    WAVEFOLD_RMW(atomicMax, type, bits, word, old < value ? value : old)                             \
    WAVEFOLD_RMW(atomicAnd, type, bits, word, old & value)                                           \
    WAVEFOLD_RMW(atomicOr, type, bits, word, old | value)                                            \
    WAVEFOLD_RMW(atomicXor, type, bits, word, old ^ value)
WAVEFOLD_ATOMICS(int, 32, unsigned)
WAVEFOLD_ATOMICS(unsigned, 32, unsigned)
WAVEFOLD_ATOMICS(long, 64, unsigned long)
WAVEFOLD_ATOMICS(unsigned long, 64, unsigned long)
WAVEFOLD_ATOMICS(long long, 64, unsigned long long)
WAVEFOLD_ATOMICS(unsigned long long, 64, unsigned long long)
WAVEFOLD_RMW(atomicInc, unsigned, 32, unsigned, old >= value ? 0u : old + 1u)
WAVEFOLD_RMW(atomicDec, unsigned, 32, unsigned, old == 0u || old > value ? value : old - 1u)
#define WAVEFOLD_FLOAT_ATOMICS(type, bits, word)                                                     \
    WAVEFOLD_RMW(atomicAdd, type, bits, word, old + value)                                           \
    WAVEFOLD_RMW(atomicSub, type, bits, word, old - value)                                           \
    WAVEFOLD_RMW(atomicExch, type, bits, word, value)                                                \
    WAVEFOLD_RMW(atomicMin, type, bits, word, fmin(old, value))                                      \
    WAVEFOLD_RMW(atomicMax, type, bits, word, fmax(old, value))                                      \
    WAVEFOLD_RMW(unsafeAtomicAdd, type, bits, word, old + value)
WAVEFOLD_FLOAT_ATOMICS(float, 32, unsigned)
WAVEFOLD_FLOAT_ATOMICS(double, 64, unsigned long long)
#undef WAVEFOLD_FLOAT_ATOMICS
#undef WAVEFOLD_ATOMICS
#undef WAVEFOLD_RMW

#define WAVEFOLD_CAS(type, bits, word)                                                               \
    WAVEFOLD_INLINE type atomicCAS(type* address, type expected, type desired) {                     \
        type old = (type)__wavefold_atomic_begin##bits(address);                                     \
        __wavefold_atomic_end##bits(address, (word)(old == expected ? desired : old));               \
        return old;                                                                                  \
    }
WAVEFOLD_CAS(int, 32, unsigned)
WAVEFOLD_CAS(unsigned, 32, unsigned)
WAVEFOLD_CAS(long, 64, unsigned long)
WAVEFOLD_CAS(unsigned long, 64, unsigned long)
WAVEFOLD_CAS(long long, 64, unsigned long long)
WAVEFOLD_CAS(unsigned long long, 64, unsigned long long)
#undef WAVEFOLD_CAS

#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1
#define __HIP_MEMORY_SCOPE_WAVEFRONT 2
#define __HIP_MEMORY_SCOPE_WORKGROUP 3
#define __HIP_MEMORY_SCOPE_AGENT 4
#define __HIP_MEMORY_SCOPE_SYSTEM 5
#if !defined(__has_builtin) || !__has_builtin(__hip_atomic_load)
// Floating-point operands go through the overloads above: the host's builtins take integers only.
#define __hip_atomic_load(address, order, scope) __wavefold_hip_load(address)
#define __hip_atomic_store(address, value, order, scope) ((void)atomicExch(address, value))
#define __hip_atomic_exchange(address, value, order, scope) atomicExch(address, value)
#define __hip_atomic_fetch_add(address, value, order, scope) atomicAdd(address, value)
#define __hip_atomic_fetch_min(address, value, order, scope) atomicMin(address, value)
#define __hip_atomic_fetch_max(address, value, order, scope) atomicMax(address, value)
#define __hip_atomic_fetch_and(address, value, order, scope) atomicAnd(address, value)
#define __hip_atomic_fetch_or(address, value, order, scope) atomicOr(address, value)
#define __hip_atomic_fetch_xor(address, value, order, scope) atomicXor(address, value)
#define __hip_atomic_compare_exchange_strong(address, expected, desired, success, failure, scope)    \
    __wavefold_hip_cas(address, expected, desired)
#define __hip_atomic_compare_exchange_weak __hip_atomic_compare_exchange_strong
#endif
template <class T> WAVEFOLD_INLINE T __wavefold_hip_load(const T* address) {
    T value;
    __atomic_load(const_cast<T*>(address), &value, __ATOMIC_RELAXED);
    return value;
}
template <class T> WAVEFOLD_INLINE bool __wavefold_hip_cas(T* address, T* expected, T desired) {
    T old = atomicCAS(address, *expected, desired);
    bool same = old == *expected;
    *expected = old;
    return same;
}
