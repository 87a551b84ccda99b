#!/usr/bin/env bash
# Tests the Python client against the service built from this checkout: with the oldest
# gRPC and protobuf that it runs with, and with the newest. It needs Python 3.10 or newer
# and Go; all else is installed from requirements/ into .venv. Exit code 77: no such Python.
#
#   test.sh [ARGUMENTS OF PYTEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../.. && pwd)

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "$python is not Python 3.10 or newer: install it, or set PYTHON to its path"; exit 77; }

environment() { # NAME: makes .venv/NAME from requirements/NAME.txt
  [[ -x .venv/$1/bin/python ]] || "$python" -m venv ".venv/$1"
  # Everything is pinned, so that there is nothing to resolve.
  ".venv/$1/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --requirement "requirements/$1.txt"
}
environment oldest
environment newest
oldest=.venv/oldest/bin/python newest=.venv/newest/bin/python

"$oldest" generate.py "$tmp/_gen"
git --no-pager diff --no-index --exit-code src/toolparser_client/_gen "$tmp/_gen" ||
  { echo "_gen is not what proto/ generates: run generate.py with requirements/oldest.txt"; exit 1; }

"$newest" -m ruff check --quiet .
"$newest" -m ruff format --quiet --check .
"$newest" -m mypy

"$newest" -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir "$tmp/dist" .
(cd "$root" && CGO_ENABLED=0 go build -trimpath -o "$tmp/toolparser" ./cmd/toolparser) # as the packages, which share the build
export TOOLPARSER_BINARY=$tmp/toolparser
for each in "$oldest" "$newest"; do
  "$each" -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$tmp"/dist/*.whl
done
# Without them the tests of their shapes are left out, as they are with the oldest.
"$newest" -c 'import anthropic, openai'
"$oldest" -m pytest -q -m "not slow" "$@"
"$newest" -m pytest -q "$@"
