#!/bin/bash -eu
# Copyright (c) The crivet developers
#
# Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the
# License. You may obtain a copy of the License at
#
#      http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software distributed under the License is distributed on an
# "AS IS" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied. See the License for the specific
# language governing permissions and limitations under the License.
#
# build.sh --list: prints the targets that are of use to a cluster.
# build.sh [TARGET…]: builds the fuzz targets for a cluster, all of them where none is named, as OSS-Fuzz and
# ClusterFuzzLite ask for it. Their base builder sets SRC, OUT, WORK, FUZZING_LANGUAGE, SANITIZER and RUSTFLAGS, and
# brings a nightly toolchain and cargo-fuzz; without cargo-fuzz plain cargo does, and on stable Rust with
# SANITIZER=none: that is how the tests run it.
#
# $OUT gets, for each target: TARGET, TARGET_seed_corpus.zip, TARGET.dict, TARGET.options

: "${SRC:?}" "${OUT:?}" "${WORK:?}" "${SANITIZER:?}"
cd "$SRC/crivet"
root=$PWD
host=$(rustc -vV | sed -n 's/^host: //p')
built=${CARGO_TARGET_DIR:-$root/fuzz/target}/$host/release
mapfile -t targets < <(awk -F'"' '/^\[\[bin\]\]/ { bin = 1 } bin && /^name *=/ { print $2; bin = 0 }' fuzz/Cargo.toml |
    # In `any` a cluster could not tell the oracles apart.
    grep -v '^any$')
[ "${#targets[@]}" -gt 0 ]
if [ "${1:-}" = --list ]; then
    printf '%s\n' "${targets[@]}"
    exit
fi
[ "$#" -eq 0 ] || targets=("$@")

# What is wrong with an input shows best with assertions on: the profile in fuzz/Cargo.toml has them.
if [ "$SANITIZER" = coverage ]; then
    # The base builder turns `cargo fuzz build` into a plain `cargo build`, and looks for programs where that leaves them
    # without a target; fuzz/.cargo names one. RUSTFLAGS say what coverage takes, so the flags there do not count. Reports
    # find a source by its absolute path, which Cargo gives for dependencies alone.
    built=${CARGO_TARGET_DIR:-$root/fuzz/target}/$host/debug
    (cd fuzz && RUSTFLAGS="${RUSTFLAGS:-} --remap-path-prefix src=$PWD/src --remap-path-prefix fuzz_targets=$PWD/fuzz_targets" \
        RUSTC_WRAPPER='' cargo build --locked "${targets[@]/#/--bin=}")
elif cargo fuzz --version >/dev/null 2>&1; then
    for target in "${targets[@]}"; do
        cargo fuzz build --sanitizer "$SANITIZER" "$target"
    done
else
    # Cargo adds up the flags of its files, and reads none of them where RUSTFLAGS is set.
    case $SANITIZER in
        none) flags=() ;;
        address) flags=(--config 'build.rustflags=["-Zsanitizer=address"]') ;;
        *) echo "build.sh: SANITIZER=$SANITIZER needs cargo-fuzz" >&2; exit 1 ;;
    esac
    (cd fuzz && env -u RUSTFLAGS -u CARGO_ENCODED_RUSTFLAGS cargo build --release --locked "${targets[@]/#/--bin=}" "${flags[@]}")
fi

# What makes the seeds is no fuzz target: it needs neither instrumentation nor sanitizer.
seeds=$WORK/seeds
rm -rf "$seeds"
env -u RUSTFLAGS -u CFLAGS -u CXXFLAGS cargo run --quiet --release --locked --package xtask -- fuzz seeds --out "$seeds"

for target in "${targets[@]}"; do
    cp "$built/$target" "$OUT/$target"
    rm -f "$OUT/${target}_seed_corpus.zip"
    # By way of a list: there are more seeds than a command takes as arguments. The same seeds give the same archive.
    (cd "$seeds/$target" && find . -type f -exec touch -d @315532800 {} + &&
        find . -type f | LC_ALL=C sort | zip -q -X -@ "$OUT/${target}_seed_corpus.zip")
    cp "$seeds/$target.dict" "$OUT/$target.dict"
    cat >"$OUT/$target.options" <<END
[libfuzzer]
max_len = 1024
timeout = 25
rss_limit_mb = 2048
dict = $target.dict
END
done
