#!/usr/bin/env bash
# Tests the npm packages with the program as their users get them: packs them, and installs them in an empty project,
# without a registry, and without Go on the PATH. Exit code 77: no Node.js 18 or newer.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
here=$PWD

tmp=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill -KILL "$server" 2>/dev/null || true; rm -rf "$tmp"' EXIT

node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null ||
  { echo "no Node.js 18 or newer with npm: install it from https://nodejs.org"; exit 77; }

wants() { # TEXT COMMAND…: what the command says, on either stream, has the text
  local text=$1 said
  shift
  said=$("$@" 2>&1) || true
  grep -qF -- "$text" <<<"$said" || { echo "no '$text' in what $* says: $said"; exit 1; }
}

# Which program is in the package of another platform doesn't matter here.
TOOLPARSER_PROGRAM=/bin/sh node build.mjs "$tmp/all"
[[ $(ls "$tmp/all" | wc -l) == 6 ]]
tar -xOzf "$tmp"/all/toolparser-cli-win32-x64-*.tgz package/package.json | grep '"win32"' >/dev/null
tar -tzf "$tmp"/all/toolparser-cli-win32-x64-*.tgz | grep -x package/bin/toolparser.exe >/dev/null
wants 'there is no package for plan9-x64' node build.mjs "$tmp/none" plan9-x64
wants 'there is no Go here, which builds the package: install it from https://go.dev/dl/, or set TOOLPARSER_PROGRAM' \
  env -u TOOLPARSER_PROGRAM PATH="$tmp/none" "$(command -v node)" build.mjs "$tmp/none" linux-x64

# The package with the command has the files that it needs, and no more.
npm pack --dry-run --json >"$tmp/files.json" 2>/dev/null
node -e '
  const assert = require("node:assert");
  const [pack] = JSON.parse(require("node:fs").readFileSync(process.argv[1]));
  assert.deepEqual(pack.files.map((file) => file.path).sort(), ["LICENSE", "README.md", "bin/toolparser.js", "package.json"]);
  const manifest = require("./package.json");
  for (const version of Object.values(manifest.optionalDependencies)) assert.equal(version, manifest.version);
  assert.equal(manifest.scripts, undefined);
' "$tmp/files.json"

platform=$(node -p 'process.platform + "-" + process.arch')
node build.mjs "$tmp/own" "$platform"
mkdir "$tmp/project"
cd "$tmp/project"
echo '{"private": true}' >package.json
npm install --offline --ignore-scripts --no-audit --no-fund --silent "$tmp"/own/*.tgz

user() { env -i HOME="$tmp" PATH="$(dirname "$(command -v node)"):/usr/bin:/bin" "$@"; }
cli() { user npx --offline toolparser "$@"; }
cli version
cli proxy --help | grep -- --upstream >/dev/null
echo '{"name": "f", "parameters": {}}' | cli parse --family llama3 | grep '"name": "f"' >/dev/null
(cd "$here/../.." && go build -o "$tmp/proxied" ./packages/proxied)
"$tmp/proxied" env -i HOME="$tmp" PATH="$(dirname "$(command -v node)"):/usr/bin:/bin" npx --offline toolparser
status=0
cli no-such 2>/dev/null || status=$?
[[ $status == 2 ]]

# A signal to the command ends the program, which ends as it should.
node node_modules/.bin/toolparser serve --listen "unix:$tmp/socket" --drain-delay 0s 2>"$tmp/log" &
server=$!
for _ in $(seq 200); do [[ ! -S $tmp/socket ]] || break; sleep 0.05; done
kill -TERM "$server"
status=0
wait "$server" || status=$?
server=
[[ $status == 0 ]]
grep -q msg=stopped "$tmp/log"

wants "there is no package for plan9 on" user node -e '
  Object.defineProperty(process, "platform", {value: "plan9"});
  require("./node_modules/toolparser/bin/toolparser.js")'
wants "there is no program /nonexistent: TOOLPARSER_PROGRAM has its path; correct it, or unset it" \
  user TOOLPARSER_PROGRAM=/nonexistent npx --offline toolparser version
# Node.js would have a shell read a file that is no program.
echo 'echo read by a shell' >"$tmp/text"
printf '\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xf3\0' >"$tmp/foreign" # for RISC-V
: >"$tmp/nothing"
for file in text foreign nothing; do
  chmod +x "$tmp/$file"
  status=0
  user TOOLPARSER_PROGRAM="$tmp/$file" npx --offline toolparser version >/dev/null 2>&1 || status=$?
  [[ $status == 1 ]]
  wants "$tmp/$file is no program for $(node -p 'process.platform + " on " + process.arch'): correct TOOLPARSER_PROGRAM" \
    user TOOLPARSER_PROGRAM="$tmp/$file" npx --offline toolparser version
done
printf '#!/bin/sh\necho run as it says\n' >"$tmp/script"
chmod +x "$tmp/script"
wants "run as it says" user TOOLPARSER_PROGRAM="$tmp/script" npx --offline toolparser version
wants "can't be executed (EACCES): copy it to a folder" user TOOLPARSER_PROGRAM="$tmp" npx --offline toolparser version
rm -r node_modules/@toolparser
wants "isn't installed: install toolparser again" cli version
echo "the npm packages with the program: 1 passed, 0 failed"
