/** Tools from, and results in, the shapes of OpenAI and Anthropic, by their packages' types. */
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type Anthropic from "@anthropic-ai/sdk";
import { create } from "@bufbuild/protobuf";
import type OpenAI from "openai";
import * as anthropic from "../src/anthropic.js";
import { type Client, toTools } from "../src/index.js";
import * as openai from "../src/openai.js";
import { ToolSchema } from "../src/v1.js";
import { ONE_CALL, PROSE, TWO_CALLS } from "./outputs.js";
import { Server } from "./server.js";

let client: Client;

before(async () => {
  client = (await Server.start()).connect();
});

const THOUGHT = "<think>Both, I think.</think>";

test("a message is OpenAI's", async () => {
  const response = await client.parse(THOUGHT + TWO_CALLS, {
    family: "kimi",
    options: { separateReasoning: true },
  });
  const message: OpenAI.ChatCompletionMessage = openai.message(response);
  const history: OpenAI.ChatCompletionMessageParam[] = [openai.message(response)];
  assert.deepEqual(message, {
    role: "assistant",
    content: "I'll check both.",
    refusal: null,
    reasoning_content: "Both, I think.",
    tool_calls: [
      {
        id: "functions.get_weather:0",
        type: "function",
        function: { name: "get_weather", arguments: '{"city": "Zürich"}' },
      },
      {
        id: "functions.get_time:1",
        type: "function",
        function: { name: "get_time", arguments: '{"zone": "Europe/Zurich"}' },
      },
    ],
  });
  assert.equal(history.length, 1);
});

test("a message without calls has none", async () => {
  const message = openai.message(await client.parse(PROSE, { family: "llama3" }));
  assert.deepEqual(message, { role: "assistant", content: PROSE, refusal: null });
});

for (const bufferToolCalls of [false, true]) {
  test(`chunks are OpenAI's and add up${bufferToolCalls ? ", buffered" : ""}`, async () => {
    const chunks = new openai.Chunks("chatcmpl-1", "llama");
    const made: OpenAI.ChatCompletionChunk[] = [];
    const add = (chunk: OpenAI.ChatCompletionChunk | undefined): void => {
      if (chunk) made.push(chunk);
    };
    using session = client.stream({ family: "llama3", options: { bufferToolCalls } });
    for (const piece of ONE_CALL) {
      add(chunks.of(await session.send(piece)));
    }
    add(chunks.of((await session.finish("stop")).delta));
    add(chunks.last("stop"));

    const deltas = made.map((chunk) => chunk.choices[0]!.delta);
    const calls = deltas.flatMap((delta) => delta.tool_calls ?? []);
    assert.deepEqual(
      deltas.map((delta) => delta.role),
      ["assistant", ...Array(deltas.length - 1).fill(undefined)],
    );
    assert.equal(deltas.map((delta) => delta.content ?? "").join(""), "Let me look. One moment.");
    assert.equal(calls.map((call) => call.function?.name ?? "").join(""), "get_weather");
    assert.equal(
      calls.map((call) => call.function?.arguments ?? "").join(""),
      '{"city": "Zürich \u{1f600}"}',
    );
    assert.equal(calls.filter((call) => call.id !== undefined && call.type === "function").length, 1);
    assert.equal(bufferToolCalls, calls.length === 1);
    assert.equal(made.at(-1)!.choices[0]!.finish_reason, "tool_calls");
  });
}

test("content is Anthropic's", async () => {
  const response = await client.parse(THOUGHT + TWO_CALLS, {
    family: "kimi",
    options: { separateReasoning: true },
  });
  const content: Anthropic.ContentBlock[] = anthropic.content(response);
  const history: Anthropic.MessageParam = { role: "assistant", content: anthropic.content(response) };
  const reason: Anthropic.StopReason = anthropic.stopReason(true, "stop");
  assert.deepEqual(content, [
    { type: "thinking", thinking: "Both, I think.", signature: "" },
    { type: "text", text: "I'll check both.", citations: null },
    {
      type: "tool_use",
      id: "functions.get_weather:0",
      name: "get_weather",
      input: { city: "Zürich" },
      caller: { type: "direct" },
    },
    {
      type: "tool_use",
      id: "functions.get_time:1",
      name: "get_time",
      input: { zone: "Europe/Zurich" },
      caller: { type: "direct" },
    },
  ]);
  assert.equal(history.content.length, 4);
  assert.equal(reason, "tool_use");
});

test("finish reasons", () => {
  for (const [called, reason, openais, anthropics] of [
    [true, "stop", "tool_calls", "tool_use"],
    [true, undefined, "tool_calls", "tool_use"],
    [false, "stop", "stop", "end_turn"],
    [false, "content_filter", "stop", "end_turn"],
    [true, "length", "length", "max_tokens"],
    [false, "max_tokens", "length", "max_tokens"],
  ] as const) {
    assert.equal(openai.finishReason(called, reason), openais);
    assert.equal(anthropic.stopReason(called, reason), anthropics);
  }
});

const SCHEMA = { type: "object" as const, properties: { city: { type: "string" } } };
const DESCRIBED = { name: "get_weather", description: "Looks it up." };
const WANTED = create(ToolSchema, {
  type: "function",
  function: { ...DESCRIBED, parameters: JSON.stringify(SCHEMA) },
});

test("tools of every shape are taken, the vendors' own types among them", () => {
  const chat: OpenAI.ChatCompletionTool = {
    type: "function",
    function: { ...DESCRIBED, parameters: SCHEMA },
  };
  const responses: OpenAI.Responses.Tool = {
    type: "function",
    ...DESCRIBED,
    parameters: SCHEMA,
    strict: true,
  };
  const messages: Anthropic.ToolUnion = { ...DESCRIBED, input_schema: SCHEMA };
  const custom: Anthropic.ToolUnion = { type: "custom", ...DESCRIBED, input_schema: SCHEMA };
  const bare = { ...DESCRIBED, parameters: JSON.stringify(SCHEMA) };
  for (const tool of [chat, responses, messages, custom, bare, WANTED]) {
    assert.deepEqual(toTools([tool]), [WANTED]);
  }
});

test("tools that are no functions are left out", () => {
  const search: Anthropic.ToolUnion = { type: "web_search_20250305", name: "web_search" };
  const shell: OpenAI.ChatCompletionTool = { type: "custom", custom: { name: "shell" } };
  const text: OpenAI.Responses.Tool = { type: "custom", name: "shell", format: { type: "text" } };
  const code: OpenAI.Responses.Tool = { type: "code_interpreter", container: { type: "auto" } };
  assert.deepEqual(toTools([search, shell, text, code]), []);
});

test("a tool without a schema has none", () => {
  assert.equal(toTools([{ name: "f" }])[0]!.function!.parameters, "");
});
