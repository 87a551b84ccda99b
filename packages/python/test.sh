#!/usr/bin/env bash
# Tests the Python package as its users get it: builds the wheel from this checkout, and installs it
# in an empty environment, without Go on the PATH. It needs Python 3.10 or newer and Go; all else
# is installed from requirements.txt into .venv. Exit code 77: no such Python.
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
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-compile --requirement requirements.txt

wheel() { # FOLDER: builds the wheel into it
  .venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$1" .
}
wheel "$tmp/dist"
built=("$tmp"/dist/*.whl)
.venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall "${built[0]}"

.venv/bin/ruff check --quiet .
.venv/bin/ruff format --quiet --check .
.venv/bin/mypy

# The wheels of other platforms have the tags of theirs; which program is in them doesn't matter here.
for platform in linux/arm64 darwin/amd64 darwin/arm64 windows/amd64; do
  TOOLPARSER_PROGRAM=/bin/sh TOOLPARSER_PLATFORM=$platform wheel "$tmp/others"
done
if TOOLPARSER_PLATFORM=plan9/386 wheel "$tmp/none" 2>"$tmp/refused"; then
  echo "a wheel for a platform that has none"
  exit 1
fi
grep -q 'there is no wheel for plan9/386: set TOOLPARSER_PLATFORM to one of linux/amd64' "$tmp/refused"
(cd "$tmp/others" && for name in manylinux2014_aarch64.musllinux_1_1_aarch64 macosx_12_0_x86_64 macosx_12_0_arm64 win_amd64; do
  ls ./toolparser-*-py3-none-*"$name".whl >/dev/null
done)

# What a user has: no Go, and an environment with nothing in it.
"$python" -m venv "$tmp/empty"
"$tmp/empty/bin/python" -m pip install --quiet --disable-pip-version-check --no-index "${built[0]}"
user() { env -i HOME="$tmp" PATH=/usr/bin:/bin "$@"; }
python=$("$python" -c 'import sys; print(sys.executable)')
user "$tmp/empty/bin/toolparser" proxy --help >/dev/null
user "$tmp/empty/bin/python" -m toolparser version
user "$tmp/empty/bin/python" -W error -c 'import toolparser
text = "{\"name\": \"f\", \"parameters\": {}}"
call, = toolparser.parse(text, family="llama3").result.tool_calls
assert call.function.name == "f"
with toolparser.stream(family="llama3") as session:
    for piece in text:
        session.send(piece)
    call, = session.finish("stop").result.tool_calls
assert call.function.name == "f"'
"$tmp/empty/bin/python" -m pip install --quiet --disable-pip-version-check --no-index --find-links "$tmp/dist" --target "$tmp/target" toolparser
user PYTHONPATH="$tmp/target" "$python" -m toolparser version >/dev/null
(cd ../.. && go build -o "$tmp/proxied" ./packages/proxied)
"$tmp/proxied" env -i HOME="$tmp" PATH=/usr/bin:/bin "$PWD/.venv/bin/uv" --quiet tool run --offline --no-config --python "$python" \
  --from "${built[0]}" toolparser

.venv/bin/python -m pytest -q "$@"
