# Sourced by test-vllm.sh and test-sglang.sh: makes .venv/engines, with vLLM, SGLang and this package.

python=${PYTHON:-python3.11}
command -v "$python" >/dev/null || python=python3
"$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 12))' ||
  { echo "$python is not Python 3.11, for which requirements/vllm.txt is pinned"; exit 77; }

VLLM=0.33.0 SGLANG=0.5.23
engines=$PWD/.venv/engines/bin/python

received() { awk 'NR > 2 && $1 != "lo:" { sum += $2 } END { printf "%d", sum }' /proc/net/dev 2>/dev/null || echo 0; }

install_engines() {
  local before
  before=$(received)
  if [[ ! -x $engines ]]; then
    echo "installing vLLM $VLLM and SGLang $SGLANG: some 4 GB to download, 7 GB on disk"
    "$python" -m venv .venv/engines
  fi
  # Without dependencies: those of a GPU aren't needed, and the rest is pinned.
  "$engines" -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --requirement requirements/vllm.txt "vllm==$VLLM" "sglang==$SGLANG"
  "$engines" -m pip install --quiet --disable-pip-version-check hatchling
  "$engines" -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --force-reinstall .
  echo "received $((($(received) - before) / 1000000)) MB, installed $(du -sm .venv/engines | cut -f1) MB"
}
