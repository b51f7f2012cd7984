// Where a lane is: by which calls it came, and in which turn of the loops around it. Lanes whose places are the same execute an
// instruction together, whatever each of them has done before.
//
// A block's hook knows its address and its frame. Without optimisation blocks lie as in the text, so that a step back to an
// address closes a loop: from there to where it came from. Turns of a loop count for the blocks in it; another turn of a loop
// around it starts them anew.

struct Loop { u64 header, latch, turns; };
struct Frame {
    u64 address, returns; // what identifies it: a frame pointer, and where the function returns to
    u64 base, context;    // hashes of the place: of the call, and with the loops around the current block
    u64 block;
    u32 loops;            // where those of this function begin
    bool branching;       // whether the block ends in a branch
};
// Deeper calls take the place of the frame above them, and more loops are as one turn: both are beyond what stacks hold.
enum { MAX_FRAMES = 1024, MAX_LOOPS = 1024 };
struct Lane {
    u64 steps;    // blocks since it last let others run on their account
    u64 accesses; // to memory, in the same time
    u64 ranges[2], range_sizes[2]; // the last struct copy that was announced: what it reads, what it writes
    u64 repeated; // the copy under way has been announced, and counted, before
    u32 depth, loops;
    Frame frames[MAX_FRAMES];
    Loop loop[MAX_LOOPS];
};
static Lane* wavefold_runtime_state_lanes;

static inline Frame* top(Lane* lane) { return lane->depth ? &lane->frames[lane->depth - 1] : nullptr; }
static inline void pop(Lane* lane) { lane->loops = lane->frames[--lane->depth].loops; }
static inline const u64* up(const u64* frame) { return (const u64*)frame[0]; }

// The place of the return address `caller` in the function with this frame. Frames that have returned are dropped on the way;
// functions without hooks, which are the emulator's own, are known by their return addresses.
static u64 place(Lane* lane, u64 caller, const u64* frame) {
    u64 hash = caller;
    for (; frame; frame = up(frame)) {
        while (lane->depth && top(lane)->address < (u64)frame) pop(lane);
        Frame* known = top(lane);
        if (!known) break;
        if (known->address == (u64)frame) {
            if (known->returns == frame[1]) break;
            pop(lane);
        }
        hash = mix(hash ^ frame[1]);
    }
    Frame* known = top(lane);
    return mix(hash ^ (known ? known->context : 0));
}

static void close_loop(Lane* lane, Frame* frame, u64 header, u64 latch) {
    Loop* found = nullptr;
    u32 kept = frame->loops;
    for (u32 i = frame->loops; i < lane->loops; ++i) {
        Loop loop = lane->loop[i];
        if (loop.header > header && loop.header <= latch) continue; // within it: starts anew
        lane->loop[kept] = loop;
        if (loop.header == header) found = &lane->loop[kept];
        ++kept;
    }
    lane->loops = kept;
    if (found) {
        ++found->turns;
        if (latch > found->latch) found->latch = latch;
    } else if (kept < MAX_LOOPS) {
        lane->loop[kept] = {header, latch, 1};
        lane->loops = kept + 1;
    }
}

static u64 context(const Lane* lane, const Frame* frame) {
    u64 hash = frame->base; // a sum: lanes may have come to know the loops in different orders
    for (u32 i = frame->loops; i < lane->loops; ++i) {
        const Loop* loop = &lane->loop[i];
        if (loop->header <= frame->block && frame->block <= loop->latch) hash += mix(loop->header + mix(loop->turns));
    }
    return hash;
}
