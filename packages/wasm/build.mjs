// Builds toolparser.wasm, which is next to this file then. It needs Go.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { go } from "../go.mjs";

const to = join(dirname(fileURLToPath(import.meta.url)), "toolparser.wasm");
const flags = ["-trimpath", "-buildmode=c-shared", "-ldflags=-s -w -buildid="];
go(["build", ...flags, "-o", to, "./packages/wasm/module"], { GOOS: "wasip1", GOARCH: "wasm" });
