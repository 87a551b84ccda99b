#!/usr/bin/env bash
# Tests the Rust client against the service built from this checkout. It needs Rust 1.88
# or newer, a C compiler and Go; all else is installed from Cargo.lock. Exit code 77: no
# such Rust.
#
#   test.sh [ARGUMENTS OF CARGO TEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

minor=$({ cargo --version 2>/dev/null || true; } | sed -En 's/^cargo 1\.([0-9]+)\..*/\1/p')
[[ ${minor:-0} -ge 88 ]] || { echo "no Rust 1.88 or newer"; exit 77; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

! cargo fmt --version >/dev/null 2>&1 || cargo fmt --check

(cd ../.. && CGO_ENABLED=0 go build -trimpath -o "$tmp/toolparser" ./cmd/toolparser) # as the packages, which share the build
TOOLPARSER_BINARY=$tmp/toolparser cargo test --locked --quiet "$@"
