// Appended to the kernel text: unpacks `void** arguments` for the entry, as hipLaunchKernel does.

namespace wavefold_trampoline {
template <int... I> struct Indices {};
template <int N, int... I> struct Count : Count<N - 1, N - 1, I...> {};
template <int... I> struct Count<0, I...> { typedef Indices<I...> Type; };

template <class... A, int... I>
WAVEFOLD_UNCHECKED static void call(void (*kernel)(A...), void** arguments, Indices<I...>) {
    kernel(*(A*)arguments[I]...);
    (void)arguments;
}
template <class... A> WAVEFOLD_UNCHECKED static void call(void (*kernel)(A...), void** arguments) {
    call(kernel, arguments, typename Count<sizeof...(A)>::Type{});
}
// The size of parameter `index`, or 0 after the last: what the host checks its arguments against.
template <class... A> WAVEFOLD_UNCHECKED static unsigned size(void (*)(A...), unsigned index) {
    const unsigned sizes[] = {(unsigned)sizeof(A)..., 0};
    return sizes[index < sizeof...(A) ? index : sizeof...(A)];
}
}
#define WAVEFOLD_EXPORT extern "C" __attribute__((visibility("default"))) WAVEFOLD_UNCHECKED
WAVEFOLD_EXPORT void wavefold_entry(void** arguments) { wavefold_trampoline::call(&::WAVEFOLD_ENTRY, arguments); }
WAVEFOLD_EXPORT unsigned wavefold_parameter(unsigned index) { return wavefold_trampoline::size(&::WAVEFOLD_ENTRY, index); }
