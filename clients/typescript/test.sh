#!/usr/bin/env bash
# Tests the TypeScript client against the service built from this checkout. It needs
# Node.js 20 or newer, npm and Go; all else is installed from package-lock.json into
# node_modules. Exit code 77: no such Node.js.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1 ||
  { echo "no Node.js 20 or newer with npm: install it from https://nodejs.org"; exit 77; }

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

cmp -s package-lock.json node_modules/.installed ||
  { npm ci --ignore-scripts --silent && cp package-lock.json node_modules/.installed; }

./generate.sh "$tmp"
git --no-pager diff --no-index --exit-code src/gen "$tmp/src/gen" ||
  { echo "src/gen is not what proto/ generates: run generate.sh"; exit 1; }

npx prettier --check --log-level warn .
rm -rf .build dist
npm run --silent build
npx tsc

(cd ../.. && CGO_ENABLED=0 go build -trimpath -o "$tmp/toolparser" ./cmd/toolparser) # as the packages, which share the build
TOOLPARSER_BINARY=$tmp/toolparser node --expose-gc --test --test-reporter=spec .build/test/*.test.js
