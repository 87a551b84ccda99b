#!/usr/bin/env node
// Runs the program of the package for this platform.
"use strict";

const { spawn } = require("node:child_process");
const { closeSync, openSync, readSync } = require("node:fs");
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

// How the programs of a system begin.
const MAGIC = { linux: ["7f454c46"], darwin: ["cffaedfe", "cafebabe"], win32: ["4d5a"] };
// The processors of a program for Linux, by their numbers in it.
const MACHINES = { x64: 62, arm64: 183 };

// isForeign reports whether a file is no program of this system and processor: Node.js would have a shell read it.
function isForeign(path) {
  const head = Buffer.alloc(20);
  try {
    const file = openSync(path, "r");
    try {
      readSync(file, head, 0, head.length, 0);
    } finally {
      closeSync(file);
    }
  } catch {
    return false; // a file that can't be read may be a program, and one that isn't there has another message
  }
  const begin = head.toString("hex");
  if (begin.startsWith("2321")) return false; // "#!": a script says what reads it
  if (!(MAGIC[process.platform] ?? [""]).some((magic) => begin.startsWith(magic))) return true;
  return process.platform === "linux" && process.arch in MACHINES && head.readUInt16LE(18) !== MACHINES[process.arch];
}

const path = program();
if (isForeign(path)) {
  const what = process.env[VARIABLE] ? `correct ${VARIABLE}, which has its path, or unset it` : `install ${manifest.name} again, on this machine`;
  fail(`${path} is no program for ${process.platform} on ${process.arch}: ${what}`);
}
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
// A terminal sends SIGINT to the program, too. All other signals come to this process alone.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  if (error.code === "ENOENT" && process.env[VARIABLE]) {
    fail(`there is no program ${path}: ${VARIABLE} has its path; correct it, or unset it`);
  }
  fail(`${path} can't be executed (${error.code}): copy it to a folder from which programs may run, make it executable, and set ${VARIABLE} to its path`);
});
child.on("exit", (code, signal) => {
  if (!signal) process.exit(code);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
