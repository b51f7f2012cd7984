// Context switch between the scheduler and the threads of a block: callee-saved registers and the stack.
// (ucontext would make two system calls for each switch.)

#if defined(__x86_64__)
asm(R"(
    .text
    .hidden wavefold_switch
    .globl wavefold_switch
    .type wavefold_switch, @function
wavefold_switch:
    pushq %rbp
    pushq %rbx
    pushq %r12
    pushq %r13
    pushq %r14
    pushq %r15
    movq %rsp, (%rdi)
    movq %rsi, %rsp
    popq %r15
    popq %r14
    popq %r13
    popq %r12
    popq %rbx
    popq %rbp
    ret
    .size wavefold_switch, .-wavefold_switch
)");
extern "C" HIDDEN void wavefold_switch(u64* save, u64 load);
static u64 prepare_stack(u64 top, void (*start)()) {
    u64* sp = (u64*)top;
    *--sp = 0;           // the start function's return address: none
    *--sp = (u64)start;  // where `ret` goes, with the stack aligned as after a call
    for (int i = 0; i < 6; ++i) *--sp = 0; // a null frame pointer ends the chain
    return (u64)sp;
}
#elif defined(__aarch64__)
asm(R"(
    .text
    .hidden wavefold_switch
    .globl wavefold_switch
    .type wavefold_switch, %function
wavefold_switch:
    sub sp, sp, #160
    stp x19, x20, [sp, #0]
    stp x21, x22, [sp, #16]
    stp x23, x24, [sp, #32]
    stp x25, x26, [sp, #48]
    stp x27, x28, [sp, #64]
    stp x29, x30, [sp, #80]
    stp d8, d9, [sp, #96]
    stp d10, d11, [sp, #112]
    stp d12, d13, [sp, #128]
    stp d14, d15, [sp, #144]
    mov x9, sp
    str x9, [x0]
    mov sp, x1
    ldp x19, x20, [sp, #0]
    ldp x21, x22, [sp, #16]
    ldp x23, x24, [sp, #32]
    ldp x25, x26, [sp, #48]
    ldp x27, x28, [sp, #64]
    ldp x29, x30, [sp, #80]
    ldp d8, d9, [sp, #96]
    ldp d10, d11, [sp, #112]
    ldp d12, d13, [sp, #128]
    ldp d14, d15, [sp, #144]
    add sp, sp, #160
    ret
    .size wavefold_switch, .-wavefold_switch
)");
extern "C" HIDDEN void wavefold_switch(u64* save, u64 load);
static u64 prepare_stack(u64 top, void (*start)()) {
    u64* sp = (u64*)(top - 16);
    sp[0] = sp[1] = 0;
    sp -= 20;
    for (int i = 0; i < 20; ++i) sp[i] = 0;
    sp[11] = (u64)start; // x30
    return (u64)sp;
}
#else
#include <ucontext.h>
// A context lies at the top of its fiber's stack, the scheduler's in the image; "sp" is its address.
static ucontext_t wavefold_runtime_state_scheduler;
static void wavefold_switch(u64* save, u64 load) {
    if (save == &state.scheduler_sp) {
        *save = (u64)&wavefold_runtime_state_scheduler;
        swapcontext(&wavefold_runtime_state_scheduler, (ucontext_t*)load);
    } else {
        swapcontext((ucontext_t*)*save, &wavefold_runtime_state_scheduler);
    }
}
static u64 prepare_stack(u64 top, void (*start)()) {
    ucontext_t* context = (ucontext_t*)((top - sizeof(ucontext_t)) & ~63ull);
    getcontext(context);
    context->uc_stack.ss_sp = (void*)(top - 128 * 1024);
    context->uc_stack.ss_size = (u64)context - (top - 128 * 1024);
    context->uc_link = nullptr;
    makecontext(context, start, 0);
    return (u64)context;
}
#endif

static inline void to_scheduler() { wavefold_switch(&state.current->sp, state.scheduler_sp); }
