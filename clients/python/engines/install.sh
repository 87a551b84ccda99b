# Sourced by test-vllm.sh and test-sglang.sh: makes .venv/engines, with vLLM, SGLang and this package.

python=${PYTHON:-python3.11}
command -v "$python" >/dev/null || python=python3
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 12))' 2>/dev/null ||
  { echo "$python is not Python 3.11, for which requirements/vllm.txt is pinned: install it, or set PYTHON to its path"; exit 77; }

VLLM=0.33.0 SGLANG=0.5.23
engines=$PWD/.venv/engines/bin/python

# What pip says that it downloads, in MB.
downloaded() {
  awk '/^ *Downloading .*\([0-9.]+ [kMG]B\)$/ {
    n = $(NF - 1); sub(/^\(/, "", n)
    sum += n * ($NF == "GB)" ? 1000 : $NF == "MB)" ? 1 : 0.001)
  } END { printf "%d", sum }' "$1"
}

install_engines() {
  local log
  log=$(mktemp)
  if [[ ! -x $engines ]]; then
    echo "installing vLLM $VLLM and SGLang $SGLANG: some 4 GB to download, 7 GB on disk"
    "$python" -m venv .venv/engines
  fi
  # Without dependencies: those of a GPU aren't needed, and the rest is pinned.
  "$engines" -m pip install --disable-pip-version-check --progress-bar off --no-deps --no-compile \
    --requirement requirements/vllm.txt "vllm==$VLLM" "sglang==$SGLANG" >"$log" || { tail "$log"; return 1; }
  "$engines" -m pip install --quiet --disable-pip-version-check hatchling
  "$engines" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
  echo "downloaded $(downloaded "$log") MB, installed $(du -sm .venv/engines | cut -f1) MB"
  rm "$log"
}
