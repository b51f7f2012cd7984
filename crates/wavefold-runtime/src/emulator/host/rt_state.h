// The state of one kernel module. The runtime is linked into every kernel, so each module has its own
// and two modules can run at once; launches of one module are serialised by the host.
//
// The structs Launch, Region and Report are shared with Rust (launch.rs): same fields, same order.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define HIDDEN __attribute__((visibility("hidden")))
#define HOOK extern "C" HIDDEN __attribute__((noinline))
#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define CALLER ((u64)__builtin_return_address(0))
#define FRAME ((u64*)__builtin_frame_address(0))

enum { MAX_THREADS = 1024, MAX_WARPS = 32, FRAMES = 12 };

// What the last accesses to one byte were; see rt_race.h for the layout of an entry.
struct Cell { u64 write, read; };

enum RegionKind : u32 { REGION_BUFFER, REGION_SHARED, REGION_DEVICE, REGION_CONSTANT };
struct Region {
    u64 begin, end;
    Cell* shadow; // of the byte at `begin`; null where nothing can race
    u32 kind, writable;
    u64 used; // by a launch that counts
};

enum FaultKind : u32 {
    FAULT_NONE, FAULT_OUT_OF_BOUNDS, FAULT_READ_ONLY, FAULT_UNINITIALISED, FAULT_MISALIGNED, FAULT_RACE,
    FAULT_DIVERGENT_BARRIER, FAULT_EXITED, FAULT_LANE_OUTSIDE, FAULT_NO_PROGRESS, FAULT_STACK_OVERFLOW,
    FAULT_UNDEFINED, FAULT_TRAP,
};
enum : u32 { ACCESS_WRITE = 1, ACCESS_ATOMIC = 2, OTHER_WRITE = 4, OTHER_ATOMIC = 8 };
struct Report {
    u32 kind, block, thread, other_thread, flags, lane;
    u64 address, size, alignment;
    u64 frames[FRAMES], other_frames[FRAMES]; // return addresses relative to the image, innermost first
    char detail[128];
};

struct Launch {
    u32 grid, block, warp, region_count;
    Region* regions;
    void** arguments;
    void (*entry)(void**);
    u8* stacks; // one slot of `stack_stride` bytes a thread; a guard page lies below `stack_bytes`
    u64 stack_stride, stack_bytes;
    u32* pairs; // [thread][lane]: when thread and lane last met in a partial group
    u8* shadow;
    u64 shadow_bytes;
    u64* clock; // of the workspace: it only grows, so shadow need not be cleared between launches
    Report* report;
    struct Counters* counters; // see rt_count.h
    u8* counting;              // zeroed memory of kernels that count, `wavefold_counting_bytes`
};

enum Status : u32 { READY, AT_WARP, AT_BARRIER, DONE };
enum Operation : u32 { OP_SHUFFLE, OP_BALLOT, OP_FIRST, OP_SYNC };

struct Fiber {
    u64 stack_low, stack_size;
    u64 sp;
    u32 thread, warp, lane, status;
    u32 operation, source;
    u64 value, result;
    u64 lowest, highest; // addresses at which it ran out of fuel
    u64 site, depth; // of `frames`, while parked: a hash and the number in use
    u64 frames[FRAMES];
};

struct State {
    Fiber* current;
    u64 fuel; // accesses left before the fiber lets others run
    u64 now, barrier, block_start; // see rt_race.h
    const Region* cache[64];
    const Launch* launch;
    u64 scheduler_sp;
    u32 block, live, failed, progress;
    u64 full[MAX_WARPS];
    Fiber fibers[MAX_THREADS];
    Fiber outside; // stands for "no thread": its stack is all memory, so nothing is checked
};

// The loader knows it by this name, and leaves it out of what a kernel may touch.
static State wavefold_runtime_state;
#define state wavefold_runtime_state

// What every `extern __shared__` array is an alias of: as much as any device has.
extern "C" { HIDDEN __attribute__((aligned(16))) u8 wavefold_dynamic_shared[256 * 1024]; }

extern "C" const char __ehdr_start HIDDEN;
static inline u64 image_base() { return (u64)&__ehdr_start; }

// The chain of return addresses from a hook outwards. Everything is compiled with frame pointers; the
// outermost frame of a fiber has a null one.
static inline u32 walk(u64* frames, u64 caller, const u64* frame, const Fiber* fiber) {
    u32 n = 0;
    frames[n++] = caller - image_base();
    // The hook's own frame leads to its caller's, whose return address comes next.
    const u64* at = (const u64*)frame[0];
    while (n < FRAMES && (u64)at - fiber->stack_low < fiber->stack_size - 16 && at[1] != 0) {
        frames[n++] = at[1] - image_base();
        at = (const u64*)at[0];
    }
    return n;
}

static void walk_for_report(u64* frames, u64 caller, const u64* frame, const Fiber* fiber) {
    for (u32 n = walk(frames, caller, frame, fiber); n < FRAMES; ++n) frames[n] = 0;
}
