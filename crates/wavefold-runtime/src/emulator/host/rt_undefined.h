// What -fsanitize=alignment,bounds,... finds. tsan sees a float4 as four reads of 4 bytes, so alignment is taken
// from here: this check knows the type. The layouts are those of the compilers' UBSan runtime.

struct Place { const char* file; u32 line, column; };
struct TypeName { u16 kind, info; char name[1]; };
struct TypeMismatch { Place place; const TypeName* type; u8 log_alignment, check; };
struct OutOfBounds { Place place; const TypeName* array; const TypeName* index; };

HOOK void __ubsan_handle_type_mismatch_v1(const TypeMismatch* data, u64 address) {
    Report* report = state.launch->report;
    report->alignment = 1ull << data->log_alignment;
    char *at = report->detail, *end = at + sizeof report->detail - 1;
    bool aligned = (address & (report->alignment - 1)) == 0;
    // -fsanitize=object-size arrives here as well. It knows which variable a pointer came from, where the
    // address alone may lie in the next variable.
    if (aligned) append(at, end, "access outside the variable that the pointer points into, as ");
    append(at, end, data->type->name);
    *at = 0;
    if (aligned) fault(FAULT_UNDEFINED, address, 0, 0, CALLER, FRAME);
    // Kinds 1 and 2 of the handler's list: a store, and binding a reference; else a read.
    fault(FAULT_MISALIGNED, address, 0, data->check == 1 ? ACCESS_WRITE : 0, CALLER, FRAME);
}

HOOK void __ubsan_handle_out_of_bounds(const OutOfBounds* data, u64 index) {
    Report* report = state.launch->report;
    char *at = report->detail, *end = at + sizeof report->detail - 1;
    append(at, end, "index ");
    bool is_signed = data->index->kind == 0 && (data->index->info & 1);
    u32 width = data->index->kind == 0 ? 1u << (data->index->info >> 1) : 64;
    if (is_signed && width < 64) index = (u64)((long long)(index << (64 - width)) >> (64 - width));
    append(at, end, index, is_signed && (long long)index < 0);
    append(at, end, " lies outside ");
    append(at, end, data->array->name);
    *at = 0;
    fault(FAULT_UNDEFINED, 0, 0, 0, CALLER, FRAME);
}

[[noreturn]] static void undefined(const char* what, u64 caller, const u64* frame) {
    Report* report = state.launch->report;
    char* at = report->detail;
    append(at, report->detail + sizeof report->detail - 1, what);
    *at = 0;
    fault(FAULT_UNDEFINED, 0, 0, 0, caller, frame);
}
#define UNDEFINED(name, what, ...) HOOK void __ubsan_handle_##name(__VA_ARGS__) { undefined(what, CALLER, FRAME); }
UNDEFINED(add_overflow, "signed addition overflows", void*, u64, u64)
UNDEFINED(sub_overflow, "signed subtraction overflows", void*, u64, u64)
UNDEFINED(mul_overflow, "signed multiplication overflows", void*, u64, u64)
UNDEFINED(negate_overflow, "signed negation overflows", void*, u64)
UNDEFINED(divrem_overflow, "integer division by zero, or it overflows", void*, u64, u64)
UNDEFINED(shift_out_of_bounds, "shift count outside the width of the type", void*, u64, u64)
UNDEFINED(float_cast_overflow, "floating-point value does not fit the integer type it is converted to", void*, u64)
