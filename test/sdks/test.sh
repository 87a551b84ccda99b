#!/usr/bin/env bash
# Drives the proxy, built from this checkout, with vendors' SDKs. It needs Python 3.10 or
# newer and Go; all else is installed from requirements.txt into .venv. Exit code 77: no such
# Python, or the packages can't be installed. The SDKs for Node.js are left out without Node.js
# 20 or newer, npm and the packages of package-lock.json, and LiteLLM's own proxy without those
# of requirements-litellm.txt.
#
#   test.sh [ARGUMENTS OF PYTEST]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

python=${PYTHON:-python3}
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
  { echo "$python is not Python 3.10 or newer: install it, or set PYTHON to its path"; exit 77; }

# Everything is pinned, so that there is nothing to resolve.
install() { # FILE STAMP
  cmp -s "$1" ".venv/$2" || {
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --requirement "$1" && cp "$1" ".venv/$2"
  } >"$tmp/pip" 2>&1 || { rm -f ".venv/$2"; tail -n 3 "$tmp/pip"; return 1; }
}

{ cmp -s requirements.txt .venv/.installed || "$python" -m venv .venv; } && install requirements.txt .installed ||
  { echo "the Python packages can't be installed"; exit 77; }
install requirements-litellm.txt .litellm || echo "LiteLLM's proxy can't be installed"

if node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1; then
  cmp -s package-lock.json node_modules/.installed ||
    { npm ci --ignore-scripts --silent && cp package-lock.json node_modules/.installed; } >"$tmp/npm" 2>&1 ||
    { rm -f node_modules/.installed; tail -n 3 "$tmp/npm"; }
else
  rm -f node_modules/.installed
fi

(cd ../.. && CGO_ENABLED=0 go build -trimpath -o "$tmp/toolparser" ./cmd/toolparser) # as the packages, which share the build
export TOOLPARSER=$tmp/toolparser RUNS=$tmp/runs
(cd ../.. && go test ./gateway/proxy -run '^TestWriteRuns$' -count=1 -write-runs "$RUNS")
.venv/bin/python -m pytest -q -rs "$@"
