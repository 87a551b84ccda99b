#!/usr/bin/env bash
# Tests the Java client against the service built from this checkout. It needs a JDK 17 or
# newer, Maven and Go; all else, protoc too, comes from pom.xml. Exit code 77: no such JDK
# or no Maven.
#
#   test.sh [ARGUMENTS OF MAVEN]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

major=$({ javac -version 2>/dev/null || true; } | sed -En 's/^javac ([0-9]+).*/\1/p')
[[ ${major:-0} -ge 17 ]] && mvn --version >/dev/null 2>&1 ||
  { echo "no JDK 17 or newer with Maven"; exit 77; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

(cd ../.. && CGO_ENABLED=0 go build -trimpath -o "$tmp/toolparser" ./cmd/toolparser) # as the packages, which share the build
TOOLPARSER_BINARY=$tmp/toolparser mvn --batch-mode --no-transfer-progress --quiet test "$@"
