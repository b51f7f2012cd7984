// Mathematics: the C names and HIP's intrinsics, correctly rounded as on the host, never contracted.

#define WAVEFOLD_MATH1(name) double name(double); float name##f(float);
#define WAVEFOLD_MATH2(name) double name(double, double); float name##f(float, float);
extern "C" {
WAVEFOLD_MATH1(fabs) WAVEFOLD_MATH1(sqrt) WAVEFOLD_MATH1(cbrt) WAVEFOLD_MATH1(floor) WAVEFOLD_MATH1(ceil)
WAVEFOLD_MATH1(trunc) WAVEFOLD_MATH1(round) WAVEFOLD_MATH1(rint) WAVEFOLD_MATH1(nearbyint)
WAVEFOLD_MATH1(exp) WAVEFOLD_MATH1(exp2) WAVEFOLD_MATH1(expm1) WAVEFOLD_MATH1(log) WAVEFOLD_MATH1(log2)
WAVEFOLD_MATH1(log10) WAVEFOLD_MATH1(log1p) WAVEFOLD_MATH1(sin) WAVEFOLD_MATH1(cos) WAVEFOLD_MATH1(tan)
WAVEFOLD_MATH1(asin) WAVEFOLD_MATH1(acos) WAVEFOLD_MATH1(atan) WAVEFOLD_MATH1(sinh) WAVEFOLD_MATH1(cosh)
WAVEFOLD_MATH1(tanh) WAVEFOLD_MATH1(asinh) WAVEFOLD_MATH1(acosh) WAVEFOLD_MATH1(atanh) WAVEFOLD_MATH1(erf)
WAVEFOLD_MATH1(erfc) WAVEFOLD_MATH1(tgamma) WAVEFOLD_MATH1(lgamma)
WAVEFOLD_MATH2(fmod) WAVEFOLD_MATH2(remainder) WAVEFOLD_MATH2(copysign) WAVEFOLD_MATH2(pow)
WAVEFOLD_MATH2(atan2) WAVEFOLD_MATH2(hypot) WAVEFOLD_MATH2(fdim) WAVEFOLD_MATH2(nextafter)
double fma(double, double, double);
float fmaf(float, float, float);
double ldexp(double, int);
float ldexpf(float, int);
double frexp(double, int*);
float frexpf(float, int*);
double modf(double, double*);
float modff(float, float*);
int abs(int);
long labs(long);
long long llabs(long long);
}
#undef WAVEFOLD_MATH1
#undef WAVEFOLD_MATH2

#define WAVEFOLD_OVERLOAD(name) WAVEFOLD_INLINE float name(float x) { return name##f(x); }
WAVEFOLD_OVERLOAD(fabs) WAVEFOLD_OVERLOAD(sqrt) WAVEFOLD_OVERLOAD(cbrt) WAVEFOLD_OVERLOAD(floor)
WAVEFOLD_OVERLOAD(ceil) WAVEFOLD_OVERLOAD(trunc) WAVEFOLD_OVERLOAD(round) WAVEFOLD_OVERLOAD(rint)
WAVEFOLD_OVERLOAD(exp) WAVEFOLD_OVERLOAD(exp2) WAVEFOLD_OVERLOAD(log) WAVEFOLD_OVERLOAD(log2)
WAVEFOLD_OVERLOAD(sin) WAVEFOLD_OVERLOAD(cos) WAVEFOLD_OVERLOAD(tan) WAVEFOLD_OVERLOAD(tanh)
#undef WAVEFOLD_OVERLOAD
WAVEFOLD_INLINE float abs(float x) { return fabsf(x); }
WAVEFOLD_INLINE double abs(double x) { return fabs(x); }

// As the instructions of every GPU have it, not as C leaves it open: NaN loses, -0 < +0.
#define WAVEFOLD_EXTREMES(type, minimum, maximum)                                                    \
    WAVEFOLD_INLINE type minimum(type a, type b)                                                     \
    {                                                                                                \
        if (a == b) return __builtin_signbit(a) ? a : b;                                             \
        return a < b || b != b ? a : b;                                                              \
    }                                                                                                \
    WAVEFOLD_INLINE type maximum(type a, type b)                                                     \
    {                                                                                                \
        if (a == b) return __builtin_signbit(a) ? b : a;                                             \
        return a > b || b != b ? a : b;                                                              \
    }
WAVEFOLD_EXTREMES(float, fminf, fmaxf)
WAVEFOLD_EXTREMES(double, fmin, fmax)
#undef WAVEFOLD_EXTREMES
WAVEFOLD_INLINE float fmin(float a, float b) { return fminf(a, b); }
WAVEFOLD_INLINE float fmax(float a, float b) { return fmaxf(a, b); }
WAVEFOLD_INLINE float fmod(float a, float b) { return fmodf(a, b); }
WAVEFOLD_INLINE float pow(float a, float b) { return powf(a, b); }
WAVEFOLD_INLINE float fma(float a, float b, float c) { return fmaf(a, b, c); }
WAVEFOLD_INLINE float rsqrtf(float x) { return 1.0f / sqrtf(x); }
WAVEFOLD_INLINE double rsqrt(double x) { return 1.0 / sqrt(x); }

#define WAVEFOLD_MINMAX(type)                                                                        \
    WAVEFOLD_INLINE type min(type a, type b) { return b < a ? b : a; }                               \
    WAVEFOLD_INLINE type max(type a, type b) { return a < b ? b : a; }
WAVEFOLD_MINMAX(int) WAVEFOLD_MINMAX(unsigned) WAVEFOLD_MINMAX(long) WAVEFOLD_MINMAX(unsigned long)
WAVEFOLD_MINMAX(long long) WAVEFOLD_MINMAX(unsigned long long)
#undef WAVEFOLD_MINMAX
WAVEFOLD_INLINE float min(float a, float b) { return fminf(a, b); }
WAVEFOLD_INLINE float max(float a, float b) { return fmaxf(a, b); }
WAVEFOLD_INLINE double min(double a, double b) { return fmin(a, b); }
WAVEFOLD_INLINE double max(double a, double b) { return fmax(a, b); }

#define WAVEFOLD_CLASSIFY(type)                                                                      \
    WAVEFOLD_INLINE bool isnan(type x) { return __builtin_isnan(x); }                                \
    WAVEFOLD_INLINE bool isinf(type x) { return __builtin_isinf(x); }                                \
    WAVEFOLD_INLINE bool isfinite(type x) { return __builtin_isfinite(x); }                          \
    WAVEFOLD_INLINE bool signbit(type x) { return __builtin_signbit(x); }
WAVEFOLD_CLASSIFY(float) WAVEFOLD_CLASSIFY(double)
#undef WAVEFOLD_CLASSIFY

#define WAVEFOLD_CAST(name, to, from) WAVEFOLD_INLINE to name(from x) { return __builtin_bit_cast(to, x); }
WAVEFOLD_CAST(__int_as_float, float, int) WAVEFOLD_CAST(__uint_as_float, float, unsigned)
WAVEFOLD_CAST(__float_as_int, int, float) WAVEFOLD_CAST(__float_as_uint, unsigned, float)
WAVEFOLD_CAST(__longlong_as_double, double, long long) WAVEFOLD_CAST(__double_as_longlong, long long, double)
#undef WAVEFOLD_CAST

WAVEFOLD_INLINE int __mulhi(int a, int b) { return (int)(((long long)a * b) >> 32); }
WAVEFOLD_INLINE unsigned __umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long long)a * b) >> 32); }
WAVEFOLD_INLINE long long __mul64hi(long long a, long long b) { return (long long)(((__int128)a * b) >> 64); }
WAVEFOLD_INLINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    return (unsigned long long)(((unsigned __int128)a * b) >> 64);
}
WAVEFOLD_INLINE int __popc(unsigned x) { return __builtin_popcount(x); }
WAVEFOLD_INLINE int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
WAVEFOLD_INLINE int __clz(int x) { return x ? __builtin_clz((unsigned)x) : 32; }
WAVEFOLD_INLINE int __clzll(long long x) { return x ? __builtin_clzll((unsigned long long)x) : 64; }
WAVEFOLD_INLINE int __ffs(int x) { return __builtin_ffs(x); }
WAVEFOLD_INLINE int __ffsll(long long x) { return __builtin_ffsll(x); }
WAVEFOLD_INLINE unsigned __brev(unsigned x) {
    unsigned r = 0;
    for (int i = 0; i < 32; ++i) r |= ((x >> i) & 1u) << (31 - i);
    return r;
}
WAVEFOLD_INLINE unsigned long long __brevll(unsigned long long x) {
    return ((unsigned long long)__brev((unsigned)x) << 32) | __brev((unsigned)(x >> 32));
}

WAVEFOLD_INLINE float __fadd_rn(float a, float b) { return a + b; }
WAVEFOLD_INLINE float __fsub_rn(float a, float b) { return a - b; }
WAVEFOLD_INLINE float __fmul_rn(float a, float b) { return a * b; }
WAVEFOLD_INLINE float __fdiv_rn(float a, float b) { return a / b; }
WAVEFOLD_INLINE float __fsqrt_rn(float a) { return sqrtf(a); }
WAVEFOLD_INLINE float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
WAVEFOLD_INLINE double __dadd_rn(double a, double b) { return a + b; }
WAVEFOLD_INLINE double __dsub_rn(double a, double b) { return a - b; }
WAVEFOLD_INLINE double __dmul_rn(double a, double b) { return a * b; }
WAVEFOLD_INLINE double __ddiv_rn(double a, double b) { return a / b; }
WAVEFOLD_INLINE double __dsqrt_rn(double a) { return sqrt(a); }
WAVEFOLD_INLINE double __fma_rn(double a, double b, double c) { return fma(a, b, c); }
