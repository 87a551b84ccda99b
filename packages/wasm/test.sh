#!/usr/bin/env bash
# Tests @toolparser/wasm: the module with all cases in wazero, from Go, and in wasmtime, from Python. Then the package as its
# users get it: packs it, installs it in an empty project without a registry, and runs all cases in Node.js. Exit code
# 77: no Node.js 20 or newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

has_node() { node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null; }

module=$tmp/toolparser.wasm
if has_node; then
  node build.mjs
  module=$here/toolparser.wasm
fi
(cd ../../test/wasm && go test -count=1 . -module "$module" -write "$tmp/requests.jsonl")

python=${PYTHON:-python3}
if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
  [[ -x .venv/bin/python ]] || "$python" -m venv .venv
  .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement test/requirements.txt
  .venv/bin/python test/wasmtime_test.py "$module" "$tmp/requests.jsonl"
else
  echo "without wasmtime: no Python 3.10 or newer here"
fi

has_node || { echo "no Node.js 20 or newer with npm: install it from https://nodejs.org"; exit 77; }
npm pack --silent --pack-destination "$tmp" >/dev/null
[[ $(tar -tzf "$tmp"/*.tgz | sort | tr '\n' ' ') == "package/LICENSE package/README.md package/ai-sdk.d.ts package/ai-sdk.js package/index.d.ts package/index.js package/package.json package/toolparser.wasm " ]]
mkdir "$tmp/project"
cp test/toolparser.test.mjs test/types.ts "$tmp/project"
cd "$tmp/project"
echo '{"private": true, "type": "module"}' >package.json
npm install --offline --ignore-scripts --no-audit --no-fund --silent "$tmp"/*.tgz
node --test toolparser.test.mjs

# All cases of the families, which say what is expected.
(cd "$here/../.." && CGO_ENABLED=0 go run -trimpath ./cmd/toolparser cases --jsonl) >cases.jsonl # built as the packages' program
cp "$here"/test/{cases,compare}.mjs .
node cases.mjs cases.jsonl

# The AI SDK's agent, with the middleware.
mkdir "$tmp/agent"
cp "$here"/test/ai/* "$tmp/agent"
cd "$tmp/agent"
npm ci --ignore-scripts --no-audit --no-fund --silent
npm install --offline --ignore-scripts --no-audit --no-fund --no-save --silent "$tmp"/*.tgz
node --test agent.test.mjs
cd "$tmp/project"

# The compiler is the TypeScript client's.
typescript=$here/../../clients/typescript
[[ -x $typescript/node_modules/.bin/tsc ]] || (cd "$typescript" && npm ci --ignore-scripts --silent)
"$typescript/node_modules/.bin/tsc" --noEmit --strict --module nodenext --moduleResolution nodenext --target es2022 --lib es2022,dom types.ts
