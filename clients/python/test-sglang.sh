#!/usr/bin/env bash
# Tests the SGLang plugin in the real SGLang, and prints where SGLang's own parsers say the
# same: its packages bring no suites of their own. It installs some 4 GB; not part of CI. It
# needs Python 3.11 and Go. Exit code 77: no such Python.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source engines/install.sh
install_engines

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
(cd ../.. && go build -o "$tmp/toolparser" ./cmd/toolparser)
TOOLPARSER_BINARY=$tmp/toolparser PYTHONPATH=engines:tests \
  "$engines" -m pytest -q --no-header -p no:cacheprovider -c pyproject.toml --rootdir . \
  engines/test_sglang.py engines/test_sglang_agreement.py
