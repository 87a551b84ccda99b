/** Sessions: one output while it is generated. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type Client, Code, type Session } from "../src/index.js";
import type { ParseToolCallsResponse } from "../src/v1.js";
import { failsWith } from "./errors.js";
import { Added, calls, OUTPUTS, withoutMadeIds } from "./outputs.js";
import { eventually, Server } from "./server.js";

let client: Client;

before(async () => {
  client = (await Server.start()).connect();
});

async function streamed(
  family: string,
  pieces: Iterable<string | Uint8Array>,
): Promise<ParseToolCallsResponse> {
  const added = new Added();
  using session = client.stream({ family });
  for (const piece of pieces) {
    added.add(await session.send(piece));
  }
  const { delta, response } = await session.finish();
  added.add(delta);
  assert.deepEqual(added.calls, calls(response));
  assert.equal(added.content.trim(), (response.result!.content ?? "").trim());
  return withoutMadeIds(response);
}

for (const { family, text } of OUTPUTS) {
  test(`a stream gives what unary gives: ${text.slice(0, 20)}…`, async () => {
    const whole = withoutMadeIds(await client.parse(text, { family }));
    // Every place, those between two surrogates too.
    for (let cut = 0; cut <= text.length; cut++) {
      assert.deepEqual(await streamed(family, [text.slice(0, cut), text.slice(cut)]), whole);
    }
    assert.deepEqual(await streamed(family, text), whole, "by code points");
    assert.deepEqual(await streamed(family, text.split("")), whole, "by UTF-16 units");
    const bytes = new TextEncoder().encode(text);
    assert.deepEqual(
      await streamed(
        family,
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
      ),
      whole,
      "by bytes",
    );
  });
}

const CALL = "<tool_call>\n<function=f>\n<parameter=x>\né😀\n</parameter>\n</function>\n</tool_call>";
const QUOTED = `The log says 😀 ${CALL}. `;
const special = { family: "qwen3_coder", tools: [{ name: "f" }] };

/** The special tokens of the call after the quoted one. */
function tokens(): { start: number; end: number }[] {
  const start = Buffer.byteLength(QUOTED);
  const end = Buffer.byteLength(QUOTED + CALL);
  return [
    { start, end: start + "<tool_call>".length },
    { start: end - "</tool_call>".length, end },
  ];
}

function onlyTheCall({ result }: ParseToolCallsResponse): void {
  assert.deepEqual(
    result!.toolCalls.map((call) => call.function!.arguments),
    ['{"x":"é😀"}'],
  );
  assert.equal(result!.content, QUOTED.trim());
}

test("special tokens of a complete output", async () => {
  onlyTheCall(await client.parse(QUOTED + CALL, { ...special, specialTokens: { spans: tokens() } }));
  const none = await client.parse(CALL, { ...special, specialTokens: {} });
  assert.equal(none.result!.content, CALL);
});

for (const size of [1, 2, 5, 1000]) {
  test(`special tokens of a session in pieces of ${size}`, async () => {
    for (const whole of [QUOTED + CALL, Buffer.from(QUOTED + CALL)]) {
      using session = client.stream({ ...special, specialTokens: {} });
      for (let at = 0; at < whole.length; at += size) {
        const piece = whole.slice(at, at + size);
        const end =
          typeof whole === "string"
            ? Buffer.byteLength(whole.slice(0, at + size))
            : Math.min(at + size, whole.length);
        const begin = end - Buffer.byteLength(piece);
        const inside = tokens()
          .map((span) => ({
            start: Math.max(span.start, begin) - begin,
            end: Math.min(span.end, end) - begin,
          }))
          .filter((span) => span.start < span.end);
        await session.send(piece, inside);
      }
      onlyTheCall((await session.finish()).response);
    }
  });
}

test("special tokens of a piece need those of the start", async () => {
  using session = client.stream({ family: "hermes" });
  await assert.rejects(session.send("x", [{ start: 0, end: 1 }]), failsWith(Code.InvalidArgument));
});

test("half a surrogate pair at the end is U+FFFD, and nothing is lost", async () => {
  for (const pieces of [["a\ud83d"], ["a", "\ud83d"], ["a\ud83d", ""], ["\ud83d", "a"], ["\udc9fa\ud83d"]]) {
    const response = await streamed("llama3", pieces);
    assert.equal(response.result!.content, pieces.join("").toWellFormed());
  }
  assert.equal((await streamed("llama3", ["a\ud83d", Buffer.from("b")])).result!.content, "a\ufffdb");
});

// However busy the machine is: a deadline may pass before the session has started.
test("a deadline ends a session", { timeout: 30_000 }, async () => {
  const begun = performance.now();
  using session = client.stream({ family: "llama3" }, { timeoutMs: 200 });
  const converse = async (): Promise<never> => {
    for (;;) {
      await session.send("x");
      await sleep(20);
    }
  };
  await assert.rejects(converse(), failsWith(Code.DeadlineExceeded));
  const took = performance.now() - begun;
  assert.ok(took > 190, `${took} ms`);
});

test("a session that was finished or closed takes nothing more", async () => {
  const finished = client.stream({ family: "llama3" });
  await finished.finish();
  await assert.rejects(finished.send("x"));
  const closed = client.stream({ family: "llama3" });
  await closed.send("x");
  closed.close();
  await assert.rejects(closed.send("x"), failsWith(Code.Canceled));
  const unused = client.stream({ family: "llama3" });
  unused.close();
  await assert.rejects(unused.send("x"), failsWith(Code.Canceled));
});

test("a server that goes away is UNAVAILABLE", async () => {
  const server = await Server.start();
  using session = server.connect().stream({ family: "llama3" });
  await session.send("x");
  await server.kill();
  await assert.rejects(session.send("x"), failsWith(Code.Unavailable));
});

const ways: Record<string, (begin: (signal?: AbortSignal) => Promise<Session>) => Promise<void>> = {
  closed: async (begin) => (await begin()).close(),
  "left by using": async (begin) => {
    using _ = await begin();
  },
  finished: async (begin) => {
    await (await begin()).finish();
  },
  aborted: async (begin) => {
    const abort = new AbortController();
    await begin(abort.signal);
    abort.abort();
  },
  forgotten: async (begin) => {
    await begin();
  },
};

for (const [way, abandon] of Object.entries(ways)) {
  test(`a session that is ${way} ends its stream`, async () => {
    const client = (await Server.start("--max-streams", "1")).connect();
    const begin = async (signal?: AbortSignal): Promise<Session> => {
      const session = client.stream({ family: "llama3" }, signal ? { signal } : {});
      await session.send("x");
      return session;
    };
    {
      using _ = await begin();
      await assert.rejects(begin(), failsWith(Code.ResourceExhausted), "the server has room for one");
    }
    await eventually(() => succeeds(() => abandon(begin)));
    await eventually(() => succeeds(async () => (await begin()).close()));
  });
}

async function succeeds(attempt: () => Promise<void>): Promise<boolean> {
  globalThis.gc?.();
  try {
    await attempt();
    return true;
  } catch (error) {
    return !failsWith(Code.ResourceExhausted)(error);
  }
}

test("a session over the limit of the connection is an error that names it", async () => {
  const server = await Server.start("--max-concurrent-streams", "1");
  const client = server.connect({ timeoutMs: 500 });
  using first = client.stream({ family: "llama3" });
  assert.equal((await first.send("Hi.")).content, "Hi.");
  for (const options of [{}, { timeoutMs: 100 }]) {
    await assert.rejects(client.stream({ family: "llama3" }, options).send("Hi."), (error: Error) => {
      assert.match(error.message, /--max-concurrent-streams/);
      return failsWith(Code.DeadlineExceeded)(error);
    });
  }
  await sleep(700); // the client's timeout is only that of the opening
  assert.equal((await first.send("Ho.")).content, "Ho.");
  await first.finish();
  using next = client.stream({ family: "llama3" });
  assert.equal((await next.send("Hi.")).content, "Hi.");
});
