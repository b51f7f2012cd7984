// Host versions of the AMD builtins that a prelude may use, so that DPP text runs unchanged.

#define __builtin_amdgcn_wave_barrier() __wavefold_warp_barrier()
#define __builtin_amdgcn_s_barrier() __wavefold_block_barrier()
#define __builtin_amdgcn_fence(...) __threadfence()
#define __builtin_amdgcn_s_waitcnt(mask) __threadfence()
#define __builtin_amdgcn_sched_barrier(mask) __threadfence()
#define __builtin_amdgcn_s_sleep(amount) __threadfence()
#define __builtin_amdgcn_workitem_id_x() __wavefold_thread_index()
#define __builtin_amdgcn_workgroup_id_x() __wavefold_block_index()
#define __builtin_amdgcn_wavefrontsize() WAVEFOLD_WARP

WAVEFOLD_INLINE unsigned __builtin_amdgcn_mbcnt_lo(unsigned mask, unsigned base) {
    unsigned lane = __wavefold_lane();
    return base + (unsigned)__builtin_popcount(lane < 32 ? mask & ((1u << lane) - 1u) : mask);
}
WAVEFOLD_INLINE unsigned __builtin_amdgcn_mbcnt_hi(unsigned mask, unsigned base) {
    unsigned lane = __wavefold_lane();
    return base + (unsigned)__builtin_popcount(lane < 32 ? 0u : mask & ((1u << (lane - 32)) - 1u));
}
WAVEFOLD_INLINE int __builtin_amdgcn_readlane(int value, int lane) { return __wavefold_move(value, lane); }
WAVEFOLD_INLINE int __builtin_amdgcn_readfirstlane(int value) { return (int)(unsigned)__wavefold_first_lane((unsigned)value); }
WAVEFOLD_INLINE int __builtin_amdgcn_ds_bpermute(int address, int value) {
    return __wavefold_move(value, (address >> 2) & (WAVEFOLD_WARP - 1));
}
WAVEFOLD_INLINE unsigned long long __builtin_amdgcn_ballot_w64(bool predicate) { return __wavefold_ballot(predicate); }
WAVEFOLD_INLINE unsigned __builtin_amdgcn_ballot_w32(bool predicate) { return (unsigned)__wavefold_ballot(predicate); }

// Every lane of a row reads the other row of its 32 lanes, at the position that the 16 nibbles name.
WAVEFOLD_INLINE int __builtin_amdgcn_permlanex16(int old, int value, int low, int high, bool, bool) {
    int lane = (int)__wavefold_lane(), position = lane & 15;
    int nibble = (int)(((unsigned)(position < 8 ? low : high) >> (4 * (position & 7))) & 15u);
    (void)old;
    return __wavefold_move(value, ((lane & ~15) ^ 16) | nibble);
}

// The lane that a DPP control reads, or -1 where the shift leaves the row.
WAVEFOLD_INLINE int __wavefold_dpp_source(int control) {
    int lane = (int)__wavefold_lane(), row = lane & ~15, position = lane & 15, amount = control & 15;
    if (control <= 0xff) return (lane & ~3) | ((control >> (2 * (lane & 3))) & 3);          // quad_perm
    if (control >= 0x101 && control <= 0x10f) return position + amount < 16 ? lane + amount : -1; // row_shl
    if (control >= 0x111 && control <= 0x11f) return position >= amount ? lane - amount : -1;     // row_shr
    if (control >= 0x121 && control <= 0x12f) return row | ((position - amount) & 15);       // row_ror
    if (control == 0x140) return row | (15 - position);                                      // row_mirror
    if (control == 0x141) return (lane & ~7) | (7 - (lane & 7));                             // row_half_mirror
    if (control >= 0x150 && control <= 0x15f) return row | amount;                           // row_share, row_newbcast
    if (control >= 0x160 && control <= 0x16f) return row | (position ^ amount);              // row_xmask
#if WAVEFOLD_WARP == 64
    if (control == 0x130) return lane + 1 < 64 ? lane + 1 : -1;                              // wave_shl:1
    if (control == 0x138) return lane - 1;                                                   // wave_shr:1
    if (control == 0x142) return row ? row - 1 : -1;                                         // row_bcast:15
    if (control == 0x143) return lane >= 32 ? 31 : -1;                                       // row_bcast:31
#endif
    __wavefold_trap();
}
WAVEFOLD_INLINE int __builtin_amdgcn_update_dpp(int old, int value, int control, int row_mask, int bank_mask, bool zero) {
    int lane = (int)__wavefold_lane(), source = __wavefold_dpp_source(control);
    bool enabled = ((row_mask >> (lane >> 4)) & 1) && ((bank_mask >> ((lane >> 2) & 3)) & 1);
    // A lane that reads nothing still takes part, with itself as its source.
    int moved = __wavefold_move(value, enabled && source >= 0 ? source : lane);
    return !enabled ? old : source >= 0 ? moved : zero ? 0 : old;
}
WAVEFOLD_INLINE int __builtin_amdgcn_mov_dpp(int value, int control, int row_mask, int bank_mask, bool zero) {
    return __builtin_amdgcn_update_dpp(0, value, control, row_mask, bank_mask, zero);
}
