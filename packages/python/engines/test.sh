#!/usr/bin/env bash
# Tests the Python package in the data engines of docs/run/data.md, which are large. It needs Python 3.10 or newer and Go, and
# Java 17 for Spark. Exit code 77: no such Python.
#
#   test.sh [ARGUMENTS OF PYTEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "$python is not Python 3.10 or newer: install it, or set PYTHON to its path"; exit 77; }
[[ -x .venv/bin/python ]] || "$python" -m venv .venv
# Everything is pinned, so that there is nothing to resolve.
cmp -s requirements.txt .venv/.installed || {
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --requirement requirements.txt
  cp requirements.txt .venv/.installed
}
.venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$tmp" ..
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "$tmp"/*.whl
export HF_HOME=$tmp/datasets HF_HUB_OFFLINE=1 RAY_USAGE_STATS_ENABLED=0
.venv/bin/python -m pytest -q -rs --rootdir .. . "$@"
