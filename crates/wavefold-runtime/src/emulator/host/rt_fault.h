// How a check ends a launch: the report is filled, the fiber never resumes.

static Report* begin_report(u32 kind, const Fiber* fiber) {
    Report* report = state.launch->report;
    state.failed = 1;
    report->kind = kind;
    report->block = state.block;
    report->thread = fiber->thread;
    report->other_thread = ~0u;
    return report;
}

[[noreturn]] static void abandon() {
    for (;;) to_scheduler();
}

[[noreturn]] static __attribute__((noinline)) void fault(u32 kind, u64 address, u64 size, u32 flags, u64 caller, const u64* frame) {
    Fiber* self = state.current;
    Report* report = begin_report(kind, self);
    report->address = address;
    report->size = size;
    report->flags = flags;
    walk_for_report(report->frames, caller, frame, self);
    abandon();
}

// A fault of a fiber that is parked: its frames are those of the place where it waits.
static void fault_parked(u32 kind, const Fiber* fiber, const Fiber* other) {
    Report* report = begin_report(kind, fiber);
    for (u32 i = 0; i < FRAMES; ++i) {
        report->frames[i] = i < fiber->depth ? fiber->frames[i] : 0;
        report->other_frames[i] = other && i < other->depth ? other->frames[i] : 0;
    }
    if (other) report->other_thread = other->thread;
}

static void append(char*& at, const char* end, const char* text) {
    while (*text && at < end) *at++ = *text++;
}
static void append(char*& at, const char* end, u64 value, bool negative) {
    char digits[24];
    int n = 0;
    if (negative) value = 0 - value;
    do digits[n++] = (char)('0' + value % 10); while (value /= 10);
    if (negative) digits[n++] = '-';
    while (n && at < end) *at++ = digits[--n];
}

HOOK void __wavefold_trap() { fault(FAULT_TRAP, 0, 0, 0, CALLER, FRAME); }
