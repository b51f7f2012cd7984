"""numpy's side of the benchmarks in benches/cpu.rs: the same sizes, the best of ten runs."""

import time

import numpy as np

N = 1 << 26


def best(work):
    times = []
    for _ in range(10):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def report(name, bytes_read, work):
    seconds = best(work)
    print(f"{name:45} {seconds * 1e3:9.3f} ms  {bytes_read / seconds / 2**30:7.2f} GiB/s")


rng = np.random.default_rng(1)
x = rng.random(N, dtype=np.float32)
b = rng.integers(0, 256, N, dtype=np.uint8)
print("numpy", np.__version__)
report("f32 sum, 2^26", x.nbytes, lambda: x.sum())
report("f32 max, 2^26", x.nbytes, lambda: x.max())
report("u8 sum into u32, 2^26", b.nbytes, lambda: b.sum(dtype=np.uint32))
report("u8 bincount 256, 2^26", b.nbytes, lambda: np.bincount(b, minlength=256))
quarter = x[: N // 4]
report("f32 histogram of 256 even bins, 2^24", quarter.nbytes, lambda: np.histogram(quarter, 256, (0.0, 1.0)))
