// Runs Go in the repository, for the builds of packages/npm and packages/wasm.
import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../..");

/** Runs Go with more variables in its environment. Without Go, this process ends with a sentence that ends with `instead`. */
export function go(args, environment, instead = "") {
  const { error, status } = spawnSync("go", args, { cwd: root, env: { ...process.env, GOWORK: "off", ...environment }, stdio: "inherit" });
  if (error?.code === "ENOENT") {
    console.error(`there is no Go here, which builds the package: install it from https://go.dev/dl/${instead}`);
    process.exit(1);
  }
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}
