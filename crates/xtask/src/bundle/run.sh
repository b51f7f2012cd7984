#!/usr/bin/env bash
# Tests and measures wavefold on a machine with a GPU and without Rust.
#   bash run.sh [test|standalone|sanitize|bench|ladder|doctor|all]
# WAVEFOLD_BACKEND names the backend: cuda (the default) or hip. OUT names the folder for the ladder's JSON and pictures.
cd "$(dirname "$0")" || exit 1
backend=${WAVEFOLD_BACKEND:-cuda}
export WAVEFOLD_REQUIRE="cpu,$backend"
failed=()

# step NAME COMMAND…: runs it, shows how it ended, and remembers a failure.
step() {
    local name=$1 start=$SECONDS
    shift
    echo "── $name"
    "$@" || failed+=("$name")
    echo "   $name: $((SECONDS - start)) s"
}

run_tests() {
    local suite
    for suite in conformance tutorial cases expressions errors gpu gpu_fault; do
        step "$suite on $backend" "./$suite" --quiet "$backend::"
    done
    # Those of HIP run over a stand-in for AMD's library, on the machine that has built it.
    if [[ $backend == cuda ]]; then
        step "the runtime's own" ./wavefold_runtime --quiet "$backend::"
    fi
}

# Programs without Rust, built by the vendor's compiler, against what wavefold itself has found: floats by their bits.
standalone() {
    local program name
    local warp_size=32
    # AMD's data centre GPUs (gfx9) have warps of 64 lanes, the others of 32.
    if [[ $backend == hip ]] && rocminfo | grep -q "Name: *gfx9"; then
        warp_size=64
    fi
    for program in standalone/w$warp_size/*.hip; do
        name=$(basename "$program" .hip)
        step "standalone $name" run_standalone "$program" "standalone/$name"
    done
}

# run_standalone PROGRAM DATA: builds the program, runs it on DATA.*.bin, and compares what it prints with DATA.expected.
run_standalone() {
    if [[ $backend == cuda ]]; then
        nvcc -O3 -std=c++17 --fmad=false -arch=native -x cu -o "$2" "$1" || return
    else
        hipcc -O3 -std=c++17 -ffp-contract=off --offload-arch=native -o "$2" "$1" || return
    fi
    "./$2" "$2".*.bin > "$2.printed" || return
    sed -E 's/ = [^ ]+ \(/ = (/' "$2.printed" | diff "$2.expected" - || return
    # Without files it makes an input up, and ends well too.
    "./$2" > /dev/null
}

# NVIDIA's checkers, on sizes around every boundary but the large ones. One test at a time: racecheck has lost track of
# launches from several threads, and then waited for ever.
sanitize() {
    local tool suite
    if [[ $backend != cuda ]]; then
        echo "*** compute-sanitizer is NVIDIA's: not run on $backend"
        return
    fi
    for tool in memcheck racecheck initcheck synccheck; do
        for suite in conformance tutorial; do
            step "compute-sanitizer $tool: $suite" env WAVEFOLD_SIZES=reduced \
                compute-sanitizer --tool "$tool" --error-exitcode 9 --print-limit 5 \
                "./$suite" --quiet --test-threads=1 "$backend::"
        done
    done
}

bench() {
    local cub=()
    if nvcc -O3 -std=c++17 -arch=native -shared -Xcompiler -fPIC -o libcub_peer.so cub_peer.cu; then
        cub=(--cub ./libcub_peer.so)
    else
        echo "*** CUB is not measured: nvcc is missing or cannot compile cub_peer.cu"
    fi
    step "benchmarks on $backend" ./bench_gpu --device "$backend" "${cub[@]}" "$@"
}

# Every kernel of the tutorials; beside them the same by hand, where there is nvcc.
ladder() {
    local out=${OUT:-.} n distribution
    mkdir -p "$out"
    for n in 100M 2^28; do
        step "ladder of sums, $n" ladder_to "$out/sums_${n/^/_}" reduction --n "$n" --check-partials
    done
    for distribution in uniform skewed constant; do
        step "ladder of histograms, $distribution" \
            ladder_to "$out/histograms_$distribution" histogram --n 2^28 --distribution "$distribution"
    done
    step "items of the ladder" ladder_to "$out/items" --n 2^28 --sweep items
    step "items of the ladder, skewed" \
        ladder_to "$out/items_skewed" histogram --n 2^28 --sweep items --distribution skewed
    if [[ $backend == cuda ]]; then
        if nvcc -O3 -std=c++17 -arch=native -o ladder_peer ladder_peer.cu; then
            step "the ladder by hand" ladder_by_hand "$out/by_hand.csv"
        else
            echo "*** the ladder by hand is not measured: nvcc is missing or cannot compile ladder_peer.cu"
        fi
    fi
}

# ladder_to FILE ARGUMENT…: runs the ladder, with its rows in FILE.json and FILE.svg too.
ladder_to() {
    ./ladder --device "$backend" --json "$1.json" --svg "$1.svg" "${@:2}"
}

# ladder_by_hand FILE: runs the kernels by hand, and keeps what they print.
ladder_by_hand() {
    ./ladder_peer > "$1" && cat "$1"
}

case ${1:-all} in
    test) run_tests ;;
    standalone) standalone ;;
    sanitize) sanitize ;;
    bench) bench "${@:2}" ;;
    ladder) ladder ;;
    doctor) step doctor ./wavefold doctor ;;
    all)
        step doctor ./wavefold doctor
        run_tests
        standalone
        sanitize
        bench
        ladder
        ;;
    *) sed -n '2,4s/^# //p' run.sh; exit 2 ;;
esac

if ((${#failed[@]})); then
    printf 'FAILED: %s\n' "${failed[@]}"
    exit 1
fi
echo "all passed"
