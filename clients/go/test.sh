#!/usr/bin/env bash
# Tests the Go client, package client, against the service of this checkout, and what it
# makes by the types of the packages of OpenAI and Anthropic.
#
#   test.sh [ARGUMENTS OF GO TEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

(cd ../.. && go test "$@" ./client/... && go build -o "$tmp/toolparser" ./cmd/toolparser)
# Not from the cache, which knows nothing of the binary.
TOOLPARSER_BINARY=$tmp/toolparser go test -count=1 "$@" ./...
