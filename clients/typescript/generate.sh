#!/usr/bin/env bash
# Generates the messages of the contract: generate.sh [DIRECTORY]. It needs Go, for buf,
# and the packages of the lock file.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
go tool -modfile=../../tools/go.mod buf generate ../.. --path ../../proto/toolparser/v1 --template buf.gen.yaml --output "${1:-.}"
