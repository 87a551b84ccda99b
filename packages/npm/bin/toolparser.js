#!/usr/bin/env node
// Runs the program of the package for this platform.
"use strict";

const { spawn } = require("node:child_process");
const manifest = require("../package.json");

const VARIABLE = "TOOLPARSER_PROGRAM";

// fail ends this process with a message.
function fail(message) {
  console.error(`toolparser: ${message}`);
  process.exit(1);
}

// program is the path of the program.
function program() {
  if (process.env[VARIABLE]) return process.env[VARIABLE];
  const own = Object.keys(manifest.optionalDependencies).find((name) => name.endsWith(`-${process.platform}-${process.arch}`));
  if (!own) {
    fail(`there is no package for ${process.platform} on ${process.arch}: build the program with Go, and set ${VARIABLE} to its path`);
  }
  try {
    return require.resolve(`${own}/bin/toolparser${process.platform === "win32" ? ".exe" : ""}`);
  } catch {
    return fail(`the package ${own} isn't installed: install ${manifest.name} again, on this machine and without --omit=optional`);
  }
}

const path = program();
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends SIGINT to the program, too. All other signals come to this process alone.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  if (error.code === "ENOENT" && process.env[VARIABLE]) {
    fail(`there is no program ${path}: ${VARIABLE} has its path; correct it, or unset it`);
  }
  fail(`${path} can't be executed (${error.code}): copy it to a folder from which programs may run, and set ${VARIABLE} to its path`);
});
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
