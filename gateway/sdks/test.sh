#!/usr/bin/env bash
# Drives the proxy, built from this checkout, with vendors' SDKs. It needs Python 3.10 or
# newer and Go; all else is installed from requirements.txt into .venv. Exit code 77: no such
# Python, or the packages can't be installed.
#
#   test.sh [ARGUMENTS OF PYTEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "$python is not Python 3.10 or newer"; exit 77; }

# Everything is pinned, so that there is nothing to resolve.
cmp -s requirements.txt .venv/installed || {
  { "$python" -m venv .venv && .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --requirement requirements.txt; } >"$tmp/pip" 2>&1 ||
    { tail -n 3 "$tmp/pip"; echo "the Python packages can't be installed"; exit 77; }
  cp requirements.txt .venv/installed
}

(cd ../.. && go build -o "$tmp/toolparser" ./cmd/toolparser)
export TOOLPARSER=$tmp/toolparser
.venv/bin/python -m pytest -q "$@"
