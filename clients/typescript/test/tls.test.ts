/** TLS, by certificates that openssl makes. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Code } from "../src/index.js";
import { failsWith } from "./errors.js";
import { Server, temporary } from "./server.js";

const skip = spawnSync("openssl", ["version"]).error ? "openssl isn't here" : false;

test("TLS trusts whom it is told to, and nobody else", { skip }, async () => {
  const directory = temporary();
  const [cert, key] = [join(directory, "cert.pem"), join(directory, "key.pem")];
  const options = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"];
  const name = ["-subj", "/CN=toolparser.example", "-addext", "subjectAltName=DNS:toolparser.example"];
  execFileSync("openssl", ["req", "-x509", ...options, ...name, "-keyout", key, "-out", cert], {
    stdio: "ignore",
  });
  const server = await Server.start("--tls-cert", cert, "--tls-key", key);

  const servername = "toolparser.example";
  const trusting = server.connect({ tls: { ca: readFileSync(cert), servername } });
  assert.ok((await trusting.families()).length > 0);
  await assert.rejects(server.connect({ tls: { servername } }).families(), failsWith(Code.Internal));
});
