#!/bin/sh
# What cargo starts in place of rustc, see .cargo/config.toml: of all crates only those under test keep libFuzzer's
# instrumentation. Generators, oracles and their libraries say nothing of the implementation, and libFuzzer looks at all
# counters after every input. CRIVET_INSTRUMENT names other packages, or `all`.
rustc=$1
shift
case " ${CRIVET_INSTRUMENT:-crivet-reference crivet-testee-reference crivet-mutants} " in
    " all " | *" ${CARGO_PKG_NAME:-none} "*) exec "$rustc" "$@" ;;
esac
for argument do
    shift
    case $argument in
        -Cpasses=sancov-module | -Cllvm-args=-sanitizer-coverage*) ;;
        *) set -- "$@" "$argument" ;;
    esac
done
exec "$rustc" "$@"
