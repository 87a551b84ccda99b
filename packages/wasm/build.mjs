// Builds toolparser.wasm, which is next to this file then. It needs Go.
import { execFileSync } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const environment = { ...process.env, GOOS: "wasip1", GOARCH: "wasm", GOWORK: "off" };
const flags = ["-trimpath", "-buildmode=c-shared", "-ldflags=-s -w -buildid="];
execFileSync("go", ["build", ...flags, "-o", join(here, "toolparser.wasm"), "./packages/wasm/module"], {
  cwd: resolve(here, "../.."),
  env: environment,
  stdio: "inherit",
});
