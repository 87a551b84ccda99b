/** TLS, by a certificate that is its own authority, and tokens over it. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Code } from "../src/index.js";
import { failsWith } from "./errors.js";
import { root, Server, temporary } from "./server.js";

test("TLS trusts the configured authorities, and no others", async () => {
  const [servername, token] = ["toolparser.example", "8c9f3d1f6a0e4f4c9b62"];
  const directory = temporary();
  execFileSync(join(root, "clients/certificate.sh"), [directory, servername], { stdio: "ignore" });
  const [cert, key, tokens] = ["cert.pem", "key.pem", "tokens"].map((name) => join(directory, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(tokens, `tester ${token}\n`);
  const server = await Server.start("--tls-cert", cert, "--tls-key", key, "--tokens", tokens);

  const tls = { ca: readFileSync(cert), servername };
  assert.ok((await server.connect({ tls, token }).families()).length > 0);
  await assert.rejects(server.connect({ tls }).families(), failsWith(Code.Unauthenticated));
  await assert.rejects(server.connect({ tls: { servername }, token }).families(), failsWith(Code.Internal));
});
