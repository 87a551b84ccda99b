#!/usr/bin/env bash
# Tests the vLLM plugin in the real vLLM, and runs vLLM's own suites of llama3_json and
# kimi_k2 through it, from vLLM's source package; and its suite of served tool calls through
# the proxy. It installs some 4 GB; not part of CI.
# It needs Python 3.11 and Go. Exit code 77: no such Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source engines/install.sh
install_engines

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"; [[ -z ${server:-} ]] || kill "$server"' EXIT
(cd ../.. && go build -o "$tmp/toolparser" ./cmd/toolparser)

run_pytest() { "$engines" -m pytest -q --no-header -p no:cacheprovider "$@"; }

TOOLPARSER_BINARY=$tmp/toolparser PYTHONPATH=engines:tests \
  run_pytest -c pyproject.toml --rootdir . -s engines/test_vllm.py

# Building its metadata is what pip wants before it hands the source over.
"$engines" -m pip install --quiet --disable-pip-version-check "setuptools>=78,<81" setuptools-scm setuptools-rust cmake
VLLM_TARGET_DEVICE=empty VLLM_VERSION_OVERRIDE=$VLLM "$engines" -m pip download --quiet --disable-pip-version-check \
  --no-deps --no-build-isolation --no-binary vllm --dest "$tmp" "vllm==$VLLM"
tar -C "$tmp" -xzf "$tmp/vllm-$VLLM.tar.gz" "vllm-$VLLM/tests"
suite=$tmp/suite/tests/tool_parsers
mkdir -p "$suite"
touch "$tmp/suite/tests/__init__.py"
for file in __init__ conftest utils common_tests test_llama3_json_tool_parser test_kimi_k2_tool_parser; do
  cp "$tmp/vllm-$VLLM/tests/tool_parsers/$file.py" "$suite"
done

"$tmp/toolparser" serve --listen "unix:$tmp/s" --log-level warn &
server=$!
for _ in {1..100}; do [[ -S $tmp/s ]] && break; sleep 0.1; done
plugins=$PWD/engines
(cd "$tmp/suite" && TOOLPARSER_CLIENT_TARGET=unix:$tmp/s TOOLPARSER_CLIENT_MODE=lockstep PYTHONPATH=.:$plugins \
  run_pytest -p vllm_suites --rootdir . -rx tests/tool_parsers)

# The proxy before vLLM's server. Of tests/utils.py, the suite asks for a path alone.
served=$tmp/suite/tests/tool_use
mkdir -p "$served"
echo 'import pathlib; VLLM_PATH = pathlib.Path()' >"$tmp/suite/tests/utils.py"
for file in __init__ utils test_chat_completions test_parallel_tool_calls test_tool_calls; do
  cp "$tmp/vllm-$VLLM/tests/tool_use/$file.py" "$served"
done
(cd "$tmp/suite" && TOOLPARSER_BINARY=$tmp/toolparser PYTHONPATH=.:$plugins \
  run_pytest -p proxied_suite --rootdir . -rx tests/tool_use)
