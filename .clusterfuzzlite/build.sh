#!/bin/bash -eu
exec "$SRC/crivet/fuzz/oss-fuzz/build.sh" "$@"
