import assert from "node:assert/strict";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { pathToFileURL } from "node:url";
import { load, ToolparserError } from "@toolparser/wasm";

const TEXT = 'Sure. <tool_call>{"name": "get_time", "arguments": {"city": "Zürich 😀"}}</tool_call>';
const tools = [{ type: "function", function: { name: "get_time", parameters: { type: "object" } } }];
const toolparser = await load();

test("an output", () => {
  const { result, diagnostics } = toolparser.parse(TEXT, { family: "hermes", tools, finishReason: "stop" });
  assert.equal(result.content, "Sure.");
  assert.equal(result.tool_calls[0].function.name, "get_time");
  assert.equal(result.tool_calls[0].function.arguments, '{"city": "Zürich 😀"}');
  assert.equal(diagnostics.confidence, 1);
  assert.equal(toolparser.parse(TEXT, { model: "Qwen/Qwen3-8B", tools: [{ name: "f", input_schema: {} }] }).result.tools_called, true);
});

test("repairs are reported", () => {
  const { diagnostics } = toolparser.parse('<tool_call>{"name": "f", "arguments": {"a": 1,}}</tool_call>', { family: "hermes" });
  assert.deepEqual(diagnostics.tool_calls[0].repairs.map((repair) => repair.kind), ["REPAIR_KIND_TRAILING_COMMA"]);
});

for (const length of [1, 3, 1000]) {
  test(`a stream in chunks of ${length}`, () => {
    for (const whole of [TEXT, new TextEncoder().encode(TEXT)]) {
      const stream = toolparser.stream({ family: "hermes", tools });
      const deltas = [];
      for (let i = 0; i < whole.length; i += length) deltas.push(stream.send(whole.slice(i, i + length)));
      const end = stream.finish("stop");
      const calls = [...deltas, ...end.deltas].flatMap((delta) => delta.tool_calls ?? []);
      assert.equal(calls.map((call) => call.function?.arguments ?? "").join(""), '{"city": "Zürich 😀"}');
      assert.equal(end.response.result.content, "Sure.");
      assert.throws(() => stream.send("x"), /has ended/);
    }
  });
}

const CALL = "<tool_call>\n<function=f>\n<parameter=x>\né😀\n</parameter>\n</function>\n</tool_call>";
const bytes = (text) => new TextEncoder().encode(text);
const quoted = `The log says ${CALL}. `;
const marks = (text) => {
  const start = bytes(quoted).length, end = bytes(quoted + CALL).length;
  return [{ start, end: start + 11 }, { start: end - 12, end }].filter((span) => span.end <= bytes(text).length);
};

test("special tokens", () => {
  const request = { family: "qwen3_coder", tools: [{ name: "f" }] };
  const none = toolparser.parse(CALL, { ...request, special_tokens: {} });
  assert.equal(none.result.content, CALL);
  const { result } = toolparser.parse(quoted + CALL, { ...request, special_tokens: { spans: marks(quoted + CALL) } });
  assert.equal(result.tool_calls.length, 1);
  assert.equal(result.content, quoted.trim());
  assert.throws(() => toolparser.parse("é", { ...request, special_tokens: { spans: [{ start: 1, end: 2 }] } }), /inside a code point/);
});

for (const length of [1, 2, 5, 1000]) {
  test(`special tokens of a stream in chunks of ${length}`, () => {
    for (const whole of [quoted + CALL, bytes(quoted + CALL)]) {
      const stream = toolparser.stream({ family: "qwen3_coder", tools: [{ name: "f" }], special_tokens: {} });
      for (let i = 0; i < whole.length; i += length) {
        const size = (to) => typeof whole === "string" ? bytes(whole.slice(0, to)).length : Math.min(to, whole.length);
        const piece = whole.slice(i, i + length);
        // Half of a surrogate pair has three bytes by itself, and four together with the other half.
        const begin = size(i + length) - (typeof piece === "string" ? bytes(piece).length : piece.length), end = size(i + length);
        const spans = marks(quoted + CALL)
          .map((span) => ({ start: Math.max(span.start, begin) - begin, end: Math.min(span.end, end) - begin }))
          .filter((span) => span.start < span.end);
        stream.send(piece, spans);
      }
      const { result } = stream.finish().response;
      assert.equal(result.tool_calls.length, 1);
      assert.equal(result.tool_calls[0].function.arguments, '{"x":"é😀"}');
      assert.equal(result.content, quoted.trim());
    }
    assert.throws(() => toolparser.stream({ family: "hermes" }).send("x", [{ start: 0, end: 1 }]), /start has no special_tokens/);
  });
}

test("many streams at a time", () => {
  const streams = Array.from({ length: 100 }, () => toolparser.stream({ family: "hermes" }));
  for (const piece of [TEXT.slice(0, 30), TEXT.slice(30)]) for (const stream of streams) stream.send(piece);
  for (const stream of streams.slice(1)) assert.equal(stream.finish().response.result.tool_calls.length, 1);
  streams[0].close();
});

test("long outputs", () => {
  const long = "long ".repeat(400_000) + TEXT;
  for (let i = 0; i < 5; i++) assert.equal(toolparser.parse(long, { family: "hermes" }).result.tool_calls.length, 1);
});

test("wrong requests", () => {
  assert.throws(() => toolparser.parse("x", { family: "nobody" }), (error) => error instanceof ToolparserError && error.code === "NOT_FOUND");
  assert.throws(() => toolparser.parse("x", {}), /neither family nor model/);
  assert.throws(() => toolparser.parse(null, { family: "hermes" }), /want a string/);
  for (const request of [undefined, null, "hermes"]) {
    assert.throws(() => toolparser.parse("x", request), /want an object with a family or a model/);
    assert.throws(() => toolparser.stream(request), /want an object with a family or a model/);
  }
  assert.throws(() => toolparser.parse("x", { family: "hermes", tools: [{}] }), /tools\[0\] has no name/);
  assert.throws(() => toolparser.parse("x", { family: "hermes", finishReason: "tired" }), /unknown finish reason/);
  assert.throws(() => toolparser.parse("x", { family: "hermes", fallback_families: ["kimi"] }), /unknown field/);
  assert.equal(toolparser.parse("", { family: "hermes" }).result.content, undefined);
  assert.equal(toolparser.parse("a\ud83db", { family: "hermes" }).result.content, "a\ufffdb");
});

test("the module from bytes", async () => {
  const bytes = await readFile(new URL(import.meta.resolve("@toolparser/wasm/toolparser.wasm")));
  assert.equal((await load(bytes)).parse("Hi", { family: "hermes" }).result.content, "Hi");
});

// refused is the error of load in a runtime that is different.
async function refused(source, change = () => {}) {
  const own = globalThis.WebAssembly;
  try {
    change();
    return await load(source).then(() => undefined, (error) => error);
  } finally {
    globalThis.WebAssembly = own;
  }
}

test("a runtime without WebAssembly", async () => {
  const error = await refused(undefined, () => delete globalThis.WebAssembly);
  assert.ok(error instanceof ToolparserError);
  assert.equal(error.message, "UNIMPLEMENTED: this runtime has no WebAssembly: use the program or the service of toolparser");
});

test("a runtime without an instruction of the module", async () => {
  const { Module } = WebAssembly;
  const error = await refused(undefined, () => {
    const compile = async () => { throw new Error("invalid opcode 0xfc"); };
    globalThis.WebAssembly = { Module, compile };
  });
  assert.equal(error.code, "UNIMPLEMENTED");
  assert.match(error.message, /this runtime can't run toolparser\.wasm \(invalid opcode 0xfc\): use a newer runtime/);
});

test("a module that isn't there", async () => {
  const missing = await refused(new URL("./none.wasm", import.meta.url));
  assert.equal(missing.code, "UNAVAILABLE");
  assert.match(missing.message, /none\.wasm can't be read \(.*\): pass the URL of toolparser\.wasm to load/);
  const notFound = await refused(new Response("none", { status: 404 }));
  assert.match(notFound.message, /can't be read \(status 404\): pass the URL/);
  const page = await refused(new Response("<!doctype html>"));
  assert.match(page.message, /is no WebAssembly module: pass the URL of toolparser\.wasm to load/);
});

test("two versions in one process", async () => {
  const folder = await mkdtemp(join(tmpdir(), "toolparser-"));
  try {
    const own = new URL(".", import.meta.resolve("@toolparser/wasm"));
    for (const name of ["index.js", "package.json", "toolparser.wasm"]) await copyFile(new URL(name, own), join(folder, name));
    const second = await import(pathToFileURL(join(folder, "index.js")));
    assert.notEqual(second.load, load);
    const other = await second.load();
    const streams = [toolparser, other].map((each) => each.stream({ family: "hermes" }));
    for (const stream of streams) stream.send(TEXT);
    for (const stream of streams) assert.equal(stream.finish().response.result.tool_calls.length, 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});
