// Warp operations. A lane stops at its call site; lanes stopped at one site form the group.

extern "C" {
unsigned long long __wavefold_shuffle(unsigned long long bits, unsigned source_lane) WAVEFOLD_MEETING;
unsigned long long __wavefold_ballot(unsigned predicate) WAVEFOLD_MEETING;
unsigned long long __wavefold_first_lane(unsigned long long bits) WAVEFOLD_MEETING;
void __wavefold_warp_barrier() WAVEFOLD_MEETING;
}

// Words of 1 to 8 bytes travel as one 64-bit word; structs do not travel, as in HIP.
template <class T> WAVEFOLD_INLINE unsigned long long __wavefold_pack(T value) {
    static_assert(sizeof(T) <= 8, "warp operations move arithmetic types of at most 8 bytes");
    unsigned long long bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(T));
    return bits;
}
template <class T> WAVEFOLD_INLINE T __wavefold_unpack(unsigned long long bits) {
    T value;
    __builtin_memcpy(&value, &bits, sizeof(T));
    return value;
}
template <class T> WAVEFOLD_INLINE T __wavefold_move(T value, int source) {
    return __wavefold_unpack<T>(__wavefold_shuffle(__wavefold_pack(value), (unsigned)source));
}

// HIP's index rules: a source outside the part of `width` lanes returns the lane's own value.
template <class T> WAVEFOLD_INLINE T __shfl(T value, int source, int width = WAVEFOLD_WARP) {
    int self = (int)__wavefold_lane();
    return __wavefold_move(value, (source & (width - 1)) + (self & ~(width - 1)));
}
template <class T> WAVEFOLD_INLINE T __shfl_up(T value, unsigned delta, int width = WAVEFOLD_WARP) {
    int self = (int)__wavefold_lane(), index = (int)((unsigned)self - delta);
    return __wavefold_move(value, index < (self & ~(width - 1)) ? self : index);
}
template <class T> WAVEFOLD_INLINE T __shfl_down(T value, unsigned delta, int width = WAVEFOLD_WARP) {
    int self = (int)__wavefold_lane(), index = (int)((unsigned)self + delta);
    return __wavefold_move(value, (int)((unsigned)(self & (width - 1)) + delta) >= width ? self : index);
}
template <class T> WAVEFOLD_INLINE T __shfl_xor(T value, int mask, int width = WAVEFOLD_WARP) {
    int self = (int)__wavefold_lane(), index = self ^ mask;
    return __wavefold_move(value, index >= ((self + width) & ~(width - 1)) ? self : index);
}
template <class T> WAVEFOLD_INLINE T __shfl_sync(unsigned long long, T value, int source, int width = WAVEFOLD_WARP) {
    return __shfl(value, source, width);
}
template <class T> WAVEFOLD_INLINE T __shfl_up_sync(unsigned long long, T value, unsigned delta, int width = WAVEFOLD_WARP) {
    return __shfl_up(value, delta, width);
}
template <class T> WAVEFOLD_INLINE T __shfl_down_sync(unsigned long long, T value, unsigned delta, int width = WAVEFOLD_WARP) {
    return __shfl_down(value, delta, width);
}
template <class T> WAVEFOLD_INLINE T __shfl_xor_sync(unsigned long long, T value, int mask, int width = WAVEFOLD_WARP) {
    return __shfl_xor(value, mask, width);
}

WAVEFOLD_INLINE unsigned __lane_id() { return __wavefold_lane(); }
WAVEFOLD_INLINE unsigned long long __ballot(int predicate) { return __wavefold_ballot(predicate != 0); }
WAVEFOLD_INLINE int __any(int predicate) { return __wavefold_ballot(predicate != 0) != 0; }
WAVEFOLD_INLINE int __all(int predicate) { return __wavefold_ballot(predicate == 0) == 0; }
WAVEFOLD_INLINE unsigned long long __activemask() { return __wavefold_ballot(1); }
WAVEFOLD_INLINE void __syncwarp() { __wavefold_warp_barrier(); }
