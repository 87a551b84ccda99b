// Builds the npm packages with the program, as tarballs: one with the command, and one for each platform.
//
//   node build.mjs FOLDER                 all platforms
//   node build.mjs FOLDER linux-x64 …     some of them
//
// TOOLPARSER_PROGRAM=PATH    takes a program that is built already
// TOOLPARSER_LICENSES=PATH   adds the licenses of what is built into it
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { go } from "../go.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const manifest = JSON.parse(readFileSync(join(here, "package.json"), "utf8"));

// What Go calls the systems and the processors.
const GO = { win32: "windows", x64: "amd64" };
const goName = (name) => GO[name] ?? name;

// pack makes a tarball of a folder.
function pack(folder, to) {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", to], { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

// compile puts the program for a platform at a path.
function compile(os, cpu, path) {
  if (process.env.TOOLPARSER_PROGRAM) {
    copyFileSync(process.env.TOOLPARSER_PROGRAM, path);
  } else {
    const environment = { CGO_ENABLED: "0", GOOS: goName(os), GOARCH: goName(cpu) };
    const flags = ["-trimpath", "-ldflags=-s -w -buildid="]; // as .goreleaser.yaml
    go(["build", ...flags, "-o", path, "./cmd/toolparser"], environment, ", or set TOOLPARSER_PROGRAM to a program that is built already");
  }
  chmodSync(path, 0o755);
}

// packPlatform makes the package of a platform.
function packPlatform(name, to) {
  const [os, cpu] = name.split("-").slice(-2);
  const folder = mkdtempSync(join(tmpdir(), "toolparser-npm-"));
  try {
    mkdirSync(join(folder, "bin"));
    compile(os, cpu, join(folder, "bin", os === "win32" ? "toolparser.exe" : "toolparser"));
    copyFileSync(join(here, "LICENSE"), join(folder, "LICENSE"));
    if (process.env.TOOLPARSER_LICENSES) copyFileSync(process.env.TOOLPARSER_LICENSES, join(folder, "THIRD_PARTY_LICENSES.txt"));
    writeFileSync(join(folder, "README.md"), `# ${name}\n\nThe program of [${manifest.name}](${manifest.homepage}) for ${os} on ${cpu}.\n`);
    const { version, license, homepage, repository, bugs } = manifest;
    const description = `The program of ${manifest.name} for ${os} on ${cpu}`;
    const own = { name, version, description, license, homepage, repository, bugs, os: [os], cpu: [cpu], files: ["bin", "THIRD_PARTY_LICENSES.txt"], preferUnplugged: true, publishConfig: { access: "public" } };
    writeFileSync(join(folder, "package.json"), JSON.stringify(own, null, 2));
    pack(folder, to);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const [to, ...wanted] = process.argv.slice(2);
if (!to) {
  console.error("usage: node build.mjs FOLDER [PLATFORM…]");
  process.exit(2);
}
mkdirSync(to, { recursive: true });
const platforms = Object.keys(manifest.optionalDependencies);
const unknown = wanted.filter((platform) => !platforms.some((name) => name.endsWith(`-${platform}`)));
if (unknown.length > 0) {
  console.error(`there is no package for ${unknown.join(", ")}: there are ${platforms.join(", ")}`);
  process.exit(2);
}
for (const name of platforms) {
  if (wanted.length === 0 || wanted.some((platform) => name.endsWith(`-${platform}`))) packPlatform(name, resolve(to));
}
pack(here, resolve(to));
