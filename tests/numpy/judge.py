"""Counts with numpy what it is given. The folder of numpy is the first argument.

A request is, little-endian: the bytes of a sample (4 or 8) and the way to the bins (0: a range, 1: edges) as u8; the number of
bins, the number of samples as u32; two ends or as many edges as bins and one more; the samples. Its answer is a u64 for each bin.
"""

import sys

sys.path.insert(0, sys.argv[1])

import numpy  # noqa: E402

FLOATS = {4: numpy.dtype('<f4'), 8: numpy.dtype('<f8')}


def take(count, dtype):
    return numpy.frombuffer(sys.stdin.buffer.read(int(count) * dtype.itemsize), dtype)


def main():
    numpy.seterr(all='ignore')
    while head := sys.stdin.buffer.read(2):
        dtype, edges = FLOATS[head[0]], head[1] == 1
        bins, samples = (int(number) for number in take(2, numpy.dtype('<u4')))
        ends = take(bins + 1 if edges else 2, dtype)
        values = take(samples, dtype)
        if edges:
            counts, _ = numpy.histogram(values, bins=ends)
        else:
            # As Python's floats, ends are exact, and no reason to compute with fewer digits.
            counts, _ = numpy.histogram(values, bins=bins, range=(float(ends[0]), float(ends[1])))
        sys.stdout.buffer.write(counts.astype('<u8').tobytes())
    sys.stdout.buffer.flush()


main()
