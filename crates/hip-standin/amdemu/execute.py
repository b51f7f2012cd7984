"""Executes AMD code objects on the CPU, for the stand-in that started this.

Given: the folder of the tool that does it (its module `run_co`), and the file in which device memory lies, which is mapped
here. Requests come on stdin, answers go to stdout; `executor.rs` is the other side.

    load <image> <bytes>, then the code object       -> its architecture, then a line for each kernel: name, bytes of arguments
    forget <image>                                   -> nothing
    launch <image> <grid> <block> <shared bytes> <arguments> <kernel>, then a line for each argument: its bytes in hex, and if it is an
        address of device memory: where the allocation lies in the file, its bytes, and how far into it the address is
                                                     -> the number of wave instructions executed

An answer is a line `ok <bytes>` or `failed <bytes>`, and that many bytes of text. Blocks are interleaved, two at a time.
With WAVEFOLD_AMDEMU_COUNTS naming a file, a line of JSON is appended to it for every launch: what was executed, by class.
With WAVEFOLD_AMDEMU_KEEP naming a folder, every code object is left there, for a disassembler.
"""

import functools
import json
import os
import re
import sys
import traceback

# The tool and what it is built on may print; answers have a way of their own.
answers = os.fdopen(os.dup(1), 'wb')
os.dup2(2, 1)
sys.path.insert(0, sys.argv[1])
import run_co  # noqa: E402

PAGE = 4096
READ_WRITE = 3
SHARED_FIXED = 0x11
RESERVED = 0x4022  # private, anonymous, without swap
BLOCKS_AT_A_TIME = 2


def mend():
    """Mends three faults of tinygrad's emulator. The tool caches instructions by the name of what has been mended.

    A carry-out has zeros for lanes that are off, as a comparison has: compilers rely on it where a carry that all lanes
    share goes on to scalar code. It masks comparisons only.

    In short instructions on 16 bits, registers from 128 on are upper halves of others on RDNA 3 and 4. On CDNA they are
    themselves, but it takes them for halves there too. Instructions on half floats are left as they are.

    Maximum and minimum of floats order zeros: AMD's pseudocode for CDNA tells +0.0 and -0.0 apart by `==`, which it takes
    at its word, so that the first of two zeros wins.
    """
    emulator = run_co.emu()

    class Context(emulator._Ctx):
        __slots__ = ()

        def unroll_lanes(self, lane, mask, apply_exec=True):
            return super().unroll_lanes(lane, mask, apply_exec=True)

    emulator._Ctx = Context
    for kind in (emulator.irc.VOP1, emulator.irc.VOP2, emulator.irc.VOPC):
        kind.canonical_op_bits = property(functools.partial(whole_registers, kind.canonical_op_bits.func))
    pseudocode = emulator.get_pcode
    emulator.get_pcode = lambda operation: ZEROS.sub(signs_of_zeros, pseudocode(operation))
    run_co.PATCH_VERSION = f'{run_co.PATCH_VERSION}_wavefold2'


def whole_registers(widths, instruction):
    """The widths of operands, for registers that are not halves: 16 bits are the lower ones of 32."""
    whole = 'F16' not in instruction.op.name
    return {name: 32 if whole and bits == 16 else bits for name, bits in widths(instruction).items()}


# `((64'F(S0.f32) == +0.0) && (64'F(S1.f32) == -0.0))`, and the same without conversions.
ZEROS = re.compile(r"""\(\((?:64'F\()?S0\.(f\d\d)\)? == ([+-])0\.0\) && \((?:64'F\()?S1\.\1\)? == ([+-])0\.0\)\)""")


def signs_of_zeros(condition):
    """The condition that two operands are zeros of these signs, in terms that the emulator takes as they are meant."""
    kind, *signs = condition.groups()
    terms = [f"(64'F(abs(S{i}.{kind})) == 0.0) && {'!' if sign == '+' else ''}sign(S{i}.{kind})" for i, sign in enumerate(signs)]
    return f'({" && ".join(terms)})'


class Shared(run_co.Mem):
    """An allocation of the device, mapped with a page before and after it that nobody may touch."""

    def __init__(self, file, offset, size):
        body = -(-size // PAGE) * PAGE
        self.size, self.tot = size, body + 2 * PAGE
        self.base = run_co._libc.mmap(None, self.tot, 0, RESERVED, -1, 0)
        self.addr = run_co._libc.mmap(self.base + PAGE, body, READ_WRITE, SHARED_FIXED, file, offset)
        if self.addr != self.base + PAGE:
            raise MemoryError(f'cannot map {size} bytes of device memory')
        run_co._live[self.addr] = self


class Executor:
    def __init__(self, memory):
        self.memory = os.open(memory, os.O_RDWR)
        self.images = {}
        self.counts = os.environ.get('WAVEFOLD_AMDEMU_COUNTS')
        self.keep = os.environ.get('WAVEFOLD_AMDEMU_KEEP')

    def load(self, requests, image, size):
        content = requests.read(int(size))
        code = self.images[image] = run_co.CodeObject(content)
        if self.keep:
            with open(os.path.join(self.keep, f'{"-".join(code.kernels)}.{code.gfx}.{os.getpid()}.{image}.co'), 'wb') as file:
                file.write(content)
        lines = [code.gfx]
        for kernel in code.kernels.values():
            lines.append(' '.join([kernel.name, *(str(argument['.size']) for argument in explicit(kernel))]))
        return '\n'.join(lines)

    def forget(self, _requests, image):
        del self.images[image]
        return ''

    def launch(self, requests, image, grid, block, shared_bytes, arguments, name):
        lines = [requests.readline().decode().split() for _ in range(int(arguments))]
        code = self.images[image]
        mapped, values = {}, []
        for argument, (value, *place) in zip(explicit(code.kernels[name]), lines, strict=True):
            value = bytes.fromhex(value)
            if argument['.value_kind'] != 'global_buffer':
                values.append(value)
            elif place:
                offset, size, within = map(int, place)
                if offset not in mapped:
                    mapped[offset] = Shared(self.memory, offset, size)
                values.append(run_co.Ptr(mapped[offset], within))
            else:
                values.append(int.from_bytes(value, 'little'))
        done = run_co.run_kernel(code, name, values, int(grid), int(block), dynamic_lds=int(shared_bytes), groups_in_flight=BLOCKS_AT_A_TIME)
        if self.counts:
            with open(self.counts, 'a', encoding='utf-8') as file:
                print(json.dumps({**done, 'grid': int(grid), 'block': int(block)}, default=int), file=file)
        return str(done['instructions'])


def explicit(kernel):
    """The arguments that a launch gives; the runtime adds hidden ones."""
    return [argument for argument in kernel.args if not argument['.value_kind'].startswith('hidden_')]


def main():
    mend()
    requests, executor = sys.stdin.buffer, None
    while request := requests.readline():
        try:
            executor = executor or Executor(sys.argv[2])
            what, *words = request.decode().split()
            status, text = 'ok', getattr(executor, what)(requests, *words)
        except run_co.EmuError as error:
            status, text = 'failed', str(error)
        except Exception:  # Whatever it is: the test that asked is to show it.
            status, text = 'failed', traceback.format_exc()
        text = text.encode()
        answers.write(f'{status} {len(text)}\n'.encode() + text)
        answers.flush()


main()
