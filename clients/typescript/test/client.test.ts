/** Unary calls, batches, and how a client reaches the service. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { createServer as createHttpServer } from "node:http2";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connectNodeAdapter } from "@connectrpc/connect-node";
import { Client, Code, ConnectError, finishReason, parseRequest, toTools } from "../src/index.js";
import { ContentPolicy, InvalidReason, ToolParserService } from "../src/v1.js";
import { failsWith } from "./errors.js";
import { calls, ONE_CALL, TWO_CALLS } from "./outputs.js";
import { Server, temporary } from "./server.js";

let server: Server;
let client: Client;

before(async () => {
  server = await Server.start();
  client = server.connect();
});

test("parses a complete output", async () => {
  const response = await client.parse(ONE_CALL, {
    family: "llama3",
    tools: [{ name: "get_weather" }],
    finishReason: "stop",
  });
  assert.deepEqual(calls(response), [["get_weather", '{"city": "Zürich \u{1f600}"}']]);
  assert.equal(response.result!.content, "Let me look. One moment.");
});

test("a model chooses the family, and two calls are two", async () => {
  const response = await client.parse(TWO_CALLS, { model: "moonshotai/Kimi-K2-Instruct" });
  assert.equal(response.diagnostics!.family, "kimi");
  assert.deepEqual(calls(response), [
    ["get_weather", '{"city": "Zürich"}'],
    ["get_time", '{"zone": "Europe/Zurich"}'],
  ]);
});

test("options arrive", async () => {
  const damaged = 'So: {"name": "get_time", "parameters": {"zone": "CET",}} ';
  const response = await client.parse(damaged, {
    family: "llama3",
    options: { contentPolicy: ContentPolicy.VERBATIM, disableRepair: true },
  });
  assert.deepEqual(
    response.invalidToolCalls.map((call) => call.reason),
    [InvalidReason.MALFORMED],
  );
  assert.equal(response.result!.content, damaged);
});

test("surrogates that stand alone are replaced", async () => {
  const response = await client.parse("a \ud83d\ude00 b \udc9f c", { family: "llama3" });
  assert.equal(response.result!.content, "a \u{1f600} b \ufffd c");
});

test("lists the families", async () => {
  assert.ok((await client.families()).some((family) => family.name === "kimi"));
});

test("a batch answers in order, and a bad item fails alone", async () => {
  const requests = ["llama3", "unknown", "llama3"].map(
    (family, id): [string, ReturnType<typeof parseRequest>] => [
      String(id),
      parseRequest(ONE_CALL, { family }),
    ],
  );
  const answers = [];
  for await (const { id, outcome } of client.batch(requests)) {
    answers.push([id, outcome.case]);
  }
  assert.deepEqual(answers, [
    ["0", "response"],
    ["1", "error"],
    ["2", "response"],
  ]);
});

test("an unknown family is a ConnectError", async () => {
  await assert.rejects(client.parse("x", { family: "unknown" }), failsWith(Code.NotFound));
  using session = client.stream({ family: "unknown" });
  await assert.rejects(session.send("x"), failsWith(Code.NotFound));
});

test("answers of more than gRPC's usual limit arrive", async () => {
  const text = "x".repeat(12 << 20);
  assert.equal((await client.parse(text, { family: "llama3" })).result!.content, text);
});

test("the service knows what the client takes", async () => {
  const small = server.connect({ maxReceiveBytes: 1000 });
  await assert.rejects(small.parse("x".repeat(2000), { family: "llama3" }), (error) => {
    failsWith(Code.ResourceExhausted)(error);
    return String(error).includes("1000");
  });
});

test("a deadline ends a call", async (t) => {
  // Connections are taken, and nothing is ever said.
  const silent = createServer(() => {}).listen(0, "127.0.0.1");
  t.after(() => silent.close());
  await new Promise((resolve) => silent.once("listening", resolve));
  const address = silent.address();
  assert.ok(typeof address === "object" && address !== null);
  using client = new Client(`127.0.0.1:${address.port}`);
  await assert.rejects(
    client.parse("x", { family: "llama3" }, { timeoutMs: 100 }),
    failsWith(Code.DeadlineExceeded),
  );
  using hasty = new Client(`127.0.0.1:${address.port}`, { timeoutMs: 100 });
  await assert.rejects(hasty.families(), failsWith(Code.DeadlineExceeded));
});

test("a signal ends a call", async () => {
  await assert.rejects(
    client.parse("x", { family: "llama3" }, { signal: AbortSignal.abort() }),
    failsWith(Code.Canceled),
  );
});

test("unary calls outlive a restart", async () => {
  const restarted = await Server.start();
  const client = restarted.connect();
  await client.families();
  await restarted.prepareNext();
  await restarted.kill();
  const restart = sleep(300).then(() => restarted.replace());
  assert.equal(calls(await client.parse(ONE_CALL, { family: "llama3" })).length, 1);
  await restart;
});

for (const timeoutMs of [200, 2000, 0]) {
  test(`no server is UNAVAILABLE within a timeout of ${timeoutMs} ms`, async () => {
    const target = `unix:${join(temporary(), "none")}`;
    using absent = new Client(target, { timeoutMs });
    await assert.rejects(absent.families(), (error) => {
      failsWith(Code.Unavailable)(error);
      assert.match(String(error), /connection refused; is `toolparser serve` running at unix:.*none\?/);
      return true;
    });
  });
}

test("no server is UNAVAILABLE for a stream", async () => {
  using absent = new Client(`unix:${join(temporary(), "none")}`);
  using session = absent.stream({ family: "llama3" });
  await assert.rejects(session.send("x"), failsWith(Code.Unavailable));
});

for (const retryInfo of [true, false]) {
  test(`an overloaded service is asked again: ${retryInfo}, as it says`, async (t) => {
    let attempts = 0;
    const standIn = createHttpServer(
      connectNodeAdapter({
        routes: (router) =>
          router.service(ToolParserService, {
            listFamilies() {
              attempts++;
              if (attempts > 2) {
                return {};
              }
              const error = new ConnectError("overloaded", Code.ResourceExhausted);
              if (retryInfo) {
                error.details.push({ type: "google.rpc.RetryInfo", value: TEN_MILLISECONDS });
              }
              throw error;
            },
          }),
      }),
    ).listen(0, "127.0.0.1");
    t.after(() => standIn.close());
    await new Promise((resolve) => standIn.once("listening", resolve));
    using client = new Client(`127.0.0.1:${(standIn.address() as AddressInfo).port}`);
    if (retryInfo) {
      assert.deepEqual(await client.families(), []);
      assert.equal(attempts, 3);
    } else {
      await assert.rejects(client.families(), failsWith(Code.ResourceExhausted));
      assert.equal(attempts, 1);
    }
  });
}

/** google.rpc.RetryInfo{retry_delay: 10 ms}. */
const TEN_MILLISECONDS = new Uint8Array([0x0a, 0x05, 0x10, 0x80, 0xad, 0xe2, 0x04]);

test("what is not text is a TypeError that says what to pass", async () => {
  for (const [value, says] of [
    [null, /modelOutput is null, want a string: .* pass content \?\? ""/],
    [undefined, /modelOutput is undefined/],
    [new Uint8Array(), /modelOutput is bytes, want a string: decode it/],
    [1, /modelOutput is number, want a string/],
  ] as const) {
    assert.throws(() => parseRequest(value as unknown as string, { family: "llama3" }), says);
  }
  using session = client.stream({ family: "llama3" });
  await assert.rejects(session.send(null as unknown as string), /piece is null, want a string/);
});

test("a function without a name is a TypeError", () => {
  for (const tool of [{ type: "function" }, { type: "function", function: {} }, { name: "" }]) {
    assert.throws(() => toTools([{ name: "f" }, tool]), /tools\[1\] has no name: set function.name/);
  }
});

test("a finish reason that no vendor has is a RangeError", () => {
  assert.equal(finishReason("end_turn"), finishReason("stop"));
  assert.equal(finishReason("content_filter"), finishReason(null));
  assert.throws(() => finishReason("stopp"), /unknown finish reason "stopp"; use null, or one of stop, /);
});

test("a token lets in", async () => {
  const tokens = join(temporary(), "tokens");
  writeFileSync(tokens, "tester 8c9f3d1f6a0e4f4c9b62\n");
  const guarded = await Server.start("--tokens", tokens);
  await assert.rejects(guarded.connect().families(), failsWith(Code.Unauthenticated));
  await guarded.connect({ token: "8c9f3d1f6a0e4f4c9b62" }).families();

  const changing = ["yesterday's", "8c9f3d1f6a0e4f4c9b62"];
  const client = guarded.connect({ token: async () => changing.shift() ?? "" });
  await assert.rejects(client.families(), failsWith(Code.Unauthenticated));
  await client.families();
});

test("a token leaves the machine by TLS alone", () => {
  for (const target of ["unix:/run/t.sock", "127.0.0.1:50051", "localhost:50051", "[::1]:50051"]) {
    new Client(target, { token: "secret" }).close();
  }
  for (const target of ["toolparser:50051", "localhost.example:50051"]) {
    assert.throws(() => new Client(target, { token: "secret" }), TypeError);
    new Client(target, { token: "secret", allowPlaintextToken: true }).close();
    new Client(target, { token: "secret", tls: {} }).close();
  }
});
