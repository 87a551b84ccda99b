/** The programs of docs/use/clients/typescript.md, and what it says that they print. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { root, Server } from "./server.js";

// Below the package, so that the programs find it by its name.
const directory = resolve(import.meta.dirname, "../docs");
const programs = /```ts\n(import .*?)```\n+(?:[^`\n][^\n]*\n+)*```text\n(.*?)```\n/gs;

test("the documented programs print what it says", async () => {
  const text = readFileSync(resolve(root, "docs/use/clients/typescript.md"), "utf8");
  const found = [...text.matchAll(programs)];
  assert.ok(found.length >= 3, `${found.length} programs`);

  const { target } = await Server.start();
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  found.forEach(([, code], index) => {
    writeFileSync(resolve(directory, `program${index}.ts`), code!.replaceAll("127.0.0.1:50051", target));
  });
  const config = {
    extends: "../../tsconfig.json",
    compilerOptions: { rootDir: ".", outDir: "out" },
    include: ["."],
  };
  writeFileSync(resolve(directory, "tsconfig.json"), JSON.stringify(config));
  execFileSync("npx", ["tsc", "--project", directory], { stdio: ["ignore", "inherit", "inherit"] });

  found.forEach(([, code, printed], index) => {
    const output = execFileSync("node", [resolve(directory, `out/program${index}.js`)], { encoding: "utf8" });
    assert.equal(output, printed, code);
  });
});
